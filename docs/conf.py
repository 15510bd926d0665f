"""Sphinx settings. Run through docs/build, which makes the XML and the reference that the pages need."""

import pathlib
import re
import shutil

DOCS = pathlib.Path(__file__).parent
SOURCES = DOCS.parent / "src" / "supple"

project = "supple"
author = "The supple developers"
copyright = "The supple developers, Apache-2.0"
release = re.search(r"project\(supple VERSION (\S+)", (DOCS.parent / "CMakeLists.txt").read_text()).group(1)
version = release

extensions = ["myst_parser", "breathe"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"supple {release}"
myst_heading_anchors = 3
myst_enable_extensions = ["substitution"]
myst_substitutions = {"release": release}

breathe_projects = {"supple": str(DOCS / "_build" / "doxygen" / "xml")}
breathe_default_project = "supple"
breathe_show_include = False


def write_api_pages():
    """One page a module, one section a header, straight from the source tree: a new header needs no edit here."""
    pages = DOCS / "api" / "generated"
    shutil.rmtree(pages, ignore_errors=True)
    pages.mkdir()
    for module in sorted(path for path in SOURCES.iterdir() if any(path.glob("*.hpp"))):
        text = f"# {module.name}\n"
        for header in sorted(module.glob("*.hpp")):
            name = f"supple/{module.name}/{header.name}"
            text += f"\n## {header.stem}\n\n`#include <{name}>`\n\n"
            text += f"```{{doxygenfile}} {name}\n```\n"
        (pages / f"{module.name}.md").write_text(text)


write_api_pages()
