"""The notebooks of examples/python run as they stand, and the pages of the docs show them."""

import re
import sys

import pytest
from conftest import EXAMPLES, ROOT

nbformat = pytest.importorskip("nbformat")
pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")
sys.path.insert(0, str(ROOT / "docs"))
import notebooks  # noqa: E402

FILES = sorted((EXAMPLES / "python").glob("*.ipynb"))


def test_every_notebook_has_its_page():
    listed = re.findall(r"^notebooks/(\w+)$", (ROOT / "docs/notebooks.md").read_text(), flags=re.MULTILINE)
    assert sorted(listed) == [file.stem for file in FILES] and len(FILES) == 4


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_a_notebook_is_kept_without_what_it_prints(file):
    book = nbformat.read(file, as_version=4)
    nbformat.validate(book)
    code = [cell for cell in book.cells if cell.cell_type == "code"]
    assert all(cell.outputs == [] and cell.execution_count is None for cell in code)


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_a_notebook_runs_and_shows_text_and_pictures(file):
    pytest.importorskip("matplotlib")
    book = notebooks.executed(file)
    outputs = [output for cell in book.cells for output in cell.get("outputs", [])]
    assert not any(output.output_type == "error" for output in outputs)
    page = notebooks.page(book)
    assert page.count("data:image/png;base64,") >= 1 and "```text\n" in page and "<pre " in page
