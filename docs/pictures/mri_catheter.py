"""Draws circle_tracking.png and wall_contact.png of docs/steering.md and docs/contact.md from what the program answers.

usage: mri_catheter.py PROGRAM PROJECT_DIR   (needs python3-matplotlib)
"""

import json
import pathlib
import subprocess
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

program, project = sys.argv[1], pathlib.Path(sys.argv[2])
examples, pictures = project / "examples", project / "docs/pictures"


def records(*arguments):
    answer = subprocess.run([program, *map(str, arguments), "--json"], check=True, capture_output=True, text=True)
    return [json.loads(line) for line in answer.stdout.splitlines()]


# The circle: shapes on the left, currents on the right.
path = records("steer", examples / "mri_catheter.yaml", "--path", examples / "circle_path.csv")
figure, (left, right) = plt.subplots(1, 2, figsize=(9.0, 3.6), constrained_layout=True)
for one in path[::3]:
    rod = 1e3 * np.array(one["shape"]["position"])
    left.plot(rod[:, 1], rod[:, 2], color="tab:blue", lw=1.2, alpha=0.6)
tips = 1e3 * np.array([one["tip"]["position"] for one in path])
left.plot(tips[:, 1], tips[:, 2], "o", color="tab:orange", ms=3, label="tip")
left.set(xlabel="y [mm]", ylabel="z [mm]")
left.legend(frameon=False, fontsize=9)
currents = 1e3 * np.array([one["actuation"]["coils.currents"] for one in path])
for k, name in enumerate(("side x", "side y", "axial")):
    right.plot(np.arange(1, len(path) + 1), currents[:, k], ".-", label=name)
right.set(xlabel="point of the circle", ylabel="current [mA]")
right.legend(frameon=False, fontsize=9)
figure.savefig(pictures / "circle_tracking.png", dpi=110)

# The wall: forces over the current, up and down again.
steps = records("solve", examples / "wall_contact.yaml", "--cases", examples / "wall_increments.csv", "--sequence")
part = [0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.2]
normal = [1e3 * one["contacts"][0]["normal_force"] for one in steps]
rubs = [1e3 * np.linalg.norm(one["contacts"][0]["friction_force"]) for one in steps]
slid = 1e3 * np.array([one["tip"]["position"] for one in steps])
top = part.index(1.0) + 1
figure, (left, right) = plt.subplots(1, 2, figsize=(9.0, 3.4), constrained_layout=True)
for rows, style, way in ((slice(0, top), "o-", "up"), (slice(top - 1, None), "s--", "down")):
    left.plot(80 * np.array(part[rows]), normal[rows], style, color="tab:red", ms=4, label=f"normal force, {way}")
    left.plot(80 * np.array(part[rows]), rubs[rows], style, color="tab:blue", ms=4, label=f"friction, {way}")
    right.plot(slid[rows, 0], slid[rows, 1], style, color="tab:green", ms=4, label=f"tip, {way}")
left.set(xlabel="axial current [mA]", ylabel="force [mN]")
left.legend(frameon=False, fontsize=8)
right.set(xlabel="x [mm]", ylabel="y [mm]")
right.legend(frameon=False, fontsize=9)
figure.savefig(pictures / "wall_contact.png", dpi=110)
