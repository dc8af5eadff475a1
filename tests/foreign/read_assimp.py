"""Reads GLB and BVH with assimp's own program: the transforms of all nodes in the world, by the keys of their channels."""

import os
import subprocess
import tempfile
import xml.etree.ElementTree as xml

import numpy as np

import common


def numbers(element):
    return [float(word) for word in element.text.split()]


def keys(channel, kind):
    found = channel.findall(f"{kind}KeyList/{kind}Key")
    times = np.array([float(key.get("time")) for key in found])
    return times, np.array([numbers(key) for key in found])


def at(track, time):
    """The value of a track at a time that is on a key, or of the last key before it."""
    times, values = track
    return values[max(0, np.searchsorted(times, time + 1e-3 * max(1.0, abs(time)) ** 0.5, side="right") - 1)]


def rotation(turn):
    x, y, z, w = turn
    return np.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ])


def read(job, told):
    with tempfile.TemporaryDirectory() as folder:
        dump = os.path.join(folder, "dump.xml")
        run = subprocess.run(["assimp", "dump", job["file"], dump], capture_output=True, text=True)
        if run.returncode != 0:
            raise ValueError(run.stdout[-300:])
        scene = xml.parse(dump).getroot().find("Scene")
    animation = scene.find("AnimationList/Animation")
    channels = {} if animation is None else {
        channel.get("node"): [keys(channel, "Position"), keys(channel, "Rotation")]
        for channel in animation.findall("NodeAnimList/NodeAnim")
    }
    rate = 1.0 if animation is None else float(animation.get("tick_cnt"))
    frames = []
    for frame in job["frames"]:
        places = {}
        open_nodes = [(scene.find("Node"), np.eye(4))]
        while open_nodes:
            node, above = open_nodes.pop()
            local = np.array(numbers(node.find("Matrix4"))).reshape(4, 4)
            if node.get("name") in channels:
                position, turn = channels[node.get("name")]
                local = np.eye(4)
                local[:3, 3] = at(position, frame["time"] * rate)
                local[:3, :3] = rotation(at(turn, frame["time"] * rate))
            world = above @ local
            places[node.get("name")] = world[:3, 3]
            open_nodes += [(child, world) for child in node.findall("NodeList/Node")]
        missing = [name for name in job["names"] if name not in places]
        if missing:
            raise ValueError(f"no node is called {missing[:3]}")
        frames.append([places[name] for name in job["names"]])
    return np.array(frames)


common.run(read)
