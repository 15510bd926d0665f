"""Draws arm_motion.png of docs/gallery.md: the un-actuated rod-driven arm let go, and what a short record tells of its frequency.

Inertia as printed in [Rone 2014] and as it follows from the disks; 1 kHz, of which the spectra take 512 samples.
"""

import numpy as np
from picture import BLUE, EXAMPLES, ORANGE, ask, plt, save

printed = EXAMPLES / "rod_driven_arm_as_printed.yaml"
physical = ["--set", "attachments.0.disks.radial_inertia=" + " ".join(4 * ["2.820071e-7"] + 4 * ["1.900667e-7"]) + " kg m^2"]
runs = {"inertia as printed": (ORANGE, [], "7.81 Hz\nthe study's model"), "physical inertia": (BLUE, physical, "9.76 Hz\nits finite elements")}

figure, (left, right) = plt.subplots(1, 2, figsize=(10.0, 3.7), width_ratios=[1.25, 1])
for row, (name, (colour, settings, study)) in enumerate(runs.items()):
    run = ask("simulate", printed, *settings, "--spectrum", "tip.position.x", "--samples", "512")
    time, x = np.array(run["time"]), 1e3 * np.array(run["tip"]["position"])[:, 0]
    left.plot(time[time <= 1.0], x[time <= 1.0], color=colour, label=name, lw=1.6)
    spectrum = run["spectrum"]
    f, amplitude = np.array(spectrum["frequency"]), 1e3 * np.array(spectrum["amplitude"])
    true = spectrum["fitted_frequency"]
    right.vlines(f[:13] + 0.12 * (2 * row - 1), 0, amplitude[:13], color=colour, lw=4, label=f"{name}: bins")
    right.axvline(true, color=colour, lw=1.2, ls="--", label=f"its frequency, {true:.3f} Hz")
    right.annotate(study, (spectrum["peak"] + 0.12 * (2 * row - 1), amplitude.max()),
                   xytext=(3.2, 5.2) if row == 0 else (14.0, 3.7), fontsize=8.5, color=colour, ha="center",
                   arrowprops={"arrowstyle": "-", "color": colour, "lw": 0.8})
sag = 1e3 * ask("solve", printed)["tip"]["position"][0]
left.axhline(sag, color="0.4", lw=1, ls=":")
left.text(1.015, sag, "static\nsag", fontsize=8.5, color="0.35", va="center", backgroundcolor="white")
left.set(xlabel="time [s]", ylabel="height of the tip [mm]", title="let go from β = 0.001 1/m, no tension", ylim=(-10.3, 2.6), xlim=(-0.02, 1.1))
left.legend(loc="upper center", ncol=2)
right.set(xlabel="frequency [Hz]", ylabel="amplitude [mm]", xlim=(0, 20), xticks=range(0, 21, 4), title="spectrum of 512 samples: bins 1.95 Hz apart", ylim=(0, 7.4))
right.legend(loc="upper right", fontsize=8)
save(figure, "arm_motion.png")
