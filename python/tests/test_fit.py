"""Fits, comparisons and estimates are those of the command line."""

import numpy as np
import pytest
import supple
from conftest import EXAMPLES, record
from test_results import same

MEASURED = str(EXAMPLES / "catheter_measured.csv")


def test_a_fit_is_that_of_the_command_line():
    file = str(EXAMPLES / "catheter.yaml")
    f = supple.load(file).fit(MEASURED, ["rod.bending_stiffness"])
    told = record("fit", file, MEASURED, "--parameters", "rod.bending_stiffness")
    assert f.status == told["status"] == "converged"
    for found, expected in zip(f.parameters, told["parameters"]):
        assert (found.path, found.value) == (expected["path"], expected["value"])
    assert f.cost == told["cost"] and np.array_equal(f.covariance, told["covariance"])
    assert f.fitted()["rod.bending_stiffness"] == f.parameters[0].value
    assert "rod.bending_stiffness" in str(f)


def test_values_of_a_model_are_found_again_from_its_own_tips(catheter):
    rng = np.random.default_rng(3)
    forces = rng.uniform(-4e-3, 4e-3, (20, 3))
    table = catheter.solve_cases({"loads.0.force": forces}, ["tip.position"])
    start = catheter.copy()
    start["rod.bending_stiffness"] = 1.3 * catheter["rod.bending_stiffness"]
    tips = {f"tip.position.{axis} [m]": table["tip.position"][:, i] for i, axis in enumerate("xyz")}
    f = start.fit({"loads.0.force": forces, **tips}, ["rod.bending_stiffness"], bounds={"rod.bending_stiffness": (1e-6, 1e-3)})
    assert f.status == "converged"
    assert f.parameters[0].value == pytest.approx(catheter["rod.bending_stiffness"], rel=1e-9)
    assert f.parameters[0].lower == 1e-6


@pytest.mark.parametrize("options, error, words", [
    ({"objective": "cubes"}, ValueError, "objective"),
    ({"bounds": {"rod.length": (0, 1)}}, ValueError, "not fitted"),
    ({"search": True}, ValueError, "bounds"),
])
def test_wrong_requests_are_refused(catheter, options, error, words):
    with pytest.raises(error, match=words):
        catheter.fit(MEASURED, ["rod.bending_stiffness"], **options)
    with pytest.raises(supple.ModelError, match="did you mean"):
        catheter.fit(MEASURED, ["rod.bending_stifness"])


def test_a_comparison_is_that_of_the_command_line():
    file = str(EXAMPLES / "catheter.yaml")
    found = supple.load(file).compare(models=["curvature", "spherical-prb"], joints=[4, 8])
    told = record("compare", file, "--models", "curvature,spherical-prb", "--joints", "4,8")
    assert [m.setting for m in found.models] == [m["setting"] for m in told["models"]]
    for mine, theirs in zip(found.models, told["models"]):
        assert mine.tip_error == theirs["tip_error"] and mine.status == theirs["status"]
    with pytest.raises(ValueError, match="no model"):
        supple.load(file).compare(models=["beam"])


def test_an_estimate_is_that_of_the_command_line():
    file, data = (str(EXAMPLES / f"damping_of_a_soft_rod.{kind}") for kind in ("yaml", "csv"))
    same(supple.load(file).estimate(data), record("estimate", file, data, "--damping"))


def test_steering_is_that_of_the_command_line():
    file = str(EXAMPLES / "mri_catheter.yaml")
    m = supple.load(file)
    found = m.steer("10 5 * mm")
    told = record("steer", file, "--target", "10 5 * mm")
    assert found.status == told["status"] and np.array_equal(found.tip.position, told["tip"]["position"])
    assert found.actuation.to_dict().keys() == told["actuation"].keys()
