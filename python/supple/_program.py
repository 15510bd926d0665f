"""Where the command line is that belongs to this package."""

import pathlib


def program():
    """The program `supple` that belongs to this package."""
    here = pathlib.Path(__file__).resolve().parent
    package = pathlib.Path(__file__).absolute().parent
    for place in (package / "bin/supple", package.parent.parent / "apps/supple", package.parents[3] / "bin/supple",
                  here / "bin/supple"):
        if place.is_file():
            return str(place)
    return None
