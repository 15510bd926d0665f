"""Values of a model that best explain measured cases."""

from ._cases import columns_of
from ._progress import shown
from ._results import checked


def fit(manipulator, data, parameters=(), *, bounds=None, sums=(), weights=None, sigmas=None, objective="least-squares",
        robust_size=None, centred=False, search=False, seed=1, evaluate=False, threads=0, strict=False, progress=None,
        validate=None):
    """Fits values of the model to a table of cases with what was observed in each.

    `parameters` are paths, or what the file's `fit` block names. `bounds` maps a path to (lower, upper) in SI, None where
    there is none; `sums` are lists of paths whose sum stays; `weights` are of what is observed, by path; `sigmas` are
    standard deviations of inputs. `objective` is least-squares, mean-of-norms, huber or cauchy. `search` looks through
    the whole box first; `evaluate` only scores the values of the file. `validate` is a second table, or the part of the
    rows, at the end, that is kept back (0.25): the result's `validation` is how well the values do there.

    >>> m = supple.load("examples/catheter.yaml")
    >>> f = supple.fit(m, "examples/catheter_measured.csv", ["rod.bending_stiffness"])
    >>> f.status, f.parameters[0].path
    ('converged', 'rod.bending_stiffness')
    """
    from . import _fit_core
    if validate is not None and not isinstance(validate, float):
        validate = columns_of(validate)
    with shown(progress) as hears:
        result = _fit_core.fit(manipulator, columns_of(data), list(parameters), dict(bounds or {}), [list(s) for s in sums],
                               dict(weights or {}), dict(sigmas or {}), objective, robust_size, centred, search, seed,
                               evaluate, threads, hears, validate)
    return checked(result, strict)
