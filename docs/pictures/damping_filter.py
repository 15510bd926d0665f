"""Draws damping_filter.png of docs/gallery.md: what the filter makes of a motion with known damping, for eight seeds of the camera's noise.

The motion is that of a rod of 40 elements with 2.18 1/s, seen at five points with 0.05 mm of noise; the filter's model has 10 elements.
"""

import csv
import io
import pathlib
import subprocess
import tempfile

import numpy as np
from picture import BLUE, EXAMPLES, GREEN, ORANGE, PROGRAM, ask, plt, save

TRUE, SEEDS, STEP = 2.18, 8, 80e-6  # [1/s], -, [s]
HORIZONS = (1, 2, 3, 5, 7, 10, 15, 20, 30, 45, 60, 90, 125)
model = EXAMPLES / "damping_of_a_soft_rod.yaml"

with tempfile.TemporaryDirectory() as folder:
    run, seen = pathlib.Path(folder, "run.csv"), pathlib.Path(folder, "seen.csv")
    subprocess.run([PROGRAM, "simulate", model, "--set", "model.elements=40", "--set", f"rod.damping.viscous_rate={TRUE} 1/s", "--set",
                    "simulation.duration=1 s", "--quiet", "--out", run], check=True, capture_output=True)
    rows = list(csv.reader(line for line in io.StringIO(run.read_text()) if not line.startswith("#")))
    wanted = [i for i, name in enumerate(rows[0]) if name.startswith("time") or ".position." in name]
    with open(seen, "w", newline="") as file:
        csv.writer(file).writerows([row[i] for i in wanted] for row in rows)
    answers = {(horizon, causal): ask("estimate", model, seen, "--damping", "--noise", "0.05 mm", "--seeds", SEEDS, "--step", f"{STEP} s",
                                      "--rotational-rate", f"{TRUE} 1/s", "--horizon", horizon, *(["--causal"] if causal else []),
                                      may_fail=True)["runs"]
               for horizon in HORIZONS for causal in (False, True)}

figure, (left, right) = plt.subplots(1, 2, figsize=(10.0, 3.9))
for causal, colour, shift, name in ((False, BLUE, 0.97, "reading ahead"), (True, ORANGE, 1.03, "causal")):
    for horizon in HORIZONS:
        tau = 1e3 * horizon * STEP * shift
        good = [one for one in answers[horizon, causal] if one["status"] == "converged"]
        label = name if horizon == HORIZONS[-1] else None
        left.plot([tau] * len(good), [one["damping"]["viscous_rate"] for one in good], "o", color=colour, ms=3.6, alpha=0.7, label=label)
        if len(good) < SEEDS:
            left.plot([tau], [55 if causal else 40], "x", color=colour, ms=5, mew=1.4)
        right.plot([tau] * len(good), [1e3 * one["error"]["largest"] for one in good], "o", color=colour, ms=3.6, alpha=0.7,
                   label=f"{name}: largest" if label else None)
        right.plot([tau] * len(good), [1e3 * one["error"]["mean"] for one in good], "_", color=colour, ms=8, mew=1.6, alpha=0.8,
                   label=f"{name}: mean" if label else None)
left.axhline(TRUE, color=GREEN, lw=1.3)
left.text(0.085, TRUE * 0.95, "true: 2.18 1/s", color=GREEN, fontsize=8.5, va="top")
left.text(0.085, 22, "×  all or some seeds blow up or are refused", color="0.3", fontsize=8.5)
right.axhline(0.05, color="0.4", lw=1, ls=":")
right.text(10.6, 0.0485, "noise of the camera", fontsize=8.5, color="0.35", ha="right", va="top")
left.set(xscale="log", yscale="log", xlabel="horizon τ [ms]", ylabel="damping found [1/s]", ylim=(1.4, 75), title="eight seeds of the noise")
right.set(xscale="log", yscale="log", xlabel="horizon τ [ms]", ylabel="filter to measurement, tip [mm]", title="how closely it follows")
left.set_yticks([2, 5, 10, 20, 50], ["2", "5", "10", "20", "50"])
right.set_yticks([0.02, 0.05, 0.1, 0.2, 0.5, 1], ["0.02", "0.05", "0.1", "0.2", "0.5", "1"])
for axis in (left, right):
    axis.set_xticks([0.1, 0.2, 0.5, 1, 2, 5, 10], ["0.1", "0.2", "0.5", "1", "2", "5", "10"])
    axis.minorticks_off()
left.legend(loc="upper right")
right.set_ylim(0.013, 3)
right.legend(loc="upper left", ncol=2)
save(figure, "damping_filter.png")
