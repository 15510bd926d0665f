"""The benchmark program runs and reports the fixed names with a time each. No time is judged here.

usage: test_bench.py SUPPLE_BENCH
"""

import json
import subprocess
import sys

EXPECTED = {"kernel/lu6", "kernel/lu24", "kernel/sincos",
            "solve/universal-prb/tip", "solve/isotropic-prb/tip", "solve/universal-prb/fixtures",
            "solve/spherical-prb/3", "solve/spherical-prb/6", "solve/spherical-prb/9",
            "solve/curvature/rods", "solve/curvature/rods/least-squares", "solve/curvature/cables",
            "forces/curvature/rods", "forces/curvature/rods/least-squares",
            "solve/universal-prb/joints/64", "solve/universal-prb/joints/128", "solve/universal-prb/joints/1024",
            "solve/spherical-prb/joints/16", "solve/spherical-prb/joints/50", "solve/spherical-prb/joints/64",
            "solve/spherical-prb/joints/256", "solve/spherical-prb/joints/1024", "solve/spherical-prb/joints/4096",
            "solve/spherical-prb/256/fixtures", "solve/spherical-prb/256/loads", "solve/spherical-prb/256/rods",
            "contact/spherical-prb/20/warm", "contact/spherical-prb/100/warm", "contact/spherical-prb/40/cold",
            "batch/universal-prb/tip", "batch/universal-prb/tip/baseline",
            "sweep/universal-prb/process_time/real_time",
            "fit/universal-prb/7776", "fit/universal-prb/7776/pass",
            "fit/universal-prb/20/pass/0", "fit/universal-prb/20/pass/1",
            "steer/spherical-prb/3", "steer/spherical-prb/6", "steer/spherical-prb/9",
            "estimate/spherical-prb/10/update", "estimate/spherical-prb/10/cold",
            "step/variational/explicit/15", "step/variational/explicit/200",
            "modes/variational/50/0", "modes/variational/200/0", "modes/variational/1000/0", "modes/variational/200/10000",
            "step/variational/implicit/15", "step/variational/implicit/200",
            "dynamics/curvature/rhs", "simulate/curvature/2s", "simulate/spherical-prb/10s"}

run = subprocess.run([sys.argv[1], "--benchmark_min_time=0.01", "--benchmark_format=json"],
                     check=True, text=True, stdout=subprocess.PIPE)
reported = {entry["name"]: entry for entry in json.loads(run.stdout)["benchmarks"]}

wrong = [f"{name} is not reported" for name in sorted(EXPECTED - reported.keys())]
for name, entry in reported.items():
    if entry.get("error_occurred"):
        wrong.append(f"{name}: {entry['error_message']}")
    elif not entry["cpu_time"] > 0:
        wrong.append(f"{name}: took {entry['cpu_time']} {entry['time_unit']}")
sys.exit("\n".join(wrong) or 0)
