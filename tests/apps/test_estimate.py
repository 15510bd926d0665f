"""supple estimate --damping as a user meets it.

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


unittest.main(argv=sys.argv[:1], verbosity=2)
