"""Draws forces_from_shape.png of docs/estimating.md: forces that made the data, those found, and how far to trust them.

Left: the shape that fits forces_from_fibre.csv, the true forces, and the found ones with the ellipse of two standard deviations in the plane of the
picture, five times as large. Right: the stream of forces_in_time.csv.
"""

import numpy as np
from picture import BLUE, EXAMPLES, GREEN, GREY, ORANGE, ask, plt, save

model = EXAMPLES / "forces_from_fibre.yaml"
found = ask("estimate", model, EXAMPLES / "forces_from_fibre.csv", "--unknown", "contacts")
stream = ask("estimate", model, EXAMPLES / "forces_in_time.csv", "--unknown", "contacts")["steps"]
truth = ask("solve", model, "--no-judge", "--set", "loads=[{at: 38 mm, force: 60 80 0 mN, frame: body}, {at: 76 mm, force: -64 48 0 mN, frame: body}]",
            "--set", "stations={a: 38 mm, b: 76 mm}")


def rotated(q, v):
    w, x, y, z = q
    R = np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)], [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                  [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])
    return R @ v


figure, (left, right) = plt.subplots(1, 2, figsize=(10.0, 4.2))
AXES, SCALE = (0, 1), 300.0  # the plane x y; mm for a newton
shape = 1e3 * np.array(found["shape"]["position"])
left.plot(shape[:, 0], shape[:, 1], color=GREY, lw=3)
for name, body in (("a", (0.06, 0.08, 0)), ("b", (-0.064, 0.048, 0))):
    station = truth["stations"][name]
    p, f = 1e3 * np.array(station["position"]), SCALE * rotated(station["quaternion"], np.array(body))
    left.plot([p[0], p[0] + f[0]], [p[1], p[1] + f[1]], color=GREEN, lw=4, alpha=0.5, label="true" if name == "a" else None)
turn = np.linspace(0, 2 * np.pi, 100)
for number, contact in enumerate(found["contacts"]):
    p, f = 1e3 * np.array(contact["position"]), SCALE * np.array(contact["force"])
    left.annotate("", p[:2] + f[:2], p[:2], arrowprops={"arrowstyle": "-|>", "color": BLUE, "lw": 1.4})
    values, vectors = np.linalg.eigh(np.array(contact["covariance"])[np.ix_(AXES, AXES)])
    ellipse = vectors @ (5 * 2 * SCALE * np.sqrt(values)[:, None] * np.array([np.cos(turn), np.sin(turn)]))
    left.plot(p[0] + f[0] + ellipse[0], p[1] + f[1] + ellipse[1], color=ORANGE, lw=1.2, label="two deviations, five times" if number == 0 else None)
left.plot([], [], color=BLUE, lw=1.4, label="found")
left.set(aspect="equal", xlabel="x [mm]", ylabel="y [mm]", title="two forces from twenty gratings")
left.legend(loc="best")

times = np.array([step["time"] for step in stream])
size = lambda t: np.hypot(90, 60) * np.clip(np.minimum((10 * t - 4) / 4, (20 - 10 * t) / 4), 0, 1)
right.plot(times, size(times), color=GREEN, lw=4, alpha=0.5, label="true")
for step in stream:
    for contact in step["contacts"]:
        right.errorbar(step["time"], 1e3 * np.linalg.norm(contact["force"]), 1.96e3 * contact["size_sd"], color=BLUE, fmt="o", ms=3, lw=1.2)
    if not step["contacts"]:
        right.plot(step["time"], 0, "o", color=BLUE, ms=3)
right.plot([], [], "o-", color=BLUE, ms=3, lw=1.2, label="found, with 95 %")
right.set(xlabel="time [s]", ylabel="size of the force [mN]", title="a push that comes, walks and goes")
right.legend(loc="lower center")
save(figure, "forces_from_shape.png")
