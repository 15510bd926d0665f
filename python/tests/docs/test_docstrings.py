"""Every docstring with an example is executed, and its answer is true."""

import doctest
import inspect
import os

import pytest
import supple
from conftest import ROOT
from supple import _cases, _fit, _results, _sweep, _verbs

MODULES = [supple, _cases, _fit, _results, _sweep, _verbs]
# Whatever a user may call must say how.
PUBLIC = [getattr(supple, name) for name in supple.__all__]


def examples():
    finder = doctest.DocTestFinder(exclude_empty=True)
    found = [test for module in MODULES for test in finder.find(module, module.__name__, globs={"supple": supple})]
    return {test.name: test for test in found if test.examples}


@pytest.mark.parametrize("name", sorted(examples()))
def test_the_example_of(name):
    os.chdir(ROOT)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    told = []
    runner.run(examples()[name], out=told.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(told)


def test_everything_public_says_what_it_is():
    assert [thing for thing in PUBLIC if not inspect.getdoc(thing)] == []
    assert len(examples()) > 12
