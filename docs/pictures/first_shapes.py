"""Draws first_shapes.png of docs/start.md, by the commands of that page."""

import subprocess
import sys
import tempfile

from picture import EXAMPLES, PICTURES, PROGRAM

with tempfile.TemporaryDirectory() as folder:
    for name, options in (("exact.json", ["--model", "cosserat"]), ("chain.json", [])):
        with open(f"{folder}/{name}", "w") as file:
            subprocess.run([PROGRAM, "solve", EXAMPLES / "catheter.yaml", *options, "--json"], stdout=file,
                           stderr=subprocess.DEVNULL, check=True)
    subprocess.run([sys.executable, "-B", EXAMPLES / "look_at_shapes.py", f"{folder}/exact.json", f"{folder}/chain.json",
                    "--picture", PICTURES / "first_shapes.png"], stdout=subprocess.DEVNULL, check=True)
