"""Draws circle_tracking.png and wall_contact.png of docs/steering.md, docs/contact.md and docs/gallery.md."""

import csv
import json
import subprocess

import numpy as np
from picture import BLUE, EXAMPLES, GREEN, GREY, ORANGE, PROGRAM, RED, plt, save


def records(*arguments):
    answer = subprocess.run([PROGRAM, *map(str, arguments), "--json"], check=True, capture_output=True, text=True)
    return [json.loads(line) for line in answer.stdout.splitlines()]


# The circle: from above with its targets, from the side, and the currents.
path = records("steer", EXAMPLES / "mri_catheter.yaml", "--path", EXAMPLES / "circle_path.csv")
tips = 1e3 * np.array([one["tip"]["position"] for one in path])
turn = 2 * np.pi * np.arange(200) / 199
figure, (above, side, right) = plt.subplots(1, 3, figsize=(11.5, 3.9), width_ratios=[0.72, 0.62, 1.0])
for one in path[::2]:
    rod = 1e3 * np.array(one["shape"]["position"])
    above.plot(rod[:, 0], rod[:, 1], color=BLUE, lw=0.9, alpha=0.45)
    side.plot(rod[:, 1], rod[:, 2], color=BLUE, lw=0.9, alpha=0.45)
above.plot(8 * np.cos(turn), 38 + 8 * np.sin(turn), color=GREY, lw=1, label="target")
above.plot(tips[:, 0], tips[:, 1], "o", color=ORANGE, ms=3.2, label="tip")
side.plot(tips[:, 1], tips[:, 2], "o", color=ORANGE, ms=3.2)
above.set(xlabel="x [mm]", ylabel="y [mm]", aspect="equal", title="along the catheter", xlim=(-14, 14))
side.set(xlabel="y [mm], along the field", ylabel="z [mm]", aspect="equal", title="from the side")
above.legend(loc="lower right")
currents = 1e3 * np.array([one["actuation"]["coils.currents"] for one in path])
degrees = 10 * np.arange(len(path))
for k, (name, colour) in enumerate((("side x", BLUE), ("side y", ORANGE), ("axial", GREEN))):
    right.plot(degrees, currents[:, k], ".-", color=colour, label=name, lw=1.4)
right.set(xlabel="way around the circle [deg]", ylabel="current [mA]", xticks=range(0, 361, 90), title="smallest currents that do it",
          ylim=(-65, 75))
right.legend(ncol=3, loc="upper center")
save(figure, "circle_tracking.png")

# The wall: forces over the current, up and down again, and the way of the tip along the wall.
steps = records("solve", EXAMPLES / "wall_contact.yaml", "--cases", EXAMPLES / "wall_increments.csv", "--sequence")
with open(EXAMPLES / "wall_increments.csv") as file:
    axial = np.array([float(row[3]) for row in csv.reader(line for line in file if line[0] not in "#c")])
normal = np.array([1e3 * one["contacts"][0]["normal_force"] for one in steps])
rubs = np.array([1e3 * np.linalg.norm(one["contacts"][0]["friction_force"]) for one in steps])
slid = 1e3 * np.array([one["tip"]["position"] for one in steps])
n = np.array([0.25, 0.18, 0.95]) / np.linalg.norm([0.25, 0.18, 0.95])
along = np.cross(n, [1.0, 0.0, 0.0])
along /= np.linalg.norm(along)
across = np.cross(along, n)
origin = slid[np.argmax(normal > 0)]
top = int(np.argmax(axial)) + 1
figure, (left, right) = plt.subplots(1, 2, figsize=(9.5, 3.5), width_ratios=[1.1, 1])
for rows, style, way in ((slice(0, top), "o-", "growing"), (slice(top - 1, None), "s--", "falling")):
    left.plot(axial[rows], normal[rows], style, color=RED, ms=4, label=f"normal force, {way}")
    left.plot(axial[rows], rubs[rows], style, color=BLUE, ms=4, label=f"friction, {way}")
    here = [i for i in range(*rows.indices(len(steps))) if normal[i] > 0]
    right.plot((slid[here] - origin) @ across, (slid[here] - origin) @ along, style, color=GREEN, ms=5, label=f"current {way}")
left.set(xlabel="axial current [mA]", ylabel="force [mN]", title="what the wall does to the tip")
left.legend()
right.set(xlabel="along the wall, one way [mm]", ylabel="the other way [mm]", aspect="equal", title="way of the tip on the wall")
right.legend()
save(figure, "wall_contact.png")
