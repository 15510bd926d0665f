"""README and pages show what the programs print: their examples are run and compared, times aside.

usage: test_readme.py PROJECT_DIR PROGRAM SOLVE_CATHETER fast|sanitized [--update]

Every transcript (```console or ```text that begins with $, then $ supple) of README.md and docs is run in a folder of its own beside
examples/, a page's commands one after the other. Those after <!-- slow --> are left out where the program is sanitized.
docs/comparing.md is held by test_compare.py. --update puts what the program prints today into the files instead.
"""

import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

ROOT, PROGRAM, SOLVE_CATHETER = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
FAST = sys.argv[4] == "fast"
README = ROOT / "README.md"
PAGES = [README, *sorted(path for path in (ROOT / "docs").rglob("*.md")
                         if "_build" not in path.parts and path.name != "comparing.md")]
BLOCK = re.compile(r"(?:^<!-- (slow) -->\n+)?^```(?:console|text)\n(?=\$ )(.*?)^```$", flags=re.DOTALL | re.MULTILINE)
TRANSCRIPT = re.compile(r"^\$ supple (.*)\n((?:(?!\$ |```).*\n)*)", flags=re.MULTILINE)


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", README.read_text(), flags=re.DOTALL | re.MULTILINE)


def printed(program, *arguments, folder=ROOT):
    return subprocess.run([program, *arguments], cwd=folder, capture_output=True, text=True, timeout=120).stdout


def playground():
    """A folder in which a page's commands find the examples and may leave files."""
    folder = tempfile.TemporaryDirectory()
    pathlib.Path(folder.name, "examples").symlink_to(ROOT / "examples")
    return folder


def without_what_depends_on_the_machine(text):
    """Times, and the last digits of rounding: residual and balance."""
    text = re.sub(r"in [\d.e+-]+ (us|ms|s)\b( \([\d.e+-]+ (a second|times real time)\))?", "in TIME", text)
    text = re.sub(r"passes, [\d.e+-]+ (us|ms|s)\b", "passes, TIME", text)
    return re.sub(r"(residual|balance) [\d.e+-]+", r"\1 SMALL", text)


class Readme(unittest.TestCase):
    maxDiff = None

    def test_its_program_is_the_one_in_examples(self):
        self.assertEqual(blocks("cpp"), [(ROOT / "examples" / "solve_catheter.cpp").read_text()])

    def test_its_program_prints_what_it_says(self):
        self.assertIn(printed(SOLVE_CATHETER), blocks("text"))


class Pages(unittest.TestCase):
    maxDiff = None

    def test_transcripts_are_what_the_program_prints(self):
        compared = 0
        for page in PAGES:
            with playground() as folder:
                for slow, block in BLOCK.findall(page.read_text()):
                    if slow and not FAST:
                        continue
                    for command, output in TRANSCRIPT.findall(block):
                        with self.subTest(page=page.name, command=command):
                            now = printed(PROGRAM, *shlex.split(command), folder=folder)
                            self.assertEqual(without_what_depends_on_the_machine(output),
                                             without_what_depends_on_the_machine(now))
                            compared += 1
        self.assertGreaterEqual(compared, 2)


if "--update" in sys.argv:
    for page in PAGES:
        with playground() as folder:
            text = page.read_text()
            new = TRANSCRIPT.sub(
                lambda found: f"$ supple {found[1]}\n{printed(PROGRAM, *shlex.split(found[1]), folder=folder)}", text)
            if new != text:
                page.write_text(new)
    sys.exit()
unittest.main(argv=sys.argv[:1], verbosity=2)
