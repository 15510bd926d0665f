"""Descriptions: values by path, as text with units and as numbers in SI; what is wrong is said."""

import copy
import pickle

import numpy as np
import pytest
import supple
from conftest import EXAMPLES, command_line, record

EVERY = sorted(EXAMPLES.glob("*.yaml"))


@pytest.mark.parametrize("file", EVERY, ids=lambda f: f.stem)
def test_what_is_written_is_read_back_as_the_same(file):
    m = supple.load(file)
    if ".csv" in m.to_yaml():  # names another file, which text cannot
        return
    assert supple.loads(m.to_yaml()) == m


def test_setting_a_text_equals_the_option_of_the_command_line(catheter):
    catheter["loads.0.force"] = "0 1 0 mN"
    told = record("solve", str(EXAMPLES / "catheter.yaml"), "--set", "loads.0.force=0 1 0 mN")
    assert np.array_equal(catheter.solve().tip.position, told["tip"]["position"])


def test_setting_numbers_equals_setting_their_text(catheter):
    other = catheter.copy()
    catheter["loads.0.force"] = np.array([0.0, 1e-3, 0.0])
    catheter["rod.length"] = 0.06
    other["loads.0.force"] = "0 1 0 mN"
    other["rod.length"] = "60 mm"
    assert catheter == other
    assert catheter["rod.length"] == 0.06 and catheter["loads.0.force.y"] == 1e-3
    assert np.array_equal(catheter["loads.0.force"], [0.0, 1e-3, 0.0])
    assert catheter["model.type"] == "universal-prb"


def test_a_result_keeps_the_description_it_was_solved_from(catheter):
    before = catheter["loads.0.force.y"]
    eq = catheter.solve()
    catheter["loads.0.force.y"] = 1e-3
    assert eq.manipulator["loads.0.force.y"] == before


def test_every_input_is_listed_and_can_be_read(catheter):
    inputs = catheter.inputs()
    assert inputs["rod.length"].value == catheter["rod.length"] == 0.05
    assert inputs["rod.length"].lower == 0.0 and inputs["rod.length"].unit
    assert all(field.value == catheter[path] for path, field in inputs.items() if field.value is not None)


@pytest.mark.parametrize("path, value, words", [
    ("rod.lenght", "50 mm", "did you mean"),
    ("rod.length", "50", "has no unit"),
    ("rod.length", "50 N", "a length"),
    ("rod.length", -1.0, "out of range"),
    ("rod.length", float("nan"), "not a finite number"),
    ("loads.0.force", [1.0, 2.0], "found 2 numbers; expected 3"),
    ("loads.7.force", [1.0, 2.0, 3.0], "loads.7"),
])
def test_what_is_wrong_is_said_and_nothing_is_set(catheter, path, value, words):
    before = catheter.copy()
    with pytest.raises(supple.ModelError, match=words):
        catheter[path] = value
    assert catheter == before


@pytest.mark.parametrize("value, error", [([[1.0, 2.0, 3.0]], ValueError), ([1j, 0, 0], TypeError), (object(), TypeError),
                                          ([True, False, True], TypeError)])
def test_wrong_shapes_and_types_are_refused(catheter, value, error):
    with pytest.raises(error):
        catheter["loads.0.force"] = value


@pytest.mark.parametrize("file", sorted((EXAMPLES.parent / "tests/data/models/bad").glob("*.yaml"))[:40], ids=lambda f: f.stem)
def test_a_bad_file_is_refused_in_the_words_of_the_command_line(file):
    code, _, words = command_line("solve", str(file))
    assert code == 3
    with pytest.raises(supple.ModelError) as raised:
        supple.load(file)
    assert str(raised.value) in words


def test_copies_are_independent_and_can_be_pickled(catheter):
    for other in (copy.copy(catheter), copy.deepcopy(catheter), pickle.loads(pickle.dumps(catheter))):
        assert other == catheter
        other["rod.length"] = 0.07
        assert catheter["rod.length"] == 0.05


def test_another_model_solves_the_same_manipulator(catheter):
    exact = catheter.with_model("cosserat")
    assert exact.model == "cosserat" and catheter.model == "universal-prb"
    assert np.linalg.norm(exact.solve().tip.position - catheter.solve().tip.position) < 2e-3
    with pytest.raises(supple.ModelError, match="expected one of"):
        catheter.with_model("beam")
