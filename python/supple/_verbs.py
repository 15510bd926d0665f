"""The verbs: from a manipulator to a result. Each is a method of Manipulator too."""

import numpy

from . import _core
from ._cases import Table, all_converged, columns_of
from ._progress import shown
from ._results import checked


def _texts(settings):
    return {path: str(value) for path, value in (settings or {}).items()}


def load(file, set=None):
    """Reads a model file; `set` changes values as --set of the command line does.

    >>> supple.load("examples/catheter.yaml").name
    'elastomer catheter with a tip load'
    >>> supple.load("examples/catheter.yaml", set={"rod.length": "50"})
    Traceback (most recent call last):
    supple._core.ModelError: --set rod.length: rod.length: "50" has no unit; expected a length greater than 0 such as "50 mm"
    """
    return _core.load(file, _texts(set))


def loads(text, set=None):
    """Reads a model from text; it cannot name other files.

    >>> m = supple.loads("supple: 1\\nrod: {length: 50 mm, bending_stiffness: 17 N mm^2}")
    >>> m["rod.length"]
    0.05
    """
    return _core.loads(text, _texts(set))


def solve(manipulator, *, strict=False, tolerance=_core.tolerance, max_iterations=_core.max_iterations, arc_length=False,
          eigenvalue=False, judge=False, max_seconds=float("inf")):
    """The static equilibrium. Not converging is a status, or NotSolved with `strict`.

    Options: `tolerance`, `max_iterations`, `arc_length` (follow the path through limit points), `eigenvalue` (with the
    smallest of the tangent), `judge` (with `model_error`, the distance from the exact rod), `max_seconds` (of chains).

    >>> eq = supple.solve(supple.load("examples/catheter.yaml"))
    >>> (1e3 * eq.tip.position).round(3)
    array([ 43.32 , -12.117,  17.456])
    """
    return checked(_core.solve(manipulator, tolerance=tolerance, max_iterations=max_iterations, arc_length=arc_length,
                               eigenvalue=eigenvalue, judge=judge, max_seconds=max_seconds), strict)


def simulate(manipulator, *, strict=False, progress=None, spectrum="", samples=0):
    """The motion that the file's `simulation` asks for. `spectrum` names a value whose frequencies are wanted.

    >>> t = supple.simulate(supple.load("examples/released_rod.yaml", set={"simulation.duration": "5 ms"}))
    >>> t.status, t.tip.position.shape == (len(t.time), 3)
    ('converged', True)
    """
    with shown(progress) as hears:
        result = _core.simulate(manipulator, progress=hears, spectrum=spectrum, samples=samples)
    return checked(result, strict)


def modes(manipulator, *, count=0, strict=False):
    """Small vibrations about the equilibrium: all of them, or at least the `count` slowest where that costs less.

    >>> supple.modes(supple.load("examples/free_vibration.yaml")).frequencies.size > 0
    True
    """
    return checked(_core.modes(manipulator, count=count), strict)


def target(position, tangent=None, quaternion=None):
    """What steering aims at: "10 30 * mm" as on the command line, or metres with NaN or None where it is free."""
    if isinstance(position, str):
        return _core.parse_target(position)
    position = [float("nan") if number is None else number for number in position]
    return _core.make_target(position, tangent, quaternion)


def steer(manipulator, position, *, tangent=None, quaternion=None, actuate="", at="tip", strict=False,
          tolerance=_core.steer_tolerance, max_iterations=_core.steer_iterations, starts=_core.steer_starts):
    """The actuation that brings the tip, or a station, to a target.

    Options: `actuate`, what to steer with, separated by commas; `tolerance` of the error over the rod's length;
    `max_iterations` from each of so many `starts`.

    >>> m = supple.load("examples/mri_catheter.yaml")
    >>> supple.steer(m, m.solve().tip.position).status
    'converged'
    """
    return Steerer(manipulator, actuate=actuate, at=at).steer(
        position, tangent=tangent, quaternion=quaternion, warm=False, strict=strict, tolerance=tolerance,
        max_iterations=max_iterations, starts=starts)


def steer_path(manipulator, targets, *, actuate="", at="tip", strict=False, progress=None):
    """Follows a path, each target from the one before; answers with a Table of the actuation and what it reaches.

    `targets` are columns as `solve_cases` takes them: `tip.position`, NaN where it is free, `tip.tangent`,
    `tip.quaternion`. The table's columns of the actuation are cases for `solve_cases`.

    >>> m = supple.load("examples/mri_catheter.yaml")
    >>> x, y, _ = m.solve().tip.position
    >>> path = supple.steer_path(m, {"tip.position.x": [x, x], "tip.position.y": [y, y + 1e-3]})
    >>> path.status.tolist(), (path["residual"] < 1e-9).all()
    (['converged', 'converged'], True)
    """
    steerer = Steerer(manipulator, actuate=actuate, at=at)
    wanted = _core.read_targets(columns_of(targets), manipulator, at)
    outputs = [(path, 1, "", "actuation, SI") for path in steerer.actuations]
    outputs += [("tip.position", 3, "m", "under the actuation"), ("residual", 1, "m", "distance from the target that is left"),
                ("turn", 1, "rad", "from the direction or orientation asked for"),
                ("conditioning.condition", 1, "", "largest over smallest singular value that is not zero")]
    values = numpy.full((len(wanted), len(steerer.actuations) + 6), numpy.nan)
    codes = numpy.full(len(wanted), _core.statuses.index("not_converged"))
    messages = dict.fromkeys(range(len(wanted)), "stopped from outside")
    with shown(progress) as hears:
        for row, one in enumerate(wanted):
            found = steerer._steer(one, warm=True, tolerance=_core.steer_tolerance, max_iterations=_core.steer_iterations,
                                   starts=_core.steer_starts)
            codes[row] = _core.statuses.index(found.status)
            messages[row] = found.message
            if not found.message:
                del messages[row]
            if found.actuation is not None:
                actuation = [numpy.ravel(number) for number in found.actuation.to_dict().values()]
                turn = numpy.nan if found.turn is None else found.turn
                values[row] = [*numpy.concatenate(actuation), *found.tip.position, found.residual, turn,
                               found.conditioning.condition]
            if hears is not None and hears(row + 1, len(wanted)) is False:
                break
    return all_converged(Table(values, outputs, codes, messages), strict)


def estimate(manipulator, data, *, strict=False, horizon=60, causal=False, noise=0.0, rotational_rate=0.0, step=None):
    """Damping from a measured motion: a table with `time` and positions of points, as `simulate` writes them.

    Options: `horizon` [steps], `causal`, `noise` [m], `rotational_rate` [1/s], `step` [s].
    """
    return checked(_core.estimate(manipulator, columns_of(data), horizon=horizon, causal=causal, noise=noise,
                                  rotational_rate=rotational_rate, step=step), strict)


def compare(manipulator, cases=None, *, models=(), joints=(), layouts=(), tolerance=1e-3, threads=0, progress=None):
    """The same by several models, judged by the exact rod. `tolerance` is of the tip, over the rod's length.

    >>> c = supple.compare(supple.load("examples/catheter.yaml"), models=["curvature"], joints=[8])
    >>> [m.setting for m in c.models][-1], c.models[-1].tip_error < 1e-3
    ('arcs: 8', True)
    """
    cases = None if cases is None else columns_of(cases)
    with shown(progress) as hears:
        return _core.compare(manipulator, cases, list(models), list(joints), list(layouts), tolerance, threads, hears)


def _steer_warm(self, position, *, tangent=None, quaternion=None, warm=True, strict=False,
                tolerance=_core.steer_tolerance, max_iterations=_core.steer_iterations, starts=_core.steer_starts):
    """The actuation for the next target, found from the last one where `warm`."""
    return checked(self._steer(target(position, tangent, quaternion), warm=warm, tolerance=tolerance,
                               max_iterations=max_iterations, starts=starts), strict)


def _paths(paths):
    return [paths] if isinstance(paths, str) else list(paths)


def _jacobian(self, outputs, inputs):
    """d outputs/d inputs at the last equilibrium, in SI; NaN where there is none. `derivatives` says how it was formed.

    >>> solver = supple.Solver(supple.load("examples/catheter.yaml"))
    >>> _ = solver.solve()
    >>> solver.jacobian("tip.position", "loads.0.force").shape, solver.derivatives
    ((3, 3), 'exact')
    """
    return self._jacobian(_paths(outputs), _paths(inputs))


def _compliance(self, pose="tip"):
    """[dp; dtheta] of a pose per dead wrench [f; m] there, in world axes: 6 x 6."""
    return self._compliance(pose)


def _inputs(self):
    """All numbers that can be set: {path: Input(value, unit, lower, upper, help)}; value is SI, or None.

    >>> supple.load("examples/catheter.yaml").inputs()["rod.length"].value
    0.05
    """
    return {path: InputField(*rest) for path, *rest in self._inputs()}


def _with_model(self, type):
    """The same manipulator by another model. Keys that the other model does not have are dropped.

    >>> supple.load("examples/catheter.yaml").with_model("cosserat").model
    'cosserat'
    """
    return self._with_model(type)[0]


def _add_load(self, load, *, at="tip", name=""):
    """Adds a load of one's own: an object with a function of the section's frame.

    `wrench(position, rotation)` answers with six numbers [force; moment] in world axes, at that point. The object may
    also have `derivative(position, rotation)`, 6 x 6 by shifts and turns in world axes (else differences are taken),
    and `potential(position, rotation)`, the energy, which tells that the load is conservative. `at` is "tip", a
    length such as "27 mm", or metres. Chains and the variational rod take it, at rest and in motion. What a function
    raises is raised when the work has ended.

    >>> class Spring:
    ...     def wrench(self, position, rotation):
    ...         return [0, -2.0 * position[1], 0, 0, 0, 0]
    >>> m = supple.load("examples/catheter.yaml")
    >>> m.add_load(Spring(), at="tip")
    >>> print((1e3 * m.solve(strict=True).tip.position).round(3))
    [45.075 -2.619 18.162]
    """
    self._add_own(load, False, at, name)


def _add_constraint(self, constraint, *, at="tip", name=""):
    """Adds a constraint of one's own: an object with a function that is zero where it holds.

    `value(position, rotation)` answers with `size` numbers (an attribute; 1 where there is none) in metres or radians.
    The object may also have `gradient(position, rotation)`, size x 6 by shifts and turns in world axes (else
    differences are taken). The reaction stands in `reactions` under its name. Chains take it.

    >>> class Plane:
    ...     def value(self, position, rotation):
    ...         return position[1] + 0.002
    >>> m = supple.load("examples/catheter.yaml")
    >>> m.add_constraint(Plane(), at="tip", name="plane")
    >>> eq = m.solve(strict=True)
    >>> print((1e3 * eq.tip.position).round(3), (1e3 * eq.reactions["plane"].force).round(3))
    [45.121 -2.    18.168] [0.    5.562 0.   ]
    """
    self._add_own(constraint, True, at, name)


class InputField(tuple):
    """A number of the description: `value` (SI), `unit` in which people write it, `lower`, `upper`, `help`."""

    __slots__ = ()
    value, unit, lower, upper, help = (property(lambda self, i=i: self[i]) for i in range(5))

    def __new__(cls, *fields):
        return super().__new__(cls, fields)


Manipulator, Solver, Steerer = _core.Manipulator, _core.Solver, _core.Steerer
Manipulator.inputs, Manipulator.with_model = _inputs, _with_model
Manipulator.add_load, Manipulator.add_constraint = _add_load, _add_constraint
Manipulator.__repr__ = lambda self: f"<Manipulator {self.name!r}, {self.model}>"
for verb in (solve, simulate, modes, steer, steer_path, estimate, compare):
    setattr(Manipulator, verb.__name__, verb)
Steerer.steer = _steer_warm
Solver.__doc__ = """Solves one manipulator again and again, each time from the shape before. One thread at a time.

    >>> solver = supple.Solver(supple.load("examples/catheter.yaml"))
    >>> fy = solver.input("loads.0.force.y")
    >>> solver.set(fy, 2.5e-3)
    >>> solver.solve().status, fy.cost
    ('converged', 'store')
    """
Steerer.__doc__ = """Steers one manipulator to target after target, each from the last.

    >>> m = supple.load("examples/mri_catheter.yaml")
    >>> supple.Steerer(m).steer(m.solve().tip.position).status
    'converged'
    """
Solver.jacobian, Solver.compliance = _jacobian, _compliance
