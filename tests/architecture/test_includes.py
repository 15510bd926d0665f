"""Data flows one way: the include lines of the sources point only along the arrows of docs/architecture.md.

usage: test_includes.py PROJECT_DIR
"""

import pathlib
import re
import sys
import unittest

from source_tree import made_up_tree, module_of, sources

ROOT = pathlib.Path(sys.argv[1]).resolve()

FRAMES = {"lie", "algebra", "text", "geometry", "rod", "fields", "field", "result"}
REDUCED = FRAMES | {"model"}
MECHANICS = REDUCED | {"actuation", "constraint", "contact", "assembly", "lanes", "statics", "steer", "dynamics", "cosserat"}
EVERYTHING = MECHANICS | {"analysis", "compare", "estimate", "fit", "io", "version.hpp", "supple.hpp"}

# What each module may include besides itself. Actuation and statics meet in model only, and
# assembly puts the one together for the other; the Cosserat reference
# shares no mechanics with the models it judges.
MAY_INCLUDE = {
    "lie": set(),
    "algebra": {"lie"},
    "text": set(),
    "geometry": {"lie"},
    "rod": {"lie", "text", "geometry"},
    "fields": {"lie", "text", "geometry", "rod"},
    "field": {"lie", "geometry", "rod"},
    "result": {"lie", "text", "geometry", "rod"},
    "model": FRAMES,
    "lanes": set(),
    "actuation": REDUCED,
    "constraint": REDUCED,
    "contact": REDUCED,
    "assembly": REDUCED | {"actuation", "constraint", "contact"},
    "statics": REDUCED | {"contact", "lanes"},
    "steer": REDUCED | {"contact", "statics", "lanes"},
    "dynamics": REDUCED | {"actuation"},
    "cosserat": FRAMES,
    "analysis": MECHANICS,
    "compare": MECHANICS | {"analysis"},
    "estimate": MECHANICS,
    "fit": MECHANICS,
    "io": MECHANICS | {"analysis", "compare", "estimate", "fit", "version.hpp"},
    "version.hpp": set(),
    "version.hpp.in": set(),
    "supple.hpp": EVERYTHING,
    "apps": EVERYTHING,
    "studies": EVERYTHING,
    "python": EVERYTHING,
}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def wrong_arrows(root):
    """One sentence for each include line that points against the flow or past it."""
    complaints = []
    for path in sources(root, "src/supple", "apps", "studies", "python"):
        module = module_of(root, path)
        place = path.relative_to(root)
        if module not in MAY_INCLUDE:
            complaints.append(f"{place}: unknown module '{module}'; give it a place in the data flow")
            continue
        for number, line in enumerate(path.read_text().splitlines(), start=1):
            match = INCLUDE.match(line)
            if not match:
                continue
            bracket, name = match.groups()
            if bracket == '"' and "/" in name:
                complaints.append(f'{place}:{number}: "{name}": write the module path, <supple/...>')
            elif bracket == "<" and name.startswith("supple/"):
                target = name.split("/")[1]
                if target not in MAY_INCLUDE:
                    complaints.append(f"{place}:{number}: unknown module '{target}'")
                elif target != module and target not in MAY_INCLUDE[module]:
                    complaints.append(f"{place}:{number}: {module} must not include {target}")
    return complaints


class Includes(unittest.TestCase):
    def test_every_include_follows_the_data_flow(self):
        self.assertEqual(wrong_arrows(ROOT), [])

    def test_the_sources_were_found(self):
        found = {module_of(ROOT, path) for path in sources(ROOT, "src/supple", "apps")}
        self.assertLessEqual({"lie", "result", "io", "apps"}, found)


class TheTestItself(unittest.TestCase):
    """On made-up projects: it complains about the bad line, and about nothing else."""

    def complaints(self, path, line):
        with made_up_tree({path: f"#include <vector>\n{line}\n"}) as root:
            return wrong_arrows(root)

    def test_it_accepts_arrows_along_the_flow(self):
        for path, line in {
            "src/supple/rod/rod.hpp": "#include <supple/lie/se3.hpp>",
            "src/supple/lie/se3.cpp": "#include <supple/lie/se3.hpp>",
            "src/supple/statics/newton.cpp": "#include <supple/model/model.hpp>",
            "src/supple/fit/fit.cpp": "#include <supple/cosserat/shooting.hpp>",
            "src/supple/io/model_file.cpp": '#include "fields.hpp"',
            "apps/main.cpp": "#include <supple/version.hpp>",
        }.items():
            self.assertEqual(self.complaints(path, line), [], path)

    def test_it_refuses_arrows_against_the_flow(self):
        for module, target in [
            ("lie", "rod"), ("rod", "result"), ("result", "io"), ("model", "statics"),
            ("actuation", "statics"), ("statics", "actuation"), ("cosserat", "model"),
            ("estimate", "io"), ("fit", "io"), ("lie", "supple.hpp"),
        ]:
            path = f"src/supple/{module}/some.hpp"
            header = target if target.endswith(".hpp") else f"{target}/other.hpp"
            self.assertEqual(self.complaints(path, f"#  include <supple/{header}>"),
                             [f"{path}:2: {module} must not include {target}"])

    def test_it_refuses_modules_it_does_not_know(self):
        self.assertIn("unknown module 'magic'", self.complaints("src/supple/magic/wand.hpp", "")[0])
        self.assertIn("unknown module 'magic'", self.complaints("apps/main.cpp", "#include <supple/magic/wand.hpp>")[0])

    def test_it_refuses_a_way_around_the_module_path(self):
        self.assertIn("write the module path",
                      self.complaints("src/supple/lie/se3.cpp", '#include "../io/units.hpp"')[0])


unittest.main(argv=sys.argv[:1], verbosity=2)
