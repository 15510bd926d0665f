"""`python -m supple` is the command line."""

import os
import pathlib
import sys


def program():
    """The program `supple` that belongs to this package."""
    here = pathlib.Path(__file__).resolve().parent
    package = pathlib.Path(__file__).absolute().parent
    for place in (package / "bin/supple", package.parent.parent / "apps/supple", package.parents[3] / "bin/supple",
                  here / "bin/supple"):
        if place.is_file():
            return str(place)
    return None


def main():
    found = program()
    if found is None:
        sys.exit("supple: this package was built without the command line; rebuild with -DSUPPLE_APPS=ON")
    os.execv(found, ["supple", *sys.argv[1:]])


if __name__ == "__main__":
    main()
