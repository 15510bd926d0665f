"""The examples in examples/python run as they stand, and print what docs/python_examples.md shows."""

import os
import re
import runpy

import pytest
from conftest import EXAMPLES, ROOT

SHOWN = re.compile(r"^```\{literalinclude\} \.\./examples/python/(\w+)\.py\n.*?^```\n\n```text\n(.*?)^```\n", flags=re.DOTALL | re.MULTILINE)
PAGE = dict(SHOWN.findall((ROOT / "docs/python_examples.md").read_text()))
FILES = sorted((EXAMPLES / "python").glob("*.py"))


def test_every_example_is_on_the_page():
    assert sorted(PAGE) == [file.stem for file in FILES]


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_an_example_prints_what_the_page_shows(file, capsys):
    os.chdir(ROOT)
    runpy.run_path(str(file))
    assert capsys.readouterr().out == PAGE[file.stem]
