"""docs/tables.py on a small record: tables are what the record says, and a stale one is noticed.

usage: test_tables.py PROJECT_DIR
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(sys.argv[1]).resolve() / "docs/tables.py"
PAGE = """# Page

<!-- table: published
s1: tip of *
s2: what does not hold
-->
stale row
<!-- end of table -->

<!-- table: benchmarks -->
<!-- end of table -->
"""


def figure(system, name, paper, ours, verdict="reproduced", tolerance=1e-3, unit="mm"):
    return {"system": system, "name": name, "unit": unit, "paper": paper, "reference": ours, "ours": ours,
            "tolerance": [tolerance] * len(ours), "verdict": verdict, "remark": ""}


REPRODUCED = {"systems": [{"system": "s1"}, {"system": "s2"}], "figures": [
    figure("s1", "tip of Fig. 3a", [43.3], [43.31984, -12.11752]),
    figure("s1", "something else", [1.0], [1.0]),
    figure("s2", "what does not hold", [], [0.5], "not_reproducible", 0.005, "")]}
MEASURED = {"benchmarks": {"kernel/lu6": 2e-7, "kernel/sincos": 1e-8, "solve/all": 1.5e-3}}


class Tables(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.page = self.folder / "page.md"
        self.page.write_text(PAGE)

    def run_script(self, what, reproduced=REPRODUCED):
        for name, record in (("measured", MEASURED), ("reproduced", reproduced)):
            (self.folder / f"{name}.json").write_text(json.dumps(record))
        return subprocess.run([sys.executable, "-B", SCRIPT, "--measured", self.folder / "measured.json", "--reproduced",
                               self.folder / "reproduced.json", what, self.page], capture_output=True, text=True)

    def test_a_table_is_what_the_record_says(self):
        self.assertEqual(self.run_script("--update").returncode, 0)
        text = self.page.read_text()
        self.assertIn("| s1 | tip of Fig. 3a [mm] | 43.3 | 43.3198, -12.1175 | reproduced |", text)
        self.assertIn("| s2 | what does not hold | – | 0.5000 | not reproducible |", text)
        self.assertIn("| `solve/all` | 1.50 ms | 7500 |", text)
        self.assertIn("| `kernel/sincos` | 10.0 ns | 0.0500 |", text)
        self.assertNotIn("something else", text)
        self.assertNotIn("stale row", text)

    def test_a_second_update_changes_nothing(self):
        self.run_script("--update")
        once = self.page.read_text()
        self.assertEqual(self.run_script("--check").returncode, 0)
        self.run_script("--update")
        self.assertEqual(self.page.read_text(), once)

    def test_a_changed_figure_makes_a_table_stale(self):
        self.run_script("--update")
        moved = json.loads(json.dumps(REPRODUCED))
        moved["figures"][0]["ours"][0] += 1e-3
        checked = self.run_script("--check", moved)
        self.assertEqual(checked.returncode, 1)
        self.assertIn("page.md", checked.stderr)

    def test_rows_of_studies_that_are_not_in_the_record_stay(self):
        self.run_script("--update")
        before = self.page.read_text()
        moved = json.loads(json.dumps(REPRODUCED))
        moved["systems"] = moved["systems"][:1]
        moved["figures"] = moved["figures"][:2]
        moved["figures"][0]["ours"][0] = 44.0
        self.run_script("--update", moved)
        self.assertEqual(self.page.read_text(), before.replace("43.3198", "44.0000"))

    def test_a_figure_that_there_is_not_is_an_error(self):
        self.page.write_text(PAGE.replace("what does not hold", "what nobody computes"))
        wrong = self.run_script("--update")
        self.assertNotEqual(wrong.returncode, 0)
        self.assertIn("what nobody computes", wrong.stderr)


unittest.main(argv=sys.argv[:1], verbosity=2)
