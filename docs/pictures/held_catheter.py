"""Draws docs/pictures/held_catheter.png, the picture of the README, from what the program answers.

usage: held_catheter.py PROGRAM PROJECT_DIR   (needs python3-matplotlib)
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
example = project / "examples/held_catheter.yaml"


def solve(*options):
    answer = subprocess.run([program, "solve", str(example), "--json", *options], check=True, capture_output=True, text=True)
    return json.loads(answer.stdout)


exact = solve("--model", "cosserat")
chain = solve()
rod = 1e3 * np.array(exact["shape"]["position"])
ends = 1e3 * np.array(chain["shape"]["position"])
fixtures = {"P1": 82 / 3, "P2": 164 / 3}

def smooth(k):
    """Cubic pieces through the shape's points with their tangents."""
    s = 1e3 * np.array(exact["shape"]["arclength"])
    w, x, y, z = np.array(exact["shape"]["quaternion"]).T
    tangent = np.stack([2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)], axis=1)[:, k]
    curve = []
    for i in range(len(s) - 1):
        h, t = s[i + 1] - s[i], np.linspace(0, 1, 20)
        curve.append((1 + 2 * t) * (1 - t) ** 2 * rod[i, k] + t * (1 - t) ** 2 * h * tangent[i]
                     + t * t * (3 - 2 * t) * rod[i + 1, k] + t * t * (t - 1) * h * tangent[i + 1])
    return np.concatenate(curve)


figure, axes = plt.subplots(1, 2, figsize=(9.0, 3.4), sharex=True, constrained_layout=True)
for axis, (k, name) in zip(axes, ((1, "y"), (2, "z"))):
    axis.axhline(0.0, color="0.85", lw=0.8)
    axis.plot(smooth(0), smooth(k), color="tab:blue", lw=3, label="exact rod", zorder=1)
    axis.plot(ends[:, 0], ends[:, k], "o", color="tab:orange", ms=4.5, label="three segments", zorder=2)
    for reaction in chain["reactions"]:
        s = np.array(chain["shape"]["arclength"]) * 1e3
        at = ends[np.argmin(abs(s - fixtures[reaction["name"]]))]
        force = 1e3 * reaction["force"][k]
        tail = -0.011 * force
        axis.annotate("", xy=(at[0], 0.0), xytext=(at[0], tail), arrowprops={"arrowstyle": "-|>", "color": "tab:red", "lw": 1.6})
        axis.text(at[0] - 1.5, 0.75 * tail, f"{reaction['name']}  {force:.1f} mN", color="tab:red", fontsize=9, ha="right", va="center")
        axis.plot([at[0]], [tail], alpha=0.0)
    axis.set_xlabel("x [mm]")
    axis.set_ylabel(f"{name} [mm]")
    axis.margins(x=0.06, y=0.14)
axes[0].legend(loc="upper left", fontsize=9, frameon=False)
figure.savefig(project / "docs/pictures/held_catheter.png", dpi=110)
