"""Every number of README and docs comes from somewhere that this test can see.

usage: test_numbers.py PROJECT_DIR PROGRAM fast|sanitized

A number in the prose that looks like a result (scan.py) is
  computed  claims.py says from which runs of the program; they are run again here
  held      held.txt names a test, in whose source the same number stands
  given     given.txt says whence: a paper, a specification, a definition
and anything else fails. Tables between <!-- table --> marks must be what docs/tables.py makes of the records. Transcripts
are run by apps/test_readme.py and apps/test_compare.py. A sanitized program is not asked for its motions, which take minutes.
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
SIZES = [10.0**power for power in range(-9, 10, 3)] + [100.0, 0.01]  # units a test may have where a page has another


def entries(name):
    """(page, origin, text) of each line 'page | origin | text' of a list."""
    for line in (HERE / name).read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            yield tuple(part.strip() for part in line.split("|", 2))


def value(number):
    return float(re.match(r"-?[\d.]+(?:e[+-]?\d+)?", number)[0])


def literals(source):
    return [float(found) for found in re.findall(r"(?<![\w.])\d+(?:\.\d+)?(?:e[+-]?\d+)?", source.replace("'", ""))]


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
                known = literals((ROOT / "tests" / test).read_text())
                for _, _, number in scan.results(text):
                    wanted = abs(value(number))
                    self.assertTrue(any(abs(one * size - wanted) <= 1e-9 * wanted for one in known for size in SIZES),
                                    f"{number} does not stand in tests/{test}")

    def test_given_numbers_are_still_on_their_pages(self):
        for page, _, numbers in entries("given.txt"):
            there = {number for _, _, number in scan.results(PROSE[page])} if page != "*" else None
            for number in map(str.strip, numbers.split(";")):
                with self.subTest(page=page, number=number):
                    self.assertTrue(there is None or number in there, "given, but not on the page")


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

    def check(self, kinds, records):
        shown = 0
        for name, path in PAGES.items():
            text = path.read_text()
            here = [found for found in self.tables.TABLE.finditer(text) if found[2] in kinds]
            shown += len(here)
            if here:
                with self.subTest(page=name):
                    self.assertEqual(text, self.tables.renewed(text, records))
        return shown

    def test_times_are_those_that_were_measured(self):
        measured = json.loads((ROOT / "benchmarks/peers/results.json").read_text())
        self.assertEqual(self.check({"peers", "benchmarks"}, {"measured": measured}), 2)

    @unittest.skipUnless(FAST, "takes a sanitized program minutes")
    def test_published_figures_are_those_of_a_fresh_run(self):
        wanted = {line.split(":")[0].strip() for path in PAGES.values()
                  for found in self.tables.TABLE.finditer(path.read_text()) if found[2] == "published"
                  for line in found[3].splitlines() if line.strip()}
        records = []
        for study in sorted(wanted):
            run = subprocess.run([PROGRAM, "reproduce", study, "--json"], cwd=ROOT, capture_output=True, text=True, timeout=300)
            self.assertTrue(run.stdout, run.stderr)
            records.append(json.loads(run.stdout))
        if records:  # one record of all studies, so that a table may mix them
            whole = {"systems": sum((r["systems"] for r in records), []), "figures": sum((r["figures"] for r in records), [])}
            self.check({"published"}, {"reproduced": whole})


unittest.main(argv=sys.argv[:1], verbosity=2)
