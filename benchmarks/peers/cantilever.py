"""A soft arm, clamped, with a force and a moment at its tip: one equilibrium, from the straight shape.

usage: cantilever.py SUPPLE SUPPLE_BENCH
"""

from problem import far, installed, median_cpu_time, report, row
from rods import ELASTOMER_ARM, TIP_FORCE, TIP_MOMENT
import supple_runs

LOAD = (f"loads: [{{name: tip, at: tip, force: {' '.join(map(repr, TIP_FORCE))} N, "
        f"moment: {' '.join(map(repr, TIP_MOMENT))} N m}}]\n")


def model_file(model):
    return ELASTOMER_ARM.described() + f"model: {{{model}}}\n" + LOAD


exact = supple_runs.solve(model_file("type: cosserat"))
truth = exact
if installed("scipy"):
    import peer_scipy
    truth = peer_scipy.solve(ELASTOMER_ARM, TIP_FORCE, TIP_MOMENT, 1e-10)


def chain_row(joints, layout):
    text = model_file(f"type: spherical-prb, joints: {joints}, layout: {layout}")
    seconds, _ = supple_runs.time_cold_solves(text)
    return row(f"supple: {joints} ball joints, {layout}", seconds,
               far(supple_runs.solve(text), truth, ELASTOMER_ARM.length))


_, seconds = supple_runs.time_cold_solves(model_file("type: spherical-prb, joints: 8"))
rows = [row("supple: exact rod", seconds, far(exact, truth, ELASTOMER_ARM.length)),
        chain_row(8, "gauss"), chain_row(20, "gauss"), chain_row(25, "half-links"), chain_row(50, "half-links")]

if installed("scipy"):
    for tolerance in (1e-3, 1e-6):
        def solve():
            return peer_scipy.solve(ELASTOMER_ARM, TIP_FORCE, TIP_MOMENT, tolerance)
        rows.append(row(f"SciPy: solve_bvp, tol {tolerance:.0e}", median_cpu_time(solve, 15),
                        far(solve(), truth, ELASTOMER_ARM.length)))

if installed("mujoco"):
    import peer_mujoco
    for links in (25, 50):
        # Of these steps [s] the one that settles fastest.
        settled = []
        for step in (0.1, 0.2, 0.3, 0.5, 1.0):
            chain = peer_mujoco.Chain(ELASTOMER_ARM, links, step)
            settled.append((median_cpu_time(lambda: chain.settle(TIP_FORCE, TIP_MOMENT), 5),
                            far(chain.tip(), truth, ELASTOMER_ARM.length)))
        same = supple_runs.solve(model_file(f"type: spherical-prb, joints: {links}, layout: half-links"))
        if far(chain.tip(), same, ELASTOMER_ARM.length) > 1e-6:
            raise RuntimeError("MuJoCo's chain is not the one that supple solves")
        rows.append(row(f"MuJoCo: {links} ball joints, half-links, settled", *min(settled)))

report("Equilibrium of a soft arm under a force and a moment at its tip", "one equilibrium",
       "of the tip, against solve_bvp at tol 1e-10" if installed("scipy") else "of the tip, against the exact rod", rows)
