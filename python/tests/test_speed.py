"""What Python adds to the cost of the same work in C++ (speed.cpp): CPU time, the best of several, in turns."""

import os
import subprocess
import time

import numpy as np
import pytest
import supple
from conftest import EXAMPLES

PROGRAM = os.environ.get("SUPPLE_SPEED")
pytestmark = pytest.mark.skipif(not PROGRAM, reason="SUPPLE_SPEED names no program")
CATHETER = str(EXAMPLES / "catheter.yaml")


def in_cpp(what):
    seconds, number = subprocess.run([PROGRAM, CATHETER, what], capture_output=True, text=True).stdout.split()
    return float(seconds), float(number)


def test_7776_cases_cost_at_most_1_15_times_those_of_cpp():
    m = supple.load(CATHETER)
    row = np.arange(7776)
    paths = {"loads.0.force.x": 4e-3, "loads.0.force.y": 2.5e-3, "loads.0.force.z": 2.5e-3, "loads.0.moment.y": 250e-6,
             "loads.0.moment.z": 150e-6}
    ratios = []
    for _ in range(7):
        start = time.process_time()
        cases = {path: size * (-1.0 + 0.4 * (row // 6**k % 6)) for k, (path, size) in enumerate(paths.items())}
        table = m.solve_cases(cases, ["tip.position", "tip.quaternion", "energy.elastic"])
        spent = time.process_time() - start
        told, number = in_cpp("cases")
        assert table["tip.position"][7000, 0] == number
        ratios.append((spent, told))
    python, cpp = (min(pair[i] for pair in ratios) for i in (0, 1))
    print(f"{1e3 * python:.2f} ms, C++ {1e3 * cpp:.2f} ms")
    assert python < 1.15 * cpp


def test_a_warm_solve_costs_little_more_than_in_cpp():
    """One microsecond a solve, and one a converted array."""
    solver = supple.Solver(supple.load(CATHETER))
    fx = solver.input("loads.0.force.x")
    solver.solve()

    def spent(body, times=20000):
        start = time.process_time()
        for i in range(times):
            body(4e-3 + 1e-9 * (i % 7))
        return (time.process_time() - start) / times

    def solved(force):
        solver.set(fx, force)
        solver.solve()

    def shown(force):
        solver.set(fx, force)
        solver.solve().tip.position

    rounds = [(spent(lambda force: None), spent(solved), spent(shown), in_cpp("warm")[0]) for _ in range(7)]
    loop, solve, array, cpp = (1e6 * min(r[i] for r in rounds) for i in range(4))
    print(f"solve {solve - loop:.2f} us, with an array {array - loop:.2f} us, C++ {cpp:.2f} us")
    assert solve - loop < cpp + 1.0
    assert array - solve < 1.0
