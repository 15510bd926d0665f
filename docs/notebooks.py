#!/usr/bin/python3
"""Executes the notebooks of examples/python and writes them, with what they print and draw, as pages of the docs.

usage: PYTHONPATH=build/release/python docs/notebooks.py FOLDER

The notebooks are kept without outputs; python/tests/test_notebooks.py executes them too.
"""

import os
import pathlib
import re
import sys

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = pathlib.Path(__file__).resolve().parents[1] / "examples" / "python"
os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")  # the kernel would warn of its own debugger
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def executed(file):
    """The notebook with its outputs. A cell that fails raises."""
    book = nbformat.read(file, as_version=4)
    # Cells name files as in Jupyter: from the folder of the notebook.
    NotebookClient(book, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(file.parent)}}).execute()
    return book


def fenced(kind, text):
    return f"```{kind}\n{COLOURS.sub('', text).rstrip()}\n```\n"


def raw(html):
    return "````{raw} html\n" + html.strip() + "\n````\n"


def shown(output):
    """An output as Jupyter shows it: HTML, else a picture, else text."""
    if output.output_type == "stream":
        return fenced("text", output.text)
    data = output.data
    if "text/html" in data and not data["text/html"].strip():
        return ""  # a bar of progress that is gone
    if "text/html" in data:
        return raw(data["text/html"])
    if "image/png" in data:
        return raw(f'<img alt="picture" src="data:image/png;base64,{data["image/png"].strip()}">')
    return fenced("text", data["text/plain"])


def page(book):
    """The notebook in MyST Markdown."""
    parts = []
    for cell in book.cells:
        if cell.cell_type == "markdown":
            parts.append(cell.source + "\n")
        else:
            parts.append(fenced("python", cell.source))
            parts += [shown(output) for output in cell.outputs]
    return "\n".join(parts)


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for notebook in sorted(NOTEBOOKS.glob("*.ipynb")):
        source = f"\n*The notebook: `examples/python/{notebook.name}`.*\n"
        (folder / f"{notebook.stem}.md").write_text(page(executed(notebook)) + source)
