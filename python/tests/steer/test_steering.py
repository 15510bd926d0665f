"""Steering is that of the command line; a warm steerer follows its targets."""

import numpy as np
import pytest
import supple
from conftest import EXAMPLES, record


def test_steering_is_that_of_the_command_line():
    file = str(EXAMPLES / "mri_catheter.yaml")
    m = supple.load(file)
    found = m.steer("10 5 * mm")
    told = record("steer", file, "--target", "10 5 * mm")
    assert found.status == told["status"] and np.array_equal(found.tip.position, told["tip"]["position"])
    assert found.actuation.to_dict().keys() == told["actuation"].keys()


def test_a_warm_steerer_follows_targets():
    m = supple.load(EXAMPLES / "mri_catheter.yaml")
    tip = m.solve().tip.position
    steerer = supple.Steerer(m)
    assert steerer.actuations
    for k in range(3):
        found = steerer.steer(tip + [0.0, 1e-4 * k, 0.0])
        assert found.status in ("converged", "infeasible")
    for free in (np.nan, None):
        assert supple.steer(m, [tip[0], free, tip[2]]).status == "converged"
    with pytest.raises(ValueError, match="everything is free"):
        supple.steer(m, [np.nan] * 3)
    with pytest.raises(supple.ModelError):
        supple.steer(m, "10 20 mm")
