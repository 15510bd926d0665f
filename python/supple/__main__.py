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
    if sys.argv[1:2] == ["sweep"] and any(word.split("=")[0] == "--dask" for word in sys.argv):
        try:
            import distributed  # noqa: F401
        except ImportError as missing:
            sys.exit(f"error: --dask needs Dask (Debian: python3-distributed): {missing}")
        from supple._dask import main as on_dask
        sys.exit(on_dask(sys.argv[1:]))
    found = program()
    if found is None:
        sys.exit("supple: this package was built without the command line; rebuild with -DSUPPLE_APPS=ON")
    os.execv(found, ["supple", *sys.argv[1:]])


if __name__ == "__main__":
    main()
