"""Turns the steel rods of ContinuumRoboticsLab/opencr-mujoco into a table of cases for examples/steel_rod.yaml.

usage: steel_rod_cases.py SpringSteelRodMuJoCo_dataStatics.csv > steel_rod_cases.csv
       supple compare examples/steel_rod.yaml --cases steel_rod_cases.csv

The file lies in data/reference/sorosim/sorosim_statics of that repository. After two lines of labels it has six lines a
shape: three with moments [N m] and Euler angles [rad], three with gravity [m/s^2], forces [N] and positions [m].
Wrenches are fixed in space; the rod lies along x; R = Rx(a) Ry(b) Rz(c) carries body to world, its first column is the
tangent.
"""

import csv
import math
import sys

GRAVITY, MIDDLE, TIP = 0, 1, 2  # columns after the label; the tip's pose is in the last
AXES = "xyz"


def rotation(a, b, c):
    """Rx(a) Ry(b) Rz(c) as rows."""
    (sa, ca), (sb, cb), (sc, cc) = ((math.sin(angle), math.cos(angle)) for angle in (a, b, c))
    return ((cb * cc, -cb * sc, sb),
            (ca * sc + sa * sb * cc, ca * cc - sa * sb * sc, -sa * cb),
            (sa * sc - ca * sb * cc, sa * cc + ca * sb * sc, ca * cb))


def with_tangent_last(R):
    """Here z is the tangent: columns y z x."""
    return [(row[1], row[2], row[0]) for row in R]


def quaternion(R):
    """w x y z of a rotation, from the largest of the four so that nothing is lost."""
    trace = R[0][0] + R[1][1] + R[2][2]
    squares = [1 + trace] + [1 + 2 * R[i][i] - trace for i in range(3)]  # 4 w², 4 x², 4 y², 4 z²
    products = [[0.0] * 4 for _ in range(4)]                             # 4 q_i q_j
    for i, (j, k) in enumerate(((1, 2), (2, 0), (0, 1))):
        products[0][i + 1] = products[i + 1][0] = R[k][j] - R[j][k]
        products[j + 1][k + 1] = products[k + 1][j + 1] = R[j][k] + R[k][j]
    largest = max(range(4), key=lambda i: squares[i])
    products[largest][largest] = squares[largest]
    return [value / (2 * math.sqrt(squares[largest])) for value in products[largest]]


def main(name):
    with open(name, newline="") as file:
        lines = [[float(cell) for cell in line[1:18]] for line in list(csv.reader(file))[2:]]
    shapes = [(lines[i:i + 3], lines[i + 3:i + 6]) for i in range(0, len(lines), 6)]
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["case"] + [f"environment.gravity.{axis} [m/s^2]" for axis in AXES] +
                   [f"loads.{place}.{kind}.{axis} [{unit}]" for place in ("middle", "tip")
                    for kind, unit in (("force", "N"), ("moment", "N m")) for axis in AXES] +
                   [f"tip.position.{axis} [m]" for axis in AXES] + [f"tip.quaternion.{part}" for part in "wxyz"])
    for number, (turning, moving) in enumerate(shapes, start=1):
        column = lambda rows, place: [row[place] for row in rows]
        R = with_tangent_last(rotation(*column(turning, -1)))
        table.writerow([f"s{number:03}"] + column(moving, GRAVITY) + column(moving, MIDDLE) + column(turning, MIDDLE) +
                       column(moving, TIP) + column(turning, TIP) + column(moving, -1) + quaternion(R))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
