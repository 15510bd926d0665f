"""Reading the C++ sources as text: shared by the tests of this folder."""

import contextlib
import pathlib
import re
import tempfile

SUFFIXES = {".hpp", ".cpp", ".in"}


def sources(root, *folders):
    """Every C++ file below the folders of a project, in a stable order."""
    for folder in folders:
        for path in sorted((pathlib.Path(root) / folder).rglob("*")):
            if path.suffix in SUFFIXES and path.is_file():
                yield path


def module_of(root, path):
    """The folder below src/supple (lie, io, ...), the file's name for one that lies directly there, or apps, python."""
    parts = path.relative_to(root).parts
    return parts[2] if parts[:2] == ("src", "supple") else parts[0]


def without_comments_and_strings(text):
    """Code only; line breaks stay, so that line numbers stay."""
    pattern = r'//[^\n]*|/\*.*?\*/|R"([^(\s]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|' + r"(?<!\w)'(?:\\.|[^'\\\n])'"
    return re.sub(pattern, lambda match: "\n" * match.group().count("\n"), text, flags=re.DOTALL)


@contextlib.contextmanager
def made_up_tree(files):
    """A project that exists only for a test: {path: text}."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        yield pathlib.Path(folder)
