"""Outputs of an equilibrium as a function of inputs, with exact derivatives: what the adapters for torch and jax share."""

import numpy as np

from . import _core
from ._results import NotSolved


class Function:
    """y(x) of one manipulator: x are the numbers of `inputs` one after another, y those of `outputs`."""

    def __init__(self, manipulator, inputs, outputs):
        self.solver = _core.Solver(manipulator)
        self.inputs, self.outputs = list(inputs), [outputs] if isinstance(outputs, str) else list(outputs)
        self.sizes = [np.size(self.solver[path]) for path in self.inputs]

    def _solve(self, x):
        x = np.asarray(x, dtype=float)
        if x.shape != (sum(self.sizes),):
            raise ValueError(f"expected {sum(self.sizes)} numbers, found an array of shape {x.shape}")
        at = 0
        for path, size in zip(self.inputs, self.sizes):
            self.solver[path] = float(x[at]) if size == 1 else x[at:at + size]
            at += size
        # From the unloaded shape: a function has one value, whatever was asked before.
        result = self.solver.solve_cold()
        if result.status != "converged":
            raise NotSolved(result)
        return result

    def value(self, x):
        result = self._solve(x)
        return np.concatenate([np.atleast_1d(self._number(result, path)) for path in self.outputs])

    @staticmethod
    def _number(result, path):
        value = result[path]
        if not isinstance(value, (float, np.ndarray)):
            raise ValueError(f"{path}: expected the path of a number or of a vector")
        return value

    def jacobian(self, x):
        self._solve(x)
        J = self.solver._jacobian(self.outputs, self.inputs)
        if not np.isfinite(J).all():
            raise RuntimeError("the equilibrium has no derivative here: it is singular")
        return J
