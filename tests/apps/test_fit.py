"""supple fit as a user meets it: values, files, messages, exit codes, and the page about it.

usage: test_fit.py PROGRAM PROJECT_DIR fast|sanitized [--update]

--update puts what the program prints today into docs/fitting.md instead.
"""

import csv
import json
import math
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

PROGRAM, ROOT = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
FAST = sys.argv[3] == "fast"
CATHETER, MEASURED = "examples/catheter.yaml", "examples/catheter_measured.csv"
STIFFNESS = ("--parameters", "rod.bending_stiffness")
TRUE_STIFFNESS = 16e-6  # N m^2, with which the table was made
PAGE = ROOT / "docs/fitting.md"
TRANSCRIPT = re.compile(r"^\$ supple (.*)\n((?:(?!\$ |```).*\n)*)", flags=re.MULTILINE)


def run(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=500, cwd=ROOT)


def fit(*arguments):
    return run("fit", *arguments)


def record(*arguments):
    return json.loads(fit(*arguments, "--json").stdout)


def without_times(text):
    """Times change from run to run, and the last digits of what was iterated from machine to machine."""
    text = re.sub(r"[\d.e-]+ s$", "TIME", text, flags=re.MULTILINE)
    text = re.sub(r"\d+ passes", "N passes", text)
    return re.sub(r"\d+\.\d{3,}(e[-+]\d+)?", lambda number: f"{float(number[0]):.3g}", text)


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path


class Values(Folder):
    def test_the_interval_holds_the_value_that_made_the_data(self):
        result = record(CATHETER, MEASURED, *STIFFNESS)
        self.assertEqual((result["format"], result["status"]), ("supple-result/1", "converged"))
        [value] = result["parameters"]
        self.assertEqual((value["path"], value["start"]), ("rod.bending_stiffness", 17.185e-6))
        self.assertAlmostEqual(value["value"] / TRUE_STIFFNESS, 1, delta=0.01)
        self.assertLess(value["interval"][0], value["value"])
        # Noise of 0.2 mm in three coordinates, and what three joints cannot follow of a rod.
        self.assertAlmostEqual(result["training"]["rmse"], 0.2e-3 * 3**0.5, delta=0.3e-3)
        self.assertEqual((result["training"]["cases"], result["training"]["failed"]), (40, 0))
        self.assertEqual(sum(result["histogram"]["counts"]), 40)

    def test_every_objective_finds_about_the_same(self):
        for objective in ("least-squares", "mean-of-norms", "huber", "cauchy"):
            result = record(CATHETER, MEASURED, *STIFFNESS, "--objective", objective, "--robust-size", "5e-4")
            self.assertEqual(result["objective"], objective)
            self.assertAlmostEqual(result["parameters"][0]["value"] / TRUE_STIFFNESS, 1, delta=0.02)

    def test_bounds_are_kept(self):
        result = record(CATHETER, MEASURED, *STIFFNESS, "--bounds", "rod.bending_stiffness=17 N mm^2, 20 N mm^2")
        [value] = result["parameters"]
        self.assertAlmostEqual(value["value"], 17e-6, delta=1e-12)
        self.assertTrue(value["at_bound"])

    def test_evaluating_changes_nothing(self):
        result = record(CATHETER, MEASURED, *STIFFNESS, "--evaluate")
        self.assertEqual(result["parameters"][0]["value"], 17.185e-6)
        self.assertEqual(result["cost"], result["start_cost"])
        self.assertGreater(result["cost"], record(CATHETER, MEASURED, *STIFFNESS)["cost"])

    def test_a_swarm_finds_it_too(self):
        result = record(CATHETER, MEASURED, *STIFFNESS, "--global", "--seed", "3", "--bounds",
                        "rod.bending_stiffness=5 N mm^2, 50 N mm^2")
        self.assertAlmostEqual(result["parameters"][0]["value"],
                               record(CATHETER, MEASURED, *STIFFNESS)["parameters"][0]["value"], delta=1e-10)

    def test_a_centred_metric_does_not_see_a_shift(self):
        rows = (ROOT / MEASURED).read_text().splitlines()[2:]
        shifted = [rows[0]]
        for row in rows[1:]:
            cells = row.split(", ")
            cells[-1] = str(float(cells[-1]) + 30)
            shifted.append(", ".join(cells))
        table = self.write("shifted.csv", "\n".join(shifted) + "\n")
        centred = record(CATHETER, table, *STIFFNESS, "--metric", "rmse-centred")
        self.assertEqual(centred["metric"], "rmse-centred")
        self.assertLess(centred["training"]["rmse"], 1e-3)
        self.assertGreater(record(CATHETER, table, *STIFFNESS)["training"]["rmse"], 20e-3)
        self.assertIn("rmse-centred", fit(CATHETER, table, *STIFFNESS, "--metric", "rmse-centred").stdout)

    def test_what_is_kept_back_is_judged(self):
        part = record(CATHETER, MEASURED, *STIFFNESS, "--validate", "0.25")
        self.assertEqual((part["training"]["cases"], part["validation"]["cases"]), (30, 10))
        self.assertLess(part["validation"]["rmse"], 1e-3)
        whole = record(CATHETER, MEASURED, *STIFFNESS, "--validate", MEASURED)
        self.assertEqual(whole["validation"], whole["training"])

    def test_rows_kept_back_are_in_the_table(self):
        out = self.folder / "all.csv"
        fit(CATHETER, MEASURED, *STIFFNESS, "--validate", "0.25", "--out", out)
        rows = [row for row in csv.reader(out.read_text().splitlines()) if row and not row[0].startswith("#")]
        header = [name.strip() for name in rows[0]]
        kept = [row[header.index("given.kept_back")].strip() for row in rows[1:]]
        self.assertEqual(kept, ["0"] * 30 + ["1"] * 10)
        error = [row[header.index("given.error [mm]")].strip() for row in rows[1:]]
        self.assertTrue(all(float(each) >= 0 for each in error))
        for too_much in "0.001", "0.999":
            self.assertEqual(fit(CATHETER, MEASURED, *STIFFNESS, "--validate", too_much).returncode, 3)

    def test_a_spread_is_a_number(self):
        example = "examples/mri_catheter_three_joints"
        result = record(f"{example}.yaml", f"{example}.csv", "--evaluate")
        self.assertNotIn("nan", fit(f"{example}.yaml", f"{example}.csv", "--evaluate").stdout)
        self.assertEqual(result["status"], "converged")

    def changed(self, name, change):
        """The measured table with its cells changed: change(header, rows of cells)."""
        lines = [line for line in (ROOT / MEASURED).read_text().splitlines() if line and not line.startswith("#")]
        rows = [[cell.strip() for cell in line.split(",")] for line in lines]
        rows = change(rows[0], rows[1:])
        return self.write(name, "".join(", ".join(row) + "\n" for row in rows))

    def test_a_wrong_unit_is_doubted(self):
        def in_metres(header, rows):
            return [[name.replace("[mm]", "[m]") if name.startswith("tip.position") else name for name in header], *rows]

        wrong = fit(CATHETER, self.changed("metres.csv", in_metres), *STIFFNESS)
        self.assertRegex(wrong.stdout, r"warning: line 2, line 3, .* beyond the reach of a rod of \S+ mm")
        self.assertRegex(wrong.stdout, "does not explain these data")

        def in_micrometres(header, rows):
            return [[name.replace("[mm]", "[um]") if name.startswith("tip.position") else name for name in header], *rows]

        small = fit(CATHETER, self.changed("micrometres.csv", in_micrometres), *STIFFNESS)
        self.assertRegex(small.stdout, "warning: all tips lie within .* of the base")
        self.assertNotIn("warning", fit(CATHETER, MEASURED, *STIFFNESS).stdout)

    def test_a_load_that_is_not_acting_is_named(self):
        self.assertIn("warning: loads.tip is not acting", fit(CATHETER, MEASURED, *STIFFNESS, "--set", "loads.0.from=0 s").stdout)

    def test_rows_that_stand_out_are_named(self):
        def one_slip(header, rows):
            column = header.index("tip.position.x [mm]")
            rows[6][column] = str(float(rows[6][column]) + 30)
            return [header, *rows]

        self.assertRegex(fit(CATHETER, self.changed("slip.csv", one_slip), *STIFFNESS).stdout, "warning: line 8: off by up to")

    def test_what_was_never_seen_is_not_fitted(self):
        def empty(header, rows):
            column = header.index("tip.position.x [mm]")
            for row in rows:
                row[column] = ""
            return [header, *rows]

        answer = fit(CATHETER, self.changed("empty.csv", empty), *STIFFNESS)
        self.assertEqual(answer.returncode, 3)
        self.assertIn("tip.position.x: holds no value in any row", answer.stderr)

    def test_a_value_is_fitted_once(self):
        twice = fit(CATHETER, MEASURED, "--parameters", "rod.bending_stiffness,rod.bending_stiffness")
        self.assertEqual(twice.returncode, 3)
        self.assertIn("is to be fitted twice", twice.stderr)
        both = fit(CATHETER, MEASURED, "--parameters", "rod.bending_stiffness,loads.0.force.y")
        self.assertEqual(both.returncode, 3)
        self.assertIn("is to be fitted as well", both.stderr)

    def test_a_model_that_is_not_fitted_is_not_called_unsolvable(self):
        answer = fit(CATHETER, MEASURED, *STIFFNESS, "--model", "cosserat")
        self.assertEqual(answer.returncode, 3)
        self.assertIn("fit does not take the model cosserat", answer.stderr)

    def test_a_grid_of_the_exact_rod_is_made_in_one_go(self):
        arguments = [CATHETER, "--reference", "cosserat", "--objective", "mean-of-norms", "--parameters",
                     "model.parameters.gamma"]
        for axis in "xyz":
            arguments += ["--grid", f"loads.0.force.{axis}=-4 0 4 mN"]
        result = record(*arguments)
        self.assertEqual(result["cases"], 27)
        self.assertLess(result["cost"], result["start_cost"])
        self.assertEqual(result["data"], "a grid solved by cosserat")

    def test_whole_shapes_of_the_exact_rod_are_fitted(self):
        arguments = [CATHETER, "--reference", "cosserat", "--objective", "mean-of-norms", "--parameters",
                     "model.parameters.gamma", "--grid", "loads.0.force.y=-4 2 4 mN", "--grid",
                     "loads.0.moment.z=-200 250 mN mm"]
        tips, shapes = record(*arguments), record(*arguments, "--shape-points", "25")
        self.assertEqual((shapes["status"], shapes["cases"]), ("converged", 6))
        self.assertLess(shapes["cost"], shapes["start_cost"])
        # What is best for tips is not best for curves.
        self.assertNotAlmostEqual(shapes["parameters"][0]["value"] / tips["parameters"][0]["value"], 1, delta=1e-3)

    def test_uncertain_loads_widen_what_is_left_open(self):
        known = record(CATHETER, MEASURED, *STIFFNESS)
        open_ = record(CATHETER, MEASURED, *STIFFNESS, "--sigma", "loads.0.force.y=0.2 mN")
        self.assertEqual(known["parameters"], open_["parameters"])
        self.assertGreater(open_["spread"]["tip"]["mean"], 1.5 * known["spread"]["tip"]["mean"])
        # A force along the rod moves the tip less than one across it.
        along = record(CATHETER, MEASURED, *STIFFNESS, "--sigma", "loads.0.force.x=0.2 mN")
        self.assertGreater(open_["spread"]["tip"]["mean"], 1.5 * along["spread"]["tip"]["mean"])

    def test_links_keep_their_sum(self):
        result = record("examples/mri_catheter_three_joints.yaml", "examples/mri_catheter_three_joints.csv",
                        *([] if FAST else ["--evaluate"]))
        self.assertAlmostEqual(30 * result["start_cost"], 1.93385, delta=1e-4)
        if FAST:
            self.assertLess(30 * result["cost"], 0.3311)
            self.assertAlmostEqual(sum(p["value"] for p in result["parameters"][:4]), 101.35e-3, delta=1e-12)
            self.assertTrue(result["flat"])  # two springs that twist in series


class Files(Folder):
    def test_what_the_file_calls_uncertain_stands_for_sigma(self):
        model = self.write("uncertain.yaml", (ROOT / CATHETER).read_text() + "uncertain:\n"
                           "  - {path: loads.tip.force.y, normal: 0 0.2 mN}\n"
                           "  - {path: loads.tip.force.x, uniform: -1 1 mN}\n"
                           "  - {path: rod.length, normal: 50 1 mm}\n")  # no input of the data
        told, given = (record(*arguments) for arguments in (
            (model, MEASURED, *STIFFNESS),
            (CATHETER, MEASURED, *STIFFNESS, "--sigma", "loads.0.force.y=0.2 mN", "--sigma",
             "loads.0.force.x=0.5773502691896258 mN")))
        self.assertAlmostEqual(told["spread"]["tip"]["mean"], given["spread"]["tip"]["mean"], delta=1e-12)
        chosen = record(model, MEASURED, *STIFFNESS, "--sigma", "loads.0.force.y=0 mN")
        self.assertLess(chosen["spread"]["tip"]["mean"], 0.7 * told["spread"]["tip"]["mean"])

    def test_the_fitted_model_is_ready_to_use(self):
        fitted, report, table = (self.folder / name for name in ("fitted.yaml", "report.json", "cases.csv"))
        outcome = fit(CATHETER, MEASURED, *STIFFNESS, "--json", "--out", fitted, "--out", report, "--out", table)
        self.assertEqual((outcome.returncode, outcome.stderr), (0, ""))
        result = json.loads(outcome.stdout)
        self.assertEqual(json.loads(report.read_text()), result)
        # Comments and layout stay: one line differs.
        before, after = (ROOT / CATHETER).read_text().splitlines(), fitted.read_text().splitlines()
        self.assertEqual([a[:22] for a, b in zip(after, before) if a != b], ["  bending_stiffness: 1"])
        again = record(fitted, MEASURED, *STIFFNESS, "--evaluate")
        self.assertAlmostEqual(again["cost"] / result["cost"], 1, delta=1e-12)
        rows = list(csv.DictReader(line for line in table.read_text().splitlines() if not line.startswith("#")))
        errors = [float(row["given.error [mm]"]) for row in rows]
        self.assertAlmostEqual(max(errors) * 1e-3, result["training"]["max"], delta=1e-12)
        for row, error in zip(rows, errors):
            residual = [float(row[f"given.residual.tip.position.{axis} [mm]"]) for axis in "xyz"]
            self.assertAlmostEqual(math.hypot(*residual), error, delta=1e-9)
        spreads = [float(row["given.spread.tip [mm]"]) for row in rows]
        self.assertAlmostEqual(max(spreads) * 1e-3, result["spread"]["tip"]["max"], delta=1e-12)

    def test_foreign_columns_are_mapped(self):
        table = self.write("foreign.csv", "when,push,seen_x,seen_y,seen_z\n1,2,47.6,14.2,0\n2,1,49.3,7.4,0\n")
        columns = self.write("map.yaml", "when: ignore\npush: loads.tip.force.y [mN]\nseen_x: tip.position.x [mm]\n"
                             "seen_y: tip.position.y [mm]\nseen_z: tip.position.z [mm]\n")
        still = ("--set", "loads.0.force=0 0 0 mN", "--set", "loads.0.moment=0 0 0 mN mm")
        result = record(CATHETER, table, *STIFFNESS, "--columns", columns, *still)
        self.assertEqual((result["status"], result["cases"]), ("converged", 2))
        unmapped = self.write("less.yaml", "when: ignore\npush: loads.tip.force.y [mN]\n")
        outcome = fit(CATHETER, table, *STIFFNESS, "--columns", unmapped)
        self.assertEqual(outcome.returncode, 3)
        self.assertIn('says nothing of the column "seen_x"', outcome.stderr)
        wrong = self.write("more.yaml", columns.read_text() + "tip_q: ignore\n")
        self.assertIn('has no column "tip_q"', fit(CATHETER, table, *STIFFNESS, "--columns", wrong).stderr)


class Messages(Folder):
    def refused(self, code, *arguments):
        outcome = fit(*arguments)
        self.assertEqual((outcome.returncode, outcome.stdout), (code, ""), outcome.stderr)
        return outcome.stderr

    def test_bad_usage_exits_with_2(self):
        self.assertIn("needs a table of data", self.refused(2, CATHETER, *STIFFNESS))
        self.assertIn(".yaml, .json, .csv or .html", self.refused(2, CATHETER, MEASURED, *STIFFNESS, "--out", "fitted.txt"))
        self.refused(2, CATHETER, MEASURED, "--objective", "best")
        measured = (ROOT / MEASURED).read_text()
        data = self.write("data.csv", measured)
        self.assertIn("that is read", self.refused(2, CATHETER, data, *STIFFNESS, "--out", data))
        self.assertEqual(data.read_text(), measured)
        self.assertIn("--grid", self.refused(2, CATHETER, MEASURED, *STIFFNESS, "--shape-points", "25"))

    def test_blanks_between_parameters_do_not_count(self):
        outcome = fit(CATHETER, MEASURED, "--parameters", "rod.bending_stiffness, model.parameters.gamma", "--json")
        self.assertEqual(outcome.returncode, 0, outcome.stderr)
        self.assertEqual([p["path"] for p in json.loads(outcome.stdout)["parameters"]],
                         ["rod.bending_stiffness", "model.parameters.gamma"])

    def test_files_that_cannot_be_used_exit_with_3(self):
        self.assertIn("nothing to fit", self.refused(3, CATHETER, MEASURED))
        self.assertIn("rod.stiffness", self.refused(3, CATHETER, MEASURED, "--parameters", "rod.stiffness"))
        self.assertIn("has 3 values; expected one", self.refused(3, CATHETER, MEASURED, "--parameters",
                                                                 "loads.0.force"))
        self.assertIn("not fitted", self.refused(3, CATHETER, MEASURED, *STIFFNESS, "--bounds",
                                                 "rod.length=1 mm, 2 mm"))
        self.assertIn("starts outside", self.refused(3, CATHETER, MEASURED, *STIFFNESS, "--bounds",
                                                     "rod.bending_stiffness=1 N mm^2, 2 N mm^2"))
        self.assertIn("expected", self.refused(3, CATHETER, MEASURED, *STIFFNESS, "--bounds",
                                               "rod.bending_stiffness=1 mm, 2 mm"))
        self.assertIn("--global searches a box", self.refused(3, CATHETER, MEASURED, *STIFFNESS, "--global"))
        self.assertIn("which the data do not hold", self.refused(3, CATHETER, MEASURED, *STIFFNESS, "--weights",
                                                                 "tip.quaternion=1"))
        self.assertIn("no input of the data", self.refused(3, CATHETER, MEASURED, *STIFFNESS, "--sigma",
                                                           "rod.length=1 mm"))
        self.assertIn("expected", self.refused(3, CATHETER, MEASURED, *STIFFNESS, "--sigma", "loads.0.force.y=1 mm"))
        unseen = self.write("unseen.csv", "loads.0.force.y [mN]\n4\n")
        self.assertIn("nothing was observed", self.refused(3, CATHETER, unseen, *STIFFNESS))
        strange = self.write("strange.csv", "loads.0.force.y [mN],colour\n4,1\n")
        self.assertIn("strange.csv:1:2: colour", self.refused(3, CATHETER, strange, *STIFFNESS))

    def test_data_that_the_file_has_no_place_for_are_one_error_about_the_header(self):
        for path, reason in [("loads.1.force.x [mN]", "loads has no item 1"),
                             ("loads.grip.force.x [mN]", 'there is no "grip" in loads'),
                             ("attachments.coils.currents.x [A]", "the file has no attachments")]:
            with self.subTest(path):
                table = self.write("t.csv", f"{path}, tip.position.x [mm]\n1, 40\n2, 40\n3, 40\n")
                refusal = self.refused(3, CATHETER, table, *STIFFNESS)
                self.assertEqual(refusal.count("\n"), 1, refusal)
                self.assertIn(f"t.csv:1:1: {path.split()[0]}: {reason}", refusal)

    def test_header_only_and_tab_separated_data_say_so(self):
        for text, reason in [("loads.0.force.x [mN], tip.position.x [mm]\n", "has a header and no rows"),
                             ("loads.0.force.x [mN]\ttip.position.x [mm]\n1\t2\n", "separated by tabs")]:
            self.assertIn(reason, self.refused(3, CATHETER, self.write("t.csv", text), *STIFFNESS))

    def test_values_that_cannot_be_solved_exit_with_4(self):
        table = self.write("strong.csv", "loads.0.force.x [N],tip.position.x [mm]\n-1e9,1\n")
        outcome = fit(CATHETER, table, *STIFFNESS)
        self.assertEqual(outcome.returncode, 4, outcome.stdout + outcome.stderr)
        self.assertIn("no case was solved", outcome.stderr)

    def test_the_examples_of_the_help_work(self):
        lines = fit("--help").stdout.replace("\\\n", " ").splitlines()
        commands = [line.split("supple ", 1)[1] for line in lines if line.startswith("  supple fit ")]
        self.assertEqual(len(commands), 2)
        for command in commands:
            arguments = [str(self.folder / word) if word == "fitted.yaml" else word for word in shlex.split(command)]
            self.assertEqual(run(*arguments).returncode, 0, command)


class Page(unittest.TestCase):
    def test_it_shows_what_the_program_prints(self):
        transcripts = TRANSCRIPT.findall(PAGE.read_text())
        self.assertGreaterEqual(len(transcripts), 2)
        for command, shown in transcripts:
            if FAST or "three_joints" not in command:
                self.assertEqual(without_times(run(*shlex.split(command)).stdout), without_times(shown), command)


if "--update" in sys.argv:
    PAGE.write_text(TRANSCRIPT.sub(lambda m: f"$ supple {m[1]}\n{run(*shlex.split(m[1])).stdout}", PAGE.read_text()))
else:
    unittest.main(argv=sys.argv[:1], verbosity=2)
