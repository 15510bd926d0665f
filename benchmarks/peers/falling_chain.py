"""A damped soft rod falls from the horizontal as a chain of 16 ball joints, half-links.

The chain is the same in both programs, so that what differs is the integration in time.

usage: falling_chain.py SUPPLE SUPPLE_BENCH
"""

import statistics
import time

import numpy as np

from problem import installed, mean_far, report, row
from rods import GRAVITY, POLYMER_ROD, RETARDATION_TIME
import supple_runs

DURATION, EVERY, JOINTS = 2.0, 10e-3, 16  # [s], [s]
TIMES = EVERY * np.arange(1, round(DURATION / EVERY) + 1)


def supple(joints, tolerance, repetitions):
    text = (POLYMER_ROD.described().replace("base:", f"  damping: {{retardation_time: {RETARDATION_TIME!r} s}}\nbase:")
            + f"environment: {{gravity: 0 {-GRAVITY} 0 m/s^2}}\n"
            f"model: {{type: spherical-prb, joints: {joints}, layout: half-links}}\nsimulation: "
            f"{{duration: {DURATION!r} s, output_every: {EVERY!r} s, initial: straight, tolerance: {tolerance!r}}}\n")
    places, seconds = supple_runs.simulate(text, repetitions)
    return places[1:], seconds / DURATION


truth, _ = supple(JOINTS, 1e-9, 1)
rows = []
for tolerance in (1e-6, 1e-4, 1e-3):
    places, seconds = supple(JOINTS, tolerance, 5)
    rows.append(row(f"supple: tolerance {tolerance:.0e}", seconds, mean_far(places, truth, POLYMER_ROD.length)))

if installed("mujoco"):
    import peer_mujoco

    def follow(step):
        chain = peer_mujoco.Chain(POLYMER_ROD, JOINTS, step, GRAVITY, RETARDATION_TIME)
        places, start = [], time.process_time()
        for _ in TIMES:
            chain.step(round(EVERY / step))
            places.append(chain.tip())
        return time.process_time() - start, places

    for step in (1e-3, 1e-4, 1e-5):
        runs = [follow(step) for _ in range(3 if step > 1e-5 else 1)]
        rows.append(row(f"MuJoCo: steps of {1e3 * step:g} ms", statistics.median(spent for spent, _ in runs) / DURATION,
                        mean_far(runs[0][1], truth, POLYMER_ROD.length)))

report(f"A damped soft rod falls: {JOINTS} ball joints", "one simulated second",
       f"of the tip, mean over {DURATION:g} s, against the same chain at tolerance 1e-9", rows)
