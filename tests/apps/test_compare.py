"""supple compare as a user meets it: numbers of the studies, tables, files, exit codes, and the page about it.

usage: test_compare.py PROGRAM PROJECT_DIR fast|sanitized [--update]

--update puts what the program prints today into docs/comparing.md instead. A sanitized program leaves out the longest
chains of the catheter, which take it minutes.
"""

import csv
import functools
import json
import os
import pathlib
import pty
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import unittest

PROGRAM, ROOT = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
FAST = sys.argv[3] == "fast"
EXAMPLES, PAGE = ROOT / "examples", ROOT / "docs/comparing.md"
HELD = EXAMPLES / "held_catheter.yaml"
STEEL = pathlib.Path(os.environ.get("SUPPLE_EXTERNAL_DATA", ROOT / "../shared/external"),
                     "sorosim_statics/SpringSteelRodMuJoCo_dataStatics.csv")
STEEL_CASES = "steel_rod_cases.csv"

# The layouts by their letters in the convergence table of the MRI catheter study (s2 Sec. 5), and its
# mean / max tip errors over 40 currents [mm], computed by an independent program.
LAYOUTS = {"A": "equal-links-exact", "B": "equal-links", "C": "half-links", "D": "base-joint", "H": "split"}
CONVERGENCE = """
3   2.144 4.366    5.959 11.793   0.682 1.852    5.923 11.802   0.670 1.874
6   2.216 4.886    3.950 7.640    0.439 1.095    3.529 6.695    0.1672 0.4666
9   1.341 2.948    2.613 4.967    0.438 1.060    2.578 4.841    0.0743 0.2072
20  0.674 1.483    1.287 2.469    0.179 0.426    1.120 2.119    0.01364 0.03804
50  0.170 0.352    0.432 0.824    0.0076 0.0178  0.554 1.071    0.00206 0.00575
100 0.0889 0.184   0.2206 0.419   0.0071 0.0166  0.274 0.527    0.00052 0.00144
"""

TRANSCRIPT = re.compile(r"^\$ supple (.*)\n((?:(?!\$ |```).*\n)*)", flags=re.MULTILINE)


def run(*arguments, folder=ROOT):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=500, cwd=folder)


def record(*arguments):
    return json.loads(run("compare", *arguments, "--json").stdout)


def steel_cases(folder):
    """The table of the 500 rods, made as the page says."""
    table = pathlib.Path(folder, STEEL_CASES)
    with open(table, "w") as file:
        subprocess.run([sys.executable, EXAMPLES / "steel_rod_cases.py", STEEL], stdout=file, check=True)
    return table


def words_of(command, folder):
    words = shlex.split(command)
    return [str(pathlib.Path(folder, word)) if word == STEEL_CASES else word for word in words]


@functools.cache
def mri_catheter():
    """What is printed, and the record, of the page's command; a sanitized program leaves out the longest chains."""
    command = next(words for words, _ in TRANSCRIPT.findall(PAGE.read_text()) if "mri_catheter" in words)
    if not FAST:
        command = command.replace(",50,100", "")
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder, "out.json")
        return run(*shlex.split(command), "--out", out).stdout, json.loads(out.read_text())


class Compare(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def models(self, comparison, model, layout=None):
        return [one for one in comparison["models"]
                if one["model"] == model and one["layout"] == layout and not one["as_written"]]

    def assert_digits(self, value, shown):
        """The value rounds to what is shown, or to a neighbour of its last digit."""
        decimals = len(shown.partition(".")[2])
        self.assertAlmostEqual(value, float(shown), delta=1.01 * 10**-decimals)


class Numbers(Compare):
    def test_the_held_catheter(self):
        comparison = record(HELD, "--joints", "8,16,32")
        own = comparison["models"][0]
        self.assertEqual((own["as_written"], own["model"], own["joints"]), (True, "universal-prb", 9))
        rod, chain = (80.825161, 6.571201, -3.377620), (80.757251, 6.681589, -3.469919)
        distance = sum((a - b)**2 for a, b in zip(rod, chain))**0.5
        self.assertAlmostEqual(1e3 * own["tip_error"], distance, delta=3e-6)
        self.assertAlmostEqual(own["tip_error_relative"], distance / 82, delta=5e-8)
        # Reactions of P1 by the rod and by Table 1 [mN]; P2 differs by less.
        reaction = ((152.96080 - 149.61172)**2 + (74.86081 - 73.31825)**2)**0.5 / (152.96080**2 + 74.86081**2)**0.5
        self.assertAlmostEqual(own["reaction_error_relative"], reaction, delta=1e-6)
        for model, layout in (("isotropic-prb", None), ("spherical-prb", "gauss"), ("curvature", None)):
            errors = [one["tip_error"] for one in self.models(comparison, model, layout)]
            self.assertEqual(errors, sorted(errors, reverse=True))
            self.assertGreater(errors[0], 8 * errors[-1])  # 16 at second order
        self.assertTrue(all(0 < one["seconds"] < 1 for one in [comparison["exact"], *comparison["models"]]))

    def test_how_many_joints_are_enough(self):
        comparison = record(HELD, "--joints", "9,18,36", "--models", "isotropic-prb,curvature", "--tolerance", "0.02")
        answers = {one["models"]: one for one in comparison["enough"]}
        isotropic = self.models(comparison, "isotropic-prb")
        first = next(one for one in isotropic if one["tip_error_relative"] <= 2e-4)
        self.assertEqual(answers["isotropic-prb"]["joints"], first["joints"])
        self.assertEqual(answers["isotropic-prb"]["setting"], first["setting"])
        # What it says to write into the file does it.
        segments = first["setting"].split(": ")[1]
        text = re.sub(r"(?s)^model:.*?(?=^loads:)", f"model: {{type: isotropic-prb, segments: {segments}}}\n", HELD.read_text(),
                      flags=re.MULTILINE)
        alone = record(self.write("own.yaml", text), "--models", "cosserat")
        self.assertEqual(len(alone["models"]), 1)
        self.assertAlmostEqual(alone["models"][0]["tip_error"], first["tip_error"], delta=1e-12)
        nothing = record(HELD, "--joints", "9", "--models", "curvature", "--tolerance", "1e-9")
        self.assertIsNone(nothing["enough"][0]["joints"])
        self.assertIn("none of 9 is enough",
                      run("compare", HELD, "--joints", "9", "--models", "curvature", "--tolerance", "1e-9").stdout)

    def test_the_convergence_table_of_the_mri_catheter(self):
        _, comparison = mri_catheter()
        self.assertEqual((comparison["cases"], comparison["done"], comparison["exact"]["converged"]), (40, 40, 40))
        # The exact rod is that of another program.
        self.assertLess(comparison["exact"]["table"]["tip_error"]["max"], 1e-9)
        compared = 0
        for line in CONVERGENCE.split("\n")[1:-1]:
            joints, *figures = line.split()
            for (letter, layout), mean, most in zip(LAYOUTS.items(), figures[::2], figures[1::2], strict=True):
                for one in self.models(comparison, "spherical-prb", layout):
                    if one["joints"] != int(joints):
                        continue
                    with self.subTest(letter, joints=joints):
                        self.assertEqual(one["converged"], 40)
                        self.assert_digits(1e3 * one["tip_error"]["mean"], mean)
                        self.assert_digits(1e3 * one["tip_error"]["max"], most)
                        compared += 1
        self.assertEqual(compared, 30 if FAST else 20)

    @unittest.skipUnless(STEEL.exists(), "EXTERNAL DATA ABSENT")
    def test_eight_gauss_joints_reach_a_thousandth_on_500_rods_of_another_group(self):
        comparison = record(EXAMPLES / "steel_rod.yaml", "--cases", steel_cases(self.folder), "--joints", "8",
                            "--models", "spherical-prb")
        exact, gauss = comparison["exact"], self.models(comparison, "spherical-prb", "gauss")[0]
        self.assertEqual([comparison["done"], exact["converged"], gauss["converged"]], [500, 500, 500])
        self.assertLessEqual(exact["table"]["tip_error_relative"]["mean"], 0.0003)
        self.assertLessEqual(exact["table"]["tip_error_relative"]["max"], 0.0012)
        self.assertLessEqual(exact["table"]["rotation_error"]["mean"], 0.001)
        self.assertLessEqual(gauss["table"]["tip_error_relative"]["mean"], 0.001)
        self.assertLessEqual(gauss["tip_error_relative"]["mean"], 0.001)
        self.assertEqual(comparison["enough"][0]["joints"], 8)


class Answers(Compare):
    def test_what_cannot_carry_the_file_is_listed_with_the_reason(self):
        outcome = run("compare", HELD, "--joints", "3,8", "--models", "spherical-prb,isotropic-prb")
        self.assertEqual(outcome.returncode, 0, outcome.stderr)
        self.assertRegex(outcome.stdout, r"Cannot carry the file:\n  spherical-prb gauss \(joints: 3\): .*must be even")
        comparison = record(HELD, "--joints", "3,8", "--models", "spherical-prb,isotropic-prb")
        self.assertEqual([one["setting"] for one in comparison["unsupported"]], ["joints: 3, layout: gauss"])
        self.assertIn("even", comparison["unsupported"][0]["reason"])

    def test_the_table_is_aligned_and_quiet_leaves_the_table_alone(self):
        outcome = run("compare", HELD, "--quiet", "--models", "isotropic-prb,curvature")
        lines = outcome.stdout.splitlines()
        status = lines[0].index("status")
        self.assertEqual({line[status:] for line in lines[1:]}, {"converged"})
        self.assertEqual({line[status - 1] for line in lines}, {" "})
        self.assertEqual(lines[-1].split()[:2], ["exact:", "cosserat"])
        self.assertNotIn("Joints for", outcome.stdout)

    def test_files_hold_what_is_printed(self):
        table, printed = self.folder / "c.csv", self.folder / "c.json"
        for out in (table, printed):
            self.assertEqual(run("compare", HELD, "--joints", "2,9", "--out", out).returncode, 0)
        comparison = json.loads(printed.read_text())
        self.assertEqual((comparison["format"], comparison["command"]), ("supple-result/1", "compare"))
        with open(table, newline="") as file:
            rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
        self.assertEqual([row["role"] for row in rows[:3]], ["exact", "as written", "tried"])
        self.assertEqual(len(rows), 1 + len(comparison["models"]) + len(comparison["unsupported"]))
        carried = [row for row in rows[1:] if row["status"] != "unsupported"]
        for row, one in zip(carried, comparison["models"], strict=True):
            self.assertEqual((row["model"], float(row["joints"])), (one["model"], one["joints"]))
            self.assertAlmostEqual(float(row["tip_error [mm]"]), 1e3 * one["tip_error"], delta=1e-12)
        self.assertTrue(all(row["reason"] for row in rows if row["status"] == "unsupported"))

    def test_a_table_of_cases_has_statistics(self):
        out = self.folder / "c.csv"
        arguments = ("examples/catheter.yaml", "--cases", "examples/catheter_cases.csv", "--models", "isotropic-prb",
                     "--joints", "3,12")
        comparison = record(*arguments, "--out", out)
        self.assertEqual((comparison["cases"], comparison["done"]), (4, 4))
        own = comparison["models"][0]["tip_error"]
        expected = [0.256343, 0.157862, 0.141941, 0.382964]  # Fig. 3 [Venkiteswaran 2019] [mm]
        self.assertAlmostEqual(1e3 * own["mean"], sum(expected) / 4, delta=2e-6)
        self.assertAlmostEqual(1e3 * own["median"], (expected[0] + expected[1]) / 2, delta=2e-6)
        self.assertAlmostEqual(1e3 * own["max"], max(expected), delta=2e-6)
        self.assertNotIn("table", comparison["models"][0])
        with open(out, newline="") as file:
            rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
        self.assertAlmostEqual(float(rows[1]["tip_error.mean [mm]"]), 1e3 * own["mean"], delta=1e-12)
        self.assertEqual(run("compare", *arguments).stdout.count("4 of 4"), 4)

    def test_columns_that_nothing_is_compared_with_are_named(self):
        table = self.write("t.csv", "loads.tip.force.x [mN],tip.position.x [mm],energy.total [mN mm]\n1,46,3\n")
        outcome = run("compare", "examples/catheter.yaml", "--cases", table, "--models", "curvature")
        self.assertIn("tip.position.x, energy.total", outcome.stderr)


class Exits(Compare):
    def test_bad_usage_is_2(self):
        for arguments, reason in [
                (["--models", "isotropic-prb,rigid"], 'found "rigid"; expected some of universal-prb,'),
                (["--layouts", "gaus"], 'found "gaus"; expected some of gauss,split,'),
                (["--joints", "0"], "--joints"),
                (["--joints", "two"], "--joints"),
                (["--tolerance", "-1"], "--tolerance"),
                (["--out", "c.xlsx"], "end the name in .json, .csv, .h5 or .html"),
                (["--out", "none/c.csv"], "cannot write there")]:
            with self.subTest(arguments):
                refused = run("compare", HELD, *arguments)
                self.assertEqual((refused.returncode, refused.stdout), (2, ""))
                self.assertIn(reason, refused.stderr)

    def test_an_invalid_file_or_table_is_3(self):
        for arguments, reason in [
                (["none.yaml"], "there is no such file"),
                ([HELD, "--set", "rod.length=60"], "has no unit"),
                ([HELD, "--cases", self.write("t.csv", "loads.9.force.x [mN]\n1\n")], "t.csv:1:1: loads.9.force.x"),
                ([HELD, "--cases", self.write("e.csv", "loads.0.force.x [mN]\n")], "has a header and no rows")]:
            with self.subTest(arguments):
                refused = run("compare", *arguments)
                self.assertEqual((refused.returncode, refused.stdout), (3, ""))
                self.assertIn(reason, refused.stderr)

    def test_what_is_not_solved_is_4(self):
        # An unstable column: every model says so.
        straight = run("compare", EXAMPLES / "buckling_column.yaml", "--set", "loads.0.force=0 0 -29.6 mN",
                       "--models", "isotropic-prb")
        self.assertEqual(straight.returncode, 4)
        self.assertIn("the exact rod is unstable", straight.stderr)
        self.assertIn("unstable", straight.stdout)

    def test_an_arm_is_judged_by_the_finest_chain_and_that_is_said(self):
        outcome = run("compare", EXAMPLES / "rod_driven_arm.yaml", "--models", "curvature", "--joints", "8,32")
        self.assertEqual(outcome.returncode, 0, outcome.stderr)
        self.assertIn("errors against the finest chain (curvature, arcs: 96, twist: true)", outcome.stdout)
        self.assertIn("there is no exact rod to judge by", outcome.stdout)
        judged = record(EXAMPLES / "rod_driven_arm.yaml", "--models", "curvature", "--joints", "8,32")
        self.assertEqual(judged["exact"]["role"], "finest chain")
        errors = [model["tip_error"] for model in judged["models"] if not model["as_written"]]
        self.assertGreater(errors[0], 4 * errors[1])

    def test_a_table_with_failed_cases_is_5(self):
        table = self.write("t.csv", "loads.0.force.z [mN]\n-5\n-29.6\n")
        outcome = run("compare", EXAMPLES / "buckling_column.yaml", "--set", "loads.0.force=0 0 0 mN", "--cases", table,
                      "--models", "isotropic-prb", "--joints", "6")
        self.assertEqual(outcome.returncode, 5)
        self.assertIn("1 of 2", outcome.stdout)
        self.assertRegex(outcome.stdout, r"failed: isotropic-prb with 6 joints: case 2: unstable")
        self.assertIn("the exact rod failed in 1 of 2 cases", outcome.stderr)

    def test_ctrl_c_prints_what_is_done_and_exits_130(self):
        rows = "".join(f"{i % 7}\n" for i in range(100_000))
        table = self.write("many.csv", "loads.0.force.x [mN]\n" + rows)
        out = self.folder / "out.json"
        master, slave = pty.openpty()  # progress is shown on a terminal
        program = subprocess.Popen([PROGRAM, "compare", HELD, "--cases", table, "--out", out], stdout=subprocess.PIPE,
                                   stderr=slave, text=True)
        os.close(slave)
        shown = ""
        while not re.search(r"[1-9]\d* of 100000 cases", shown):
            shown += os.read(master, 4096).decode()
        program.send_signal(signal.SIGINT)
        printed, _ = program.communicate(timeout=60)
        os.close(master)
        self.assertEqual(program.returncode, 130)
        comparison = json.loads(out.read_text())
        self.assertFalse(comparison["complete"])
        self.assertTrue(0 < comparison["done"] < 100_000)
        self.assertIn(f"over {comparison['done']} cases", printed)
        self.assertIn(f"{comparison['done']} of {comparison['done']}", printed)


def without_times(text):
    """Times are the last but one column; columns are as wide as they need to be."""
    text = re.sub(r"[^ \n]+( +(?:converged|\d+ of \d+))$", r"TIME\1", text, flags=re.MULTILINE)
    return re.sub(r" +", " ", text)


class Page(Compare):
    def transcript(self, which):
        found = [(command, output) for command, output in TRANSCRIPT.findall(PAGE.read_text()) if which in command]
        self.assertEqual(len(found), 1)
        return found[0]

    def check(self, which):
        command, output = self.transcript(which)
        self.assertEqual(without_times(output), without_times(run(*words_of(command, self.folder)).stdout))

    def test_it_shows_what_the_program_prints_of_the_held_catheter(self):
        self.check("held_catheter")

    def test_it_shows_what_the_program_prints_of_the_mri_catheter(self):
        output, printed = without_times(self.transcript("mri_catheter")[1]), without_times(mri_catheter()[0])
        rows = [line for line in printed.splitlines() if line.endswith(" of 40")]
        self.assertEqual(len(rows), 32 if FAST else 22)
        for row in rows:
            self.assertIn(row + "\n", output)
        if FAST:
            self.assertEqual(printed, output)

    @unittest.skipUnless(STEEL.exists(), "EXTERNAL DATA ABSENT")
    def test_it_shows_what_the_program_prints_of_the_steel_rods(self):
        steel_cases(self.folder)
        self.check("steel_rod")


def update_page():
    with tempfile.TemporaryDirectory() as folder:
        if STEEL.exists():
            steel_cases(folder)

        def fresh(found):
            if STEEL_CASES in found[1] and not STEEL.exists():
                return found[0]
            return f"$ supple {found[1]}\n{run(*words_of(found[1], folder)).stdout}"
        PAGE.write_text(TRANSCRIPT.sub(fresh, PAGE.read_text()))


if "--update" in sys.argv:
    update_page()
    sys.exit()
if not STEEL.exists():
    print(f"\n*** EXTERNAL DATA ABSENT: {STEEL}\n*** set SUPPLE_EXTERNAL_DATA; the 500 steel rods were not checked\n",
          file=sys.stderr)
unittest.main(argv=sys.argv[:1], verbosity=2)
