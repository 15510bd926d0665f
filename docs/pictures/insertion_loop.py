"""Draws insertion_loop.png of docs/vessels.md: the push on a rod in a bend over the depth of its base, in and out."""

import json
import subprocess

import numpy as np
from picture import BLUE, EXAMPLES, GREEN, GREY, ORANGE, PROGRAM, plt, save

MODEL, DEPTHS = EXAMPLES / "vessel_insertion.yaml", EXAMPLES / "vessel_insertion_depths.csv"


def records(*settings):
    answer = subprocess.run([PROGRAM, "solve", MODEL, "--cases", DEPTHS, "--sequence", "--json", *settings], check=True,
                            capture_output=True, text=True)
    return [json.loads(line) for line in answer.stdout.splitlines()]


depth = np.array([float(line) for line in DEPTHS.read_text().splitlines() if line[0].isdigit()])
top = int(np.argmax(depth)) + 1
rubbing, smooth = records(), records("--set", "constraints.0.conduit.friction=0")
push = [1e3 * np.array([one["push"] for one in run]) for run in (rubbing, smooth)]
figure, (left, right) = plt.subplots(1, 2, figsize=(9.8, 3.8), width_ratios=[1.25, 1])
left.axhline(0.0, color=GREY, lw=0.8)
left.plot(depth[:top], push[0][:top], "o-", color=BLUE, ms=3.5, label="friction 0.2, pushed in")
left.plot(depth[top - 1:], push[0][top - 1:], "s--", color=ORANGE, ms=3.5, label="friction 0.2, drawn back")
left.plot(depth, push[1], color=GREEN, lw=1.4, label="without friction, both ways")
left.set(xlabel="depth of the base [mm]", ylabel="push of the clamp [mN]", title="the push depends on the way")
left.legend(loc="upper left")

# The rod in its vessel at some depths of the way in; the walls are where the rod's surface ends.
angle = np.linspace(0.0, np.pi / 2, 60)
for room, style in ((3.0, "-"), (-3.0, "-")):
    radius = 60.0 - room
    x = np.concatenate([[0.0, 100.0], 100.0 + radius * np.sin(angle), [160.0 - room] * 2])
    y = np.concatenate([[room, room], 60.0 - radius * np.cos(angle), [60.0, 75.0]])
    right.plot(x, y, style, color=GREY, lw=1.2)
for wanted, shade in ((25, 0.45), (50, 0.7), (80, 1.0)):
    row = int(np.argmax(depth >= wanted))
    shape = 1e3 * np.array(rubbing[row]["shape"]["position"])
    right.plot(shape[:, 0], shape[:, 1], color=BLUE, alpha=shade, lw=1.8, label=f"{wanted} mm deep")
    for contact in rubbing[row]["contacts"]:
        x, f = 1e3 * np.array(contact["position"]), 1e3 * np.array(contact["force"])
        right.annotate("", x[:2] + 0.15 * f[:2], x[:2], arrowprops={"arrowstyle": "->", "color": ORANGE, "lw": 1.3})
right.set(xlabel="x [mm]", ylabel="y [mm]", aspect="equal", title="shapes and forces of the wall", xlim=(20, 175))
right.legend(loc="upper left")
save(figure, "insertion_loop.png")
