"""Ctrl-C ends whatever takes long, within one solve too."""

import os
import signal
import subprocess
import sys
import time

import pytest
from conftest import EXAMPLES

# A load that takes its time: one solve of any kind then lasts minutes, if nothing ends it.
SLOW = """
import sys, time
import numpy as np
import supple

class Slow:
    def wrench(self, position, rotation):
        end = time.monotonic() + 0.02
        while time.monotonic() < end:
            pass
        return [*(0.3 * (np.array([0.03, 0.02, 0.02]) - position)), 0, 0, 0]
"""
LONG = """
m = supple.load(EXAMPLES + "/catheter.yaml").with_model("spherical-prb")
m["model.joints"] = 2000
m["loads.0.force"] = "60 -40 30 mN"
m["loads.0.moment"] = "0 -25000 0 mN mm"
"""
WORK = {
    "solve": LONG + "work = lambda: m.solve()",
    "Solver": LONG + "s = supple.Solver(m)\nwork = lambda: s.solve()",
    "own": "m = supple.load(EXAMPLES + '/catheter.yaml')\nm.add_load(Slow())\nwork = lambda: m.solve()",
    "steer": "m = supple.load(EXAMPLES + '/mri_catheter.yaml')\nm.add_load(Slow(), at='tip')\n"
             "work = lambda: m.steer('10 5 * mm')",
    "Steerer": "m = supple.load(EXAMPLES + '/mri_catheter.yaml')\nm.add_load(Slow(), at='tip')\ns = supple.Steerer(m)\n"
               "work = lambda: s.steer('10 5 * mm')",
    "solve_cases": "m = supple.load(EXAMPLES + '/catheter.yaml')\nm.add_load(Slow())\n"
                   "work = lambda: m.solve_cases({'loads.0.force.x': np.linspace(0, 4e-3, 1000)})",
    "estimate": "m = supple.load(EXAMPLES + '/damping_of_a_soft_rod.yaml')\n"
                "work = lambda: m.estimate(EXAMPLES + '/damping_of_a_soft_rod.csv', step=1e-9)",
    "simulate": "m = supple.load(EXAMPLES + '/released_rod.yaml', set={'simulation.duration': '900 s'})\n"
                "work = lambda: m.simulate()",
    "modes": "m = supple.load(EXAMPLES + '/free_vibration.yaml')\nm.add_load(Slow())\nwork = lambda: m.modes()",
    "fit": "m = supple.load(EXAMPLES + '/catheter.yaml')\nm.add_load(Slow())\n"
           "work = lambda: m.fit(EXAMPLES + '/catheter_measured.csv', ['rod.bending_stiffness'])",
    "compare": "m = supple.load(EXAMPLES + '/catheter.yaml')\nm.add_load(Slow())\n"
               "work = lambda: m.compare(models=['isotropic-prb'], joints=[4, 8, 16])",
}
END = """
def again():
    while True:
        work()
print("ready", flush=True)
try:
    again()
except KeyboardInterrupt:
    print("stopped", flush=True)
"""


@pytest.mark.parametrize("what", sorted(WORK))
def test_ctrl_c_ends(what):
    code = SLOW + f"EXAMPLES = {str(EXAMPLES)!r}\n" + WORK[what] + END
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=os.environ)
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.7)
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    try:
        told = process.communicate(timeout=60)[0]
    finally:
        process.kill()
    assert told == "stopped\n" and process.returncode == 0
    assert time.monotonic() - start < 30
