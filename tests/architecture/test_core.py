"""Laws of the source text: the core throws nothing and opens no files; files stay short.

usage: test_core.py PROJECT_DIR
"""

import pathlib
import re
import sys
import unittest

from source_tree import made_up_tree, module_of, sources, without_comments_and_strings

ROOT = pathlib.Path(sys.argv[1]).resolve()

# A longer file is probably two ideas.
LONGEST = {".hpp": 220, ".cpp": 450}
# The command line calls the library, and holds little itself.
LONGEST_APPS = 3000
# Exceptions, files and the terminal belong to io and to what stands outside the library.
OUTER = {"io", "supple.hpp", "version.hpp.in"}
# What is read and written as text throws nothing, and catches nothing that the standard library throws.
CATCHING = re.compile(r"\btry\b|\bstd::sto[a-z]+\b|\.at\(")
NEVER_THROW = {"text", "fields"}
FORBIDDEN = re.compile(r"\bthrow\b|#\s*include\s*<(?:cstdio|filesystem|fstream|iostream|fmt/\w+\.h)>")


def long_files(root):
    lengths = ((path, len(path.read_text().splitlines())) for path in sources(root, "src"))
    return [f"{path.relative_to(root)}: {lines} lines" for path, lines in lengths
            if lines > LONGEST.get(path.suffix, lines)]


def lines_of_apps(root):
    return sum(len(path.read_text().splitlines()) for path in sources(root, "apps"))


def outer_words_in_the_core(root):
    complaints = []
    for path in sources(root, "src/supple"):
        if module_of(root, path) in OUTER:
            continue
        code = without_comments_and_strings(path.read_text())
        for number, line in enumerate(code.splitlines(), start=1):
            found = list(FORBIDDEN.finditer(line))
            if module_of(root, path) in NEVER_THROW:
                found += CATCHING.finditer(line)
            complaints += [f"{path.relative_to(root)}:{number}: {match.group()}" for match in found]
    return complaints


class Sources(unittest.TestCase):
    def test_no_file_is_two_ideas_long(self):
        self.assertEqual(long_files(ROOT), [])

    def test_the_command_line_stays_thin(self):
        self.assertLess(lines_of_apps(ROOT), LONGEST_APPS)

    def test_the_core_throws_nothing_and_opens_nothing(self):
        self.assertEqual(outer_words_in_the_core(ROOT), [])


class TheTestItself(unittest.TestCase):
    def test_it_sees_long_files_and_lets_the_longest_allowed_pass(self):
        with made_up_tree({"src/supple/lie/a.hpp": "\n" * 220, "src/supple/lie/a.cpp": "\n" * 450,
                           "src/supple/lie/b.hpp": "\n" * 221, "src/supple/io/b.cpp": "\n" * 451}) as root:
            self.assertEqual(long_files(root), ["src/supple/io/b.cpp: 451 lines", "src/supple/lie/b.hpp: 221 lines"])

    def test_it_counts_all_lines_of_apps_and_no_others(self):
        with made_up_tree({"apps/a.cpp": "\n" * 7, "apps/sub/b.hpp": "\n" * 5, "src/supple/c.cpp": "\n"}) as root:
            self.assertEqual(lines_of_apps(root), 12)

    def test_it_sees_a_throw_and_a_stream_in_the_core_only(self):
        text = '// may throw\n#include <fstream>\nconst char* s = "do not throw // this";\nvoid f() { throw 1; }\n'
        with made_up_tree({"src/supple/statics/a.cpp": text, "src/supple/io/a.cpp": text}) as root:
            self.assertEqual(outer_words_in_the_core(root), ["src/supple/statics/a.cpp:2: #include <fstream>",
                                                             "src/supple/statics/a.cpp:4: throw"])

    def test_it_sees_what_might_throw_in_text_and_fields_only(self):
        text = "int f() { try { return std::stoi(x); } catch (...) {} }\n"
        with made_up_tree({"src/supple/fields/a.cpp": text, "src/supple/statics/a.cpp": text}) as root:
            self.assertEqual(outer_words_in_the_core(root), ["src/supple/fields/a.cpp:1: try",
                                                             "src/supple/fields/a.cpp:1: std::stoi"])


unittest.main(argv=sys.argv[:1], verbosity=2)
