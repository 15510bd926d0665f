"""The package as a whole: how fast it is imported, the command line, stubs."""

import ast
import inspect
import pathlib
import subprocess
import sys

import pytest
import supple
from conftest import EXAMPLES, PROGRAM, ROOT


def cpu_of_import(names):
    code = f"import time; start = time.process_time(); import {names}; print(time.process_time() - start)"
    return min(float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout) for _ in range(7))


def test_importing_takes_less_than_60_ms_beyond_numpy():
    assert cpu_of_import("numpy, supple") - cpu_of_import("numpy") < 0.060


def test_no_optimiser_and_no_plots_are_loaded_before_they_are_needed():
    code = ("import sys, supple; supple.load(sys.argv[1]).solve(); "
            "print([m for m in ('matplotlib', 'pandas', 'scipy', 'supple._fit_core') if m in sys.modules], "
            "[line.split()[-1] for line in open('/proc/self/maps') if any(w in line for w in ('ceres', 'pagmo', 'hdf5'))])")
    assert subprocess.run([sys.executable, "-c", code, str(EXAMPLES / "catheter.yaml")], capture_output=True,
                          text=True).stdout == "[] []\n"


def test_python_m_supple_is_the_command_line():
    arguments = ["solve", str(EXAMPLES / "catheter.yaml"), "--quiet"]
    found = subprocess.run([sys.executable, "-m", "supple", *arguments], capture_output=True, text=True)
    told = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)
    first = [line for line in found.stdout.splitlines() if "status" not in line]
    assert first == [line for line in told.stdout.splitlines() if "status" not in line] and found.returncode == 0
    assert subprocess.run([sys.executable, "-m", "supple", "solve", "none.yaml"], capture_output=True).returncode == 3


def test_the_version_is_that_of_the_program():
    assert supple.__version__ in subprocess.run([PROGRAM, "--version"], capture_output=True, text=True).stdout


def test_every_public_name_is_there():
    assert all(hasattr(supple, name) for name in supple.__all__)
    with pytest.raises(AttributeError):
        supple.nonsense


def stub():
    return ast.parse(pathlib.Path(supple.__file__).with_suffix(".pyi").read_text())


def test_the_stubs_name_all_that_is_public_with_the_same_parameters():
    told = {node.name: node for node in stub().body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    told = {name: node for name, node in told.items() if not name.startswith("_")}
    assert set(told) == set(supple.__all__)
    for name, node in told.items():
        if isinstance(node, ast.FunctionDef):
            arguments = [a.arg for a in node.args.args + node.args.kwonlyargs] + ([node.args.kwarg.arg] if node.args.kwarg else [])
            assert arguments == list(inspect.signature(getattr(supple, name)).parameters), name


def test_what_the_stubs_say_of_classes_is_there():
    for node in stub().body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            for member in node.body:
                name = getattr(member, "name", None) or getattr(getattr(member, "target", None), "id", None)
                known = {"status", "message", "result", "messages", "units", "help", "__getattr__"}  # of instances
                assert name is None or name in known or hasattr(getattr(supple, node.name), name), (node.name, name)


def test_the_folders_of_these_tests_are_those_of_the_library():
    folders = {path.parent.name for path in (ROOT / "python/tests").glob("*/test_*.py")}
    assert len(folders) >= 10 and folders <= {path.name for path in (ROOT / "tests").iterdir() if path.is_dir()}
