"""supple simulate and supple modes as a user meets them: numbers, files, exit codes.

usage: test_simulate.py PROGRAM EXAMPLES HDF5
"""

import csv
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
EXAMPLES = pathlib.Path(sys.argv[2]).resolve()
HDF5 = sys.argv[3] == "hdf5"
ROD = EXAMPLES / "free_vibration.yaml"
SOFT = EXAMPLES / "released_soft_rod.yaml"
SHORT = ("--set", "simulation.duration=0.1 s")


def run(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=120)


class Motion(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def test_a_record_has_the_motion_and_its_energies(self):
        done = run("simulate", ROD, *SHORT, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        record = json.loads(done.stdout)
        self.assertEqual([record["format"], record["command"], record["status"]],
                         ["supple-result/1", "simulate", "converged"])
        self.assertEqual(len(record["time"]), 101)
        for name in "coordinates", "velocities":
            self.assertEqual(len(record[name]), 101)
            self.assertEqual(len(record[name][0]), 12)
        self.assertEqual(record["energy"]["kinetic"][0], 0.0)
        self.assertGreater(max(record["energy"]["kinetic"]), 1e-6)
        self.assertLess(record["energy"]["total"][-1], record["energy"]["total"][0])  # damped
        self.assertFalse(record["interrupted"])

    def test_the_spectrum_has_bins_and_a_finer_estimate(self):
        record = json.loads(run("simulate", ROD, "--set", "simulation.duration=0.6 s", "--spectrum", "tip.position.x",
                                "--samples", "512", "--json").stdout)
        first = json.loads(run("modes", ROD, "--json").stdout)["modes"][0]["frequency"]
        spectrum = record["spectrum"]
        self.assertEqual(spectrum["samples"], 512)
        self.assertAlmostEqual(spectrum["resolution"], 1000 / 512)
        self.assertIn(spectrum["peak"], spectrum["frequency"])
        self.assertLessEqual(abs(spectrum["peak"] - first), spectrum["resolution"])
        self.assertAlmostEqual(spectrum["fitted_frequency"], first, delta=0.02 * first)
        bad = run("simulate", ROD, *SHORT, "--spectrum", "tip.colour.x")
        self.assertEqual(bad.returncode, 3)
        self.assertIn("tip.position.x", bad.stderr)
        many = run("simulate", ROD, *SHORT, "--spectrum", "tip.position.x", "--samples", "512")
        self.assertEqual(many.returncode, 3)
        self.assertIn("the run has 101", many.stderr)

    def test_files_of_every_form_are_written(self):
        forms = ["csv", "json", "pvd"] + (["h5"] if HDF5 else [])
        for form in forms:
            out = self.folder / f"motion.{form}"
            self.assertEqual(run("simulate", ROD, *SHORT, "--out", out, "--quiet").returncode, 0)
            self.assertGreater(out.stat().st_size, 100)
        with open(self.folder / "motion.csv", newline="") as stream:
            rows = list(csv.reader(line for line in stream if not line.startswith("#")))
        self.assertEqual(len(rows), 102)
        self.assertEqual(rows[0][:2], ["time [s]", "tip.position.x [mm]"])
        self.assertIn("energy.total [mJ]", rows[0])

    def test_shapes_lie_beside_the_collection_that_a_link_leads_to(self):
        (self.folder / "far").mkdir()
        link = self.folder / "link.pvd"
        link.symlink_to("far/motion.pvd")
        self.assertEqual(run("simulate", ROD, *SHORT, "--out", link, "--quiet").returncode, 0)
        self.assertTrue(link.is_symlink())
        named = re.findall('file="(.*?)"', (self.folder / "far/motion.pvd").read_text())
        self.assertEqual(len(named), 101)
        for name in named:
            self.assertTrue((self.folder / "far" / name).is_file(), name)

    def test_a_file_that_the_model_names_is_not_written_over(self):
        model, history = self.folder / "field.yaml", self.folder / "rotating_field.csv"
        model.write_text((EXAMPLES / "rotating_field.yaml").read_text())
        history.write_text((EXAMPLES / "rotating_field.csv").read_text())
        for command in ("simulate", "modes", "solve"):
            refused = run(command, model, "--out", history)
            self.assertEqual(refused.returncode, 2, refused.stderr)
            self.assertIn("rotating_field.csv that is read; choose another name", refused.stderr)
        self.assertEqual(history.read_text(), (EXAMPLES / "rotating_field.csv").read_text())

    def test_a_soft_rod_is_released_by_implicit_steps(self):
        done = run("simulate", SOFT)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("implicit", done.stdout)
        self.assertIn("times real time", done.stdout)

    def test_mistakes_have_their_codes(self):
        for arguments, code, words in (
                (["simulate", EXAMPLES / "catheter.yaml"], 3, 'no "simulation"'),
                (["simulate", ROD, "--out", "motion.txt"], 2, "end the name in .csv"),
                (["simulate", ROD, "--out", "/nonexistent/motion.csv"], 2, "cannot write there"),
                (["simulate", ROD, "--samples", "64"], 2, "--spectrum"),
                (["simulate", ROD, "--set", "rod.material.density=0 kg/m^3"], 3, "density"),
                (["simulate", ROD, *SHORT, "--set", "simulation.integrator=explicit", "--set", "simulation.step=10 ms"],
                 4, "without bound"),
                (["modes", EXAMPLES / "catheter.yaml"], 4, "has mass"),
                (["modes", EXAMPLES / "buckling_column.yaml", "--set", "loads.0.force=0 0 -29.6 mN", "--set",
                  "rod.mass_per_length=0.01 kg/m", "--model", "isotropic-prb"], 4, "diverges")):
            done = run(*arguments)
            self.assertEqual(done.returncode, code, done.stderr + done.stdout)
            self.assertIn(words, done.stderr)

    def test_modes_are_listed_and_written(self):
        done = run("modes", ROD, "--count", "4")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("frequency [Hz]", done.stdout)
        self.assertIn("8 more", done.stdout)
        out = self.folder / "modes.csv"
        self.assertEqual(run("modes", ROD, "--out", out).returncode, 0)
        with open(out, newline="") as stream:
            rows = list(csv.DictReader(line for line in stream if not line.startswith("#")))
        self.assertEqual(len(rows), 12)
        frequencies = [float(row["frequency [Hz]"]) for row in rows]
        self.assertEqual(frequencies, sorted(frequencies))
        self.assertAlmostEqual(frequencies[0], 13.1, delta=0.1)  # 3.516 sqrt(EI/m)/(2 pi L^2) = 13.07
        record = json.loads(run("modes", ROD, "--json").stdout)
        self.assertEqual([record["format"], record["symmetric"], record["flutter"]], ["supple-result/1", True, False])
        self.assertEqual(len(record["modes"][0]["displacement"]["real"]), len(record["arclength"]))

    def test_an_interrupted_run_keeps_what_is_done(self):
        out = self.folder / "motion.csv"
        with subprocess.Popen([PROGRAM, "simulate", ROD, "--set", "simulation.duration=1000 s", "--out", out, "--quiet"],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            time.sleep(1.5)
            os.kill(process.pid, signal.SIGINT)
            text, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, errors)
        self.assertRegex(text, "\nstatus +not_converged, interrupted\n")
        written = out.read_text()
        self.assertGreater(len(written.splitlines()), 10)
        # Not a success, in any format.
        self.assertRegex(written, "^# supple-result/1 simulate [a-z-]+ not_converged\n")
        self.assertIn("\n# interrupted = true\n", written)


unittest.main(argv=sys.argv[:1], verbosity=2)
