"""Mechanics of continuum manipulators: catheters, magnetic and MRI-steered tubes, rod- and tendon-driven arms, soft rods.

>>> import supple
>>> m = supple.load("examples/catheter.yaml")
>>> m["loads.0.force"] = "0 1 0 mN"
>>> eq = m.solve()
>>> eq.status, eq.tip.position.shape
('converged', (3,))

All values are in SI; texts have units. Results show NumPy arrays without copies.
"""

import os as _os

import numpy as _numpy

from . import _core

if int(_numpy.__version__.split(".")[0]) > 1 and not _core.for_numpy_2:
    raise ImportError("this build of supple is for NumPy 1, as Debian 12 has it; for NumPy 2 install the wheel: pip install .")
del _numpy

from ._cases import Table, read_cases, solve_cases
from ._core import Input, ModelError
from ._fit import fit
from ._results import Comparison, Equilibrium, Estimate, Fit, Modes, NotSolved, Result, Steering, Trajectory
from ._sweep import sweep
from ._verbs import (InputField, Manipulator, Solver, Steerer, compare, estimate, load, loads, modes, simulate, solve,
                     steer, steer_path)

__version__ = _core.version
__all__ = ["Comparison", "Equilibrium", "Estimate", "Fit", "Input", "InputField", "Manipulator", "ModelError", "Modes",
           "NotSolved", "Result", "Solver", "Steerer", "Steering", "Table", "Trajectory", "compare", "estimate", "fit",
           "load", "loads", "modes", "read_cases", "simulate", "solve", "solve_cases", "steer",
           "steer_path", "sweep"]

Manipulator.solve_cases, Manipulator.fit = solve_cases, fit
# Parts that are loaded when they are needed: in the build folder they lie beside the package.
_parts = _os.path.join(_os.path.dirname(__file__), "..", "..", "lib", "supple")
if _os.path.isdir(_parts):
    _core.parts_folder(_os.path.normpath(_parts))
