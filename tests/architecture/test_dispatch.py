"""The kind of a model decides in `analysis` how something is computed, and nowhere else.

`rod` and `fields` describe the kinds, `assembly` builds them. A solver reads the options of its own kind. All others ask
rod/model_traits.hpp or call the verbs of `analysis`.

usage: test_dispatch.py PROJECT_DIR
"""

import pathlib
import re
import sys
import unittest

from source_tree import made_up_tree, module_of, sources, without_comments_and_strings

ROOT = pathlib.Path(sys.argv[1]).resolve()

KINDS = "Segment|Spherical|Curvature|Variational|Cosserat"
ASKED = re.compile(rf"\b(?:holds_alternative|get_if)<(?:supple::)?({KINDS})Model>|\bvisit\([^;]*\bmodel\)")
DESCRIBE_OR_BUILD = {"rod", "fields", "assembly", "analysis"}
OWN_KIND = {"cosserat": "Cosserat", "dynamics": "Variational"}
IN_WORDS = {"src/supple/io/summary.cpp"}


def questions(root):
    """Where the kind of a model is asked for by those who are not to know it."""
    found = []
    for path in sources(root, "src", "terminal", "apps", "studies", "python"):
        name, module = str(path.relative_to(root)), module_of(root, path)
        if module in DESCRIBE_OR_BUILD or name in IN_WORDS:
            continue
        for match in ASKED.finditer(without_comments_and_strings(path.read_text())):
            if match.group(1) is None or match.group(1) != OWN_KIND.get(module):
                found.append(f"{name}: {match.group()}")
    return found


class Dispatch(unittest.TestCase):
    def test_only_analysis_chooses_by_the_kind_of_the_model(self):
        self.assertEqual(questions(ROOT), [])


class TheTestItself(unittest.TestCase):
    def test_it_sees_questions_outside_and_lets_a_solver_read_its_own_options(self):
        asks = "bool f(const M& m) { return std::holds_alternative<CosseratModel>(m.model); }\n"
        visits = "void g(const M& m) { std::visit(Choose{m}, m.model); }\n"
        with made_up_tree({"src/supple/analysis/a.cpp": asks + visits, "src/supple/cosserat/a.cpp": asks,
                           "src/supple/dynamics/a.cpp": asks, "apps/a.cpp": visits, "studies/a.cpp": "// " + asks}) as root:
            self.assertEqual(questions(root), ["src/supple/dynamics/a.cpp: holds_alternative<CosseratModel>",
                                               "apps/a.cpp: visit(Choose{m}, m.model)"])


unittest.main(argv=sys.argv[:1], verbosity=2)
