"""Words that engineers can read: short sentences, no riddles, and one notation.

What can be checked by reading the text alone: the length of sentences in headers, phrases that stand for something else
than they say, and the letters of frames, which docs/conventions.md lists.

usage: test_words.py PROJECT_DIR
"""

import pathlib
import re
import sys
import unittest

from source_tree import made_up_tree, sources

ROOT = pathlib.Path(sys.argv[1]).resolve()

LONGEST = 45  # words of a sentence, formulas included
RIDDLES = re.compile(
    r"half a row|\bnobody's\b|'s (?:affair|business)\b|\bcome to only\b|\bleads? (?:it|them) home\b"
    r"|(?<!there )\b(?:is|are) none\b(?! of (?:these|those|them))", re.IGNORECASE)
FRAME = re.compile(r"\b([XRpV])_([A-Z])([A-Z])(?:_([A-Z]))?(?:_\b|\b)")
LETTERS = re.compile(r"^\| ((?:[A-Z], )*[A-Z]) \|", re.MULTILINE)


def comments(text):
    """Runs of comment as paragraphs; formulas, which are indented, and list items part them."""
    paragraph = []
    for line in text.splitlines() + [""]:
        found = re.search(r"//[/!]?<?(.*)$", line)
        alone = re.match(r"\s*//", line)
        body = found.group(1) if found else ""
        if not alone or not body.strip() or body.startswith("    ") or re.match(r"\s*(?:@|-|\d+\.) ?", body):
            if paragraph:
                yield " ".join(paragraph)
            paragraph = []
        if body.strip() and not body.startswith("    "):
            paragraph.append(body.strip())
        if not alone and paragraph:
            yield " ".join(paragraph)
            paragraph = []


def sentences(text):
    for paragraph in comments(text):
        yield from re.split(r"(?<=[^.][.?!])\s+(?=[^a-z\s(\d])", paragraph)


def long_sentences(root):
    return [f"{path.relative_to(root)}: {len(sentence.split())} words: {sentence}" for path in sources(root, "src")
            if path.suffix == ".hpp" for sentence in sentences(path.read_text()) if len(sentence.split()) > LONGEST]


def riddles(root):
    """Phrases in comments of the sources, and on the pages."""
    texts = [(path, "\n".join(comments(path.read_text()))) for path in sources(root, "src", "terminal", "apps", "studies")]
    texts += [(path, path.read_text()) for path in [*sorted((root / "docs").rglob("*.md")), *root.glob("*.md")]]
    return [f"{path.relative_to(root)}: {match.group()}" for path, text in texts
            for match in RIDDLES.finditer(re.sub(r"\s+", " ", text))]


def unknown_frames(root):
    """Names such as X_WQ with a letter that the notation table does not have."""
    page = (root / "docs/conventions.md").read_text()
    known = {letter for row in LETTERS.findall(page) for letter in row.split(", ")}
    found = {(match.group(), path.relative_to(root)) for path in sources(root, "src")
             for match in FRAME.finditer(path.read_text()) if not set(filter(None, match.groups()[1:])) <= known}
    return [f"{path}: {name}" for name, path in sorted(found, key=str)]


class Words(unittest.TestCase):
    def test_no_sentence_of_a_header_is_long(self):
        self.assertEqual(long_sentences(ROOT), [])

    def test_nothing_is_said_in_riddles(self):
        self.assertEqual(riddles(ROOT), [])

    def test_the_notation_table_has_every_frame_of_the_code(self):
        self.assertEqual(unknown_frames(ROOT), [])


class TheTestItself(unittest.TestCase):
    PAGE = "| name | meaning |\n| `X_WB` | pose |\n| W, N, E | world, a node, the tip |\n| A, B | ends |\n"

    def test_it_counts_the_words_of_sentences_in_headers_without_formulas(self):
        long = "/// One" + 24 * " word" + "\n/// goes" + 20 * " on" + ". Short.\n"
        fine = "/// One" + 24 * " word" + "\n/// goes" + 19 * " on" + ".\n///\n///     x =" + 60 * " x" + "\nint f();\n"
        items = "/// 1. one" + 30 * " word" + "\n/// 2. two" + 30 * " word" + "\n"
        with made_up_tree({"src/a.hpp": fine + items, "src/b.hpp": long, "src/c.cpp": long}) as root:
            self.assertEqual([each.split(": ")[:2] for each in long_sentences(root)], [["src/b.hpp", "46 words"]])

    def test_it_sees_riddles_across_lines_in_comments_and_pages_only(self):
        text = "// Half\n// a row is none.\nbool nobody = true;  // there is none, and it is none of these\n"
        with made_up_tree({"src/a.cpp": text, "docs/a.md": "The problem itself\nis none.\n"}) as root:
            self.assertEqual(riddles(root), ["src/a.cpp: Half a row", "src/a.cpp: is none", "docs/a.md: is none"])

    def test_it_sees_a_frame_that_the_table_does_not_have(self):
        code = "SE3 X_WB, X_WQ_;  // V_WB_W and p_WZ, but not EI_XX or F_D\n"
        with made_up_tree({"src/a.hpp": code, "docs/conventions.md": self.PAGE}) as root:
            self.assertEqual(unknown_frames(root), ["src/a.hpp: X_WQ_", "src/a.hpp: p_WZ"])


unittest.main(argv=sys.argv[:1], verbosity=2)
