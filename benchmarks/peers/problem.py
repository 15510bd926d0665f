"""What every problem shares: how a row looks, how a peer that is not installed is left out."""

import importlib
import json
import statistics
import time

import numpy as np


def installed(package):
    try:
        return importlib.import_module(package)
    except ImportError:
        return None


def median_cpu_time(work, repetitions):
    """Of one call [s], the first one, which may compile, aside."""
    work()
    spent = []
    for _ in range(repetitions):
        start = time.process_time()
        work()
        spent.append(time.process_time() - start)
    return statistics.median(spent)


def row(who, seconds, error):
    """Time [s] and error, a part of the rod's length; none of a motion that blew up."""
    return {"who": who, "seconds": float(seconds), "error": float(error) if np.isfinite(error) else None}


def far(place, reference, length):
    return np.linalg.norm(np.subtract(place, reference)) / length


def mean_far(places, reference, length):
    """Mean over the outputs of the distance of the tips, a part of the length; of a motion that blew up, infinite."""
    distance = np.linalg.norm(np.subtract(places, reference), axis=1)
    return distance.mean() / length if np.all(np.isfinite(distance)) else np.inf


def report(title, time_is, error_is, rows):
    """The first row is supple's and what the others are compared with."""
    print(json.dumps({"title": title, "time": time_is, "error": error_is, "rows": rows}))
