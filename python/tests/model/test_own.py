"""Loads and constraints of Python are their built-in twins; what they raise is raised when the work has ended."""

import copy
import gc
import pickle
import threading
import weakref

import numpy as np
import pytest
import supple
from conftest import EXAMPLES


def hat(v):
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


class Follower:
    """A wrench fixed to the section; with its derivative."""

    def __init__(self, force, moment=(0.0, 0.0, 0.0)):
        self.wrench_B = np.array([force, moment], dtype=float)

    def wrench(self, position, rotation):
        return np.concatenate([rotation @ part for part in self.wrench_B])

    def derivative(self, position, rotation):
        K = np.zeros((6, 6))
        K[:3, 3:], K[3:, 3:] = (-hat(rotation @ part) for part in self.wrench_B)
        return K


class ByDifferences(Follower):
    """The same without one."""

    derivative = property()


class Dead:
    """A force fixed in the world."""

    def __init__(self, force):
        self.force = np.asarray(force, dtype=float)

    def wrench(self, position, rotation):
        return [*self.force, 0, 0, 0]

    def potential(self, position, rotation):
        return -self.force @ position


class Thread:
    """The elastic thread of docs/extending.md."""

    def __init__(self, anchor, stiffness):
        self.anchor, self.stiffness = np.asarray(anchor), stiffness

    def wrench(self, position, rotation):
        return [*(self.stiffness * (self.anchor - position)), 0, 0, 0]


class Fixture:
    """World y and z held."""

    size = 2

    def __init__(self, y, z):
        self.held = np.array([y, z])

    def value(self, position, rotation):
        return position[1:] - self.held


class FixtureWithGradient(Fixture):
    def gradient(self, position, rotation):
        return np.eye(6)[1:3]


class Strut:
    """A rigid strut to an anchor: a constraint whose reaction turns."""

    def __init__(self, anchor, length):
        self.anchor, self.length = np.asarray(anchor), length

    def value(self, position, rotation):
        return np.linalg.norm(position - self.anchor) - self.length


TEXT = """
supple: 1
rod: {length: 80 mm, section: {circle: {diameter: 2 mm}}, material: {youngs_modulus: 2 MPa, shear_modulus: 0.7 MPa, density: 1100 kg/m^3}, damping: {viscous_rate: 3 1/s}}
model: {MODEL}
simulation: {duration: 20 ms, output_every: 5 ms, initial: straight}
"""
CHAIN, NODAL = "type: spherical-prb, joints: 6", "type: variational, elements: 10"
LOAD = "\nloads: [{at: AT, force: 0.4 0.2 -0.3 mN, moment: 1 2 0 mN mm, frame: body}]\n"
WRENCH = ([4e-4, 2e-4, -3e-4], [1e-6, 2e-6, 0])


def rod(model, more=""):
    return supple.loads(TEXT.replace("MODEL", model) + more)


@pytest.mark.parametrize("model", [CHAIN, NODAL])
@pytest.mark.parametrize("at", ["tip", "50 mm"])
@pytest.mark.parametrize("kind", [Follower, ByDifferences])
def test_a_load_bends_and_moves_a_rod_as_its_twin_does(model, at, kind):
    twin, own = rod(model, LOAD.replace("AT", at)), rod(model)
    own.add_load(kind(*WRENCH), at=at)
    a, b = twin.solve(strict=True), own.solve(strict=True)
    assert abs(a.tip.position[0]) > 1e-3
    np.testing.assert_allclose(b.shape.position, a.shape.position, rtol=0, atol=1e-11)
    moved, mine = twin.simulate(strict=True), own.simulate(strict=True)
    assert np.ptp(moved.tip.position[:, 0]) > 1e-4
    np.testing.assert_allclose(mine.tip.position, moved.tip.position, rtol=0, atol=1e-8)
    f, g = twin.modes().frequencies[:3], own.modes().frequencies[:3]
    np.testing.assert_allclose(g, f, rtol=1e-6)
    tip = supple.Solver(own).solve().tip.position
    np.testing.assert_allclose(tip, a.tip.position, rtol=0, atol=1e-11)


def test_a_load_with_a_potential_is_conservative():
    twin, own = rod(CHAIN, "\nloads: [{at: tip, force: 0.4 0.2 0 mN}]"), rod(CHAIN)
    own.add_load(Dead([4e-4, 2e-4, 0]))
    a, b = twin.solve(strict=True), own.solve(strict=True)
    assert (a.stability.kind, a.stability.stable) == (b.stability.kind, b.stability.stable) == ("energy", True)
    np.testing.assert_allclose(b.tip.position, a.tip.position, rtol=0, atol=1e-12)
    assert b.energy.total == pytest.approx(a.energy.total, rel=1e-9)


def test_a_thread_is_in_balance_with_the_dead_force_that_it_has_there():
    m = rod(CHAIN)
    thread = Thread([0.03, 0.0, 0.06], 0.05)
    m.add_load(thread, at="tip")
    eq = m.solve(strict=True)
    force = thread.stiffness * (thread.anchor - eq.tip.position)
    twin = rod(CHAIN, "\nloads: [{at: tip, force: 0 0 0 N}]")
    twin["loads.0.force"] = force
    np.testing.assert_allclose(twin.solve(strict=True).tip.position, eq.tip.position, rtol=0, atol=1e-11)


@pytest.mark.parametrize("kind", [Fixture, FixtureWithGradient])
def test_a_constraint_holds_a_chain_as_its_twin_does(kind):
    load = "\nloads: [{at: tip, force: 0.5 0.3 0 mN}]\n"
    twin = rod(CHAIN, load + "constraints: [{fixture: {name: P, at: 40 mm, hold: {y: 1 mm, z: 39.5 mm}}}]")
    own = rod(CHAIN, load)
    own.add_constraint(kind(1e-3, 39.5e-3), at="40 mm", name="P")
    a, b = twin.solve(strict=True), own.solve(strict=True)
    np.testing.assert_allclose(b.shape.position, a.shape.position, rtol=0, atol=1e-10)
    assert np.linalg.norm(a.reactions["P"].force) > 1e-5
    np.testing.assert_allclose(b.reactions["P"].force, a.reactions["P"].force, rtol=0, atol=1e-11)


def test_a_strut_keeps_its_length_and_pushes_along_itself():
    m = rod(CHAIN, "\nloads: [{at: tip, force: 0.5 0.3 0 mN}]\n")
    strut = Strut([0.03, 0.01, 0.06], 0.03)
    m.add_constraint(strut, at="tip")
    eq = m.solve(strict=True)
    along = eq.tip.position - strut.anchor
    assert np.linalg.norm(along) == pytest.approx(strut.length, abs=1e-12)
    reaction = eq.reactions["Strut"].force
    assert np.linalg.norm(np.cross(reaction, along)) < 1e-9 * np.linalg.norm(reaction) * strut.length
    assert np.linalg.norm(reaction) > 1e-5


def test_every_verb_feels_an_own_load():
    m = supple.load(EXAMPLES / "catheter.yaml")
    force = m["loads.0.force"].copy()
    m["loads.0.force"] = [0.0, 0.0, 0.0]
    plain = m.copy()
    m.add_load(Dead(force))
    expected = supple.load(EXAMPLES / "catheter.yaml").solve().tip.position
    np.testing.assert_allclose(m.solve().tip.position, expected, atol=1e-12)
    table = m.solve_cases({"loads.0.moment.z": np.full(40, plain["loads.0.moment.z"])}, ["tip.position"], strict=True)
    np.testing.assert_allclose(table["tip.position"], np.tile(expected, (40, 1)), atol=1e-12)
    longer = m.solve_cases({"rod.length": [0.05, 0.06]}, ["tip.position"], strict=True)["tip.position"]
    np.testing.assert_allclose(longer[0], expected, atol=1e-12)
    assert m.solve(judge=True).status == "converged"
    found = m.with_model("spherical-prb").compare(models=["isotropic-prb"], joints=[9])
    assert found.models[-1].status == "converged"
    changed = m.copy()
    changed["rod.length"] = "50 mm"
    np.testing.assert_allclose(changed.solve().tip.position, expected, atol=1e-12)
    assert np.linalg.norm(plain.solve().tip.position - expected) > 1e-3


def test_what_a_model_cannot_take_is_refused_with_a_sentence():
    m = supple.load(EXAMPLES / "catheter.yaml").with_model("cosserat")
    m.add_load(Dead([1e-3, 0, 0]))
    assert m.solve().status == "invalid" and "own loads" in m.solve().message
    nodal = rod(NODAL)
    nodal.add_constraint(Fixture(0, 0))
    assert nodal.solve().status == "invalid" and "own constraints" in nodal.solve().message
    with pytest.raises(supple.ModelError, match="no file can hold"):
        nodal.to_yaml()


class Broken:
    """Fails at the n-th call."""

    def __init__(self, error, after=0):
        self.error, self.after, self.calls = error, after, 0

    def wrench(self, position, rotation):
        self.calls += 1
        if self.calls > self.after:
            raise self.error
        return [1e-4, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("after", [0, 20])
def test_what_a_function_raises_is_raised_when_the_work_has_ended(after):
    def broken():
        m = rod(CHAIN, "\nloads: [{at: tip, force: 0.5 0.3 0 mN}]\n")
        load = Broken(ZeroDivisionError("enough"), after)
        m.add_load(load)
        return m, load
    for verb in (lambda m: m.solve(), lambda m: m.simulate(), lambda m: m.modes(),
                 lambda m: supple.Solver(m).solve(),
                 lambda m: m.solve_cases({"loads.0.force.x": np.linspace(0, 1e-3, 200)}),
                 lambda m: m.compare(models=["isotropic-prb"], joints=[4])):
        m, load = broken()
        with pytest.raises(ZeroDivisionError, match="enough"):
            verb(m)
        assert load.calls <= after + 3  # at most once a thread afterwards
    m, load = broken()
    solver = supple.Solver(m)
    with pytest.raises(ZeroDivisionError):
        solver.solve_cold()
        solver.solve_cold()
        solver.solve_cold()
    load.error, load.after = None, 10**9
    assert solver.solve_cold().status == "converged"


class Answers:
    def __init__(self, answer):
        self.answer = answer

    def wrench(self, position, rotation):
        return self.answer

    value = wrench


@pytest.mark.parametrize("answer, error, words", [
    ([1.0, 2.0, 3.0], ValueError, "Answers.wrench: expected 6 numbers, found an array of shape \\(3,\\)"),
    (np.zeros((2, 3)), ValueError, "shape \\(2, 3\\)"),
    ("north", TypeError, "expected numbers"),
    (None, TypeError, "expected numbers"),
    ([1j] * 6, TypeError, "complex"),
])
def test_a_wrong_answer_of_a_load_is_said(answer, error, words):
    m = rod(CHAIN)
    m.add_load(Answers(answer))
    with pytest.raises(error, match=words):
        m.solve()


def test_a_wrong_answer_of_a_constraint_is_said():
    m = rod(CHAIN)
    m.add_constraint(Answers([0.0, 0.0]))
    with pytest.raises(ValueError, match="Answers.value: expected one number"):
        m.solve()


def test_a_value_that_is_not_finite_is_no_success():
    m = rod(CHAIN)
    m.add_load(Answers([np.nan] * 6))
    eq = m.solve()
    assert eq.status == "invalid" and "not finite" in eq.message


@pytest.mark.parametrize("use, error, words", [
    (lambda m: m.add_load(object()), TypeError, "wrench\\(position, rotation\\)"),
    (lambda m: m.add_constraint(Dead([1, 0, 0])), TypeError, "value\\(position, rotation\\)"),
    (lambda m: m.add_load(Dead([1, 0, 0]), at="90 mm"), supple.ModelError, "90 mm is not on the rod"),
    (lambda m: m.add_load(Dead([1, 0, 0]), at=-0.01), supple.ModelError, "not on the rod"),
    (lambda m: m.add_load(Dead([1, 0, 0]), at=float("nan")), supple.ModelError, "not on the rod"),
    (lambda m: m.add_load(Dead([1, 0, 0]), at="3 N"), supple.ModelError, "is no place"),
    (lambda m: [m.add_load(Dead([1, 0, 0])) for _ in range(2)], supple.ModelError, "one of that name"),
])
def test_mistakes_are_refused_at_once(use, error, words):
    m = rod(CHAIN)
    with pytest.raises(error, match=words):
        use(m)


def test_lives_and_copies():
    m = rod(CHAIN)
    load = Dead([4e-4, 0, 0])
    m.add_load(load)
    assert copy.copy(m) == m and m != rod(CHAIN)
    again = pickle.loads(pickle.dumps(m))
    assert np.array_equal(again.solve().tip.position, m.solve().tip.position)
    gone, eq = weakref.ref(load), m.solve()
    solver = supple.Solver(m)
    expected = solver.solve().tip.position.copy()
    del m, load
    gc.collect()
    assert gone() is not None and np.array_equal(solver.solve_cold().tip.position, expected)
    del solver, eq, again
    gc.collect()
    assert gone() is None


def test_a_load_is_called_from_many_threads_at_once():
    m = rod(CHAIN)
    m.add_load(Dead([4e-4, 0, 0]))
    expected, found = m.solve().tip.position, []

    def work():
        solver = supple.Solver(m)
        for _ in range(10):
            found.append(solver.solve_cold().tip.position.copy())
    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 30 and all(np.array_equal(tip, expected) for tip in found)


def test_a_function_may_itself_solve():
    inner = rod(CHAIN, "\nloads: [{at: tip, force: 0.5 0 0 mN}]\n")

    class Nested:
        def wrench(self, position, rotation):
            return [*(1e-2 * (inner.solve().tip.position - position)), 0, 0, 0]
    m = rod(CHAIN)
    m.add_load(Nested())
    assert m.solve(strict=True).tip.position[0] > 1e-4
