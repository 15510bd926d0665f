"""Drawings of the gallery, as the program writes them. usage: drawings.py PROGRAM PROJECT_DIR"""

import pathlib
import subprocess
import sys

PROGRAM, PROJECT = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()

for name in ("vessel_bend", "tendon_arm"):
    subprocess.run([PROGRAM, "solve", PROJECT / f"examples/{name}.yaml", "--quiet", "--no-judge", "--out",
                    PROJECT / f"docs/pictures/{name}.svg"], check=True, stdout=subprocess.DEVNULL)
