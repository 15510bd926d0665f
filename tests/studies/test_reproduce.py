"""supple reproduce as a user meets it: figures, reports, exit codes, and the page that shows them.

usage: test_reproduce.py PROGRAM PROJECT_DIR fast|sanitized [--update EXTERNAL_DATA]

--update puts what the program prints today into docs/reproducing.md instead. A sanitized program, or one without
optimisation, is asked for usage only: its figures are those of the fast one.
"""

import functools
import json
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM, ROOT = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
FAST = sys.argv[3] == "fast"
PAGE = ROOT / "docs/reproducing.md"
MARK = "<!-- what the program prints begins here -->\n"
RERUN = ["s1", "s2", "s3", "s4"]


def run(*arguments, **options):
    return subprocess.run([PROGRAM, "reproduce", *arguments], capture_output=True, text=True, timeout=600, **options)


@functools.cache
def rerun():
    """One run of the quick studies: text on stdout, JSON and Markdown in files."""
    with tempfile.TemporaryDirectory() as folder:
        names = [pathlib.Path(folder, name) for name in ("figures.json", "figures.md")]
        done = run(*RERUN, "--json", names[0], "--markdown", names[1])
        return done, json.loads(names[0].read_text()), names[1].read_text()


def wait_until_it_catches_interrupts(pid):
    for _ in range(1000):
        caught = re.search(r"SigCgt:\s*(\w+)", pathlib.Path(f"/proc/{pid}/status").read_text())[1]
        if int(caught, 16) >> (signal.SIGINT - 1) & 1:
            return
        time.sleep(0.01)


def rows(markdown, system):
    """The cells of the rows of a system's table."""
    section = re.search(rf"^## {system}: .*?\n(.*?)^\d+ reproduced", markdown, flags=re.DOTALL | re.MULTILINE)[1]
    table = [line for line in section.splitlines() if line.startswith("| ")][2:]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in table]


def near(a, b):
    """Numbers that differ by rounding of the last digit at most."""
    pairs = list(zip(a.split(", "), b.split(", "), strict=True))
    return all(abs(float(x) - float(y)) <= 2.01 * 10.0 ** -len(x.partition(".")[2]) for x, y in pairs)


class Usage(unittest.TestCase):
    def refused(self, *arguments):
        done = run(*arguments)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        return done.stderr

    def test_an_unknown_study_is_refused(self):
        self.assertIn("s5 not in {s1,s2,s3,s4,external,all}", self.refused("s5"))

    def test_data_of_others_must_be_there(self):
        self.assertIn("sorosim_statics, sorosim_dynamics and ftdcr_v4", self.refused("external"))
        self.assertIn("no such folder", self.refused("external", "--data", "/nowhere"))
        self.assertIn("expected external or all", self.refused("s1", "--data", "."))

    def test_reports_go_where_they_can_be_told_apart(self):
        self.assertIn("cannot both go to stdout", self.refused("s1", "--json", "--markdown"))
        self.assertIn("before --json", self.refused("--json", "s1"))

    def test_a_folder_without_the_files_fails_row_by_row_with_the_reason(self):
        with tempfile.TemporaryDirectory() as folder:
            done = run("external", "--data", folder, "--json")
            self.assertEqual(done.returncode, 4)
            result = json.loads(done.stdout)
            self.assertGreaterEqual(result["counts"]["failed"], 6)
            self.assertEqual(result["counts"]["failed"], len(result["figures"]))
            for figure in result["figures"]:
                self.assertEqual(figure["ours"], [None])
                self.assertIn(folder, figure["remark"])


@unittest.skipUnless(FAST, "figures are computed by the fast program")
class Figures(unittest.TestCase):
    def test_none_failed(self):
        done, result, _ = rerun()
        self.assertIn("measurements of others are left out", done.stderr)
        self.assertEqual([f for f in result["figures"] if f["verdict"] == "failed"], [])
        self.assertEqual(done.returncode, 0)
        self.assertTrue(result["complete"])

    def test_the_record_is_complete(self):
        _, result, _ = rerun()
        self.assertEqual(result["format"], "supple-result/1")
        self.assertEqual([system["system"] for system in result["systems"]], RERUN)
        total = {"reproduced": 0, "differs": 0, "not_reproducible": 0, "failed": 0}
        for figure in result["figures"]:
            total[figure["verdict"]] += 1
            self.assertEqual(list(figure), ["system", "name", "unit", "paper", "reference", "ours", "tolerance",
                                            "verdict", "remark"])
            self.assertEqual(len(figure["tolerance"]), len(figure["ours"]))
        self.assertEqual(total, result["counts"])
        self.assertGreater(total["reproduced"], 90)

    def test_every_figure_has_a_name_of_its_own(self):
        names = [(figure["system"], figure["name"]) for figure in rerun()[1]["figures"]]
        self.assertEqual(sorted(set(names)), sorted(names))

    def test_every_verdict_follows_from_the_numbers(self):
        for figure in rerun()[1]["figures"]:
            with self.subTest(figure["name"]):
                reference = figure["reference"] or [0.0] * len(figure["ours"])
                for ours, expected, allowed in zip(figure["ours"], reference, figure["tolerance"], strict=True):
                    self.assertLessEqual(abs(ours - expected), allowed)
                if figure["verdict"] != "reproduced":
                    self.assertTrue(figure["remark"].endswith("."))

    def test_what_the_papers_claim_that_does_not_hold_is_listed_with_our_figure(self):
        text = rerun()[0].stdout.partition("What the papers claim that does not hold")[2]
        for claim in ["s1 least mean tip error over the grid, five parameters: paper 0.488 mm, ours 0.408167 mm",
                      "s1 unknowns of the catheter between two fixtures: paper 24, ours 22",
                      "s2 least objective (9a) of three joints, descending from Table II: ours 0.331"]:
            self.assertIn(claim, text)
        self.assertIn("s1 Fig. 4, mean of the three: paper 0.36 mm, ours 0.66",
                      text.partition("What cannot be had from the papers alone")[2])

    def test_interrupted_it_keeps_what_is_done(self):
        process = subprocess.Popen([PROGRAM, "reproduce", "s2", "--threads", "1", "--json"], stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, text=True)
        wait_until_it_catches_interrupts(process.pid)
        process.send_signal(signal.SIGINT)
        text, _ = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 130)
        result = json.loads(text)
        self.assertFalse(result["complete"])
        self.assertGreater(len(result["systems"][0]["left_out"]), 5)


@unittest.skipUnless(FAST, "figures are computed by the fast program")
class Page(unittest.TestCase):
    maxDiff = None

    def test_it_shows_what_the_program_prints(self):
        page = PAGE.read_text().partition(MARK)[2]
        for system in RERUN:
            shown, printed = rows(page, system), rows(rerun()[2], system)
            self.assertEqual([row[0] for row in shown], [row[0] for row in printed])
            for before, now in zip(shown, printed, strict=True):
                with self.subTest(before[0]):
                    self.assertEqual(before[:3] + before[4:], now[:3] + now[4:])
                    if before[2]:  # else a bound, which times and rounding stay below
                        self.assertTrue(near(before[3], now[3]), (before, now))

    def test_it_shows_all_studies_and_counts_their_verdicts(self):
        page = PAGE.read_text().partition(MARK)[2]
        counts = re.findall(r"^(\d+) reproduced, (\d+) differ, (\d+) not reproducible, (\d+) failed", page, flags=re.MULTILINE)
        for system, counted in zip(["s1", "s2", "s3", "s4", "external"], counts, strict=True):
            verdicts = [row[5].replace("*", "").partition(":")[0] for row in rows(page, system)]
            self.assertGreater(len(verdicts), 10)
            self.assertNotIn("FAILED", verdicts)
            self.assertEqual([int(count) for count in counted],
                             [verdicts.count(word) for word in ("reproduced", "differs", "not reproducible", "FAILED")])


if "--update" in sys.argv:
    done = run("all", "--data", sys.argv[sys.argv.index("--update") + 1], "--markdown")
    sys.stderr.write(done.stderr)
    PAGE.write_text(PAGE.read_text().partition(MARK)[0] + MARK + "\n" + done.stdout)
    sys.exit(done.returncode)
unittest.main(argv=sys.argv[:1], verbosity=2)
