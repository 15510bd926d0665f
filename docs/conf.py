"""Sphinx settings. Run through docs/build, which makes the XML and the reference that the pages need."""

import pathlib
import re

from breathe.renderer.sphinxrenderer import SphinxRenderer
from docutils import nodes
from sphinx.domains.cpp import CPPNamespacePopObject, CPPNamespacePushObject
from sphinx.domains.math import MathDomain

DOCS = pathlib.Path(__file__).parent
SOURCES = DOCS.parent / "src" / "supple"

project = "supple"
author = "The supple developers"
copyright = "The supple developers, Apache-2.0"
release = re.search(r"project\(supple VERSION (\S+)", (DOCS.parent / "CMakeLists.txt").read_text()).group(1)
version = release

extensions = ["myst_parser", "breathe", "sphinx.ext.mathjax"]
exclude_patterns = ["_build"]
mathjax_path = "mathjax/MathJax.js?config=TeX-AMS_CHTML"  # put there by docs/build: pages need no network
mathjax2_config = {"tex2jax": {"processClass": "math"}, "messageStyle": "none", "CommonHTML": {"scale": 95}}
myst_update_mathjax = False  # it knows MathJax 3 only
html_theme = "furo"
html_title = f"supple {release}"
html_static_path = ["style"]
html_css_files = ["pages.css"]
myst_heading_anchors = 3
myst_enable_extensions = ["dollarmath", "substitution"]
myst_substitutions = {"release": release}

breathe_projects = {"supple": str(DOCS / "_build" / "doxygen" / "xml")}
breathe_default_project = "supple"
breathe_show_include = False


def number_equation_by_its_label(domain, docname, label, location=None):
    """Equation 3.7 is (3.7), wherever it stands: the code cites these numbers."""
    if label in domain.equations:
        raise ValueError(f"{docname}: equation {label} stands in {domain.equations[label][0]} too")
    domain.equations[label] = (docname, label)


MathDomain.note_equation = number_equation_by_its_label


def render_namespace(renderer, reference):
    """What a header puts into a namespace. Many headers open the same ones; Breathe would declare them anew in each."""
    contents = renderer.compound_parser.parse(reference.refid)
    name = contents.compounddef.compoundname
    arguments = renderer.context.directive_args[3:]
    relative = name.split("::")[-1] if renderer.nesting_level > 0 else name

    CPPNamespacePushObject("cpp:namespace-push", [relative], {}, *arguments).run()
    renderer.nesting_level += 1
    rendered = renderer.render(contents, renderer.context.create_child_context(contents))
    renderer.nesting_level -= 1
    CPPNamespacePopObject("cpp:namespace-pop", [], {}, *arguments).run()

    if rendered and name != "supple":
        rendered.insert(0, nodes.rubric(text=f"namespace {name}"))
    return rendered


SphinxRenderer.visit_namespace = render_namespace


def write_api_pages():
    """One page a module, one section a header, straight from the source tree: a new header needs no edit here."""
    pages = DOCS / "api" / "generated"
    for module in sorted(path for path in SOURCES.iterdir() if any(path.glob("*.hpp"))):
        text = f"# {module.name}\n"
        for header in sorted(module.glob("*.hpp")):
            name = f"supple/{module.name}/{header.name}"
            text += f"\n## {header.stem}\n\n`#include <{name}>`\n\n"
            text += f"```{{doxygenfile}} {name}\n```\n"
        (pages / f"{module.name}.md").write_text(text)


write_api_pages()
