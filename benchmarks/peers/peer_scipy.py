"""The exact rod by SciPy: the Kirchhoff rod as a boundary value problem for scipy.integrate.solve_bvp.

With the force n constant along the rod and the moment m(s) = M + (p(L) - p(s)) x n it is enough to solve

    p' = R e_z,    Q' = Q (0, u)/2,    m' = -p' x n,    u = (m_x/EI, m_y/EI, m_z/GJ) in the body frame,

with p and the quaternion Q given at the base and m at the tip. Started from the straight rod.
"""

import numpy as np
from scipy.integrate import solve_bvp


def rotation(q):
    w, x, y, z = q / np.linalg.norm(q, axis=0)
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])


def solve(rod, force, moment, tolerance):
    """The tip [m]. Scaled by the length, so that all unknowns are of order one."""
    L, EI, GJ = rod.length, rod.bending_stiffness, rod.torsional_stiffness
    n = np.array(force) * L**2 / EI
    M = np.array(moment) * L / EI
    base = np.array([0.5, 0.5, 0.5, 0.5])  # z of the body along x of the world, x along y

    def slope(s, state):
        q, m = state[3:7], state[7:10]
        R = rotation(q)
        u = np.einsum("jik,jk->ik", R, m)
        u[2] *= EI / GJ
        w, x, y, z = q
        dq = 0.5 * np.array([-x * u[0] - y * u[1] - z * u[2], w * u[0] + y * u[2] - z * u[1],
                             w * u[1] + z * u[0] - x * u[2], w * u[2] + x * u[1] - y * u[0]])
        t = R[:, 2]
        dm = [t[2] * n[1] - t[1] * n[2], t[0] * n[2] - t[2] * n[0], t[1] * n[0] - t[0] * n[1]]
        return np.vstack([t, dq, dm])

    def ends(a, b):
        return np.hstack([a[0:3], a[3:7] - base, b[7:10] - M])

    s = np.linspace(0, 1, 11)
    guess = np.zeros((10, s.size))
    guess[0], guess[3:7], guess[7:10] = s, base[:, None], M[:, None]
    found = solve_bvp(slope, ends, s, guess, tol=tolerance, max_nodes=100000)
    if not found.success:
        raise RuntimeError(f"solve_bvp: {found.message}")
    return L * found.y[0:3, -1]
