"""The README shows what the programs print: its examples are run and compared, times aside.

usage: test_readme.py PROJECT_DIR PROGRAM SOLVE_CATHETER [--update]

--update puts what the program prints today into the README instead.
"""

import pathlib
import re
import subprocess
import sys
import unittest

ROOT, PROGRAM, SOLVE_CATHETER = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
README = (ROOT / "README.md").read_text()
TRANSCRIPT = re.compile(r"^\$ supple (.*)\n((?:(?!\$ |```).*\n)*)", flags=re.MULTILINE)


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", README, flags=re.DOTALL | re.MULTILINE)


def printed(program, *arguments):
    return subprocess.run([program, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=60).stdout


def without_what_depends_on_the_machine(text):
    """Times, and the last digits of rounding: residual and balance."""
    text = re.sub(r"in [\d.e+-]+ (us|ms|s)\b( \(\d+ a second\))?", "in TIME", text)
    return re.sub(r"(residual|balance) [\d.e+-]+", r"\1 SMALL", text)


class Readme(unittest.TestCase):
    maxDiff = None

    def test_its_program_is_the_one_in_examples(self):
        self.assertEqual(blocks("cpp"), [(ROOT / "examples" / "solve_catheter.cpp").read_text()])

    def test_its_program_prints_what_it_says(self):
        self.assertIn(printed(SOLVE_CATHETER), blocks("text"))

    def test_its_transcripts_are_what_the_program_prints(self):
        transcripts = TRANSCRIPT.findall("".join(blocks("console")))
        self.assertGreaterEqual(len(transcripts), 2)
        for command, output in transcripts:
            with self.subTest(command):
                self.assertEqual(without_what_depends_on_the_machine(output),
                                 without_what_depends_on_the_machine(printed(PROGRAM, *command.split())))


if "--update" in sys.argv:
    (ROOT / "README.md").write_text(TRANSCRIPT.sub(
        lambda found: f"$ supple {found[1]}\n{printed(PROGRAM, *found[1].split())}", README))
    sys.exit()
unittest.main(argv=sys.argv[:1], verbosity=2)
