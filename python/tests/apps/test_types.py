"""What mypy makes of the stubs: right use passes, mistakes are found."""

import pathlib
import subprocess
import sys

import pytest
import supple

pytest.importorskip("mypy")

RIGHT = """
import numpy as np
import supple

class Spring:
    def wrench(self, position: supple.Array, rotation: supple.Array) -> list[float]:
        return [0.0, -2.0 * float(position[1]), 0.0, 0.0, 0.0, 0.0]

m = supple.load("x.yaml", set={"rod.length": "60 mm"})
m["rod.length"] = 0.05
m.add_load(Spring(), at="27 mm")
eq = m.solve(strict=True, tolerance=1e-10)
eq.save("eq.json")
solver = supple.Solver(m)
fx = solver.input("loads.0.force.x")
solver.set(fx, 1e-3)
J = solver.jacobian(["tip.position"], "loads.0.force") @ np.ones(3)
table = supple.solve_cases(m, {"loads.0.force.x": [1.0, 2.0]}, ["tip.position"], progress=False)
shifted = table["tip.position"] + 1.0
frequencies = m.modes(count=3).frequencies * 2.0
stiffness = m.fit("data.csv", ["rod.bending_stiffness"], seed=3).fitted()["rod.bending_stiffness"]
"""
WRONG = """
import supple
m = supple.load("x.yaml")
supple.load(3)
m.solve(tolernce=1.0)
m.add_load(3.0)
m.sovle()
supple.Solver(m).set("loads.0.force.x", 1.0)
supple.fit(m, "data.csv", sed=3)
"""


def mypy(tmp_path, *names):
    # The stub alone: the adapters would make it read all of torch and jax.
    package = tmp_path / "supple"
    package.mkdir()
    for name in ("__init__.pyi", "py.typed"):
        (package / name).write_text((pathlib.Path(supple.__file__).parent / name).read_text())
    return subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), *names],
                          cwd=tmp_path, capture_output=True, text=True)


def test_right_use_passes_and_mistakes_are_found(tmp_path):
    (tmp_path / "right.py").write_text(RIGHT.replace("supple.Array", "np.ndarray[tuple[int], np.dtype[np.float64]]"))
    (tmp_path / "wrong.py").write_text(WRONG)
    told = mypy(tmp_path, "supple", "right.py", "wrong.py")
    lines = [line for line in told.stdout.splitlines() if ": error:" in line]
    assert [line for line in lines if not line.startswith("wrong.py")] == []
    assert sorted({int(line.split(":")[1]) for line in lines}) == [4, 5, 6, 7, 8, 9], told.stdout
