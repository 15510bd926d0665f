"""Results in Python are those of the command line, bit for bit, and keep what they show alive."""

import gc
import json

import numpy as np
import pytest
import supple
from conftest import EXAMPLES, record, same

SOLVED = ["catheter", "held_catheter", "magnetic_catheter", "mri_catheter", "rod_driven_arm", "tendon_arm", "wall_contact",
          "multi_load_rod", "steel_rod", "buckling_column"]


@pytest.mark.parametrize("name", SOLVED)
def test_an_equilibrium_is_that_of_the_command_line(name):
    file = str(EXAMPLES / f"{name}.yaml")
    eq = supple.load(file).solve(judge=True)
    told = record("solve", file)
    told.get("solver", {}).pop("seconds")
    same(eq, told)
    assert eq.status in ("converged", "unstable")


@pytest.mark.parametrize("command, name", [("simulate", "released_rod"), ("modes", "free_vibration")])
def test_a_motion_is_that_of_the_command_line(command, name):
    file = str(EXAMPLES / f"{name}.yaml")
    result = getattr(supple.load(file), command)()
    same(result, record(command, file))
    assert result.status == "converged"


def test_what_is_written_is_what_the_command_line_writes(catheter, tmp_path):
    eq = catheter.solve(judge=True)
    told = json.loads(eq.to_json())
    expected = record("solve", str(EXAMPLES / "catheter.yaml"))
    for one in (told, expected):
        one["solver"].pop("seconds")
    assert told == expected
    eq.save(tmp_path / "eq.json")
    assert json.loads((tmp_path / "eq.json").read_text())["tip"] == told["tip"]


def test_a_dictionary_holds_all_that_the_record_holds(catheter):
    eq = catheter.solve()
    told = json.loads(eq.to_json())
    assert set(eq.to_dict()) == set(told) - {"format", "command"}
    assert [name for name, _, _ in eq.tip.members()] == list(told["tip"])
    assert dict((name, unit) for name, unit, _ in eq.tip.members())["position"] == "m"


def test_arrays_are_views_of_the_result_and_cannot_be_written(catheter):
    eq = catheter.solve()
    for array in (eq.tip.position, eq.shape.position, eq.shape.arclength, eq.base_reaction.force, eq.coordinates):
        assert array.base is eq
        with pytest.raises(ValueError):
            array[...] = 0.0
    assert np.shares_memory(eq.tip.position, eq.shape.position[-1])
    assert eq.shape.quaternion is eq.shape.quaternion  # copied once


def test_an_array_outlives_the_result_and_its_manipulator():
    def tip():
        return supple.load(EXAMPLES / "catheter.yaml").solve().shape.position
    position = tip()
    expected = position.copy()
    gc.collect()
    _ = [tip() for _ in range(50)]
    assert np.array_equal(position, expected)


def test_a_path_into_a_result_is_its_number(catheter):
    eq = catheter.solve()
    assert eq["tip.position.x"] == eq.tip.position[0]
    assert eq["tip.quaternion.w"] == eq.tip.quaternion[0]
    assert eq["shape.position.3.z"] == eq.shape.position[3, 2]
    with pytest.raises(KeyError, match="tip.postion"):
        eq["tip.postion.x"]
    with pytest.raises(AttributeError):
        eq.tpi


def test_items_go_by_name_and_by_index():
    eq = supple.load(EXAMPLES / "held_catheter.yaml").solve()
    assert eq.reactions.names() == ["P1", "P2"]
    assert np.array_equal(eq.reactions["P2"].force, eq.reactions[-1].force)
    assert len(eq.reactions) == 2 and eq.contacts is None
    with pytest.raises(KeyError, match='"P3"; there are: P1, P2'):
        eq.reactions["P3"]
    with pytest.raises(IndexError):
        eq.reactions[2]


def test_not_converging_is_a_status_unless_it_is_forbidden():
    m = supple.load(EXAMPLES / "catheter.yaml")
    eq = m.solve(tolerance=0.0)
    assert eq.status == "not_converged" and eq.message
    with pytest.raises(supple.NotSolved, match="not_converged") as raised:
        m.solve(tolerance=0.0, strict=True)
    assert raised.value.result.status == "not_converged"


def test_a_result_shows_itself(catheter):
    eq = catheter.solve()
    assert "converged" in repr(eq) and "tip" in str(eq)
    assert "converged" in eq._repr_html_()
    assert {"tip", "shape", "save", "status"} <= set(dir(eq))
