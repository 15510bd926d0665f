"""Comparisons are those of the command line."""

import pytest
import supple
from conftest import EXAMPLES, record


def test_a_comparison_is_that_of_the_command_line():
    file = str(EXAMPLES / "catheter.yaml")
    found = supple.load(file).compare(models=["curvature", "spherical-prb"], joints=[4, 8])
    told = record("compare", file, "--models", "curvature,spherical-prb", "--joints", "4,8")
    assert [m.setting for m in found.models] == [m["setting"] for m in told["models"]]
    for mine, theirs in zip(found.models, told["models"]):
        assert mine.tip_error == theirs["tip_error"] and mine.status == theirs["status"]
    with pytest.raises(ValueError, match="no model"):
        supple.load(file).compare(models=["beam"])
