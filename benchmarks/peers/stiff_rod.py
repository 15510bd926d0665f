"""The aluminium rod of experiment 1 [Tariverdi 2020], undamped, pulled sideways at once by a force at its tip.

It swings as after a release, about the deflection under the force. Two periods are followed.

usage: stiff_rod.py SUPPLE SUPPLE_BENCH
"""

import numpy as np

from problem import installed, mean_far, report, row
from rods import ALUMINIUM_ROD, ALUMINIUM_TIP_FORCE, GRAVITY
import supple_runs

DURATION, EVERY = 54e-3, 1e-3  # [s]
STEP = {15: 0.25e-6, 100: 0.2e-6}  # elements: [s], explicit; the motion blows up at 0.4 and at 0.25 µs
TIMES = EVERY * np.arange(1, round(DURATION / EVERY) + 1)


def supple(elements, step, repetitions):
    fixed = f", integrator: implicit, step: {step!r} s" if step else ""
    text = (ALUMINIUM_ROD.described() + f"environment: {{gravity: 0 0 {-GRAVITY} m/s^2}}\n"
            f"model: {{type: variational, elements: {elements}}}\n"
            f"loads: [{{name: tip, at: tip, force: 0 {ALUMINIUM_TIP_FORCE} 0 N}}]\nsimulation: "
            f"{{duration: {DURATION!r} s, output_every: {EVERY!r} s, initial: straight{fixed}}}\n")
    places, seconds = supple_runs.simulate(text, repetitions)
    return places[1:], seconds / DURATION


truth, _ = supple(240, 5e-6, 1)
rows = []
for elements in (15, 100):
    places, seconds = supple(elements, None, 5)
    rows.append(row(f"supple: {elements} elements, implicit, default step", seconds,
                    mean_far(places, truth, ALUMINIUM_ROD.length)))
if installed("elastica"):
    import peer_elastica

    def built(elements):
        return peer_elastica.ClampedRod(ALUMINIUM_ROD, elements, gravity=(0.0, 0.0, -GRAVITY),
                                        tip_force=(0.0, ALUMINIUM_TIP_FORCE, 0.0))
    for elements in (15, 100):
        built(elements).run(STEP[elements], TIMES[:1])  # compiles
        places, seconds = built(elements).run(STEP[elements], TIMES)
        rows.append(row(f"PyElastica: {elements} elements, steps of {1e6 * STEP[elements]:g} µs", seconds / STEP[elements],
                        mean_far(places, truth, ALUMINIUM_ROD.length)))

report("A stiff rod swings: aluminium, 2 mm thick", "one simulated second",
       f"of the tip, mean over {1e3 * DURATION:g} ms, against supple with 240 elements", rows)
