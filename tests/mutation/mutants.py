"""Plants small random mistakes into a copy of the library and tells which of them the tests catch.

All are compiled at once and switched on one at a time by an environment variable (supple_mutant.hpp), so one build
serves them all. Each test first runs with none on: it must pass, and tells which mutants it reaches. Then each mutant
meets the tests that reach it, quick ones of its own module first, up to the first that fails, crashes or takes far
longer than before. Reasons for those that survive stand in survivors.md. A run goes on where it was stopped; tests
that have changed since are built and asked again.

usage: mutants.py [--seed N] [--count N] [--least N] [--jobs N] [--project FOLDER] [--tree FOLDER] [plant|build|try ...]
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import places

HERE = pathlib.Path(__file__).resolve().parent
# Tests of the source text, of packages and of builds of their own: the planted tree is none of their business.
NOT_RUN = re.compile(r"^(architecture|consumer|packaging|mutation)\.|^docs\.tables$")
QUICK = 0.5  # seconds
MEMORY = 16 << 30  # bytes that a program with a mutant may ask for


def in_parallel(jobs, work, items):
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(work, items))


def write_if_new(path, text):
    """Leaves a file that is the same as it is: what was built from it stays valid."""
    if not path.is_file() or path.read_bytes() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)


class Planting:
    """The copy with its mutants: {number: (file, place)} of the first `count` that compile."""

    def __init__(self, project, tree, seed):
        self.project, self.tree = project, tree
        self.files = []
        for folder, below, names in os.walk(project):
            below[:] = sorted(set(below) - {"build", "_build", ".git", "__pycache__"})
            self.files += [os.path.relpath(os.path.join(folder, name), project) for name in sorted(names)]
        self.sources = {name: (project / name).read_text() for name in self.files
                        if name.startswith("src/supple/") and name.endswith(".cpp")}
        self.ranked = places.ranked(self.sources, seed)
        self.chosen = {}

    def copy(self):
        for name in self.files:
            if name not in self.sources:
                write_if_new(self.tree / name, (self.project / name).read_bytes())
                shutil.copymode(self.project / name, self.tree / name)
        write_if_new(self.tree / "src/supple_mutant.hpp", (HERE / "supple_mutant.hpp").read_bytes())

    def of(self, file):
        return {k: place for k, (name, place) in self.chosen.items() if name == file}

    def planted(self, file):
        return places.plant(self.sources[file], self.of(file))

    def fits(self, file, place):
        """No two mutants share a line."""
        text = self.sources[file]
        taken = {line for other in self.of(file).values() for line in places.lines(text, other)}
        return taken.isdisjoint(places.lines(text, place))

    def draw(self, count, check, jobs):
        """Plants until `count` compile; check(file, text) gives None, or the lines with errors."""
        checked = {}
        rank = 0
        while True:
            while len(self.chosen) < count and rank < len(self.ranked):
                file, place = self.ranked[rank]
                rank += 1
                if self.fits(file, place):
                    self.chosen[rank] = (file, place)
            new = [file for file in sorted({name for name, _ in self.chosen.values()})
                   if checked.get(file) != self.planted(file)]
            if not new:
                break
            for file, wrong in zip(new, in_parallel(jobs, lambda file: check(file, self.planted(file)), new)):
                if wrong is None:
                    checked[file] = self.planted(file)
                    continue
                text = self.sources[file]
                mine = self.of(file)
                guilty = [k for k, place in mine.items() if {n + 1 for n in places.lines(text, place)} & wrong]
                for k in guilty or mine:
                    del self.chosen[k]
        for file in self.sources:
            write_if_new(self.tree / file, self.planted(file).encode())

    def described(self):
        return {str(k): {"file": file, "line": places.lines(self.sources[file], place)[0], "kind": place.kind,
                         "text": places.line_of(self.sources[file], place),
                         "change": place.change + (f": {place.what}" if place.what else "")}
                for k, (file, place) in sorted(self.chosen.items())}


class Compiler:
    """Says where a source does not compile, with the options of its own build."""

    def __init__(self, project, tree):
        self.project, self.tree = project, tree
        folder = tree / "build/check"
        subprocess.run(["cmake", "-S", project, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                        "-DSUPPLE_UNITY=OFF", "-DSUPPLE_APPS=OFF"], check=True, stdout=subprocess.DEVNULL)
        self.commands = {}
        for entry in json.loads((folder / "compile_commands.json").read_text()):
            words = [word for word in shlex.split(entry["command"]) if not word.endswith("ccache")]
            at = words.index("-o")
            name = os.path.relpath(entry["file"], project)
            self.commands[name] = words[:at] + ["-w", "-fsyntax-only", f"-I{HERE}"]
        self.folder = folder

    def __call__(self, file, text):
        if file not in self.commands:
            return set(range(1, text.count("\n") + 2))
        with tempfile.NamedTemporaryFile("w", suffix=".cpp") as source:
            source.write(text)
            source.flush()
            run = subprocess.run([*self.commands[file], source.name], cwd=self.folder, capture_output=True, text=True)
            if run.returncode == 0:
                return None
            return {int(line) for line in re.findall(rf"{re.escape(source.name)}:(\d+)(?::\d+)?:", run.stderr)}


def run(command, variables, seconds, folder):
    """None where the command passes within so many seconds of its processor's time, else how it failed. By the clock it
    may take far longer: others may be busy."""
    def limited():
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))

    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, env={**os.environ, **variables}, cwd=folder, stdout=output,
                                   stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, preexec_fn=limited,
                                   start_new_session=True)
        try:
            status = process.wait(300 + 20 * seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return "time is up"
        if status == 0:
            return None
        if status == -signal.SIGXCPU:
            return "time is up"
        output.seek(0)
        said = output.read().decode(errors="replace")
        first = re.search(r"\[  FAILED  \] ([\w/.]+)|^(?:FAIL|ERROR): (\w+)", said, re.MULTILINE)
        return (first[1] or first[2]) if first else f"exit {status}"


class Tests:
    """The tests of the planted build, and which mutants each of them reaches."""

    def __init__(self, build, known, without):
        shown = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], check=True, capture_output=True,
                               text=True).stdout
        self.folder = build / "tests"
        self.all, self.setup, self.lock = {}, {}, threading.Lock()
        for test in json.loads(shown)["tests"]:
            properties = {each["name"]: each["value"] for each in test.get("properties", [])}
            if NOT_RUN.search(test["name"]) or re.search(without, test["name"]) or "command" not in test:
                continue
            for fixture in properties.get("FIXTURES_SETUP", []):
                self.setup[fixture] = test["command"]
            self.all[test["name"]] = {"command": test["command"], "needs": properties.get("FIXTURES_REQUIRED", []),
                                      "unit": "unit" in properties.get("LABELS", [])}
        self.known = known

    def once(self, name, variables, seconds):
        test = self.all[name]
        if not test["needs"]:
            return run(test["command"], variables, seconds, self.folder)
        with self.lock:  # what the fixture writes has one place
            for fixture in test["needs"]:
                wrong = run(self.setup[fixture], variables, seconds, self.folder)
                if wrong:
                    return wrong
            return run(test["command"], variables, seconds, self.folder)

    def stamp(self, name):
        """Changes when the programs of a test do: a test program alone, of others all that the library is in."""
        programs = [word for word in self.all[name]["command"] if os.path.isfile(word)]
        return [os.stat(program).st_mtime_ns for program in programs]

    def look(self, name):
        """Runs a test with no mutant on: what it reaches, and how long it takes."""
        before = self.known.get(name)
        if before and before["stamp"] == self.stamp(name):
            return None
        for _ in range(2):  # a test with a limit of time may fail beside others
            with tempfile.NamedTemporaryFile("r") as reached:
                start = time.monotonic()
                wrong = self.once(name, {"SUPPLE_MUTANT_REACHED": reached.name}, 1800)
                if not wrong:
                    numbers = sorted({int(number) for number in reached.read().split()})
                    self.known[name] = {"stamp": self.stamp(name), "seconds": time.monotonic() - start,
                                        "reaches": numbers}
                    return None
        return f"{name}: {wrong}"

    def rounds(self, k, module):
        """Lists of tests that reach a mutant, in the order in which they are asked: tests of one program together."""
        groups = {}
        for name, test in self.all.items():
            if k not in self.known[name]["reaches"]:
                continue
            slow = self.known[name]["seconds"] > QUICK
            own = name.startswith(f"{module}.")
            program = test["command"][0] if test["unit"] else name
            groups.setdefault((not test["unit"], slow, not own, program), []).append(name)
        cost = {key: sum(self.known[name]["seconds"] for name in names) for key, names in groups.items()}
        return [groups[key] for key in sorted(groups, key=lambda key: (*key[:3], cost[key]))]

    def catcher(self, k, module):
        """Which test catches the mutant, and how; None where all pass. The second value counts the tests asked."""
        asked = 0
        for names in self.rounds(k, module):
            asked += len(names)
            seconds = 10 + 5 * sum(self.known[name]["seconds"] for name in names)
            variables = {"SUPPLE_MUTANT": str(k)}
            test = self.all[names[0]]
            if test["unit"]:
                chosen = [word.split("=", 1)[1] for name in names for word in self.all[name]["command"]
                          if word.startswith("--gtest_filter=")]
                command = [test["command"][0], "--gtest_brief=1", "--gtest_fail_fast",
                           "--gtest_filter=" + ":".join(chosen)]
                wrong = run(command, variables, seconds, self.folder)
                by = os.path.basename(command[0])
            else:
                wrong = self.once(names[0], variables, seconds)
                by = names[0]
            if wrong:
                return f"{by}: {wrong}", asked
        return None, asked


def explained(text):
    """Reasons of survivors.md by file, source line and change: rows of its table."""
    found = {}
    for row in re.findall(r"^\| `(.*?)` \| `(.*)` \| (.*?) \| (.*?) \|$", text, re.MULTILINE):
        found[row[0], row[1].replace("\\|", "|"), row[2].replace("\\|", "|")] = row[3]
    return found


def judge(mutants, caught, reasons, least):
    """Lines of the report, and whether enough were caught."""
    lines = []
    survivors = [k for k in mutants if not caught.get(k)]
    for k, mutant in mutants.items():
        place = f"{mutant['file']}:{mutant['line']}: {mutant['change']}"
        lines.append(f"{k:>5} {'caught  ' if caught.get(k) else 'SURVIVED'} {place}  [{caught.get(k) or mutant['text']}]")
    for k in survivors:
        mutant = mutants[k]
        reason = reasons.get((mutant["file"], mutant["text"], mutant["change"]), "no reason is known")
        lines.append(f"survivor {k}: {mutant['file']}: {mutant['text']}: {mutant['change']}: {reason}")
    number = len(mutants) - len(survivors)
    lines.append(f"{number} of {len(mutants)} mutants caught")
    return lines, number * 100 >= least * len(mutants)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("steps", nargs="*", help="plant, build, try; all of them where none is named")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--least", type=float, default=90, help="%% that must be caught")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--project", type=pathlib.Path, default=HERE.parent.parent)
    parser.add_argument("--tree", type=pathlib.Path, help="where the copy is made: build/mutants of the project")
    parser.add_argument("--without", default="^$", help="names of tests that are not asked, a regular expression")
    parser.add_argument("--cmake", nargs="*", default=[], help="settings of the planted build: SUPPLE_STUDIES=OFF")
    options = parser.parse_args()
    steps = options.steps or ["plant", "build", "try"]
    project = options.project.resolve()
    tree = options.tree or project / "build/mutants"
    build = tree / "build/release"
    list_file, reach_file, tried_file = (tree / name for name in ("mutants.json", "reached.json", "tried.json"))

    def stored(file):
        return json.loads(file.read_text()) if file.is_file() else {}

    if "plant" in steps:
        planting = Planting(project, tree, options.seed)
        planting.copy()
        planting.draw(options.count, Compiler(project, tree), options.jobs)
        mutants = planting.described()
        if stored(list_file) != mutants:
            for file in (reach_file, tried_file):
                file.unlink(missing_ok=True)
        list_file.write_text(json.dumps(mutants, indent=1))
        print(f"{len(mutants)} mutants planted in {len({m['file'] for m in mutants.values()})} files", flush=True)
    if "build" in steps:
        settings = ["-DSUPPLE_BENCHMARKS=OFF", *(f"-D{one}" for one in options.cmake)]
        subprocess.run(["cmake", "--preset", "test", *settings], cwd=tree, check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["cmake", "--build", "--preset", "test", f"-j{options.jobs}"], cwd=tree, check=True)
    if "try" not in steps:
        return 0

    mutants = stored(list_file)
    tests = Tests(build, stored(reach_file), options.without)
    before = {name: entry["stamp"] for name, entry in tests.known.items()}
    writing = threading.Lock()
    written = time.monotonic()

    def look(name):
        nonlocal written
        failed = tests.look(name)
        with writing:
            if time.monotonic() - written > 10:
                reach_file.write_text(json.dumps(dict(tests.known)))
                written = time.monotonic()
        return failed

    wrong = [one for one in in_parallel(options.jobs, look, tests.all) if one]
    reach_file.write_text(json.dumps(tests.known))
    if wrong:
        print("tests that fail with no mutant on:", *wrong, sep="\n")
        return 2
    new = [name for name in tests.all if before.get(name) != tests.known[name]["stamp"]]
    print(f"{len(tests.all)} tests pass with no mutant on, {len(new)} of them looked at now", flush=True)
    caught = stored(tried_file)

    def attempt(k):
        if caught.get(k):
            return
        by, asked = tests.catcher(int(k), mutants[k]["file"].split("/")[2])
        with writing:
            caught[k] = by
            tried_file.write_text(json.dumps(caught, indent=1))
            print(f"{k}: {by or 'SURVIVED'} ({asked} tests asked)", flush=True)

    in_parallel(options.jobs, attempt, mutants)
    reasons = project / "tests/mutation/survivors.md"
    lines, enough = judge(mutants, caught, explained(reasons.read_text()) if reasons.is_file() else {}, options.least)
    print(*lines, sep="\n")
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
