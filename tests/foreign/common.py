"""What the foreign readers share: the jobs of tests/headless/foreign.rs, and how far a file is from what is expected.

A job is {"file", "names", "frames": [{"frame", "time", "points": [[x, y, z] or null, …]}]} in the unit and the
axes of the file. Each prints one JSON line for a job: {"file", "worst", "told"}, in sizes of the figure.
"""

import json
import sys

import numpy as np


def run(read):
    """Calls read(job) for each job, which gives an array of frames × points × 3, not a number where there is none."""
    for job in json.load(open(sys.argv[1])):
        told = []
        try:
            found = read(job, told)
            worst = off(job, found)
        except Exception as error:  # told with the file that it is about
            worst, told = None, [f"{type(error).__name__}: {error}"]
        print(json.dumps({"file": job["file"], "worst": worst, "told": told}), flush=True)


def off(job, found):
    """The largest distance of a point from where it is expected, in sizes of the figure on its frame."""
    nothing = [float("nan")] * 3
    expected = [[point or nothing for point in frame["points"]] for frame in job["frames"]]
    expected = np.array(expected, float)
    there = np.isfinite(expected).all(2)
    worst = 0.0
    for e, f, t in zip(expected, np.array(found, float), there):
        if not t.any():
            continue
        size = max((e[t].max(0) - e[t].min(0)).max(), 0.1 * np.abs(e[t]).max())
        size = size if size > 1e-6 else 1.0  # a point at the origin
        if not np.isfinite(f[t]).all():
            return 1e9
        worst = max(worst, float(np.linalg.norm(e[t] - f[t], axis=1).max() / size))
    return worst
