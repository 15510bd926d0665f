"""Where no peer can be installed, benchmarks/peers/run.py says so, writes nothing and is no failure.

usage: test_peers.py SUPPLE SUPPLE_BENCH
"""

import os
import pathlib
import subprocess
import sys
import tempfile

PROGRAM, BENCH = sys.argv[1:3]
SCRIPT = pathlib.Path(__file__).resolve().parent / "peers/run.py"

with tempfile.TemporaryDirectory() as folder:
    folder = pathlib.Path(folder)
    page = folder / "page.md"
    page.write_text("<!-- table: peers -->\nas it was\n<!-- end of table -->\n")
    before = page.read_text()
    offline = {**{key: value for key, value in os.environ.items() if not key.startswith("PIP_")}, "PIP_NO_INDEX": "1"}
    run = subprocess.run([sys.executable, "-B", SCRIPT, "--program", PROGRAM, "--bench", BENCH, "--venv", folder / "venv",
                          "--out", folder / "results.json", "--update", page], env=offline, capture_output=True, text=True)
    wrong = []
    if run.returncode != 0:
        wrong.append(f"exit code {run.returncode}: {run.stderr}")
    if "nothing was measured" not in run.stderr:
        wrong.append(f"it does not say that nothing was measured: {run.stderr}")
    if (folder / "results.json").exists() or page.read_text() != before:
        wrong.append("it claims results")
sys.exit("\n".join(wrong) or 0)
