"""Every public name of supple.hpp is used by a test or an example that includes that header and no other of ours.

usage: test_surface.py PROJECT_DIR
"""

import pathlib
import re
import sys
import unittest

from source_tree import made_up_tree, sources, without_comments_and_strings

ROOT = pathlib.Path(sys.argv[1]).resolve()

OURS = re.compile(r"^\s*#\s*include\s*<supple/([^>]+)>", re.MULTILINE)
TYPE = re.compile(r"^(?:struct|class|enum class)\s+(\w+)\s*(?:final\s*)?[:{]", re.MULTILINE)
FUNCTION = re.compile(r"^(?=\w)(?!using|namespace|struct|class|enum|template|return|#)[\w:<>,&*\s\[\]]*?[\w>&*]\s+\*?(\w+)\(",
                      re.MULTILINE)


def public_headers(root):
    """The headers that supple.hpp includes."""
    return OURS.findall((root / "src/supple/supple.hpp").read_text())


def public_names(text):
    """Types and free functions of a header, at the outermost level of its namespace."""
    code = without_comments_and_strings(text)
    return set(TYPE.findall(code)) | set(FUNCTION.findall(code))


def users(root):
    """The text of all tests and examples whose only header of ours is supple.hpp."""
    texts = []
    for path in sources(root, "tests", "examples"):
        text = path.read_text()
        if set(OURS.findall(text)) == {"supple.hpp"}:
            texts.append(without_comments_and_strings(text))
    return "\n".join(texts)


def unused(root):
    """One sentence for each public name that nobody uses through supple.hpp alone."""
    words = set(re.findall(r"\w+", users(root)))
    complaints = []
    for header in public_headers(root):
        path = root / "src/supple" / header
        if not path.exists():  # made by the build
            continue
        for name in sorted(public_names(path.read_text()) - words):
            complaints.append(f"{header}: nothing uses {name} through supple.hpp alone")
    return complaints


class Surface(unittest.TestCase):
    def test_every_public_name_is_used_through_the_one_header(self):
        self.assertEqual(unused(ROOT), [])

    def test_members_are_not_names_of_their_own(self):
        self.assertEqual(public_names("class A {\n private:\n    // one\n    B* member();\n};\nB* outer();\n"),
                         {"A", "outer"})

    def test_a_name_that_nobody_uses_is_found(self):
        header = "struct Used {\n};\nstruct Lost {\n};\nint used(int x);\nint lost(int x);\n"
        files = {"src/supple/supple.hpp": "#include <supple/a.hpp>\n", "src/supple/a.hpp": header,
                 "tests/a.cpp": "#include <supple/supple.hpp>\nUsed u; int x = used(1);\n",
                 "tests/b.cpp": "#include <supple/supple.hpp>\n#include <supple/a.hpp>\nLost l; int y = lost(1);\n"}
        with made_up_tree(files) as root:
            self.assertEqual(len(unused(root)), 2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
