"""Reads the table of positions with Python's own csv."""

import csv

import common


def read(job, told):
    with open(job["file"], newline="") as file:
        header, *rows = csv.reader(file)
    at = {name: column for column, name in enumerate(header)}
    frames = []
    for frame in job["frames"]:
        row = rows[frame["frame"]]
        cell = lambda name, axis: float(row[at[f"{name}.{axis}"]] or "nan")
        frames.append([[cell(name, axis) for axis in "xyz"] for name in job["names"]])
    return frames


common.run(read)
