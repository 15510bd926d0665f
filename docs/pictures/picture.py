"""What the scripts of this folder share: asking the program, and how pictures look.

Each script draws from what the program answers and nothing else. Usage of all: SCRIPT PROGRAM PROJECT_DIR.
"""

import json
import pathlib
import subprocess
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

PROGRAM, PROJECT = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
EXAMPLES, PICTURES = PROJECT / "examples", PROJECT / "docs/pictures"

BLUE, ORANGE, GREEN, RED, PURPLE, GREY = "#1f6fb4", "#e8832a", "#3a9a4b", "#c8382e", "#7d5ba6", "0.55"

plt.rcParams.update({
    "figure.constrained_layout.use": True, "figure.dpi": 110, "savefig.dpi": 110, "font.size": 9.5,
    "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "grid.color": "0.92",
    "axes.axisbelow": True, "legend.frameon": False, "legend.fontsize": 8.5, "lines.linewidth": 1.8,
})


def ask(*arguments, may_fail=False):
    """The record that the program prints with --json."""
    answer = subprocess.run([PROGRAM, *map(str, arguments), "--json"], check=not may_fail, capture_output=True, text=True)
    return json.loads(answer.stdout)


def save(figure, name):
    figure.savefig(PICTURES / name, bbox_inches="tight", pad_inches=0.08, metadata={"Software": None})
    plt.close(figure)
