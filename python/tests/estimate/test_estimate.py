"""Estimates are those of the command line."""

import supple
from conftest import EXAMPLES, record, same


def test_an_estimate_is_that_of_the_command_line():
    file, data = (str(EXAMPLES / f"damping_of_a_soft_rod.{kind}") for kind in ("yaml", "csv"))
    same(supple.load(file).estimate(data), record("estimate", file, data, "--damping"))
