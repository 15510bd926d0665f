"""What the tests of the package share: examples, and the command line that results are compared with."""

import functools
import json
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
PROGRAM = os.environ.get("SUPPLE_PROGRAM", str(ROOT / "build/release/apps/supple"))


@functools.lru_cache(maxsize=None)
def command_line(*arguments):
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr


def record(*arguments):
    """The JSON record of a command."""
    return json.loads(command_line(*arguments, "--json")[1])


CLOCKS = {"seconds"}


def same(found, told, path=""):
    """Every member of the record is an attribute with the same value, to the bit; wall times aside."""
    for key, value in told.items():
        if key in ("format", "command") or key in CLOCKS:
            continue
        where = f"{path}.{key}"
        here = found[key] if isinstance(found, dict) else getattr(found, key)
        if value is None:
            assert here is None or np.isnan(here).all(), where
        elif isinstance(value, dict) and value and not hasattr(here, "names"):
            same(here, value, where)
        elif isinstance(value, dict):
            assert here.names() == list(value), where
            for name in value:
                same(here[name], value[name], f"{where}.{name}")
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            assert len(here) == len(value), where
            for i, item in enumerate(value):
                same(here[i], item, f"{where}.{i}")
        elif isinstance(value, list) and hasattr(here, "dtype"):
            told_numbers = np.array(value, dtype=float).reshape(here.shape)
            assert np.array_equal(here, told_numbers, equal_nan=True), where
        elif isinstance(value, list) and value and isinstance(value[0], list):
            assert [list(one) for one in here] == value, where
        else:
            assert (list(here) if isinstance(value, list) else here) == value, where


@pytest.fixture
def catheter():
    import supple
    return supple.load(EXAMPLES / "catheter.yaml")
