"""The silicone rod of experiment 3 [Tariverdi 2020], let go straight and undamped: explicit steps of one size for all.

usage: soft_rod.py SUPPLE SUPPLE_BENCH
"""

import numpy as np

from problem import installed, mean_far, report, row
from rods import GRAVITY, SILICONE_ROD
import supple_runs

DURATION, EVERY = 0.2, 2e-3                # [s]
STEP = {15: 5e-5, 200: 5e-6, 400: 2.5e-6}  # elements: [s]
TIMES = EVERY * np.arange(1, round(DURATION / EVERY) + 1)


def supple(elements):
    text = (SILICONE_ROD.described() + f"environment: {{gravity: 0 0 {-GRAVITY} m/s^2}}\n"
            f"model: {{type: variational, elements: {elements}}}\nsimulation: {{duration: {DURATION!r} s, "
            f"output_every: {EVERY!r} s, initial: straight, integrator: explicit, step: {STEP[elements]!r} s}}\n")
    places, _ = supple_runs.simulate(text, 1)
    return places[1:]


truth = supple(400)


def rows_of(elements):
    yield row(f"supple: {elements} elements", supple_runs.benchmark(f"step/variational/explicit/{elements}"),
              mean_far(supple(elements), truth, SILICONE_ROD.length))
    if installed("elastica"):
        import peer_elastica
        runs = []
        for _ in range(3):
            rod = peer_elastica.ClampedRod(SILICONE_ROD, elements, gravity=(0.0, 0.0, -GRAVITY))
            rod.run(STEP[elements], TIMES[:1])  # compiles
            rod = peer_elastica.ClampedRod(SILICONE_ROD, elements, gravity=(0.0, 0.0, -GRAVITY))
            runs.append(rod.run(STEP[elements], TIMES))
        yield row(f"PyElastica: {elements} elements", sorted(seconds for _, seconds in runs)[1],
                  mean_far(runs[0][0], truth, SILICONE_ROD.length))


for elements in (15, 200):
    report(f"A soft rod falls and swings, {elements} elements, explicit steps of {1e6 * STEP[elements]:g} µs", "one step",
           f"of the tip, mean over {DURATION} s, against supple with 400 elements", list(rows_of(elements)))
