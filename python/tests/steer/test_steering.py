"""Steering is that of the command line; a warm steerer follows its targets."""

import json

import numpy as np
import pytest
import supple
from conftest import EXAMPLES, command_line, record


def test_steering_is_that_of_the_command_line():
    file = str(EXAMPLES / "mri_catheter.yaml")
    m = supple.load(file)
    found = m.steer("10 5 * mm")
    told = record("steer", file, "--target", "10 5 * mm")
    assert found.status == told["status"] and np.array_equal(found.tip.position, told["tip"]["position"])
    assert found.actuation.to_dict().keys() == told["actuation"].keys()


def test_a_path_is_that_of_the_command_line(tmp_path):
    file, out = str(EXAMPLES / "mri_catheter.yaml"), tmp_path / "out.jsonl"
    m = supple.load(file)
    tip = m.solve().tip.position
    targets = np.stack([tip + [0.0, 1e-3 * k, 0.0] for k in range(4)])
    targets[:, 2] = np.nan
    targets[2, 1] = 0.09  # out of reach
    table = tmp_path / "path.csv"
    lines = [",".join("" if np.isnan(v) else repr(float(v)) for v in row) for row in targets]
    table.write_text("\n".join(["tip.position.x [m],tip.position.y [m],tip.position.z [m]", *lines, ""]))
    command_line("steer", file, "--path", str(table), "--out", str(out), "--quiet")
    told = [json.loads(line) for line in out.read_text().splitlines()]
    for path in (m.steer_path({"tip.position": targets}), m.steer_path(table)):
        assert path.status.tolist() == [row["status"] for row in told]
        assert "infeasible" in path.status and path.messages.keys() == {2}
        assert np.array_equal(path["tip.position"], [row["tip"]["position"] for row in told])
        assert np.array_equal(path["attachments.coils.currents"], [row["actuation"]["coils.currents"] for row in told])
        assert np.array_equal(path["residual"], [row["residual"] for row in told])
    again = m.solve_cases({"attachments.coils.currents": path["attachments.coils.currents"]}, ["tip.position"])
    np.testing.assert_allclose(again["tip.position"], path["tip.position"], atol=1e-9)
    with pytest.raises(RuntimeError, match="case 2: infeasible"):
        m.steer_path(table, strict=True)
    with pytest.raises(supple.ModelError, match="is no target"):
        m.steer_path({"tip.postion.x": [0.0]})
    stopped = m.steer_path({"tip.position": targets}, progress=lambda done, total: done < 2)
    assert stopped.status.tolist()[2:] == ["not_converged"] * 2 and stopped.messages[3] == "stopped from outside"


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
