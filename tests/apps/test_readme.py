"""README, docs/start.md, docs/choosing.md, docs/extending.md and docs/control.md show what programs print: their examples are run and compared, times aside.

usage: test_readme.py PROJECT_DIR PROGRAM SOLVE_CATHETER EXTENDING CONTROL_LOOP [--update]

--update puts what the commands print today into README, docs/start.md and docs/choosing.md instead.
"""

import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

ROOT, PROGRAM, SOLVE_CATHETER, EXTENDING, CONTROL_LOOP = (
    pathlib.Path(argument).resolve() for argument in sys.argv[1:6])
README = ROOT / "README.md"
START, CHOOSING, EXTENDING_PAGE, CONTROL = (ROOT / "docs" / f"{name}.md"
                                            for name in ("start", "choosing", "extending", "control"))
TRANSCRIPT = re.compile(r"^\$ (.*)\n((?:(?!\$ |```).*\n)*)", flags=re.MULTILINE)
PROGRAMS = {"supple": [PROGRAM], "python3": [sys.executable, "-B"], "head": ["head"], "grep": ["grep"]}


def blocks(page, language):
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(), flags=re.DOTALL | re.MULTILINE)


def run(*words, folder=ROOT, given=None):
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=60, input=given).stdout


def printed(command, folder=ROOT):
    answer = None
    for part in command.split(" | "):
        name, *words = shlex.split(part)
        file = words[-1] if words[-2:-1] == [">"] else None
        words = words[:-2] if file else words
        answer = run(*PROGRAMS[name], *words, folder=folder, given=answer)
    if file:
        pathlib.Path(folder, file).write_text(answer)
    return "" if file else answer


def without_what_depends_on_the_machine(text):
    """Times, which widen the columns of a comparison, what a search needs, and rounding: residual and balance."""
    if "time [us]" in text:  # the last but one column of a comparison
        text = re.sub(r" +", " ", re.sub(r"[^ \n]+( +converged)$", r"TIME\1", text, flags=re.MULTILINE))
    text = re.sub(r"in [\d.e+-]+ (us|ms|s)\b( \([\d.e+-]+ (a second|times real time)\))?", "in TIME", text)
    text = re.sub(r"\d+ passes", "SOME passes", text)
    return re.sub(r"(residual|balance) [\d.e+-]+", r"\1 SMALL", text)


def update(page, folder):
    def answered(found):
        return f"$ {found[1]}\n{printed(found[1], folder)}"

    page.write_text(re.sub(r"^```console\n.*?^```$", lambda block: TRANSCRIPT.sub(answered, block[0]), page.read_text(),
                           flags=re.DOTALL | re.MULTILINE))


class Page(unittest.TestCase):
    """A page's commands in a folder of their own, one after the other: later ones read what earlier ones wrote."""

    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        os.symlink(ROOT / "examples", self.folder / "examples")

    def check(self, page, at_least):
        transcripts = TRANSCRIPT.findall("".join(blocks(page, "console")))
        self.assertGreaterEqual(len(transcripts), at_least)
        for command, output in transcripts:
            with self.subTest(command):
                self.assertEqual(without_what_depends_on_the_machine(output),
                                 without_what_depends_on_the_machine(printed(command, self.folder)))


class Readme(Page):
    def test_its_program_is_the_one_in_examples(self):
        self.assertEqual(blocks(README, "cpp"), [(ROOT / "examples" / "solve_catheter.cpp").read_text()])

    def test_its_program_prints_what_it_says(self):
        self.assertIn(run(SOLVE_CATHETER), blocks(README, "text"))

    def test_its_transcripts_are_what_the_program_prints(self):
        self.check(README, at_least=2)


class Start(Page):
    def test_its_transcripts_are_what_the_programs_print(self):
        self.check(START, at_least=9)


class Choosing(Page):
    def test_its_transcripts_are_what_the_program_prints(self):
        self.check(CHOOSING, at_least=8)


class Extending(unittest.TestCase):
    def test_its_program_prints_what_it_says(self):
        self.assertEqual([run(EXTENDING)], blocks(EXTENDING_PAGE, "text"))


class Control(unittest.TestCase):
    def test_its_program_and_its_project_are_those_that_are_built(self):
        self.assertEqual(blocks(CONTROL, "cpp"), [(ROOT / "examples/control_loop.cpp").read_text()])
        self.assertEqual(blocks(CONTROL, "cmake"), [(ROOT / "tests/consumer/CMakeLists.txt").read_text()])

    def test_its_program_prints_what_it_says(self):
        self.assertEqual([run(CONTROL_LOOP)], blocks(CONTROL, "text"))


class TheTestItself(unittest.TestCase):
    def test_it_forgives_times_and_nothing_else(self):
        same = without_what_depends_on_the_machine
        self.assertEqual(same("run 2 s in 1.92 s (1.04 times real time)\n"), same("run 2 s in 0.1 s (20 times real time)\n"))
        head = "model joints tip [%] time [us] status\n"
        self.assertEqual(same(head + "curvature   9  0.0181    28.4  converged\n"), same(head + "curvature 9 0.0181 3 converged\n"))
        self.assertNotEqual(same(head + "curvature 9 0.0181 28.4 converged\n"), same(head + "curvature 9 0.0182 28.4 converged\n"))
        self.assertNotEqual(same("a 43.320 17.456 converged\n"), same("a 43.320 17.457 converged\n"))
        self.assertNotEqual(same("tip 43.3198 mm\n"), same("tip 43.3199 mm\n"))


if "--update" in sys.argv:
    with tempfile.TemporaryDirectory() as scratch:
        os.symlink(ROOT / "examples", pathlib.Path(scratch, "examples"))
        for one in (README, START, CHOOSING):
            update(one, scratch)
    sys.exit()
unittest.main(argv=sys.argv[:1], verbosity=2)
