"""Reads TRC with trc-data-reader: the places of all markers, by their names."""

import numpy as np
import trc

import common


def read(job, told):
    file = trc.TRCData()
    file.load(job["file"])
    if abs(file["DataRate"] / job["fps"] - 1) > 1e-5:
        told.append(f"{file['DataRate']} frames a second")
    if file["Markers"] != job["names"]:
        told.append("names of markers")
    columns = np.array([file[name] for name in job["names"]], float)
    return columns[:, [frame["frame"] for frame in job["frames"]]].transpose(1, 0, 2)


common.run(read)
