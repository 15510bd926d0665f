"""What the verbs answer. The attributes are the members of the result's description; `members()` lists them."""

import functools

import numpy

from . import _core


class NotSolved(RuntimeError):
    """Raised where `strict=True` and a result did not converge; `result` holds it."""

    def __init__(self, result):
        super().__init__(f"{result.status}: {result.message}")
        self.result = result


def checked(result, strict):
    """The result, unless it was asked to be a success and is none."""
    if strict and result.status != "converged":
        raise NotSolved(result)
    return result


def _step(part, key):
    if isinstance(part, _core.Items):
        return part[int(key) if key.isdigit() else key]
    if isinstance(part, numpy.ndarray):
        letters = {4: "wxyz", 3: "xyz"}.get(part.shape[-1] if part.ndim else 0, "")
        return part[..., letters.index(key)] if key in letters and key else part[int(key)]
    if isinstance(part, (list, tuple)):
        return part[int(key)]
    return getattr(part, key)


class Result(_core.Result):
    """A result: members by name, `result["tip.position.x"]` by path, `result.save("x.json")`.

    >>> eq = supple.load("examples/catheter.yaml").solve()
    >>> eq.status, eq["tip.position"].shape
    ('converged', (3,))
    """

    __slots__ = ()

    def __getitem__(self, path):
        try:
            return functools.reduce(_step, path.split("."), self)
        except (AttributeError, IndexError, KeyError, ValueError) as error:
            raise KeyError(f"{path}: there is no such number in the result ({error})") from None

    def __dir__(self):
        return sorted([name for name, _, _ in self.members()] + list(super().__dir__()))

    @property
    def converged(self):
        """Whether the result is a success."""
        return self.status == "converged"

    def save(self, path):
        """Writes everything to .json, .jsonl, .csv or .h5; shapes also to .vtp or .pvd."""
        _core.save(self, path)

    def text(self, brief=False):
        """The report that the command line prints."""
        found = _core.text_of(self, self.manipulator, brief) if self.manipulator is not None else ""
        return found or self._short()

    def _short(self):
        lines = [f"{type(self).__name__}: {getattr(self, 'status', 'done')}"]
        tip = getattr(self, "tip", None)
        if tip is not None and getattr(tip, "position", None) is not None and tip.position.ndim == 1:
            lines.append("tip at {:.6g} {:.6g} {:.6g} m".format(*tip.position))
        return ", ".join(lines)

    def __str__(self):
        return self.text(brief=True)

    def __repr__(self):
        return f"<{self._short()}>"

    def _repr_html_(self):
        from base64 import b64encode
        from html import escape
        rows = "".join(f"<tr><td>{escape(name)}</td><td>{escape(unit)}</td><td>{escape(help)}</td></tr>"
                       for name, unit, help in self.members())
        png = self._repr_png_()
        picture = f'<img alt="picture" src="data:image/png;base64,{b64encode(png).decode()}">' if png else ""
        return (f'<pre style="overflow-x: auto">{escape(self.text(brief=True))}</pre>{picture}<details><summary>members</summary>'
                f"<table>{rows}</table></details>")

    def _repr_png_(self):
        try:
            from . import plot
        except ImportError:
            return None
        return plot.png_of(self)

    def plot(self, **options):
        """Draws the result with matplotlib; answers with its axes. See supple.plot."""
        from . import plot
        return plot.draw(self, **options)


class Equilibrium(Result):
    """A static equilibrium: `tip`, `shape`, `reactions`, `energy`, `stability`."""

    __slots__ = ()


class Trajectory(Result):
    """A motion in time: `time`, `tip`, `shape`, `energy`."""

    __slots__ = ()

    def animate(self, **options):
        """The motion as an animation of matplotlib."""
        from . import plot
        return plot.animate(self, **options)


class Modes(Result):
    """Small vibrations: `modes`, each with `frequency`, `damping_ratio` and `displacement`."""

    __slots__ = ()

    @property
    def frequencies(self):
        """Of the modes, slowest first [Hz]."""
        return numpy.array([mode.frequency for mode in self.modes])


class Steering(Result):
    """The actuation that reaches a target: `actuation`, `residual`, and the shape it holds."""

    __slots__ = ()


class Comparison(Result):
    """The same manipulator by several models: `models`, each with its errors; `exact`, the judge."""

    __slots__ = ()


class Estimate(Result):
    """What a measured motion tells: `damping.viscous_rate`, `damping.points`, `error`."""

    __slots__ = ()


class Fit(Result):
    """Fitted values: `parameters`, `covariance`, `training`; `fitted()` is the manipulator with them."""

    __slots__ = ()

    def fitted(self):
        """A copy of the manipulator with the fitted values."""
        copy = self.manipulator.copy()
        for parameter in self.parameters:
            copy[parameter.path] = parameter.value
        return copy

    def table(self):
        """The data with `given.error`, residuals and spreads of each case: {path: values in SI}."""
        from . import _fit_core
        return dict(_fit_core.cases_of(self))

    def text(self, brief=False):
        """The report that the command line prints."""
        from . import _fit_core
        return _fit_core.text_of(self, brief)


_core.result_classes.update(solve=Equilibrium, simulate=Trajectory, modes=Modes, steer=Steering, compare=Comparison,
                            estimate=Estimate, fit=Fit)
