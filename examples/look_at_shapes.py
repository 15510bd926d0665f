"""Looks at shapes that `supple solve --json` printed: where each tip is, and how far apart they are.

usage: look_at_shapes.py FIRST.json [OTHER.json ..] [--picture NAME.png]   (a picture needs python3-matplotlib)
"""

import json
import math
import pathlib
import sys


def smooth(shape):
    """Many points [mm] through those of a shape: cubic pieces with its tangents, the third axes of its frames."""
    s, p = 1e3 * np.array(shape["arclength"]), 1e3 * np.array(shape["position"])
    w, x, y, z = np.array(shape["quaternion"]).T
    t = np.stack([2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)], axis=1)
    u, h = np.linspace(0, 1, 20)[:, None, None], np.diff(s)[:, None]
    pieces = ((1 + 2 * u) * (1 - u) ** 2 * p[:-1] + u * (1 - u) ** 2 * h * t[:-1]
              + u * u * (3 - 2 * u) * p[1:] + u * u * (u - 1) * h * t[1:])
    return pieces.transpose(1, 0, 2).reshape(-1, 3).T


names = [name for name in sys.argv[1:] if name.endswith(".json")]
results = [json.loads(pathlib.Path(name).read_text()) for name in names]
first = results[0]["tip"]["position"]
for result in results:
    x, y, z = (1e3 * value for value in result["tip"]["position"])  # results are SI
    apart = 1e3 * math.dist(first, result["tip"]["position"])
    print(f"{result['model']:<14} tip {x:8.3f} {y:8.3f} {z:8.3f} mm, {apart:.3f} mm from the first")

if "--picture" in sys.argv:
    import matplotlib
    import numpy as np

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, 2, figsize=(8, 2.6), sharex=True, constrained_layout=True)
    for result in results:
        x, y, z = smooth(result["shape"])
        for axis, height, letter in zip(axes, (y, z), "yz"):
            axis.plot(x, height, label=result["model"])
            axis.set(xlabel="x [mm]", ylabel=f"{letter} [mm]", aspect="equal")
    axes[0].legend(frameon=False)
    figure.savefig(sys.argv[-1], dpi=110, bbox_inches="tight")
