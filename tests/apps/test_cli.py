"""The command line as a user and other programs see it.

usage: test_cli.py SUPPLE_PROGRAM PROJECT_DIR VERSION
"""

import json
import os
import pathlib
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
PROJECT = pathlib.Path(sys.argv[2]).resolve()
VERSION = sys.argv[3]
EXAMPLES = sorted(str(path) for path in (PROJECT / "examples").glob("*.yaml"))
CATHETER = str(PROJECT / "examples/catheter.yaml")
BAD = str(PROJECT / "tests/data/models/bad/several_mistakes_in_order_of_place.yaml")
COLOUR = "\x1b["


def run(*arguments, **options):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=60, **options)


def commands():
    """The names below "Subcommands:" in the program's help."""
    listed = run("--help").stdout.split("Subcommands:")[1].split("Example:")[0]
    return re.findall(r"^  (\w+) ", listed, re.MULTILINE)


def stderr_on_a_terminal(arguments, environment):
    """What a program prints on stderr when that is a terminal."""
    master, slave = pty.openpty()
    try:
        process = subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.DEVNULL, stderr=slave, env=environment)
        os.close(slave)
        text = b""
        try:
            while block := os.read(master, 4096):
                text += block
        except OSError:
            pass  # Linux says so when the last writer is gone
        process.wait(timeout=60)
        return text.decode()
    finally:
        os.close(master)


class ExitCodes(unittest.TestCase):
    def test_done_is_0_with_the_result_on_stdout_alone(self):
        self.assertGreaterEqual(len(EXAMPLES), 5)
        for example in EXAMPLES:
            with self.subTest(example):
                done = run("check", example)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertTrue(done.stdout.startswith(f"{example}: valid\n"))

    def test_bad_usage_is_2_with_the_reason_on_stderr_alone(self):
        for arguments, reason in [
                ([], "missing command; expected one of solve, simulate, modes, "),
                (["chek", CATHETER], 'unknown command "chek" (did you mean "check"?)'),
                (["frobnicate"], 'unknown command "frobnicate"; expected one of solve, simulate, modes, '),
                (["--versoin"], 'unknown option "--versoin" (did you mean "--version"?)'),
                (["check"], "FILE is required"),
                (["check", CATHETER, "--jsno"], 'unknown option "--jsno" (did you mean "--json"?)'),
                (["check", CATHETER, "--set", "rod.length"], 'found "rod.length"; expected PATH=VALUE'),
                (["check", CATHETER, "--set", "=3"], 'found "=3"; expected PATH=VALUE'),
                (["schema", "extra"], 'unknown argument "extra"'),
                (["completion", "tcsh"], "tcsh not in {bash,zsh,fish}")]:
            with self.subTest(arguments):
                refused = run(*arguments)
                self.assertEqual((refused.returncode, refused.stdout), (2, ""))
                self.assertTrue(refused.stderr.startswith("error: "), refused.stderr)
                self.assertIn(reason, refused.stderr)
                self.assertRegex(refused.stderr, r"\nTry: supple (\w+ )?--help\n$")

    def test_an_invalid_file_is_3_with_the_reason_on_stderr_alone(self):
        for path, reason in [(BAD, ":10:10: loads.0.at: "), ("none.yaml", "none.yaml: there is no such file"),
                             (str(PROJECT), "is a folder")]:
            with self.subTest(path):
                refused = run("check", path)
                self.assertEqual((refused.returncode, refused.stdout), (3, ""))
                self.assertIn(reason, refused.stderr)

    def test_one_invalid_file_among_valid_ones_is_3_and_the_valid_ones_are_reported(self):
        mixed = run("check", CATHETER, BAD, EXAMPLES[-1])
        self.assertEqual(mixed.returncode, 3)
        self.assertEqual(mixed.stdout.count(": valid\n"), 2)


class Help(unittest.TestCase):
    def test_every_command_has_an_example(self):
        self.assertIn("check", commands())
        for command in commands():
            with self.subTest(command):
                shown = run(command, "--help")
                self.assertEqual((shown.returncode, shown.stderr), (0, ""))
                self.assertRegex(shown.stdout, rf"Examples?:\n  .*supple {command}\b")

    def test_the_examples_work(self):
        # Those of fit are run beside it; the studies take long, a view does not end; they are run by their own tests.
        for command in sorted(set(commands()) - {"fit", "reproduce", "view"}):
            for example in re.findall(rf"^  (.*supple {command}\b.*)$", run(command, "--help").stdout, re.MULTILINE):
                with self.subTest(example), tempfile.TemporaryDirectory() as folder:
                    os.symlink(PROJECT / "examples", pathlib.Path(folder) / "examples")
                    shell = f"supple() {{ '{PROGRAM}' \"$@\"; }}; {example}"
                    shown = subprocess.run(["bash", "-c", shell], cwd=folder, capture_output=True, text=True)
                    self.assertEqual((shown.returncode, shown.stderr), (0, ""))

    def test_the_version_is_the_projects(self):
        self.assertEqual(run("--version").stdout, f"supple {VERSION}\n")


class Check(unittest.TestCase):
    def test_json_of_a_valid_file(self):
        record = json.loads(run("check", "--json", CATHETER).stdout)
        self.assertEqual([record["format"], record["file"], record["valid"]], ["supple-check/1", CATHETER, True])
        self.assertIn({"label": "bending", "text": "EI 17.185 N mm^2"}, record["summary"])

    def test_json_of_an_invalid_file_has_the_place_of_every_problem(self):
        refused = run("check", "--json", BAD)
        self.assertEqual((refused.returncode, refused.stderr), (3, ""))
        record = json.loads(refused.stdout)
        self.assertFalse(record["valid"])
        places = [(p["line"], p["column"], p["path"]) for p in record["problems"]]
        self.assertEqual(places, [(10, 10, "loads.0.at"), (10, 24, "loads.0.force"), (11, 32, "model.shear"),
                                  (12, 41, "rod.bending_stiffness"), (12, 45, "rod"), (13, 17, "base.tangent")])
        self.assertTrue(all(p["file"] == BAD and p["message"] for p in record["problems"]))

    def test_json_of_a_missing_file_says_so(self):
        record = json.loads(run("check", "--json", "none.yaml").stdout)
        self.assertEqual(record["problems"][0]["file"], "none.yaml")
        self.assertIn("no such file", record["problems"][0]["message"])

    def test_json_of_several_files_is_one_record_a_line(self):
        lines = run("check", "--json", CATHETER, BAD).stdout.splitlines()
        self.assertEqual([json.loads(line)["valid"] for line in lines], [True, False])

    def test_quiet_prints_problems_only(self):
        self.assertEqual(run("check", "--quiet", CATHETER).stdout, "")
        self.assertIn("loads.0.at", run("check", "--quiet", BAD).stderr)

    def test_json_and_text_survive_names_in_other_scripts(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "катетер.yaml")
            path.write_text(pathlib.Path(CATHETER).read_text().replace("elastomer", "弹性体"))
            self.assertIn("弹性体", run("check", str(path)).stdout)
            self.assertEqual(json.loads(run("check", "--json", str(path)).stdout)["file"], str(path))


class Set(unittest.TestCase):
    def test_it_changes_the_value_for_this_run_only(self):
        before = pathlib.Path(CATHETER).read_bytes()
        changed = run("check", CATHETER, "--set", "rod.length=60 mm", "--set", "loads.tip.force.y=1 N")
        self.assertIn("60 mm long", changed.stdout)
        self.assertIn("force 0.004 1 0.0025 N", changed.stdout)
        self.assertEqual(pathlib.Path(CATHETER).read_bytes(), before)

    def test_its_errors_name_it(self):
        for setting, message in [
                ("rod.lenght=60 mm", '--set rod.lenght: there is no "lenght" in rod (did you mean "rod.length"?)'),
                ("rod.length=60", '--set rod.length: rod.length: "60" has no unit; expected a length'),
                ("loads.3.force=0 1 0 N", "--set loads.3.force: loads has no item 3; expected an index below 1"),
                ("loads.none.force=0 1 0 N", '--set loads.none.force: there is no "none" in loads')]:
            with self.subTest(setting):
                refused = run("check", CATHETER, "--set", setting)
                self.assertEqual(refused.returncode, 3)
                self.assertTrue(refused.stderr.startswith(f"error: {message}"), refused.stderr)

    def test_what_the_file_does_not_have_yet_may_be_set(self):
        for setting in ("rod.damping.viscous_rate=1 1/s", "environment.gravity=0 0 -9.81 m/s^2", "name=another"):
            with self.subTest(setting):
                done = run("check", CATHETER, "--set", setting)
                self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_files_may_follow_it(self):
        self.assertIn("60 mm long", run("check", "--set", "rod.length=60 mm", CATHETER).stdout)


class Terminal(unittest.TestCase):
    def test_no_colour_in_a_pipe(self):
        self.assertNotIn(COLOUR, run("check", BAD).stderr)

    def test_colour_on_a_terminal_unless_it_is_not_wanted(self):
        plain = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
        self.assertIn(COLOUR, stderr_on_a_terminal(["check", BAD], plain))
        self.assertNotIn(COLOUR, stderr_on_a_terminal(["check", BAD], {**plain, "NO_COLOR": "1"}))

    def test_an_output_that_cannot_be_written_is_an_error(self):
        with open("/dev/full", "w") as full:
            failed = subprocess.run([PROGRAM, "schema"], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual((failed.returncode, failed.stderr),
                         (1, "error: the output cannot be written: No space left on device\n"))
        with open("/dev/full", "w") as full:
            for words in (["check", CATHETER], ["--version"], ["--help"]):
                failed = subprocess.run([PROGRAM, *words], stdout=full, stderr=subprocess.PIPE, text=True)
                self.assertEqual(failed.returncode, 1, words)

    def test_closed_streams_do_not_crash_it(self):
        for redirection, code in [(">&-", 1), ("2>&-", 0), ("<&-", 0), (">&- 2>&-", 1)]:
            with self.subTest(redirection):
                shell = subprocess.run(["bash", "-c", f'"$0" check "$1" {redirection}', PROGRAM, CATHETER],
                                       capture_output=True, text=True)
                self.assertEqual(shell.returncode, code, shell.stderr)
        refused = subprocess.run(["bash", "-c", '"$0" check "$1" 2>&-', PROGRAM, BAD], capture_output=True)
        self.assertEqual(refused.returncode, 3)

    def test_a_reader_that_leaves_early_does_not_crash_it(self):
        shell = subprocess.run(["bash", "-c", '"$0" schema | true; echo "${PIPESTATUS[0]}"', PROGRAM],
                               capture_output=True, text=True)
        self.assertIn(shell.stdout.strip(), {"0", "141"})  # wrote all before, or was told that nobody reads
        self.assertEqual(shell.stderr, "")


class Completion(unittest.TestCase):
    def script(self, shell):
        return run("completion", shell).stdout

    def completed(self, *words):
        """What bash offers for the last of the words."""
        lines = [self.script("bash"), f"COMP_WORDS=({' '.join(repr(word) for word in words)})",
                 f"COMP_CWORD={len(words) - 1}", "spec=$(complete -p supple)", '[[ $spec == *"-F _supple"* ]] || exit 9',
                 "_supple", 'printf "%s\\n" "${COMPREPLY[@]}"']
        done = subprocess.run(["bash", "--norc", "-c", "\n".join(lines)], cwd=PROJECT, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.split()

    def test_the_scripts_are_valid(self):
        for shell in ("bash", "zsh", "fish"):
            with self.subTest(shell):
                text = self.script(shell)
                for command in commands():
                    self.assertIn(command, text)
                if shutil.which(shell):
                    checked = subprocess.run([shell, "-n"], input=text, capture_output=True, text=True)
                    self.assertEqual((checked.returncode, checked.stderr), (0, ""))

    def test_bash_completes_commands_options_and_files(self):
        self.assertEqual(self.completed("supple", "ch"), ["check"])
        self.assertEqual(set(self.completed("supple", "")), {*commands(), "--help", "--version"})
        self.assertEqual(self.completed("supple", "check", "--js"), ["--json"])
        self.assertIn("--set", self.completed("supple", "check", "--"))
        self.assertEqual(self.completed("supple", "schema", "--js"), [])
        self.assertEqual(self.completed("supple", "view", "--"), ["--help", "--port", "--no-open"])
        self.assertEqual(self.completed("supple", "check", "examples/multi"), ["examples/multi_load_rod.yaml"])
        self.assertEqual(set(self.completed("supple", "completion", "")), {"bash", "zsh", "fish"})


unittest.main(argv=sys.argv[:1], verbosity=1)
