"""Draws convergence.png of docs/gallery.md: error of the tip over the number of joints, against the exact rod.

Left the catheter of examples/catheter.yaml by all its models, right the layouts of ball joints of the MRI-steered catheter, the mean over the
40 currents of examples/mri_catheter_currents.csv, without weight.
"""

import numpy as np
from picture import BLUE, EXAMPLES, GREEN, GREY, ORANGE, PURPLE, RED, ask, plt, save

figure, (left, right) = plt.subplots(1, 2, figsize=(10.0, 4.0), sharey=True)


def slope(axis, at, error, order, text):
    n = np.array([at, 4 * at])
    axis.plot(n, error * (n / at) ** -order, color=GREY, lw=1, ls="--")
    axis.text(n[1] * 1.06, error * 4.0 ** -order, text, color="0.35", fontsize=8.5, va="center")


found = ask("compare", EXAMPLES / "catheter.yaml", "--joints", "2,3,4,6,9,15,24,48,96")["models"]
for name, colour, mark in (("universal-prb", ORANGE, "o"), ("isotropic-prb", RED, "s"), ("spherical-prb", BLUE, "^"),
                           ("curvature", GREEN, "D")):
    rows = sorted({(one["joints"], one["tip_error_relative"]) for one in found
                   if one["model"] == name and not one["as_written"] and one["status"] == "converged"})
    left.loglog(*np.transpose([(n, 100 * error) for n, error in rows]), mark + "-", color=colour, ms=4.5, label=name)
fitted = next(one for one in found if one["as_written"])
left.loglog([fitted["joints"]], [100 * fitted["tip_error_relative"]], "*", color="0.15", ms=11, label="as published: fitted segment")
slope(left, 12, 0.25, 2, "order 2")
left.set(xlabel="joints", ylabel="error of the tip [% of the length]", title="catheter under a tip load")
left.legend(loc="lower left")

layouts = {"equal-links": (PURPLE, "v"), "base-joint": (RED, "s"), "equal-links-exact": (ORANGE, "o"), "half-links": (GREEN, "D"),
           "split": (BLUE, "^")}
found = ask("compare", EXAMPLES / "mri_catheter.yaml", "--set", "environment.gravity=0 0 0 m/s^2", "--cases",
            EXAMPLES / "mri_catheter_currents.csv", "--models", "spherical-prb", "--layouts", ",".join(layouts), "--joints",
            "3,4,5,6,7,8,9,12,15,20,30,50")["models"]
for name, (colour, mark) in layouts.items():
    rows = sorted((one["joints"], 100 * one["tip_error_relative"]["mean"]) for one in found
                  if one["layout"] == name and not one["as_written"])
    right.loglog(*np.transpose(rows), mark + "-", color=colour, ms=4, lw=1.5, label=name)
slope(right, 9, 12, 1, "order 1")
slope(right, 4, 0.08, 2, "order 2")
right.set(xlabel="ball joints", title="MRI-steered catheter, mean of 40 currents")
right.legend(loc="lower left")
for axis, ticks in ((left, (2, 5, 10, 20, 50, 100)), (right, (3, 5, 10, 20, 50))):
    axis.set_xticks(ticks, [str(n) for n in ticks])
    axis.minorticks_off()
    axis.set_ylim(5e-5, 20)
    axis.set_yticks([1e-4, 1e-3, 1e-2, 1e-1, 1, 10], ["0.0001", "0.001", "0.01", "0.1", "1", "10"])
save(figure, "convergence.png")
