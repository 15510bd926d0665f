#!/usr/bin/python3
"""What Python adds to the cost of the same work in C++ (speed.cpp): CPU time, the best of seven, in turns.

usage: PYTHONPATH=build/release/python benchmarks/python/run.py [build/release/benchmarks/python_speed]

Exits with 1 where Python costs more than 1.15 times the cases of C++, or more than a microsecond a solve or an array.
"""

import pathlib
import subprocess
import sys
import time

import numpy as np
import supple

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "build/release/benchmarks/python_speed")
CATHETER = str(ROOT / "examples/catheter.yaml")
ROUNDS = 7


def in_cpp(what):
    done = subprocess.run([PROGRAM, CATHETER, what], capture_output=True, text=True, check=True)
    seconds, number = done.stdout.split()
    return float(seconds), float(number)


def cases():
    """CPU seconds of 7776 cases in Python and in C++, after a check that both find the same."""
    m = supple.load(CATHETER)
    row = np.arange(7776)
    paths = {"loads.0.force.x": 4e-3, "loads.0.force.y": 2.5e-3, "loads.0.force.z": 2.5e-3, "loads.0.moment.y": 250e-6,
             "loads.0.moment.z": 150e-6}
    start = time.process_time()
    inputs = {path: size * (-1.0 + 0.4 * (row // 6**k % 6)) for k, (path, size) in enumerate(paths.items())}
    table = m.solve_cases(inputs, ["tip.position", "tip.quaternion", "energy.elastic"])
    spent = time.process_time() - start
    told, number = in_cpp("cases")
    assert table["tip.position"][7000, 0] == number
    return spent, told


def warm():
    """Microseconds of a warm solve in Python, of one with an array, and of one in C++."""
    solver = supple.Solver(supple.load(CATHETER))
    fx = solver.input("loads.0.force.x")
    solver.solve()

    def spent(body, times=20000):
        start = time.process_time()
        for i in range(times):
            body(4e-3 + 1e-9 * (i % 7))
        return 1e6 * (time.process_time() - start) / times

    def solved(force):
        solver.set(fx, force)
        solver.solve()

    def shown(force):
        solver.set(fx, force)
        solver.solve().tip.position

    loop = spent(lambda force: None)
    return spent(solved) - loop, spent(shown) - loop, 1e6 * in_cpp("warm")[0]


python, cpp = map(min, zip(*(cases() for _ in range(ROUNDS))))
solve, array, alone = map(min, zip(*(warm() for _ in range(ROUNDS))))
print(f"7776 cases: {1e3 * python:.2f} ms, C++ {1e3 * cpp:.2f} ms, ratio {python / cpp:.2f}")
print(f"warm solve: {solve:.2f} us, with an array {array:.2f} us, C++ {alone:.2f} us")
sys.exit(0 if python < 1.15 * cpp and solve < alone + 1.0 and array - solve < 1.0 else 1)
