"""Makes takes to ask engines about: `make_takes.py FOLDER COUNT`, a thousand in a folder, the same ones each time.

All are cut from the stroll that is in the program, so that they are motions and no noise. Each differs from all others
by its size, length, place, floor and a slow sway of all joints but the legs; some by rate and tempo. The floor is up
to 27 mm too low, so that swinging feet touch it in some and not in others, and in three of ten the whole figure slides
aside for a while: two of three have feet that skate on more than a tenth of their frames. Nine of ten are BVH, the
others TRC, with a marker for each joint. One in a thousand is cut off in its skeleton and cannot be read. Names say
walk, run and so on, some with a capital, and mean nothing else.
"""

import re
import sys
import tempfile
from pathlib import Path

import numpy as np

import rushes

KINDS = ["walk", "Walk", "sidewalk", "run", "turn", "idle", "jump"]
RATES = [30] * 18 + [50, 60]
TEMPOS = [0.8, 0.9, 1.0, 1.05]
LEGS = re.compile("Hips|Leg|Foot|Toe")


class Bases:
    """The stroll without fingers at each rate and tempo: values of BVH and places of joints in metres; its skeleton."""

    def __init__(self):
        stroll = rushes.open(Path(__file__).parents[2] / "assets" / "builtin" / "stroll.bvh")
        stroll = stroll.select([name for name in stroll.names if not re.search("Index|Thumb", name)])
        self.names = stroll.names
        self.of = {}
        for rate in sorted(set(RATES)):
            for tempo in TEMPOS:
                take = stroll.resample(rate / tempo)
                self.of[rate, tempo] = take.channels.copy(), take.positions()
        self.sways = np.array([not LEGS.search(joint) for joint, _ in stroll.channel_names])
        with tempfile.TemporaryDirectory() as folder:
            stroll.save(Path(folder) / "stroll.bvh")
            text = (Path(folder) / "stroll.bvh").read_text()
        # Tabs and long lines of zeros would be a third of a small file.
        self.hierarchy = re.sub(r"\n\s+", "\n", text[: text.index("MOTION")])


def header(hierarchy, size):
    """The skeleton in another size."""

    def scaled(found):
        return "OFFSET " + " ".join(f"{size * float(value):.2f}" for value in found[1].split())

    return re.sub(r"OFFSET (.*)", scaled, hierarchy)


def make(bases, number):
    """The name of a take and its bytes."""
    random = np.random.default_rng([7, number])
    kind = KINDS[random.integers(len(KINDS))]
    rate, tempo = RATES[random.integers(len(RATES))], TEMPOS[random.integers(len(TEMPOS))]
    values, positions = bases.of[rate, tempo]
    # Half of them have whole seconds: 5.0 is not more than 5.
    seconds = min(3 + random.exponential(1.3), 12)
    frames = round((round(seconds) if random.integers(2) else seconds) * rate)
    start = random.integers(len(values) - frames + 1)
    size, lift = random.uniform(0.9, 1.1), random.uniform(0, 0.027)

    # Metres that the figure has gone aside.
    aside = np.zeros(frames)
    if random.random() < 0.3:
        first, last = np.sort(random.integers(frames, size=2))
        aside[first:last] = random.uniform(0.6, 1.2) / rate
    shift = np.zeros((frames, 3))
    shift[:, 0] = random.uniform(-1, 1) + np.cumsum(aside)
    shift[:, 1] = lift
    shift[:, 2] = random.uniform(-1, 1)

    name = f"{number // 1000:03}/{kind}_{number:06}"
    if number % 10 == 3:
        return f"{name}.trc", trc(bases.names, size * positions[start : start + frames] + shift[:, None], rate)
    values = values[start : start + frames].copy()
    values[:, :3] = size * values[:, :3] + 100 * shift
    times = np.arange(frames)[:, None] / rate
    sway = np.sin(2 * np.pi * (times / random.uniform(2, 4, bases.sways.sum()) + random.random(bases.sways.sum())))
    values[:, bases.sways] += random.uniform(0, 1.5, bases.sways.sum()) * sway
    text = header(bases.hierarchy, size) + f"MOTION\nFrames: {frames}\nFrame Time: {1 / rate:.6f}\n"
    line = " ".join(["%.1f"] * values.shape[1]) + "\n"
    if number % 1000 == 500:
        return f"{name}.bvh", text[:200]
    # Places in a tenth of a millimetre: coarser ones, and feet would seem to slide.
    line = line.replace("%.1f", "%.2f", 3)
    return f"{name}.bvh", text + line * frames % tuple(values.ravel().tolist())


def trc(names, positions, rate):
    """Markers in millimetres."""
    frames, markers = positions.shape[:2]
    head = [
        "PathFileType\t4\t(X/Y/Z)\ttake.trc",
        "DataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\tOrigDataStartFrame\tOrigNumFrames",
        f"{rate}\t{rate}\t{frames}\t{markers}\tmm\t{rate}\t1\t{frames}",
        "Frame#\tTime\t" + "\t\t\t".join(names),
        "\t\t" + "\t".join(f"{axis}{marker}" for marker in range(1, markers + 1) for axis in "XYZ"),
        "\n",
    ]
    times = np.arange(frames)[:, None]
    rows = np.concatenate([times + 1, times / rate, 1000 * positions.reshape(frames, -1)], axis=1)
    line = "\t".join(["%d", "%.4f"] + ["%.1f"] * 3 * markers) + "\n"
    return "\n".join(head) + line * frames % tuple(rows.ravel().tolist())


def main():
    folder, count = Path(sys.argv[1]), int(sys.argv[2])
    bases, size = Bases(), 0
    for number in range(count):
        name, text = make(bases, number)
        path = folder / name
        if number % 1000 == 0:
            path.parent.mkdir(parents=True, exist_ok=True)
        size += path.write_text(text)
    print(f"{count} takes of {size / count / 1000:.1f} kB")


if __name__ == "__main__":
    main()
