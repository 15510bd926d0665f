"""The Python blocks of README and of docs/python.md print what stands below them."""

import contextlib
import io
import os
import re

import pytest
from conftest import ROOT

BLOCK = re.compile(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", flags=re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("page, at_least", [("README.md", 1), ("docs/python.md", 5)])
def test_what_a_page_shows_is_printed(page, at_least):
    os.chdir(ROOT)
    blocks = BLOCK.findall((ROOT / page).read_text())
    assert len(blocks) >= at_least
    names = {}
    for code, told in blocks:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, page, "exec"), names)
        assert printed.getvalue() == told, code
