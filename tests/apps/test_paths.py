"""Paths of numbers, wherever a command takes one. Needs every command, fit among them.

usage: test_paths.py SUPPLE_PROGRAM PROJECT_DIR
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM, PROJECT = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
CATHETER = PROJECT / "examples/catheter.yaml"


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=60)


class PathsThatDoNotExist(unittest.TestCase):
    """A path that does not exist gets the nearest one that does, in the same words wherever a path is given."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def table(self, column):
        path = self.folder / "t.csv"
        path.write_text(f"{column},tip.position.x [mm]\n1,40\n2,41\n")
        return str(path)

    def refused(self, *arguments):
        outcome = run(*map(str, arguments))
        self.assertEqual((outcome.returncode, outcome.stdout), (3, ""), outcome.stderr)
        self.assertEqual(outcome.stderr.count("\n"), 1, outcome.stderr)
        return outcome.stderr

    def test_an_input_gets_the_nearest(self):
        for wrong, words in [("rod.lenght", 'there is no "lenght" in rod (did you mean "rod.length"?)'),
                             ("loads.tipp.force.x", 'there is no "tipp" in loads (did you mean "loads.tip"?)'),
                             ("loads.0.forse.x", 'there is no "forse" in loads.0 (did you mean "loads.0.force"?)')]:
            unit = "mm" if "rod" in wrong else "mN"
            data = self.table("loads.0.force.x [mN]")
            fit = ["fit", CATHETER, data, "--parameters"]
            for arguments in (["check", CATHETER, "--set", f"{wrong}=1 {unit}"],
                              ["solve", CATHETER, "--set", f"{wrong}=1 {unit}"],
                              fit + [wrong],
                              fit + ["rod.bending_stiffness", "--sum", f"rod.bending_stiffness+{wrong}"],
                              fit + ["rod.bending_stiffness", "--bounds", f"{wrong}=1 {unit}, 2 {unit}"],
                              fit + ["rod.bending_stiffness", "--sigma", f"{wrong}=1 {unit}"]):
                with self.subTest(arguments):
                    self.assertIn(words, self.refused(*arguments))
            data = self.table(f"{wrong} [{unit}]")
            for arguments in (["solve", CATHETER, "--cases", data], ["solve", CATHETER, "--cases", data, "--sequence"],
                              ["compare", CATHETER, "--cases", data],
                              ["fit", CATHETER, data, "--parameters", "rod.bending_stiffness"]):
                with self.subTest(arguments):
                    self.assertIn(f"t.csv:1:1: {wrong}: {words}", self.refused(*arguments))

    def test_a_column_that_begins_with_no_name_gets_the_nearest(self):
        words = 'there is no "load" in the file and its results (did you mean "loads"?)'
        data = self.table("load.0.force.x [mN]")
        for arguments in (["solve", CATHETER, "--cases", data],
                          ["fit", CATHETER, data, "--parameters", "rod.bending_stiffness"]):
            self.assertIn(f"t.csv:1:1: load.0.force.x: {words}", self.refused(*arguments))

    def test_an_output_gets_the_nearest(self):
        words = 'there is no "positon" in tip (did you mean "tip.position.x"?)'
        self.assertIn(f"t.csv:1:1: tip.positon.x: {words}", self.refused(
            "fit", CATHETER, self.table("tip.positon.x [mm]"), "--parameters", "rod.bending_stiffness"))
        data = self.table("tip.positon.x [mm]")
        for arguments in (["solve", "--cases", data], ["solve", "--cases", data, "--sequence"],
                          ["compare", "--cases", data]):
            self.assertIn(f"t.csv:1:1: tip.positon.x: {words}", self.refused(arguments[0], CATHETER, *arguments[1:]))
        weights = self.refused("fit", CATHETER, self.table("loads.0.force.x [mN]"), "--parameters",
                               "rod.bending_stiffness", "--weights", "tip.positon=1")
        self.assertIn('there is no "positon" in tip (did you mean "tip.position"?)', weights)

    def test_an_output_of_another_file_is_kept_with_a_note(self):
        data = self.folder / "t.csv"
        data.write_text("loads.0.force.x [mN],reactions.P9.force.x [mN],reactions.P9.force.y [mN]\n1,40,41\n")
        outcome = run("solve", CATHETER, "--cases", str(data), "--out", str(self.folder / "r.csv"))
        self.assertEqual(outcome.returncode, 0, outcome.stderr)
        self.assertIn('note: ' + f'{data}:1:2: reactions.P9.force.x: there is no "P9" in reactions', outcome.stderr)
        self.assertIn("2 such columns are kept as given", outcome.stderr)
        self.assertIn("given.reactions.P9.force.y [mN]", (self.folder / "r.csv").read_text())

    def test_an_actuation_gets_the_nearest(self):
        mri = PROJECT / "examples/mri_catheter.yaml"
        for wrong, nearest in [("coils.curents", "coils.currents"),
                               ("attachments.coil.currents", "attachments.coils.currents")]:
            self.assertIn(f'there is no "{wrong}" in the actuations of the file (did you mean "{nearest}"?)',
                          self.refused("steer", mri, "--target", "5 25 * mm", "--actuate", wrong))

    def test_an_actuation_goes_by_any_path_that_leads_to_it(self):
        mri = PROJECT / "examples/mri_catheter.yaml"
        found = [json.loads(run("steer", mri, "--target", "5 25 * mm", "--actuate", name, "--json").stdout)["actuation"]
                 for name in ("coils.currents", "coils", "attachments.coils", "attachments.0.currents",
                              "attachments.0.coil_set.currents")]
        self.assertEqual(found, found[:1] * len(found))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
