"""Reads C3D with ezc3d."""

import ezc3d
import numpy as np

import common


def read(job, told):
    file = ezc3d.c3d(job["file"])
    points = file["data"]["points"][:3].transpose(2, 1, 0)
    residuals = file["data"]["meta_points"]["residuals"][0].T
    labels = file["parameters"]["POINT"]["LABELS"]["value"]
    if points.shape[1] != len(job["names"]):
        told.append(f"{points.shape[1]} points, not {len(job['names'])}")
    if len(labels) != min(255, points.shape[1]):
        told.append(f"{len(labels)} labels")
    rate = file["parameters"]["POINT"]["RATE"]["value"][0]
    if abs(rate / job["fps"] - 1) > 1e-5:
        told.append(f"{rate} frames a second")
    frames = [frame["frame"] for frame in job["frames"]]
    for frame, asked in zip(frames, job["frames"]):
        gaps = np.array([point is None for point in asked["points"]])
        if ((residuals[frame] < 0) != gaps).any():
            told.append(f"gaps of frame {frame}")
    return points[frames]


common.run(read)
