#!/usr/bin/env python3
"""Write lie_reference.json: the functions of src/supple/lie at 60 digits, rounded once to double.

Run by hand: python3 make_lie_reference.py > lie_reference.json   (needs mpmath)

Nothing here shares a formula with the library. The Stumpff functions are summed as power series at 60 digits
(their derivatives term by term), the cotangent function is evaluated as written, the matrices are power series of
the 3x3 or 4x4 matrix itself: exp(A) = sum A^k/k!, J_l = sum A^k/(k+1)!, and their inverses are found by solving.
Arguments are the doubles printed, taken as exact.
"""
import json

from mpmath import matrix, mp, mpf, cot, diff, factorial, nstr, pi, sqrt, ff

mp.dps = 60
TERMS = 90

PI = float(pi)
ANGLES = [1e-12, 1e-9, 1e-6, 1e-4, 1e-3, 1e-2, 0.1, 0.3, 0.5, 1.0 - 2.0**-53, 1.0, 1.5, 1.7, 2.0, 2.5,
          3.0 - 2.0**-51, 3.0, PI - 1e-9, PI, 3.5, 4.0, 4.5 - 2.0**-50, 4.5, 5.0, 5.5, 6.0, 6.28, 6.2831853,
          # Where the form used on the other side of a switch is wrong by more than 1e-15: the closed c3'' below 4.5,
          # the series of c3 above it, the series of c2 above 3.
          4.028992751812047, 5.381029742564359, 3.977380654836291, 4.457260684828793]
AXES = [(1.0, 0.0, 0.0), (0.0, 0.0, -1.0), (1.0, 1.0, 1.0), (-0.36, 0.48, 0.8), (1e-7, 1.0, -1e-9)]
RHO = (0.7, -1.1, 0.4)


def number(x):
    return float(nstr(x, 25))


def stumpff(n, k, x):
    """k-th derivative in x of c_n."""
    return sum((-1) ** m * ff(m, k) * x ** (m - k) / factorial(n + 2 * m) for m in range(k, TERMS))


def cotangent_function(x):
    h = sqrt(x) / 2
    return (1 - h * cot(h)) / x


def scalars(theta):
    t = mpf(theta)
    x = t * t
    # Differentiating numerically costs digits near zero: ask for many more than are printed.
    mp.dps = 120 if theta < 0.01 else 80
    e = [cotangent_function(x), diff(cotangent_function, x, 1, h=x * mpf(10) ** -20),
         diff(cotangent_function, x, 2, h=x * mpf(10) ** -20)]
    mp.dps = 60
    return {"theta": theta,
            "c": [number(stumpff(n, 0, x)) for n in range(8)],
            "dc": [number(stumpff(n, 1, x)) for n in range(4)],
            "ddc": [number(stumpff(n, 2, x)) for n in range(4)],
            "e": [number(v) for v in e]}


def skew(v):
    return matrix([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def series(A, shift):
    """sum A^k/(k + shift)!"""
    S = matrix(A.rows, A.cols)
    P = mp.eye(A.rows)
    for k in range(TERMS):
        S += P / factorial(k + shift)
        P = P * A
    return S


def block(M, rows, cols):
    return matrix([[M[i, j] for j in cols] for i in rows])


def entries(M):
    return [[number(M[i, j]) for j in range(M.cols)] for i in range(M.rows)]


def poses(theta, axis):
    scale = theta / float(sqrt(sum(mpf(a) ** 2 for a in axis)))
    phi = [a * scale for a in axis]  # doubles: the exact argument from here on
    W = skew([mpf(a) for a in phi])
    V = skew([mpf(a) for a in RHO])
    xi_hat = matrix(4, 4)
    xi_hat[:3, :3] = W
    for i in range(3):
        xi_hat[i, 3] = mpf(RHO[i])
    X = series(xi_hat, 0)
    # ad in the order [linear; angular]; the left Jacobian of SE(3) is its series.
    ad = matrix(6, 6)
    ad[:3, :3] = W
    ad[3:, 3:] = W
    ad[:3, 3:] = V
    J = series(ad, 1)
    J_inverse = J**-1
    low, high = range(3), range(3, 6)
    return {"phi": phi, "rho": list(RHO), "R": entries(block(X, low, low)), "p": [number(X[i, 3]) for i in low],
            "J": entries(block(J, low, low)), "Q": entries(block(J, low, high)),
            "J_inverse": entries(block(J_inverse, low, low)), "Q_inverse": entries(block(J_inverse, low, high))}


def main():
    print(json.dumps({
        "origin": "tests/data/make_lie_reference.py, mpmath at 60 digits, rounded once to double; angles in rad; "
                  "e holds the value, first and second derivative in x = theta^2 of (1 - theta/2 cot(theta/2))/x",
        "scalars": [scalars(theta) for theta in ANGLES],
        "poses": [poses(theta, axis) for theta in ANGLES for axis in AXES]}, indent=None, separators=(",", ":"))
        .replace('{"theta"', '\n{"theta"').replace('{"phi"', '\n{"phi"'))


if __name__ == "__main__":
    main()
