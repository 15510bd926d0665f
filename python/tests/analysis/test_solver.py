"""The warm solver: the same numbers as a solve, results that stay what they were, exact derivatives."""

import threading

import numpy as np
import pytest
import supple
from conftest import EXAMPLES


def test_a_warm_solve_gives_the_numbers_of_a_cold_one(catheter):
    solver = supple.Solver(catheter)
    fx = solver.input("loads.0.force.x")
    assert fx.cost == "store" and fx.path == "loads.0.force.x"
    for force in (1e-3, 4e-3, -2e-3):
        solver.set(fx, force)
        catheter["loads.0.force.x"] = force
        np.testing.assert_allclose(solver.solve().tip.position, catheter.solve().tip.position, rtol=0, atol=1e-13)
        assert np.array_equal(solver.solve_cold().tip.position, catheter.solve().tip.position)


def test_vectors_and_numbers_are_set_by_path(catheter):
    solver = supple.Solver(catheter)
    solver["loads.0.force"] = [1e-3, 2e-3, 3e-3]
    solver["rod.length"] = 0.06
    assert np.array_equal(solver["loads.0.force"], [1e-3, 2e-3, 3e-3]) and solver["rod.length"] == 0.06
    catheter["loads.0.force"] = [1e-3, 2e-3, 3e-3]
    catheter["rod.length"] = 0.06
    assert solver.manipulator == catheter
    assert np.array_equal(solver.solve().tip.position, catheter.solve().tip.position)


def test_a_result_that_is_kept_stays_what_it_was(catheter):
    solver = supple.Solver(catheter)
    fx = solver.input("loads.0.force.x")
    kept, tips = [], []
    for i in range(12):
        solver.set(fx, 1e-4 * i)
        kept.append(solver.solve())
        tips.append(kept[-1].tip.position.copy())
    for eq, tip in zip(kept, tips):
        assert np.array_equal(eq.tip.position, tip)
    assert len({tuple(tip) for tip in tips}) == 12


def test_an_array_that_is_kept_stays_what_it_was(catheter):
    solver = supple.Solver(catheter)
    position = solver.solve().shape.position
    before = position.copy()
    solver["loads.0.force"] = [0.0, 0.0, 0.0]
    for _ in range(8):
        solver.solve()
    assert np.array_equal(position, before)
    del solver
    assert np.array_equal(position, before)


def test_the_jacobian_is_the_difference_of_equilibria(catheter):
    solver = supple.Solver(catheter)
    solver.solve()
    J = solver.jacobian(["tip.position"], ["loads.0.force", "rod.bending_stiffness"])
    assert J.shape[0] == 3 and solver.derivatives in ("exact", "differences")
    step, columns = 1e-7, []
    for i, axis in enumerate("xyz"):
        tips = []
        for sign in (-1, 1):
            other = catheter.copy()
            other[f"loads.0.force.{axis}"] = catheter[f"loads.0.force.{axis}"] + sign * step
            tips.append(other.solve().tip.position)
        columns.append((tips[1] - tips[0]) / (2 * step))
    np.testing.assert_allclose(J[:, :3], np.stack(columns, 1), rtol=1e-6, atol=1e-6 * np.abs(J[:, :3]).max())


def test_the_compliance_is_symmetric_for_a_dead_force():
    m = supple.load(EXAMPLES / "catheter.yaml", set={"loads.0.moment": "0 0 0 mN mm"})
    solver = supple.Solver(m)
    solver.solve()
    C = solver.compliance()
    assert C.shape == (6, 6) and solver.derivatives == "exact"
    np.testing.assert_allclose(C, C.T, atol=1e-9 * np.abs(C).max())


@pytest.mark.parametrize("use, words", [
    (lambda s: s.input("loads.0.force.w"), "loads.0.force"),
    (lambda s: s.jacobian("tip.postion", "loads.0.force"), "did you mean"),
    (lambda s: s.__setitem__("rod.length", -1.0), "out of range"),
    (lambda s: s.set(s.input("rod.length"), float("nan")), "not a finite number"),
])
def test_a_mistake_is_raised_at_once_and_leaves_no_trace(catheter, use, words):
    solver = supple.Solver(catheter)
    with pytest.raises(supple.ModelError, match=words):
        use(solver)
    assert np.array_equal(solver.solve_cold().tip.position, catheter.solve().tip.position)


def test_a_limit_of_time_or_of_iterations_is_told(catheter):
    assert catheter.solve(max_seconds=0.0).status == "not_converged"
    solver = supple.Solver(catheter, max_seconds=1e-9)
    assert solver.solve().status == "not_converged"
    assert (solver.joints, solver.twists) == (3, False)


def test_an_input_belongs_to_its_solver(catheter):
    one, other = supple.Solver(catheter), supple.Solver(catheter)
    with pytest.raises(ValueError, match="another Solver"):
        other.set(one.input("loads.0.force.x"), 1e-3)


def test_wrong_arguments_are_type_errors(catheter):
    solver = supple.Solver(catheter)
    with pytest.raises(TypeError):
        solver.set("loads.0.force.x", 1e-3)
    with pytest.raises(TypeError):
        supple.Solver("examples/catheter.yaml")
    with pytest.raises(ValueError, match="expected 3"):
        solver["loads.0.force"] = [1.0, 2.0]


def test_threads_with_solvers_of_their_own_get_the_same_numbers(catheter):
    forces = np.linspace(-4e-3, 4e-3, 40)
    expected = supple.solve_cases(catheter, {"loads.0.force.x": forces}, ["tip.position"])["tip.position"]
    found = [None] * 4

    def work(k):
        solver = supple.Solver(catheter)
        fx, tips = solver.input("loads.0.force.x"), []
        for force in forces:
            solver.set(fx, force)
            tips.append(solver.solve_cold().tip.position)
        found[k] = np.array(tips)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(tips, found[0]) for tips in found)
    # A table may be solved by other instructions than one solve.
    assert np.abs(found[0] - expected).max() < 1e-12 * 0.05


def test_one_solver_on_two_threads_is_right_or_refuses(catheter):
    solver = supple.Solver(catheter.with_model("cosserat"))
    fx, wrong = solver.input("loads.0.force.x"), []

    def work():
        for _ in range(30):
            try:
                solver.set(fx, 1e-3)
                if solver.solve().status != "converged":
                    wrong.append("status")
            except RuntimeError as error:
                if "another thread" not in str(error):
                    wrong.append(str(error))

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
