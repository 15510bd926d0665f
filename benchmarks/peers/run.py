#!/usr/bin/env python3
"""Times supple and other programs on the same problems, in one run on one machine.

usage: benchmarks/peers/run.py [--program SUPPLE] [--bench SUPPLE_BENCH] [--out RESULTS.json] [--update PAGE.md ...]

PyElastica, MuJoCo and SciPy are installed by pip into a virtual environment of their own, build/peers, in their latest
versions. One that cannot be had is named, and nothing is claimed of it; where none can be had, nothing is written. With
--update the tables of the pages are made anew from the results (docs/tables.py).
"""

import argparse
import datetime
import json
import os
import pathlib
import platform
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PEERS = {"SciPy": "scipy", "PyElastica": "pyelastica", "MuJoCo": "mujoco"}
PROBLEMS = ("cantilever", "soft_rod", "stiff_rod", "falling_chain")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/release/apps/supple")
    parser.add_argument("--bench", type=pathlib.Path, help="without it benchmarks/supple_bench of the same build")
    parser.add_argument("--venv", type=pathlib.Path, default=ROOT / "build/peers")
    parser.add_argument("--out", type=pathlib.Path, default=HERE / "results.json")
    parser.add_argument("--update", type=pathlib.Path, nargs="*", default=[], metavar="PAGE.md")
    chosen = parser.parse_args()
    chosen.program = chosen.program.resolve()
    chosen.bench = (chosen.bench or chosen.program.parent.parent / "benchmarks/supple_bench").resolve()
    for path in (chosen.program, chosen.bench):
        if not path.is_file():
            parser.error(f"{path} is not there; ./quickstart test builds it")
    return chosen


def say(text):
    print(text, file=sys.stderr, flush=True)


def install(venv):
    """The interpreter of the environment, and the version of each peer that could be had."""
    python = venv / "bin/python"
    if not python.is_file():
        made = subprocess.run([sys.executable, "-m", "venv", venv], capture_output=True, text=True)
        if made.returncode != 0:
            say(f"no virtual environment (on Debian: package python3-venv): {made.stdout.strip()}")
            return python, {}
    versions = {}
    for peer, package in PEERS.items():
        say(f"installing {peer}")
        pip = subprocess.run([python, "-m", "pip", "install", "-q", "--upgrade", "--retries", "1", package],
                             capture_output=True, text=True)
        if pip.returncode != 0:
            reason = (pip.stderr.strip() or "pip failed").splitlines()[-1]
            say(f"{peer} could not be installed, so nothing is said of it: {reason}")
            continue
        shown = subprocess.run([python, "-m", "pip", "show", package], capture_output=True, text=True, check=True)
        versions[peer] = re.search(r"^Version: (.*)$", shown.stdout, flags=re.MULTILINE).group(1)
    return python, versions


def solve_problems(python, program, bench):
    """Each problem in a process of its own, with one thread."""
    alone = dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", PYTHONDONTWRITEBYTECODE="1")
    for problem in PROBLEMS:
        say(f"running {problem}")
        done = subprocess.run([python, HERE / f"{problem}.py", program, bench], env=alone, text=True, check=True,
                              stdout=subprocess.PIPE)
        yield from map(json.loads, done.stdout.splitlines())


def time_kernels(bench):
    """Median CPU seconds of each benchmark of supple_bench."""
    say(f"running {bench.name}")
    done = subprocess.run([bench, "--benchmark_format=json", "--benchmark_repetitions=5", "--benchmark_min_time=0.05",
                           "--benchmark_report_aggregates_only=true"],
                          check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    unit = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}
    return {entry["run_name"]: entry["cpu_time"] * unit[entry["time_unit"]]
            for entry in json.loads(done.stdout)["benchmarks"] if entry["aggregate_name"] == "median"}


def processor():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def main():
    chosen = arguments()
    python, versions = install(chosen.venv)
    if not versions:
        say("No peer could be installed: nothing was measured and nothing is written.")
        return
    supple = subprocess.run([chosen.program, "--version"], capture_output=True, text=True, check=True).stdout
    results = {
        "format": "supple-peers/1",
        "date": datetime.date.today().isoformat(),
        "machine": {"processor": processor(), "cores": os.cpu_count(), "system": platform.system()},
        "versions": {"supple": supple.split()[-1], **versions},
        "missing": [peer for peer in PEERS if peer not in versions],
        "problems": list(solve_problems(python, chosen.program, chosen.bench)),
        "benchmarks": time_kernels(chosen.bench),
    }
    chosen.out.write_text(json.dumps(results, indent=1, ensure_ascii=False, allow_nan=False) + "\n")
    say(f"wrote {chosen.out}")
    if chosen.update:
        subprocess.run([sys.executable, "-B", ROOT / "docs/tables.py", "--measured", chosen.out, "--update", *chosen.update],
                       check=True)


main()
