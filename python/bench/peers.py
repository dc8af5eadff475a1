"""Times Rushes beside other readers of Python on the same files: whole takes from the disk to positions of all joints, in turns
in one process, and the best of them; `make bench-python`. Peers that are not installed are left out."""

import argparse
import contextlib
import io
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import rushes


def rushes_positions(path):
    return rushes.open(path).positions("file", "file")


def bvh_values(path):
    """The package bvh has values and no positions: what it reads is compared with less than what Rushes does."""
    import bvh

    return np.array(bvh.Bvh(Path(path).read_text()).frames, dtype=float)


def bvhio_positions(path):
    import bvhio

    root = bvhio.readAsHierarchy(str(path))
    layout = root.layout()
    frames = len(layout[0][0].Keyframes)
    positions = np.empty((frames, len(layout), 3), np.float32)
    for frame in range(frames):
        root.loadPose(frame)
        for place, (joint, _, _) in enumerate(layout):
            positions[frame, place] = joint.PositionWorld.to_tuple()
    return positions


def pymotion_positions(path):
    from pymotion.io.bvh import BVH
    from pymotion.ops.skeleton import fk

    file = BVH()
    file.load(str(path))
    rotations, positions, parents, offsets, _, _ = file.get_data()
    return fk(rotations, positions[:, 0], offsets, parents)[0]


def ezc3d_points(path):
    import ezc3d

    return ezc3d.c3d(str(path))["data"]["points"]


def c3d_points(path):
    import c3d

    with open(path, "rb") as file:
        return np.array([points for _, points, _ in c3d.Reader(file).read_frames()])


def bpy_import(path):
    """Blender's importer, without positions: they would take as long once more."""
    import bpy

    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_anim.bvh(filepath=str(path))


PEERS = {
    "bvh": {"bvh (values alone)": bvh_values, "bvhio": bvhio_positions, "pymotion": pymotion_positions, "bpy (import alone)": bpy_import},
    "c3d": {"ezc3d": ezc3d_points, "c3d": c3d_points},
}


def timed(read, path, rounds):
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        with contextlib.redirect_stdout(io.StringIO()):
            read(path)
        times.append(time.perf_counter() - start)
    return min(times)


def made(folder):
    """The take of the program as a long BVH and as a long C3D, and two hundred takes of ten seconds."""
    stroll = rushes.open(Path(__file__).parents[2] / "assets" / "builtin" / "stroll.bvh")
    long = stroll.resample(480)
    files = [folder / "stroll.bvh", folder / "stroll.c3d"]
    for path in files:
        long.save(path, unit="mm")
    many = folder / "many"
    many.mkdir()
    for number in range(200):
        stroll[number % 150 : number % 150 + 600].save(many / f"stroll{number:03}.bvh")
    return files, many


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, help="BVH and C3D; without, some are made")
    parser.add_argument("--scan", type=Path, help="a folder to scan, beside `rushes info` on it")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if not options.files:
            options.files, options.scan = made(Path(folder))
        compare(options)


def compare(options):
    for path in options.files:
        kind = path.suffix.lower().lstrip(".")
        size = path.stat().st_size / 1e6
        own = timed(rushes_positions, path, 5)
        take = rushes.open(path)
        print(f"{path.name} ({size:.1f} MB, {len(take)} frames, {len(take.names)} joints): rushes {1000 * own:.1f} ms")
        for name, read in PEERS.get(kind, {}).items():
            try:
                with contextlib.redirect_stdout(io.StringIO()):
                    read(path)
            except ImportError:
                print(f"    {name}: not installed")
                continue
            except Exception as error:  # A peer that cannot read a file is told, and no more.
                print(f"    {name}: {type(error).__name__}: {error}")
                continue
            other = timed(read, path, 1 if size > 5 else 3)
            print(f"    {name}: {1000 * other:.0f} ms, {other / own:.1f} x")
        again = timed(rushes_positions, path, 5)
        print(f"    rushes again: {1000 * again:.1f} ms")
    if options.scan:
        ratios = []
        for _ in range(3):
            start = time.perf_counter()
            frames = sum(len(take) for take in rushes.scan(options.scan, on_error="skip"))
            scan = time.perf_counter() - start
            start = time.perf_counter()
            command = [sys.executable, "-m", "rushes", "info", "-r", "--jsonl", "-q", os.fspath(options.scan)]
            subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
            ratios.append((time.perf_counter() - start) / scan)
        print(f"scan: {frames} frames in {scan:.2f} s; {100 * statistics.median(ratios):.0f} % of the speed of 'rushes info'")


if __name__ == "__main__":
    main()
