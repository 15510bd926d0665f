"""The documentation says which test shows what: every test that it names is there.

usage: test_named_tests.py PROJECT_DIR
"""

import pathlib
import re
import sys
import unittest

from source_tree import made_up_tree, sources

ROOT = pathlib.Path(sys.argv[1]).resolve()

NAMED = re.compile(r"`([A-Z]\w+)\.([A-Z]\w+)`")
WRITTEN = re.compile(r"\b(?:TEST|TEST_P|TEST_F|RC_GTEST_PROP)\((\w+),\s*(\w+)")


def documents(root):
    return sorted(path for path in (root / "docs").rglob("*.md") if "_build" not in path.parts and "generated" not in path.parts)


def missing(root):
    tests = {name for path in sources(root, "tests") for name in WRITTEN.findall(path.read_text())}
    return [f"{path.relative_to(root)}: no test {suite}.{name}" for path in documents(root)
            for suite, name in NAMED.findall(path.read_text()) if (suite, name) not in tests]


class NamedTests(unittest.TestCase):
    def test_every_test_that_the_documentation_names_is_there(self):
        self.assertEqual(missing(ROOT), [])

    def test_the_errata_name_tests(self):
        self.assertGreater(len(NAMED.findall((ROOT / "docs/errata.md").read_text())), 30)


class TheTestItself(unittest.TestCase):
    def test_it_sees_a_name_that_no_test_has(self):
        with made_up_tree({"docs/a.md": "See `Arc.IsRound` and `Arc.IsFlat`.\n",
                           "tests/model/test_arc.cpp": "TEST(Arc, IsRound)\n{\n}\n"}) as root:
            self.assertEqual(missing(root), ["docs/a.md: no test Arc.IsFlat"])


unittest.main(argv=sys.argv[:1], verbosity=2)
