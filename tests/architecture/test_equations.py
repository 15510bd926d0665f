"""The code cites the theory: every equation number in the sources stands in docs/theory, on the page that is named.

A citation reads "docs/theory/s3, Eq. (3.7)", with more numbers after commas. Pages and sources are compared as text.

usage: test_equations.py PROJECT_DIR
"""

import pathlib
import re
import sys
import unittest
from collections import Counter

from source_tree import made_up_tree, sources

ROOT = pathlib.Path(sys.argv[1]).resolve()

PAGES = {"s1", "s2", "s3", "s4", "s5"}
LABEL = re.compile(r"^\$\$ \((\d+\.\d+)\)$", flags=re.MULTILINE)
CITATION = re.compile(r"docs/theory/(\w+), Eq\. (\(\d+\.\d+\)(?:, \(\d+\.\d+\))*)")
NUMBER = re.compile(r"\((\d+\.\d+)\)")


def as_one_line(text):
    """Comments run on over line breaks."""
    return re.sub(r"\s*\n\s*(?://[/!]?)?\s*", " ", text)


def equations(root):
    """{page: its equation numbers, in their order}"""
    return {page.stem: LABEL.findall(page.read_text()) for page in sorted((root / "docs/theory").glob("*.md"))}


def citations(root):
    """(file, page, number) of every equation that the sources cite."""
    for path in sources(root, "src", "apps"):
        for page, numbers in CITATION.findall(as_one_line(path.read_text())):
            for number in NUMBER.findall(numbers):
                yield path.relative_to(root), page, number


def dangling(root):
    pages = equations(root)
    return [f"{path}: docs/theory/{page} has no Eq. ({number})" for path, page, number in citations(root)
            if number not in pages.get(page, [])]


class Equations(unittest.TestCase):
    def test_every_number_that_the_code_cites_stands_on_that_page(self):
        self.assertEqual(dangling(ROOT), [])

    def test_nothing_is_cited_in_another_form(self):
        """A citation that this test cannot read would never be checked."""
        for path in sources(ROOT, "src", "apps"):
            text = as_one_line(path.read_text())
            read = [match.start() for match in CITATION.finditer(text)]
            meant = [match.start() for match in re.finditer(r"docs/theory/\w+, Eq", text)]
            self.assertEqual(read, meant, path)

    def test_every_page_is_cited_for_most_of_its_equations(self):
        cited = {(page, number) for _, page, number in citations(ROOT)}
        for page in PAGES:
            count = len(equations(ROOT)[page])
            self.assertGreaterEqual(Counter(name for name, _ in cited)[page], count / 2, page)

    def test_numbers_of_a_page_run_on_and_carry_its_own_number(self):
        pages = equations(ROOT)
        self.assertEqual(set(pages), PAGES)
        for page, numbers in pages.items():
            self.assertEqual(numbers, [f"{page[1:]}.{k}" for k in range(1, len(numbers) + 1)], page)

    def test_every_source_that_a_page_names_is_there(self):
        for page in sorted((ROOT / "docs/theory").glob("*.md")):
            for line in re.findall(r"^Implemented in .*$", page.read_text(), flags=re.MULTILINE):
                for name in re.findall(r"`([^`]+)`", line):
                    self.assertTrue((ROOT / "src/supple" / name).exists(), f"{page.name}: {name}")


class TheTestItself(unittest.TestCase):
    def test_it_sees_a_number_that_is_not_there_also_across_a_line_break(self):
        page = "$$\na\n$$ (3.1)\n\n$$\nb\n$$ (3.2)\n"
        code = "/// As [docs/theory/s3, Eq. (3.1),\n/// (3.7)] says, and docs/theory/s3, Eq. (3.2); not (3.9).\n"
        with made_up_tree({"docs/theory/s3.md": page, "src/supple/lie/a.hpp": code}) as root:
            self.assertEqual(dangling(root), ["src/supple/lie/a.hpp: docs/theory/s3 has no Eq. (3.7)"])

    def test_it_sees_a_page_that_is_not_there(self):
        with made_up_tree({"src/supple/lie/a.hpp": "// docs/theory/s9, Eq. (9.1)\n"}) as root:
            self.assertEqual(dangling(root), ["src/supple/lie/a.hpp: docs/theory/s9 has no Eq. (9.1)"])


unittest.main(argv=sys.argv[:1], verbosity=2)
