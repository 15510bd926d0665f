"""Makes all pictures of the documentation from what the program answers.

usage: make.py --program PROGRAM   (needs python3-matplotlib)

Each other script of this folder draws one page's pictures; see them for what is shown.
"""

import argparse
import pathlib
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
LARGEST = 150_000  # bytes

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--program", required=True, type=pathlib.Path, help="build/release/apps/supple")
program = parser.parse_args().program.resolve()

for script in sorted(FOLDER.glob("*.py")):
    if script.name in ("make.py", "picture.py"):
        continue
    print(script.name, flush=True)
    subprocess.run([sys.executable, "-B", script, program, FOLDER.parent.parent], check=True)

for picture in sorted(FOLDER.glob("*.png")):
    size = picture.stat().st_size
    print(f"{picture.name:24} {size / 1000:6.1f} kB")
    if size > LARGEST:
        sys.exit(f"{picture.name} is larger than {LARGEST / 1000:.0f} kB")
