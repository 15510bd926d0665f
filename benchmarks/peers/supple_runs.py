"""Runs of the programs of this repository.

A cold solve takes microseconds and is timed by `supple compare` itself, as the median of many. A motion takes as long as
the whole program does, reading and printing included, in CPU time. A single step is timed by supple_bench.
"""

import json
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

PROGRAM, BENCH = map(pathlib.Path, sys.argv[1:3])


def run(command, model_file, *options):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "model.yaml"
        path.write_text(model_file)
        done = subprocess.run([PROGRAM, command, path, "--json", "--quiet", *options],
                              capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        raise RuntimeError(f"supple {command}: {done.stderr or done.stdout[:500]}")
    return json.loads(done.stdout)


def solve(model_file):
    """The tip [m] of the equilibrium."""
    return run("solve", model_file)["tip"]["position"]


def time_cold_solves(model_file):
    """Median time [s] of cold solves of the file's own model, and of the exact rod."""
    compared = [run("compare", model_file) for _ in range(5)]
    return (statistics.median(one["models"][0]["seconds"] for one in compared),
            statistics.median(one["exact"]["seconds"] for one in compared))


def cpu_time_of_children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def simulate(model_file, repetitions=5):
    """Places of the tip [m] at the output times, and the median CPU seconds of the program."""
    spent = []
    for _ in range(repetitions):
        before = cpu_time_of_children()
        motion = run("simulate", model_file)
        spent.append(cpu_time_of_children() - before)
    if motion["status"] != "converged":
        raise RuntimeError(f"supple simulate: {motion['message']}")
    return motion["tip"]["position"], statistics.median(spent)


def benchmark(name):
    """Median CPU seconds of one iteration."""
    done = subprocess.run([BENCH, f"--benchmark_filter=^{name}$", "--benchmark_format=json", "--benchmark_repetitions=9",
                           "--benchmark_min_time=0.05", "--benchmark_report_aggregates_only=true"],
                          check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    unit = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}
    return next(entry["cpu_time"] * unit[entry["time_unit"]] for entry in json.loads(done.stdout)["benchmarks"]
                if entry["aggregate_name"] == "median")
