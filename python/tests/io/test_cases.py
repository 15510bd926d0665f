"""Tables of cases: as the command line solves them, from arrays, frames and files; stopped by Ctrl-C."""

import csv
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
import supple
from conftest import EXAMPLES, command_line


def test_a_file_of_cases_gives_the_numbers_of_the_command_line(tmp_path):
    out = tmp_path / "r.csv"
    command_line("solve", str(EXAMPLES / "catheter.yaml"), "--cases", str(EXAMPLES / "catheter_cases.csv"), "--out", str(out), "--quiet")
    with open(out) as file:
        rows = list(csv.DictReader(file))
    table = supple.load(EXAMPLES / "catheter.yaml").solve_cases(EXAMPLES / "catheter_cases.csv")
    assert [row["status"] for row in rows] == list(table.status)
    for axis in "xyz":
        told = [float(row[f"tip.position.{axis} [mm]"]) * 1e-3 for row in rows]
        np.testing.assert_allclose(table[f"tip.position.{axis}"], told, rtol=1e-15)
    assert table["tip.position"].shape == (len(rows), 3)


def test_columns_are_taken_in_si_in_units_and_from_frames(catheter):
    pandas = pytest.importorskip("pandas")
    forces = np.array([-4e-3, 0.0, 4e-3])
    table = catheter.solve_cases({"loads.0.force.x": forces})
    frame = pandas.DataFrame({"loads.0.force.x [mN]": 1e3 * forces})
    assert np.array_equal(table["tip.position"], catheter.solve_cases(frame)["tip.position"])
    vectors = catheter.solve_cases({"loads.0.force": np.outer(forces, [1, 0, 0])}, ["tip.position", "energy.elastic"])
    one = catheter.copy()
    one["loads.0.force"] = [4e-3, 0, 0]
    assert np.array_equal(vectors["tip.position"][2], one.solve().tip.position)
    assert vectors["energy.elastic"][2] == one.solve().energy.elastic
    out = table.to_pandas()
    assert len(out) == 3 and "tip.position.x [m]" in out.columns and set(out["status"]) == {"converged"}
    again = catheter.solve_cases(out[[]].assign(**{"loads.0.force.x [N]": forces}))
    assert np.array_equal(again["tip.position"], table["tip.position"])


def test_a_sequence_starts_each_row_from_the_one_before():
    m = supple.load(EXAMPLES / "wall_contact.yaml")
    table = m.solve_cases(EXAMPLES / "wall_increments.csv", sequence=True)
    assert table.converged.all() and len(table.status) > 1


@pytest.mark.parametrize("cases, error, words", [
    ({"loads.0.force.w": [1.0]}, supple.ModelError, "loads.0.force"),
    ({"loads.0.force.x": [1.0], "loads.0.force.y": [1.0, 2.0]}, ValueError, "rows"),
    ({"loads.0.force.x [kg]": [1.0]}, supple.ModelError, "unit"),
    ({"nonsense": [1.0]}, supple.ModelError, "nonsense"),
    ({"loads.0.force.x": np.zeros((2, 2, 2))}, ValueError, "shape"),
    ({"loads.0.force.x": [1j]}, TypeError, "complex"),
    ([1.0, 2.0], TypeError, "mapping"),
])
def test_wrong_cases_are_refused(catheter, cases, error, words):
    with pytest.raises(error, match=words):
        catheter.solve_cases(cases)


def test_a_case_that_makes_no_model_is_invalid_and_says_why(catheter):
    table = catheter.solve_cases({"rod.length": [0.05, -1.0]}, ["tip.position"])
    assert list(table.status) == ["converged", "invalid"]
    assert "rod.length" in table.messages[1] and np.isnan(table["tip.position"][1]).all()
    with pytest.raises(RuntimeError, match="case 1: invalid"):
        catheter.solve_cases({"rod.length": [0.05, -1.0]}, strict=True)


def test_outputs_that_do_not_exist_are_refused(catheter):
    with pytest.raises(supple.ModelError, match="did you mean"):
        catheter.solve_cases({"loads.0.force.x": [1e-3]}, ["tip.postion"])
    with pytest.raises(KeyError):
        catheter.solve_cases({"loads.0.force.x": [1e-3]})["tip.postion"]


def test_progress_is_heard_and_its_exception_ends_the_work(catheter):
    exact = catheter.with_model("cosserat")
    heard = []
    exact.solve_cases({"loads.0.force.x": np.linspace(0, 4e-3, 300)}, progress=lambda done, total: heard.append((done, total)))
    assert heard[-1] == (300, 300) and all(a[0] <= b[0] for a, b in zip(heard, heard[1:]))

    def refuse(done, total):
        raise ZeroDivisionError("enough")

    with pytest.raises(ZeroDivisionError, match="enough"):
        exact.solve_cases({"loads.0.force.x": np.linspace(0, 4e-3, 300)}, progress=refuse)
    with pytest.raises(TypeError, match="progress"):
        exact.solve_cases({"loads.0.force.x": [1e-3]}, progress=3)


def test_an_answer_of_false_ends_the_work_and_the_rest_says_so(catheter):
    exact = catheter.with_model("cosserat")
    table = exact.solve_cases({"loads.0.force.x": np.linspace(0, 4e-3, 20000)}, ["tip.position"],
                              progress=lambda done, total: False)
    done = table.status == "converged"
    assert done.any() and not done.all() and set(table.status[~done]) == {"not_converged"}
    assert set(table.messages.values()) == {"stopped from outside"} and len(table.messages) == np.count_nonzero(~done)
    assert np.isnan(table["tip.position"][~done]).all()


def test_cases_have_the_options_of_a_solve(catheter):
    forces = {"loads.0.force.x": [1e-3, 2e-3]}
    assert catheter.solve_cases(forces, max_iterations=1).status.tolist() == ["not_converged"] * 2
    value = catheter.solve_cases(forces, ["stability.smallest_eigenvalue"], eigenvalue=True)["stability.smallest_eigenvalue"]
    catheter["loads.0.force.x"] = 2e-3
    assert value[1] == pytest.approx(catheter.solve(eigenvalue=True).stability.smallest_eigenvalue, rel=1e-9)


def test_ctrl_c_ends_a_long_batch_soon():
    code = ("import supple, numpy as np, sys\n"
            "m = supple.load(sys.argv[1]).with_model('cosserat')\n"
            "print('ready', flush=True)\n"
            "try:\n"
            "    m.solve_cases({'loads.0.force.x': np.linspace(0, 4e-3, 10**6)}, ['tip.position'])\n"
            "except KeyboardInterrupt:\n"
            "    print('stopped', flush=True)\n")
    process = subprocess.Popen([sys.executable, "-c", code, str(EXAMPLES / "catheter.yaml")], stdout=subprocess.PIPE,
                               text=True, env=os.environ)
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.5)
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=60)[0] == "stopped\n"
    assert process.returncode == 0 and time.monotonic() - start < 30


def test_other_threads_run_while_a_batch_is_solved(catheter):
    exact = catheter.with_model("cosserat")
    counted, stop = [0], threading.Event()

    def count():
        while not stop.is_set():
            counted[0] += 1
            time.sleep(1e-3)

    thread = threading.Thread(target=count)
    thread.start()
    exact.solve_cases({"loads.0.force.x": np.linspace(0, 4e-3, 3000)})
    stop.set()
    thread.join()
    assert counted[0] > 3


def test_an_equilibrium_does_not_depend_on_the_threads(catheter):
    cases = {"loads.0.force.x": np.linspace(-4e-3, 4e-3, 101)}
    one, two = (catheter.solve_cases(cases, ["tip.position"], threads=n)["tip.position"] for n in (1, 2))
    assert np.array_equal(one, two)
