"""Every number of README and docs comes from somewhere that this test can see.

usage: test_numbers.py PROJECT_DIR PROGRAM fast|sanitized

A number in the prose that looks like a result (scan.py) is
  computed  claims.py says from which runs of the program; they are run again here
  held      held.txt names a test, in whose source the same number stands
  given     given.txt says whence: a paper, a specification, a definition
and anything else fails. Tables between <!-- table --> marks must be what docs/tables.py makes of the records. A page with
transcripts must be named by a test of tests/apps, which runs them again. A sanitized program computes nothing here: it
would take minutes.
"""

import importlib.util
import json
import pathlib
import re
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import scan  # noqa: E402
from claims import CLAIMS, Program  # noqa: E402

ROOT, PROGRAM = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
FAST = sys.argv[3] == "fast"
HERE = pathlib.Path(__file__).parent
PAGES = {str(path.relative_to(path.parent if path.name == "README.md" else ROOT / "docs")): path
         for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))] if "_build" not in path.parts
         and "generated" not in path.parts}
PROSE = {name: scan.prose(path.read_text()) for name, path in PAGES.items()}
QUICK_STUDIES = ("s1", "s2", "s3", "s4")  # rows of others, such as external data, are not computed here
SI = {"%": 1e-2, "g": 1e-3, **{prefix + unit: size for prefix, size in (("n", 1e-9), ("µ", 1e-6), ("m", 1e-3), ("k", 1e3),
                                                                       ("M", 1e6), ("G", 1e9))
                              for unit in ("m", "s", "N", "J", "A", "T", "Pa", "Hz")}}


def entries(name):
    """(page, origin, text) of each line 'page | origin | text' of a list."""
    for line in (HERE / name).read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            yield tuple(part.strip() for part in line.split("|", 2))


def stands_in(number, known):
    """Whether one of the known numbers is this one, as it is written or in SI; one with more digits may be rounded to it."""
    digits, exponent, unit = re.match(r"-?([\d.]+)(e[+-]?\d+)? ?(.*)", number).groups()
    power = 10.0**int((exponent or "e0")[1:])
    half_a_digit = 0.5001 * 10.0**-len(digits.split(".")[1]) if "." in digits else 1e-9 * float(digits)
    return any(abs(one - float(digits) * power * size) <= half_a_digit * power * size
               for one in known for size in (1.0, SI.get(unit, 1.0)))


def literals(test):
    """The numbers in the source of one test, 'file:Name'."""
    file, name = test.split(":")
    body = re.search(rf"^TEST(?:_[FP])?\(\w+, {name}\)\n.*?^}}$", (ROOT / "tests" / file).read_text(),
                     flags=re.DOTALL | re.MULTILINE)
    if not body:
        raise AssertionError(f"tests/{file} has no test {name}")
    return [float(found) for found in re.findall(r"(?<![\w.])\d+(?:\.\d+)?(?:e[+-]?\d+)?", body[0].replace("'", ""))]


def spans(page, text):
    """Where a text stands on a page; it may stand there more than once."""
    return [found.span() for found in re.finditer(re.escape(text), PROSE[page])]


def pattern(sentence):
    """A sentence whose gaps take any number, to find where a claim is made without running it."""
    parts = re.split(r"\{[^{}]*\}", sentence)
    return r"[-\d.,e+ ]+?".join(map(re.escape, parts))


class Numbers(unittest.TestCase):
    def test_every_result_has_an_origin(self):
        explained = {page: [] for page in PAGES}
        for page, sentence, _ in CLAIMS:
            explained[page] += [found.span() for found in re.finditer(pattern(sentence), PROSE[page])]
        for page, _, text in entries("held.txt"):
            explained[page] += spans(page, text)
        given = {}
        for page, _, numbers in entries("given.txt"):
            given.setdefault(page, set()).update(map(str.strip, numbers.split(";")))
        unknown = []
        for page, text in PROSE.items():
            for start, end, number in scan.results(text):
                inside = any(a <= start and end <= b for a, b in explained[page])
                if not inside and number not in given.get(page, set()) | given.get("*", set()):
                    unknown.append(f"{page}: {number}    .. {text[max(0, start - 50):end + 30]} ..")
        self.assertFalse(unknown, "neither computed (claims.py) nor held (held.txt) nor given (given.txt):\n"
                         + "\n".join(unknown))

    def test_held_numbers_stand_in_their_tests(self):
        for page, test, text in entries("held.txt"):
            with self.subTest(page=page, text=text):
                self.assertTrue(spans(page, text), "the page does not say so")
                known = literals(test)
                for _, _, number in scan.results(text):
                    self.assertTrue(stands_in(number, known), f"{number} does not stand in tests/{test}")

    def test_given_numbers_are_still_on_their_pages(self):
        for page, _, numbers in entries("given.txt"):
            there = {number for _, _, number in scan.results(PROSE[page])} if page != "*" else None
            for number in map(str.strip, numbers.split(";")):
                with self.subTest(page=page, number=number):
                    self.assertTrue(there is None or number in there, "given, but not on the page")


class Transcripts(unittest.TestCase):
    def test_pages_that_show_some_are_named_by_a_test_of_the_program(self):
        tests = {path.name: path.read_text() for path in (ROOT / "tests/apps").glob("test_*.py")}
        shown = [name for name, path in PAGES.items() if re.search(r"^\$ supple ", path.read_text(), flags=re.MULTILINE)]
        self.assertGreaterEqual(len(shown), 2)
        for page in shown:
            with self.subTest(page=page):
                self.assertTrue(any(pathlib.Path(page).name in text for text in tests.values()),
                                "no test of tests/apps names this page, so nobody runs its commands again")


class Computed(unittest.TestCase):
    def test_claims_are_what_the_program_finds(self):
        supple = Program(PROGRAM, ROOT)
        for page, sentence, values in CLAIMS:
            with self.subTest(page=page, sentence=sentence):
                self.assertTrue(re.search(pattern(sentence), PROSE[page]), "the page makes no such claim")
                if FAST:
                    said = sentence.format(*values(supple))
                    self.assertTrue(spans(page, said), f"the program finds: {said}\nthe page says:     "
                                    f"{re.search(pattern(sentence), PROSE[page])[0]}")


class Tables(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        spec = importlib.util.spec_from_file_location("tables", ROOT / "docs/tables.py")
        cls.tables = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(cls.tables)

    def test_times_are_those_that_were_measured(self):
        measured = json.loads((ROOT / "benchmarks/peers/results.json").read_text())
        shown = 0
        for name, path in PAGES.items():
            text = path.read_text()
            shown += sum(found[2] in ("peers", "benchmarks") for found in self.tables.TABLE.finditer(text))
            with self.subTest(page=name):
                self.assertEqual(text, self.tables.renewed(text, {"measured": measured}))
        self.assertEqual(shown, 2)

    def test_published_figures_are_those_of_a_fresh_run(self):
        for study in QUICK_STUDIES if FAST else ():
            shown = {name: rows for name, path in PAGES.items() if (rows := self.rows_of(study, path.read_text()))}
            if not shown:
                continue
            run = subprocess.run([PROGRAM, "reproduce", study, "--json"], cwd=ROOT, capture_output=True, text=True, timeout=300)
            self.assertTrue(run.stdout, run.stderr)
            for name, rows in shown.items():
                with self.subTest(study=study, page=name):
                    fresh = self.tables.renewed(PAGES[name].read_text(), {"reproduced": json.loads(run.stdout)})
                    self.assertEqual(rows, self.rows_of(study, fresh))

    def rows_of(self, study, text):
        return [line for found in self.tables.TABLE.finditer(text) if found[2] == "published"
                for line in found[4].splitlines() if line.startswith(f"| {study} |")]


unittest.main(argv=sys.argv[:1], verbosity=2)
