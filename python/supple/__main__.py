"""`python -m supple` is the command line."""

import os
import sys

from supple._program import program


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
