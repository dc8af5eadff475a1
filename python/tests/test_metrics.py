"""Metrics, against the formulas of papers in NumPy."""

import json

import numpy as np
import pytest

import bvh_reference
import rushes


def motions(seed, frames=60, joints=7):
    """A smooth motion and one near it."""
    random = np.random.default_rng(seed)
    t = np.arange(frames)[:, None, None] / 30
    phases, sizes = random.uniform(0, 6, (2, joints, 3)), random.uniform(0.1, 0.5, (2, joints, 3))
    true = sizes[0] * np.sin(phases[0] + 2 * t) + random.normal(size=(joints, 3))
    return true, true + 0.05 * sizes[1] * np.cos(phases[1] + 3 * t) + random.normal(size=3)


def similarity_aligned(own, true):
    """By a singular value decomposition: Umeyama (1991)."""
    aligned = np.empty_like(own)
    for frame, (p, q) in enumerate(zip(own, true)):
        p0, q0 = p - p.mean(0), q - q.mean(0)
        u, d, vt = np.linalg.svd(q0.T @ p0)
        s = np.diag([1, 1, np.sign(np.linalg.det(u @ vt))])
        rotation = u @ s @ vt
        scale = np.trace(np.diag(d) @ s) / (p0**2).sum()
        aligned[frame] = scale * p0 @ rotation.T + q.mean(0)
    return aligned


def by_numpy(own, true, fps):
    about = [motion - motion[:, :1] for motion in (own, true)]
    scale = (about[0] * about[1]).sum((1, 2)) / (about[0] ** 2).sum((1, 2))
    apart = about[0] - about[1]
    norm = lambda v: np.linalg.norm(v, axis=-1).mean()
    return {
        "mpjpe": 1000 * norm(apart),
        "global-mpjpe": 1000 * norm(own - true),
        "n-mpjpe": 1000 * norm(scale[:, None, None] * about[0] - about[1]),
        "pa-mpjpe": 1000 * norm(similarity_aligned(own, true) - true),
        "velocity-error": 1000 * norm(np.diff(apart, axis=0) * fps),
        "acceleration-error": 1000 * norm(np.diff(apart, n=2, axis=0) * fps**2),
        "jitter": norm(np.diff(own, n=3, axis=0) * fps**3),
    }


@pytest.mark.parametrize("seed", range(5))
def test_metrics_of_arrays_are_those_of_numpy(seed):
    true, own = motions(seed)
    parents = [-1, 0, 1, 2, 0, 4, 5]
    found = rushes.metrics(own, true, fps=30, parents=parents)
    for word, value in by_numpy(own, true, 30).items():
        assert found[word]["value"] == pytest.approx(value, rel=1e-6), word
    bones = [np.linalg.norm(motion[:, 1:] - motion[:, parents[1:]], axis=-1) for motion in (own, true)]
    error = 1000 * np.abs(bones[0] - bones[1])
    assert found["bone-length-error"]["value"] == pytest.approx(error.mean(), rel=1e-6)
    np.testing.assert_allclose(found["bone-length-error"]["joints"][1:], error.mean(0), rtol=1e-6)
    assert found["bone-length-change"]["value"] == pytest.approx(1000 * bones[0].std(0).mean(), rel=1e-6)
    for metric in found.values():
        assert metric["about"] and metric["source"]
    # In centimetres, Z up, they are the same.
    other = [100 * np.stack([m[..., 0], -m[..., 2], m[..., 1]], -1) for m in (own, true)]
    again = rushes.metrics(*other, fps=30, parents=parents, unit="cm", up="Z")
    for word, metric in found.items():
        assert again[word]["value"] == pytest.approx(metric["value"], rel=1e-6, abs=1e-9, nan_ok=True), word


def skating_ratio(feet, fps=20):
    """As the ratio is worked out for motions of 20 frames a second: five frames are averaged."""
    level = np.linalg.norm(np.diff(feet[..., [0, 2]], axis=0), axis=-1) * fps
    padded = np.pad(level, ((2, 2), (0, 0)))
    mean = sum(padded[i : i + len(level)] for i in range(5)) / 5
    down = (feet[:-1, :, 1] < 0.05) & (feet[1:, :, 1] < 0.05)
    return (down & (level > 0.5) & (mean > 0.5)).any(axis=1).mean()


@pytest.mark.parametrize("seed", range(5))
def test_the_skating_ratio_is_that_of_its_paper(seed):
    random = np.random.default_rng(seed)
    feet = np.cumsum(random.normal(scale=0.03, size=(200, 2, 3)), axis=0)
    feet[..., 1] = np.abs(feet[..., 1]) / 5
    metric = rushes.metrics(feet, fps=20, feet=[0, 1])["foot-skating"]
    found, of_each = metric["value"], [skating_ratio(feet[:, [foot]]) for foot in (0, 1)]
    assert found == pytest.approx(skating_ratio(feet), abs=1e-12) and 0 < found < 1
    assert metric["joints"] == pytest.approx(of_each, abs=1e-12)
    sunk = rushes.metrics(feet - [0, 1, 0], fps=20, feet=[0, 1], floor=-1.0)
    assert sunk["foot-skating"]["value"] == found
    assert np.isnan(rushes.metrics(feet + [0, 1, 0], fps=20, feet=[0, 1])["foot-skating"]["value"])


def test_two_takes_are_compared_whatever_they_come_in(walk, tmp_path):
    text = bvh_reference.walk()
    lines = text.splitlines()
    first = lines.index("MOTION") + 3
    for i in range(first, len(lines)):
        values = [float(value) for value in lines[i].split()]
        values[-6] += 8
        values[0] += 25
        lines[i] = " ".join(map(str, values))
    other = rushes.open("\n".join(lines).encode(), name="other.bvh")
    found = rushes.compare(walk, other)
    expected = by_numpy(other.positions().astype(float), walk.positions().astype(float), walk.fps)
    for word in ("mpjpe", "global-mpjpe", "pa-mpjpe", "n-mpjpe"):
        assert found[word] == pytest.approx(expected[word], rel=1e-4, abs=1e-3), word
    assert found.mpjpe_mm == found["mpjpe"]
    assert rushes.compare(walk, other, align="none").mpjpe_mm == pytest.approx(expected["global-mpjpe"], rel=1e-4)
    assert rushes.compare(walk, other, align="procrustes").mpjpe_mm == found["pa-mpjpe"]
    assert rushes.compare(walk, other, align="scale").mpjpe_mm == found["n-mpjpe"]
    other.save(tmp_path / "other.glb", unit="m", up="Z")
    other.save(tmp_path / "other.bvh", unit="mm", up="Z")
    for again in (rushes.open(tmp_path / "other.glb"), rushes.open(tmp_path / "other.bvh", up="Z")):
        compared = rushes.compare(walk, again)
        assert compared.mpjpe_mm == pytest.approx(found.mpjpe_mm, rel=1e-3)
        for word, metric in found.b.items():
            same = pytest.approx(metric["value"], rel=2e-2, abs=2e-2, nan_ok=True)
            assert compared.b[word]["value"] == same, word


def test_what_is_compared_can_be_chosen(walk):
    same = rushes.compare(walk, walk[10:], sync="motion")
    assert same.offset == pytest.approx(10 / 30, abs=1e-6) and same.mpjpe_mm < 1e-3
    assert same.frames == (10, 89)
    some = rushes.compare(walk, walk, joints=["LeftLeg"], match={"LeftLeg": "RightLeg"})
    assert [(row["name"], row["other"]) for row in some.joints] == [("LeftLeg", "RightLeg")]
    with pytest.raises(KeyError):
        rushes.compare(walk, walk, joints=["Tail"])
    with pytest.raises(rushes.Error, match="no joints have names in common"):
        rushes.compare(walk, rushes.from_arrays(["A"], [-1], positions=np.zeros((5, 1, 3))))
    with pytest.raises(ValueError, match="align 'hips'"):
        rushes.compare(walk, walk, align="hips")
    with pytest.raises(KeyError):
        same["mpjpe_mm"]
    with pytest.raises(ValueError, match="no number of seconds"):
        rushes.compare(walk, walk, sync=float("nan"))
    assert np.isnan(rushes.compare(walk[:1], walk[:1])["velocity-error"])


def test_joints_of_one_name_are_told_apart():
    positions = np.random.default_rng(3).normal(size=(9, 3, 3))
    take = rushes.from_arrays(["Hips", "Hips", "Hips.2"], [-1, 0, 0], positions=positions)
    joints = take.metrics()["jitter"]["joints"]
    assert list(joints) == ["Hips", "Hips.3", "Hips.2"]
    third = np.linalg.norm(np.diff(positions, n=3, axis=0), axis=-1).mean(axis=0) * 30**3
    np.testing.assert_allclose(list(joints.values()), third, rtol=1e-4)


def test_the_command_line_says_the_same(walk, walk_file, stroll, program):
    from conftest import ROOT

    other = ROOT / "assets" / "builtin" / "stroll.bvh"
    said = json.loads(program("compare", walk_file, other, "--metrics", "--json", "--sync", "time", "-q").stdout)["metrics"]
    found = rushes.compare(walk, stroll, sync="time")
    for name, own in (("pair", found.metrics), ("a", found.a), ("b", found.b)):
        for metric in said[name]:
            value = own[metric["metric"]]["value"]
            assert metric["value"] == pytest.approx(value, rel=1e-9) or np.isnan(value)
            assert (metric["unit"], metric["about"]) == (own[metric["metric"]]["unit"], own[metric["metric"]]["about"])
    rows = program("compare", walk_file, other, "--metrics", "--csv", "-q").stdout.splitlines()
    assert rows[0] == "a,b,of,metric,joint,value,unit" and len(rows) > 50
    assert "PA-MPJPE" in program("compare", walk_file, other, "--metrics", "-q").stdout


def test_limits_of_the_file_are_kept_or_not():
    from conftest import GOOD

    takes = [take for take in rushes.scan(GOOD / "asf", on_error="skip")]
    assert any(take.facts["limits"] for take in takes)
    assert all("limit-excess" in take.metrics() for take in takes)


@pytest.mark.parametrize(
    "arrays, message",
    [
        ({"positions": np.zeros((5, 3))}, "positions have the shape"),
        ({"positions": np.zeros((5, 2, 3)), "reference": np.zeros((4, 2, 3))}, "same shape"),
        ({"positions": np.zeros((5, 2, 3)), "feet": [2]}, "are of 2 joints"),
        ({"positions": np.zeros((5, 2, 3)), "fps": 0}, "frames a second"),
        ({"positions": np.zeros((5, 2, 3)), "parents": [-1]}, "1 parents of 2 joints"),
    ],
)
def test_what_cannot_be_measured_is_refused(arrays, message):
    with pytest.raises(ValueError, match=message):
        rushes.metrics(**{"fps": 30, **arrays})
