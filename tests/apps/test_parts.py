"""What the program loads: little at its start, parts when they are asked for, and a sentence where one is missing.

usage: test_parts.py PROGRAM PROJECT_DIR fast|sanitized
"""

import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM, ROOT = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
FAST = sys.argv[3] == "fast"
CATHETER = ROOT / "examples/catheter.yaml"
HEAVY = ("ceres", "pagmo", "nlopt", "blas", "lapack", "hdf5", "tbb")


def run(*arguments, program=PROGRAM, **options):
    return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=100, **options)


@unittest.skipUnless(FAST, "a sanitized program loads its own")
class Start(unittest.TestCase):
    def test_a_solve_loads_no_solvers_of_others_and_no_hdf5(self):
        done = run("solve", CATHETER, env=os.environ | {"LD_DEBUG": "files"})
        self.assertEqual(done.returncode, 0)
        loaded = [line for line in done.stderr.splitlines() if "file=" in line]
        self.assertTrue(any("libyaml-cpp" in line for line in loaded), "LD_DEBUG shows what is loaded")
        self.assertEqual([line for line in loaded if any(f"lib{name}" in line for name in HEAVY)], [])

    def test_a_solve_costs_some_milliseconds(self):
        before, runs = resource.getrusage(resource.RUSAGE_CHILDREN), 40
        for _ in range(runs):
            run("solve", CATHETER)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cost = (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / runs
        # 8 ms is what is meant; the test's own start of a process is in it, and machines differ.
        self.assertLess(cost, 0.024)


class Missing(unittest.TestCase):
    """The program alone in a folder, without what belongs beside it."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        (cls.folder / "bin").mkdir()
        cls.program = pathlib.Path(shutil.copy(PROGRAM, cls.folder / "bin/supple"))

    def refused(self, *arguments):
        done = run(*arguments, program=self.program, cwd=self.folder)
        self.assertEqual(done.returncode, 2, done.stderr)
        return done.stderr

    def test_a_fit_says_what_it_needs(self):
        text = self.refused("fit", CATHETER, ROOT / "examples/catheter_measured.csv", "--parameters", "rod.bending_stiffness")
        self.assertIn("error: this build cannot fit: rebuild with -DSUPPLE_FIT=ON, which needs Ceres, NLopt and pagmo", text)
        self.assertIn(f"there is no supple-fit.so in {self.folder}/lib/supple or ", text)

    def test_the_studies_say_where_they_were_looked_for(self):
        text = self.refused("reproduce", "s1")
        self.assertIn("error: the published studies are not installed: there is no supple-studies in "
                      f"{self.folder}/bin or {self.folder}/libexec/supple; build supple with -DSUPPLE_STUDIES=ON", text)

    def test_hdf5_says_what_it_needs_and_other_forms_are_written(self):
        text = self.refused("solve", CATHETER, "--out", "r.h5")
        self.assertIn("r.h5: this build has no HDF5: rebuild with -DSUPPLE_HDF5=ON or write .json", text)
        self.assertEqual(run("solve", CATHETER, "--out", "r.json", program=self.program, cwd=self.folder).returncode, 0)


unittest.main(argv=sys.argv[:1], verbosity=2)
