"""Makes the measured shapes of the examples: the exact rod, with the noise of a sensor.

usage: measured_shapes.py SUPPLE     writes forces_from_fibre.csv, forces_from_camera.csv, forces_in_time.csv here
"""

import json
import pathlib
import random
import subprocess
import sys

HERE = pathlib.Path(__file__).parent


def shape(supple, model, places, loads):
    """The exact rod's shape under these loads, at these places [mm]."""
    settings = ["--set", "loads=[" + ", ".join(loads) + "]",
                "--set", "stations={" + ", ".join(f"p{i}: {s} mm" for i, s in enumerate(places)) + "}"]
    run = subprocess.run([supple, "solve", str(HERE / model), "--model", "cosserat", "--json", *settings], capture_output=True, text=True, check=True)
    found = json.loads(run.stdout)["shape"]
    near = [min(range(len(found["arclength"])), key=lambda i: abs(found["arclength"][i] - 1e-3 * s)) for s in places]
    return [found["position"][i] for i in near], [found["curvature"][i] for i in near]


def noisy(values, scale, sigma, draw):
    return [f"{scale * v + draw.gauss(0, sigma):.7g}" for v in values]


def write(name, comment, head, rows):
    (HERE / name).write_text("\n".join([f"# {comment}", head, *(", ".join(row) for row in rows)]) + "\n")


def main(supple):
    draw = random.Random(7)
    places = [5 * i for i in range(1, 21)]
    contacts = ["{at: 38 mm, force: 60 80 0 mN, frame: body}", "{at: 76 mm, force: -64 48 0 mN, frame: body}"]
    _, curvature = shape(supple, "forces_from_fibre.yaml", places, contacts)
    write("forces_from_fibre.csv", "made by measured_shapes.py: 60 80 mN at 38 mm, -64 48 mN at 76 mm along d1 and d2",
          "s [mm], kappa_1 [1/m], kappa_2 [1/m], sigma [1/m]",
          [[str(s), *noisy(k[:2], 1, 0.15, draw), "0.15"] for s, k in zip(places, curvature)])

    places = [4 * i for i in range(1, 21)]
    points, _ = shape(supple, "forces_from_camera.yaml", places, ["{at: tip, force: 2 -6 4 mN}"])
    write("forces_from_camera.csv", "made by measured_shapes.py: 2 -6 4 mN at the tip", "s [mm], x [mm], y [mm], z [mm], sigma [mm]",
          [[str(s), *noisy(p, 1e3, 0.08, draw), "0.08"] for s, p in zip(places, points)])

    # A push on the fibre's rod that comes, walks outwards and goes.
    places, rows = [5 * i for i in range(1, 21)], []
    for step in range(24):
        size = max(0.0, min(1.0, (step - 4) / 4, (20 - step) / 4))
        loads = [f"{{at: {40 + step} mm, force: {90 * size} {60 * size} 0 mN, frame: body}}"] if size else ["{at: tip, force: 0 0 0 mN}"]
        _, curvature = shape(supple, "forces_from_fibre.yaml", places, loads)
        rows += [[f"{0.1 * step:.1f}", str(s), *noisy(k[:2], 1, 0.15, draw), "0.15"] for s, k in zip(places, curvature)]
    write("forces_in_time.csv", "made by measured_shapes.py: 90 60 mN along d1 and d2 from 0.5 s to 1.9 s, at 45 mm to 59 mm",
          "time [s], s [mm], kappa_1 [1/m], kappa_2 [1/m], sigma [1/m]", rows)


if __name__ == "__main__":
    main(sys.argv[1])
