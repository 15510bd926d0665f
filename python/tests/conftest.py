"""What the tests of the package share: examples, and the command line that results are compared with."""

import functools
import json
import os
import pathlib
import subprocess
import sys

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


@pytest.fixture
def catheter():
    import supple
    return supple.load(EXAMPLES / "catheter.yaml")
