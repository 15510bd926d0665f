"""Draws shapes_figure_3.png and shapes_figure_4.png of docs/gallery.md: the loads of Figs. 3 and 4 of [Venkiteswaran 2019].

The rigid links are drawn from the joint angles of the result; that they end at its tip is checked.
"""

import numpy as np
from picture import BLUE, EXAMPLES, GREEN, ORANGE, ask, plt, save

GAMMA = (0.1699, 0.3301, 0.3301, 0.1699)  # Table 1, as in the example files


def about_x(a):
    return np.array([[1, 0, 0], [0, np.cos(a), -np.sin(a)], [0, np.sin(a), np.cos(a)]])


def about_y(a):
    return np.array([[np.cos(a), 0, np.sin(a)], [0, 1, 0], [-np.sin(a), 0, np.cos(a)]])


def links(result, lengths):
    """Base, joints and tip [m] of universal segments (theory, Eq. 1.2); the rod lies along the world's x."""
    q = iter(np.reshape(result["coordinates"], (-1, 2)))
    R, p = np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0]], dtype=float), np.zeros(3)
    corners = [p]
    for L in lengths:
        for gamma in GAMMA[:3]:
            p = p + gamma * L * R[:, 2]
            corners.append(p)
            first, second = next(q)
            R = R @ about_x(first) @ about_y(second)
        p = p + GAMMA[3] * L * R[:, 2]
        corners.append(p)
    assert np.allclose(p, result["tip"]["position"], atol=1e-12)
    return np.array(corners)


def both(file, *settings):
    """The chain's answer and the exact rod's, which has no segments."""
    options = [word for setting in settings for word in ("--set", setting)]
    exact = [word for setting in settings if not setting.startswith("model.") for word in ("--set", setting)]
    return ask("solve", file, *options), ask("solve", file, "--model", "cosserat", *exact)


def smooth(shape, k):
    """The exact rod's coordinate k [mm] between its points: cubic pieces with its tangents."""
    s, p = 1e3 * np.array(shape["arclength"]), 1e3 * np.array(shape["position"])
    w, x, y, z = np.array(shape["quaternion"]).T
    t = np.stack([2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)], axis=1)
    u, curve = np.linspace(0, 1, 25), []
    for i in range(len(s) - 1):
        h = s[i + 1] - s[i]
        curve.append((1 + 2 * u) * (1 - u) ** 2 * p[i, k] + u * (1 - u) ** 2 * h * t[i, k]
                     + u * u * (3 - 2 * u) * p[i + 1, k] + u * u * (u - 1) * h * t[i + 1, k])
    return np.concatenate(curve)


def draw(cases, name, size):
    """A panel a case: the rod seen along z, its y, and seen along y, its z."""
    figure, axes = plt.subplots(1, len(cases), figsize=size, sharex=True, sharey=True)
    for axis, (title, chain, exact, lengths) in zip(axes, cases):
        corners = 1e3 * links(chain, lengths)
        ends = corners[4::4]
        apart = 1e3 * np.linalg.norm(np.subtract(chain["tip"]["position"], exact["tip"]["position"]))
        for k, letter, colour in ((1, "y", BLUE), (2, "z", GREEN)):
            axis.plot(smooth(exact["shape"], 0), smooth(exact["shape"], k), color=colour, lw=5, alpha=0.45,
                      solid_capstyle="butt", label=f"{letter} of the exact rod")
            axis.plot(corners[:, 0], corners[:, k], "-", color="0.15", lw=1.0, label="rigid links" if k == 2 else None)
            axis.plot(corners[:, 0], corners[:, k], "o", color="white", mec="0.15", mew=0.9, ms=3.4, label="joints" if k == 2 else None)
            axis.plot(ends[:, 0], ends[:, k], "D", color=ORANGE, mec="0.15", mew=0.6, ms=4.4,
                      label="ends of segments" if k == 2 else None)
        axis.set(aspect="equal", title=f"{title}   tips {apart:.2f} mm apart", xlabel="x [mm]")
        axis.margins(0.06)
    axes[0].set_ylabel("y and z [mm]")
    figure.legend(*axes[0].get_legend_handles_labels(), loc="upper center", bbox_to_anchor=(0.5, 0.0), ncol=5)
    save(figure, name)


single = EXAMPLES / "catheter.yaml"
FIGURE_3 = {"a": ("4 -2.5 2.5", "0 -250 -150"), "b": ("-4 -4 -4", "0 0 0"), "c": ("0 1 2", "0 0 150"), "d": ("-3 1 0", "0 200 -100")}
draw([(f"({letter})", *both(single, f"loads.0.force={F} mN", f"loads.0.moment={M} mN mm"), [0.05])
      for letter, (F, M) in FIGURE_3.items()], "shapes_figure_3.png", (11.0, 3.4))

several = EXAMPLES / "multi_load_rod.yaml"
half = ("model.segments=2", "loads.0.at=55 mm", "loads.1.at=55 mm", "loads.1.force=0 0 0 mN")
draw([("(a)", *both(several), [0.11 / 3] * 3),
      ("(b)", *both(several, "loads.0.force=0 2.69 -2.66 mN", "loads.1.force=0 0 -15 mN"), [0.11 / 3] * 3),
      ("(c)", *both(several, *half), [0.055] * 2)], "shapes_figure_4.png", (11.0, 4.3))
