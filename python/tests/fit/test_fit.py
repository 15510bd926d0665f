"""Fits are those of the command line."""

import numpy as np
import pytest
import supple
from conftest import EXAMPLES, record

MEASURED = str(EXAMPLES / "catheter_measured.csv")


def by_ceres():
    """Whether this build fits by Ceres, as the command line does, or by SciPy."""
    import supple._fit_core
    return any("ceres" in line for line in open("/proc/self/maps"))


def test_a_fit_is_that_of_the_command_line():
    file = str(EXAMPLES / "catheter.yaml")
    f = supple.load(file).fit(MEASURED, ["rod.bending_stiffness"])
    told = record("fit", file, MEASURED, "--parameters", "rod.bending_stiffness")
    assert f.status == told["status"] == "converged"
    # SciPy ends at the same minimum by other steps: where the cost, flat there, does not change any more.
    close = 0.0 if by_ceres() else 1e-6
    for found, expected in zip(f.parameters, told["parameters"]):
        assert found.path == expected["path"]
        assert found.value == pytest.approx(expected["value"], rel=close, abs=0.0)
    assert f.cost == pytest.approx(told["cost"], rel=1e-4 * close, abs=0.0)
    np.testing.assert_allclose(f.covariance, told["covariance"], rtol=10 * close)
    assert f.fitted()["rod.bending_stiffness"] == f.parameters[0].value
    assert "rod.bending_stiffness" in str(f)


def test_values_of_a_model_are_found_again_from_its_own_tips(catheter):
    rng = np.random.default_rng(3)
    forces = rng.uniform(-4e-3, 4e-3, (20, 3))
    table = catheter.solve_cases({"loads.0.force": forces}, ["tip.position"])
    start = catheter.copy()
    start["rod.bending_stiffness"] = 1.3 * catheter["rod.bending_stiffness"]
    observed = {"tip.position": table["tip.position"]}
    f = start.fit({"loads.0.force": forces, **observed}, ["rod.bending_stiffness"], bounds={"rod.bending_stiffness": (1e-6, 1e-3)})
    assert f.status == "converged"
    assert f.parameters[0].value == pytest.approx(catheter["rod.bending_stiffness"], rel=1e-9)
    assert f.parameters[0].lower == 1e-6


def test_values_are_judged_by_cases_that_were_kept_back(tmp_path):
    file, out = str(EXAMPLES / "catheter.yaml"), tmp_path / "cases.csv"
    f = supple.load(file).fit(MEASURED, ["rod.bending_stiffness"], validate=0.25)
    told = record("fit", file, MEASURED, "--parameters", "rod.bending_stiffness", "--validate", "0.25", "--out", str(out))
    close = 0.0 if by_ceres() else 1e-6
    assert f.validation.cases == told["validation"]["cases"] > 0
    assert f.validation.mean == pytest.approx(told["validation"]["mean"], rel=close, abs=0.0)
    written, cases = supple.read_cases(out), f.table()
    assert list(cases) == list(written) and "given.error" in cases
    for path, values in written.items():
        np.testing.assert_allclose(np.asarray(cases[path], dtype=float), values, rtol=max(close, 1e-15), atol=0, err_msg=path)
    whole = supple.load(file).fit(MEASURED, ["rod.bending_stiffness"], validate=supple.read_cases(MEASURED))
    assert whole.validation.mean == pytest.approx(whole.training.mean, rel=1e-12)
    with pytest.raises(ValueError, match="validate"):
        supple.load(file).fit(MEASURED, ["rod.bending_stiffness"], validate=1.5)


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


@pytest.mark.parametrize("objective", ["mean-of-norms", "huber", "cauchy"])
def test_other_objectives_and_a_search_end_where_the_command_line_does(objective):
    file = str(EXAMPLES / "catheter.yaml")
    bounds = {"rod.bending_stiffness": (1e-6, 1e-4)}
    f = supple.load(file).fit(MEASURED, ["rod.bending_stiffness"], objective=objective, bounds=bounds)
    told = record("fit", file, MEASURED, "--parameters", "rod.bending_stiffness", "--objective", objective,
                  "--bounds", "rod.bending_stiffness=1 N mm^2,100 N mm^2")
    assert f.status == told["status"] == "converged"
    assert f.parameters[0].value == pytest.approx(told["parameters"][0]["value"], rel=0.0 if by_ceres() else 1e-6, abs=0.0)
    least = supple.load(file).fit(MEASURED, ["rod.bending_stiffness"], bounds=bounds)
    searched = supple.load(file).fit(MEASURED, ["rod.bending_stiffness"], bounds=bounds, search=True)
    assert searched.parameters[0].value == pytest.approx(least.parameters[0].value, rel=1e-6)
