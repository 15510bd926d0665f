"""Sweeps from Python: on this machine, and on a cluster of Dask whose workers and cases die."""

import csv
import os
import pathlib
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import supple
from conftest import EXAMPLES
from supple import _dask, _sweep

PROGRAM = os.environ["SUPPLE_PROGRAM"]
CATHETER = EXAMPLES / "catheter.yaml"


def table(folder, rows, comment=True):
    draw = np.random.default_rng(1)
    forces, moments = draw.uniform(-4, 4, (rows, 2)), draw.uniform(-200, 200, rows)
    lines = [f'{x:.4g},{y:.4g},{m:.5g},"a ""{i}""{chr(10)}b"' for i, ((x, y), m) in enumerate(zip(forces, moments))]
    if comment:
        lines.insert(rows // 2, '# it isn\'t "quoted\n')
    path = pathlib.Path(folder) / "cases.csv"
    path.write_text("# cases\nloads.0.force.x [mN],loads.0.force.y [mN],loads.0.moment.z [mN mm],case\n" +
                    "\n".join(lines) + "\n")
    return path


def local(folder, *arguments):
    """The bytes that one machine gives."""
    out = pathlib.Path(folder) / "local.csv"
    code = subprocess.run([PROGRAM, "sweep", *map(str, arguments), "--out", out, "--quiet"]).returncode
    return code, out.read_bytes()


def test_a_sweep_is_that_of_the_program(tmp_path):
    cases = table(tmp_path, 300)
    assert supple.sweep(supple.load(CATHETER), cases, tmp_path / "r.csv")
    assert (tmp_path / "r.csv").read_bytes() == local(tmp_path, CATHETER, cases)[1]
    assert not supple.sweep(CATHETER, {"rod.length [mm]": [50, -1]}, tmp_path / "s.csv", outputs=["tip.position"])
    assert [row["status"] for row in csv.DictReader((tmp_path / "s.csv").open())] == ["converged", "invalid"]
    with pytest.raises(RuntimeError, match="did you mean"):
        supple.sweep(CATHETER, {"rod.lenght [mm]": [50]}, tmp_path / "t.csv")
    with pytest.raises(ValueError, match="ends in .csv, .h5 or .parquet"):
        supple.sweep(CATHETER, cases, tmp_path / "t.txt")


def test_samples_and_reductions_come_through(tmp_path):
    model = tmp_path / "m.yaml"
    model.write_text(CATHETER.read_text() + "uncertain: [{path: rod.bending_stiffness, normal: 17 1 N mm^2}]\n")
    assert supple.sweep(model, out=tmp_path / "r.csv", sample=500, seed=2, reduce=["mean tip.position.x"])
    row = next(csv.DictReader((tmp_path / "r.csv").open()))
    assert row["cases"] == "500" and 43 < float(row["value"]) < 44


def test_hdf5_has_the_numbers_of_the_table(tmp_path):
    h5py = pytest.importorskip("h5py", reason="h5py is not installed: HDF5 is not tested")
    cases = table(tmp_path, 100)
    assert supple.sweep(CATHETER, cases, tmp_path / "r.h5", outputs=["tip.position"])
    rows = list(csv.DictReader(local(tmp_path, CATHETER, cases, "--outputs", "tip.position")[1].decode().splitlines(True)))
    with h5py.File(tmp_path / "r.h5") as file:
        assert set(file) == {name.replace("/", " per ") for name in rows[0]}
        assert [float(row["tip.position.x [mm]"]) for row in rows] == list(file["tip.position.x [mm]"])
        assert [row["case"] for row in rows] == [text.decode() for text in file["case"]]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cases.csv", "local.csv", "r.h5"]


def test_parquet_has_the_numbers_of_the_table_or_says_what_is_missing(tmp_path):
    try:
        import pyarrow.parquet
    except ImportError:
        with pytest.raises(RuntimeError, match="Parquet needs pyarrow"):
            supple.sweep(CATHETER, {"loads.0.force.x [mN]": [1, 2]}, tmp_path / "r.parquet")
        return
    assert supple.sweep(CATHETER, {"loads.0.force.x [mN]": [1, 2]}, tmp_path / "r.parquet")
    rows = list(csv.DictReader(_csv_of(tmp_path)))
    read = pyarrow.parquet.read_table(tmp_path / "r.parquet")
    assert read["tip.position.x [mm]"].to_pylist() == [float(row["tip.position.x [mm]"]) for row in rows]


def _csv_of(folder):
    supple.sweep(CATHETER, {"loads.0.force.x [mN]": [1, 2]}, folder / "again.csv")
    return (folder / "again.csv").read_text().splitlines()


def test_records_are_those_of_the_reader(tmp_path):
    text = b'\xef\xbb\xbf# "c\n\na,b\n1,"x\n\n#y"\n  # z\n2,3\n'
    assert list(_dask.records(text.splitlines(keepends=True))) == [(9, 2), (13, 3), (29, 7)]


def test_shares_of_a_table_stand_on_their_lines(tmp_path):
    cases = table(tmp_path, 50)
    text = cases.read_text().split("\n")
    held = _dask.Cases(str(cases), {"rows": 50, "rows_in_shard": 16})
    for begin, size in ((0, 16), (16, 8), (31, 1), (48, 16)):
        files, _, shard, lines = held.share(begin, size)
        assert shard == "1/1" and len(lines) == min(50, begin + size) - begin
        sliced = files["cases.csv"].decode().split("\n")
        for line in lines:
            assert sliced[line - 1] == text[line - 1]
        assert sliced[1] == text[1]


# On a cluster.

SCHEDULER = """
import os, sys
from distributed import LocalCluster
cluster = LocalCluster(n_workers=int(sys.argv[1]), threads_per_worker=1, processes=True, dashboard_address=None,
                       scheduler_port=int(sys.argv[2]))
print(cluster.scheduler_address, flush=True)
sys.stdin.read()
"""


class LocalDask:
    """A cluster of processes, in a process of its own so that it can be killed."""

    def __init__(self, workers=2, port=0, **environment):
        script = "if __name__ == '__main__':\n" + "\n".join("    " + line for line in SCHEDULER.strip().splitlines())
        self.file = pathlib.Path(os.environ.get("TMPDIR", "/tmp")) / f"supple_dask_{os.getpid()}.py"
        self.file.write_text(script)
        self.process = subprocess.Popen([sys.executable, str(self.file), str(workers), str(port)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, start_new_session=True,
                                        env={**os.environ, **environment})
        self.address = self.process.stdout.readline().strip()
        assert self.address.startswith("tcp://"), "the cluster did not start"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.file.unlink(missing_ok=True)


@pytest.fixture
def dask():
    return pytest.importorskip("distributed", reason="Dask (python3-distributed) is not installed: sweeps on a cluster "
                                                     "are not tested")


def test_a_cluster_gives_the_same_bytes(dask, tmp_path):
    cases = table(tmp_path, 2000)
    expected = local(tmp_path, CATHETER, cases)[1]
    with LocalDask() as cluster, dask.Client(cluster.address) as client:
        assert supple.sweep(CATHETER, cases, tmp_path / "r.csv", client=client, cases_in_shard=150)
        assert (tmp_path / "r.csv").read_bytes() == expected
        grid = ["loads.0.force.x=-4:4:40 mN", "loads.0.force.y=-4:4:30 mN"]
        assert supple.sweep(CATHETER, out=tmp_path / "g.csv", grid=grid, client=client, cases_in_shard=256)
        assert (tmp_path / "g.csv").read_bytes() == local(tmp_path, CATHETER, "--grid", grid[0], "--grid", grid[1])[1]
        # Rows that fail name their place in the table, as they do on one machine.
        lengths = tmp_path / "lengths.csv"
        lengths.write_text("rod.length [mm]\n" + "50\n" * 200 + "-1\n" + "50\n" * 99)
        assert not supple.sweep(CATHETER, lengths, tmp_path / "f.csv", client=client, cases_in_shard=64)
        assert (tmp_path / "f.csv").read_bytes() == local(tmp_path, CATHETER, lengths)[1]


@pytest.mark.parametrize("made", [False, True])
def test_a_case_that_ends_its_program_is_found_and_the_others_are_done(dask, tmp_path, made):
    if made:
        what = ["--grid", "loads.0.force.x=-4:4:300 mN"]
        given = {"grid": [what[1]]}
        guilty = 123  # of the rows
        line = guilty
    else:
        cases = table(tmp_path, 300)
        what, given = [cases], {"cases": cases}
        line = _dask.Cases(str(cases), {"rows": 300, "rows_in_shard": 1}).marks[122][1] + 1
        guilty = 123
    expected = list(csv.DictReader(local(tmp_path, CATHETER, *what)[1].decode().splitlines(True)))
    with LocalDask(SUPPLE_CRASH_AT_LINE=str(line)) as cluster, dask.Client(cluster.address) as client:
        assert not supple.sweep(CATHETER, out=tmp_path / "r.csv", client=client, cases_in_shard=64, **given)
    rows = list(csv.DictReader((tmp_path / "r.csv").open(newline="")))
    assert len(rows) == 300
    for number, (row, other) in enumerate(zip(rows, expected), start=1):
        message = row.pop("message")
        if number == guilty:
            assert row["status"] == "not_converged"
            assert message == f"the program that solved this case ended by signal {int(signal.SIGABRT)}"
            assert row["tip.position.x [mm]"] == ""
        else:
            assert row == other and message == ""


def on_dask(folder, cases, address):
    return subprocess.Popen([sys.executable, "-m", "supple", "sweep", str(CATHETER), str(cases), "--out",
                             str(folder / "r.csv"), "--dask", address, "--cases-in-shard", "100", "--quiet"],
                            stderr=subprocess.PIPE, text=True)


def wait_for_shards(folder, count):
    parts, deadline = folder / "r.csv.parts", time.monotonic() + 60
    while len(list(parts.glob("*.rows"))) < count:
        assert time.monotonic() < deadline, "no shards came"
        time.sleep(0.01)


def test_a_worker_that_is_killed_midway_is_replaced(dask, tmp_path):
    cases = table(tmp_path, 6000)
    with LocalDask() as cluster, dask.Client(cluster.address) as client:
        pids = list(client.run(os.getpid).values())
        sweep = on_dask(tmp_path, cases, cluster.address)
        wait_for_shards(tmp_path, 5)
        os.kill(pids[0], signal.SIGKILL)
        errors = sweep.communicate(timeout=120)[1]
        assert sweep.returncode == 0, errors
    assert (tmp_path / "r.csv").read_bytes() == local(tmp_path, CATHETER, cases)[1]


def test_a_scheduler_that_is_started_again_goes_on(dask, tmp_path):
    cases = table(tmp_path, 6000)
    with LocalDask() as cluster:
        sweep = on_dask(tmp_path, cases, cluster.address)
        wait_for_shards(tmp_path, 5)
        port = cluster.address.rsplit(":", 1)[1]
    done = len(list((tmp_path / "r.csv.parts").glob("*.rows")))
    with LocalDask(port=port):
        errors = sweep.communicate(timeout=120)[1]
        assert sweep.returncode == 0, errors
    assert 0 < done < 60
    assert (tmp_path / "r.csv").read_bytes() == local(tmp_path, CATHETER, cases)[1]


def test_the_program_hands_over_to_a_cluster_or_says_what_is_missing(tmp_path):
    outcome = subprocess.run([PROGRAM, "sweep", CATHETER, "none.csv", "--out", tmp_path / "r.csv", "--dask",
                              "tcp://127.0.0.1:1"], capture_output=True, text=True, timeout=120,
                             env={**os.environ, "PYTHONPATH": ""} if _without_dask() else None)
    assert outcome.returncode != 0
    assert "Traceback" not in outcome.stderr
    assert outcome.stderr.startswith("error: ")


def _without_dask():
    try:
        import distributed  # noqa: F401
        return False
    except ImportError:
        return True
