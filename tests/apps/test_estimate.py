"""supple estimate as a user meets it.

usage: test_estimate.py SUPPLE EXAMPLES
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

SUPPLE, EXAMPLES = sys.argv[1], pathlib.Path(sys.argv[2])
MODEL = str(EXAMPLES / "damping_of_a_soft_rod.yaml")
DATA = EXAMPLES / "damping_of_a_soft_rod.csv"
TRUE_RATE = 2.18  # 1/s, with which the data was made


def estimate(*arguments, model=MODEL, data=DATA):
    return subprocess.run([SUPPLE, "estimate", model, str(data), *arguments], text=True, capture_output=True)


class Damping(unittest.TestCase):
    def test_the_damping_is_that_of_the_data(self):
        for more in ([], ["--causal"]):
            run = estimate("--damping", "--noise", "0.05 mm", "--rotational-rate", "2.2 1/s", "--json", *more)
            self.assertEqual((run.returncode, run.stderr), (0, ""))
            result = json.loads(run.stdout)
            self.assertEqual((result["command"], result["status"]), ("estimate", "converged"))
            self.assertAlmostEqual(result["damping"]["viscous_rate"] / TRUE_RATE, 1, delta=0.1 if more else 0.03)
            self.assertEqual([p["name"] for p in result["damping"]["points"]],
                             ["stations.m1", "stations.m2", "stations.m3", "stations.m4", "tip"])
            self.assertLess(result["error"]["largest"], 0.5e-3)

    def test_other_columns_of_a_simulation_are_not_looked_at(self):
        lines = [line for line in DATA.read_text().splitlines() if not line.startswith("#")]
        more = [lines[0] + ", tip.quaternion.w, energy.total [mJ]", *(row + ", 1, 0.5" for row in lines[1:])]
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "data.csv")
            path.write_text("\n".join(more) + "\n")
            self.assertEqual(json.loads(estimate("--damping", "--json", data=path).stdout)["damping"],
                             json.loads(estimate("--damping", "--json").stdout)["damping"])

    def test_what_simulate_writes_is_read(self):
        rate = ["--set", "rod.damping={viscous_rate: 4 1/s}"]
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "motion.csv")
            made = subprocess.run([SUPPLE, "simulate", MODEL, *rate, "--out", str(path)], text=True, capture_output=True)
            self.assertEqual(made.returncode, 0, made.stderr)
            run = estimate("--damping", "--json", data=path)
            self.assertEqual((run.returncode, run.stderr), (0, ""))
            self.assertAlmostEqual(json.loads(run.stdout)["damping"]["viscous_rate"], 4, delta=0.05)

    def test_a_wrong_unit_is_doubted(self):
        for unit, words in (("[m]", "beyond the reach of the rod"), ("[um]", "of the base of a rod of 60.5 mm")):
            with tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder, "data.csv")
                path.write_text(DATA.read_text().replace("[mm]", unit))
                run = estimate("--damping", data=path)
            self.assertEqual(run.returncode, 4)
            self.assertIn(words, run.stderr)

    def test_data_that_begin_elsewhere_give_no_rate(self):
        hanging = ["--set", "simulation.initial=equilibrium"]
        run = estimate("--damping", *hanging)
        self.assertEqual((run.returncode, run.stdout), (4, ""))
        self.assertIn("from where the motion of the file starts", run.stderr)

    def test_a_doubtful_estimate_is_called_doubtful(self):
        longer = estimate("--damping", "--horizon", "300")
        self.assertEqual(longer.returncode, 0, longer.stderr)
        self.assertIn("warning        the filter is", longer.stdout)
        result = json.loads(estimate("--damping", "--horizon", "300", "--json").stdout)
        self.assertIn("off the data in the mean", result["warnings"][0])
        far = estimate("--damping", "--horizon", "1000")
        self.assertEqual((far.returncode, far.stdout), (4, ""))

    def test_the_report_says_what_is_assumed(self):
        run = estimate("--damping", "--noise", "0.05 mm")
        self.assertEqual(run.returncode, 0)
        self.assertIn("viscous rate   2.", run.stdout)
        self.assertIn("without a measurement are damped as their measured neighbours", run.stdout)

    def test_each_seed_of_the_noise_is_reported(self):
        result = json.loads(estimate("--damping", "--noise", "0.02 mm", "--seeds", "3", "--json").stdout)
        self.assertEqual([run["seed"] for run in result["runs"]], [1, 2, 3])
        rates = [run["damping"]["viscous_rate"] for run in result["runs"]]
        self.assertEqual(len(set(rates)), 3)
        for rate in rates:
            self.assertAlmostEqual(rate / TRUE_RATE, 1, delta=0.1)

    def test_bad_use_is_explained(self):
        self.assertEqual(estimate().returncode, 2)
        run = estimate("--damping", "--noise", "5")
        self.assertEqual(run.returncode, 2)
        self.assertIn("expected a length", run.stderr)

    def refused(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "data.csv")
            path.write_text(text)
            run = estimate("--damping", data=path)
        self.assertEqual(run.returncode, 3)
        return run.stderr

    def test_bad_data_is_refused(self):
        lines = DATA.read_text().splitlines()
        rows = lines[2:]
        header = lines[1]
        self.assertIn('names the point "stations.m9"', self.refused("\n".join([header.replace("m4", "m9"), *rows])))
        self.assertIn("not equally spaced", self.refused("\n".join([header, *rows[:50], *rows[60:]])))
        self.assertIn("begins after t = 0", self.refused("\n".join([header, *rows[5:]])))
        self.assertIn('has no column "tip.position.z"', self.refused(
            "\n".join([header.rsplit(",", 1)[0], *(row.rsplit(",", 1)[0] for row in rows)])))
        self.assertIn("expected a length", self.refused("\n".join([header.replace("[mm]", "[s]"), *rows])))
        self.assertIn('has a column "colour"', self.refused("\n".join([header + ", colour", *(row + ", 1" for row in rows)])))
        self.assertIn("fewer than four rows", self.refused("\n".join([header, *rows[:3]])))

    def test_a_step_above_the_limit_is_refused(self):
        run = estimate("--damping", "--step", "1 ms")
        self.assertEqual(run.returncode, 4)
        self.assertIn("above the stability limit", run.stderr)


class Forces(unittest.TestCase):
    MODEL = str(EXAMPLES / "forces_from_fibre.yaml")
    HEAD = "s [mm], x [mm], y [mm], z [mm]"

    def run_on(self, text, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "shape.csv")
            path.write_text(text)
            return estimate(*(arguments or ("--unknown", "tip-force")), model=self.MODEL, data=path)

    def test_the_examples_find_what_made_them(self):
        run = estimate("--unknown", "contacts", "--json", model=self.MODEL, data=EXAMPLES / "forces_from_fibre.csv")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        found = json.loads(run.stdout)
        self.assertEqual((found["command"], found["status"], found["warnings"]), ("estimate", "converged", []))
        for contact, at, size in zip(found["contacts"], (0.038, 0.076), (0.1, 0.08), strict=True):
            self.assertLess(contact["at_interval"][0], at)
            self.assertGreater(contact["at_interval"][1], at)
            self.assertLess(abs(sum(x * x for x in contact["force"]) ** 0.5 - size), 3 * contact["size_sd"])
        self.assertNotIn("force", found["tip"])
        run = estimate("--unknown", "tip-force", "--json", model=str(EXAMPLES / "forces_from_camera.yaml"), data=EXAMPLES / "forces_from_camera.csv")
        tip = json.loads(run.stdout)["tip"]
        for f, sd, true in zip(tip["force"], tip["force_sd"], (2e-3, -6e-3, 4e-3)):
            self.assertLess(abs(f - true), 3 * sd)

    def test_a_stream_has_one_step_a_time(self):
        run = estimate("--unknown", "contacts", "--json", model=self.MODEL, data=EXAMPLES / "forces_in_time.csv")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        counts = [len(step["contacts"]) for step in json.loads(run.stdout)["steps"]]
        self.assertEqual(counts, [0] * 5 + [1] * 15 + [0] * 4)

    def test_units_are_free_and_empty_cells_are_counted(self):
        rows = [line.split(", ") for line in (EXAMPLES / "forces_from_camera.csv").read_text().splitlines() if line[0].isdigit()]
        tables = {"mm": (["s [mm], x [mm], y [mm], z [mm], sigma [mm]", *map(", ".join, rows)], []),
                  "um": (["s [mm], x [um], y [um], z [um]", *(", ".join([row[0], *(repr(1e3 * float(x)) for x in row[1:4])]) for row in rows)],
                         ["--noise", "80 um"]),
                  "gap": (["s [mm], x [mm], y [mm], z [mm], sigma [mm]", *map(", ".join, rows), ", 1, 1, 1, 1", "80, 1, , 1, 1"], [])}
        answers = {}
        with tempfile.TemporaryDirectory() as folder:
            for name, (lines, more) in tables.items():
                path = pathlib.Path(folder, "points.csv")
                path.write_text("\n".join(lines) + "\n")
                run = estimate("--unknown", "tip-force", "--json", *more, model=str(EXAMPLES / "forces_from_camera.yaml"), data=path)
                self.assertEqual((run.returncode, run.stderr), (0, ""))
                answers[name] = json.loads(run.stdout)
        for f, g, h in zip(*(answers[name]["tip"]["force"] for name in tables)):
            self.assertAlmostEqual(f, g, delta=1e-9)
            self.assertEqual(f, h)
        self.assertEqual([answers[name]["dropped"] for name in tables], [0, 0, 2])

    def test_mistakes_have_a_place_and_a_remedy(self):
        for text, words in (
                (f"{self.HEAD}\n10, 1, 2, 3\n", "shape.csv:1: has no standard deviation; add a column sigma [mm], or give --sigma '0.1 mm'"),
                (f"{self.HEAD}, sigma [mm]\n20, 1, 2, 3, 1\n10, 1, 2, 3, 1\n", "shape.csv:3: s is 10 mm after 20 mm; expected ascending s"),
                (f"{self.HEAD}, sigma [mm]\n200, 1, 2, 3, 1\n", "shape.csv:2: s is 200 mm, but the rod is 100 mm long"),
                (f"{self.HEAD}, sigma [mm]\n10, 1, 2, 3, 0\n", "shape.csv:2: sigma is 0; expected more than 0"),
                (f"{self.HEAD}, sigma [mm]\n10, , 2, 3, 1\n", "has an empty cell in every row"),
                (f"{self.HEAD}, sigma [mN]\n10, 1, 2, 3, 1\n", "column \"sigma\": found a force; expected a length"),
                (f"{self.HEAD}, sigmas [mm]\n10, 1, 2, 3, 1\n", "did you mean \"sigma\""),
                ("s [mm], x [mm], kappa_1 [1/m]\n1, 1, 1\n", "expected one kind a file"),
                ("s [mm], kappa_1 [1/m], sigma [1/m]\n1, 1, 1\n", "has no column \"kappa_2\""),
                ("time [s], s [mm], kappa_1 [1/m], kappa_2 [1/m], sigma [1/m]\n1, 1, 1, 1, 1\n0, 1, 1, 1, 1\n", "shape.csv:3: time 0 s comes after 1 s")):
            run = self.run_on(text)
            self.assertEqual(run.returncode, 3, words)
            self.assertIn(words, run.stderr)
        run = self.run_on(f"{self.HEAD}, sigma [mm]\n10, 1, 2, 3, 1\n", "--json")
        self.assertEqual(run.returncode, 2)
        self.assertIn("--unknown", run.stderr)
        run = self.run_on(f"{self.HEAD}, sigma [mm]\n10, 1, 2, 3, 1\n", "--unknown", "tip-force")
        self.assertEqual(run.returncode, 4)
        self.assertIn("3 measured numbers for 3 unknowns", run.stderr)


unittest.main(argv=sys.argv[:1], verbosity=2)
