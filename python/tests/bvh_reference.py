"""BVH read and evaluated by nothing but NumPy in double precision: what arrays are held against."""

import math

import numpy as np


class Bvh:
    """The joints of a BVH file and its values: roots and joints alone, without end sites."""

    def __init__(self, text):
        words = iter(text.split())
        self.names, self.parents, self.offsets, self.channels = [], [], [], []
        stack, is_end = [], False
        for word in words:
            if word in ("ROOT", "JOINT"):
                self.names.append(next(words))
                self.parents.append(stack[-1] if stack else -1)
                self.channels.append([])
                self.offsets.append([0.0] * 3)
                is_end = False
            elif word == "End":
                is_end = True
            elif word == "{":
                stack.append(-1 if is_end else len(self.names) - 1)
            elif word == "}":
                stack.pop()
                is_end = False
            elif word == "OFFSET":
                offset = [float(next(words)) for _ in range(3)]
                if not is_end:
                    self.offsets[stack[-1]] = offset
            elif word == "CHANNELS":
                self.channels[stack[-1]] = [next(words) for _ in range(int(next(words)))]
            elif word == "MOTION":
                break
        assert next(words) == "Frames:"
        frames = int(next(words))
        assert [next(words), next(words)] == ["Frame", "Time:"]
        self.frame_time = float(next(words))
        self.values = np.array([float(word) for word in words]).reshape(frames, -1)

    def transforms(self):
        """Rotations (F, J, 3, 3) and translations (F, J, 3) in the frames of the parents, in the file's unit."""
        frames, joints = len(self.values), len(self.names)
        rotations = np.tile(np.eye(3), (frames, joints, 1, 1))
        translations = np.tile(np.array(self.offsets), (frames, 1, 1))
        column = 0
        for joint, channels in enumerate(self.channels):
            for channel in channels:
                values = self.values[:, column]
                axis = "XYZ".index(channel[0])
                if channel.endswith("position"):
                    translations[:, joint, axis] = values
                else:
                    rotations[:, joint] = rotations[:, joint] @ rotation(axis, values)
                column += 1
        return rotations, translations

    def world(self):
        """The same in the world."""
        return to_world(self.parents, *self.transforms())


def rotation(axis, degrees):
    """Rotations about a coordinate axis, as matrices."""
    angles = np.radians(degrees)
    matrices = np.zeros((len(angles), 3, 3))
    i, j = (axis + 1) % 3, (axis + 2) % 3
    matrices[:, axis, axis] = 1
    matrices[:, i, i] = matrices[:, j, j] = np.cos(angles)
    matrices[:, j, i], matrices[:, i, j] = np.sin(angles), -np.sin(angles)
    return matrices


def to_world(parents, rotations, translations):
    """Local transforms, parents first, as transforms in the world."""
    rotations, translations = rotations.astype(float), translations.astype(float)
    for joint, parent in enumerate(parents):
        if parent >= 0:
            turned = np.einsum("fab,fb->fa", rotations[:, parent], translations[:, joint])
            translations[:, joint] = translations[:, parent] + turned
            rotations[:, joint] = rotations[:, parent] @ rotations[:, joint]
    return rotations, translations


def matrices(quaternions):
    """Quaternions with w first as matrices."""
    w, x, y, z = np.moveaxis(quaternions.astype(float), -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), [0, 1], [-2, -1])


def walk(frames=90, fps=30, scale=100.0):
    """The text of a BVH of seven joints with different orders of angles that walks along Z, and its frame time."""
    lines = [
        "HIERARCHY", "ROOT Hips", "{",
        f"OFFSET 0 {0.9 * scale} 0", "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation",
    ]
    for side, way in (("Left", 1), ("Right", -1)):
        lines += [
            f"JOINT {side}UpLeg", "{", f"OFFSET {way * 0.1 * scale} 0 0", "CHANNELS 3 Xrotation Yrotation Zrotation",
            f"JOINT {side}Leg", "{", f"OFFSET 0 {-0.45 * scale} 0.01", "CHANNELS 3 Yrotation Zrotation Xrotation",
            "End Site", "{", f"OFFSET 0 {-0.45 * scale} 0", "}", "}", "}",
        ]
    lines += [
        "JOINT Spine", "{", f"OFFSET 0 {0.3 * scale} 0", "CHANNELS 3 Zrotation Xrotation Yrotation",
        "JOINT Head", "{", f"OFFSET 0 {0.4 * scale} 0", "CHANNELS 3 Zrotation Xrotation Yrotation",
        "End Site", "{", f"OFFSET 0 {0.15 * scale} 0", "}", "}", "}",
    ]
    lines += ["}", "MOTION", f"Frames: {frames}", f"Frame Time: {1 / fps:.7f}"]
    for frame in range(frames):
        t = frame / fps
        swing = 25 * math.sin(2 * math.pi * t)
        values = [0.02 * scale * math.sin(t), 0.9 * scale, t * scale, 3 * t, swing / 9, 170 * math.sin(t)]
        for way in (1, -1):
            values += [way * swing, 4.0, -3.0 * t, 2.0, 5 * t, max(0.0, -way * swing)]
        values += [1.0, 2 * t, -3.0, swing / 5, -1.0, swing / 2]
        lines.append(" ".join(f"{value:.6f}" for value in values))
    return "\n".join(lines) + "\n"
