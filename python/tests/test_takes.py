"""What is opened, what is made of a take, and what is said of it."""

import csv
import io
import json
import os
import pickle
import subprocess
import sys
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest

import bvh_reference
import rushes
from conftest import GOOD, ROOT


def test_a_take_comes_from_a_path_from_bytes_or_from_what_is_read(walk_file):
    by_path = rushes.open(walk_file)
    data = walk_file.read_bytes()
    others = [
        rushes.open(str(walk_file)),
        rushes.open(data, name="walk.bvh"),
        rushes.open(bytearray(data)),
        rushes.open(memoryview(data)),
        rushes.open(io.BytesIO(data)),
    ]
    with open(walk_file) as text:
        others.append(rushes.open(text))
    for other in others:
        np.testing.assert_array_equal(other.channels, by_path.channels)
    assert os.fspath(by_path.path) == str(walk_file)
    assert others[1].path is None and others[1].name == "walk" and others[-1].name == "walk"
    assert repr(by_path) == "<rushes.Take 'walk' (BVH): 7 joints, 90 frames at 30 fps>"


def test_every_format_is_opened():
    formats = set()
    for take in rushes.scan(GOOD, on_error="skip"):
        assert take.positions().shape == (max(len(take), 1), len(take.names), 3)
        formats.add(take.format)
    # What a format is mixed up with is opened as what it is; a data set is no take of a folder, and is opened by its name.
    assert set(rushes.FORMATS) - formats <= {"Table", "ASF", "AMC", "Parquet"}
    assert rushes.open(GOOD / "parquet" / "two-takes.parquet").format == "Parquet"


def test_the_builtin_take_is_there_without_a_file():
    take = rushes.builtin()
    assert take.path is None and take.positions().shape == (len(take), len(take.names), 3)


def test_an_error_says_what_is_wrong_and_where():
    broken = "HIERARCHY\nROOT Hips\n{\n  OFFSET 0 zero 0\n"
    with pytest.raises(rushes.Error) as caught:
        rushes.open(broken.encode(), name="walk.bvh")
    error = caught.value
    assert (error.path, error.line, error.column, error.code) == (Path("walk.bvh"), 4, 12, "expected")
    assert str(error).startswith("walk.bvh:4:12: ") and "zero" in error.message
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) and again.line == 4
    with pytest.raises(rushes.Error) as caught:
        rushes.open("missing.bvh")
    assert caught.value.code == "unreadable" and caught.value.line is None
    with pytest.raises(rushes.Error) as caught:
        rushes.open(b"not a take")
    assert caught.value.path is None
    for wrong, kind in (({"unit": "km"}, ValueError), ({"colour": 1}, TypeError), ({"rate": -1}, ValueError)):
        with pytest.raises(kind):
            rushes.open(b"", **wrong)
    with pytest.raises(TypeError, match="a path, bytes"):
        rushes.open(17)


def test_what_a_file_leaves_open_can_be_said(walk_file):
    take = rushes.open(walk_file, unit="m", up="Z")
    assert take.metres_per_unit == 1.0 and take.up == "Z"
    plain = rushes.open(walk_file)
    x, y, z = np.moveaxis(plain.positions("file", "file"), -1, 0)
    np.testing.assert_allclose(take.positions(), np.stack([x, z, -y], axis=-1), atol=1e-4)


def test_strict_refuses_numbers_that_are_not_the_file_s(walk_file):
    lines = walk_file.read_text().splitlines()
    lines[-3] = " ".join(lines[-3].split()[:-1])
    short = "\n".join(lines).encode()
    take = rushes.open(short, name="walk.bvh")
    assert take.warnings[0]["severity"] in ("lost", "changed")
    with pytest.raises(rushes.Error, match="strict") as caught:
        rushes.open(short, name="walk.bvh", strict=True)
    assert caught.value.code == take.warnings[0]["code"]


def test_frames_are_a_take(walk):
    part = walk[10:40]
    assert len(part) == 30 and part.path is None
    np.testing.assert_array_equal(part.positions(), walk.positions()[10:40])
    assert len(walk[:]) == 90 and len(walk[-5:]) == 5
    halved = walk[::3]
    assert halved.fps == pytest.approx(10, rel=1e-5)
    np.testing.assert_array_equal(halved.channels, walk.channels[::3])
    with pytest.raises(rushes.Error, match="none of these frames"):
        walk[90:]
    with pytest.raises(TypeError, match="a slice"):
        walk[3]
    with pytest.raises(ValueError, match="forwards"):
        walk[::-1]


def test_selected_joints_stay_where_they_are(walk):
    names = ["Hips", "LeftLeg", "RightUpLeg"]
    some = walk.select(names)
    assert some.names == ["Hips", "LeftLeg", "RightUpLeg"] and some.parents.tolist() == [-1, 0, 0]
    places = [walk.names.index(name) for name in some.names]
    np.testing.assert_allclose(some.positions(), walk.positions()[:, places], atol=1e-6)
    np.testing.assert_allclose(
        some.rotations("matrix", local=False),
        walk.rotations("matrix", local=False)[:, places],
        atol=2e-6,
    )
    below = walk.select(["LeftUpLeg", 2])
    assert below.parents.tolist() == [-1, 0]
    np.testing.assert_allclose(below.positions(), walk.positions()[:, 1:3], atol=1e-6)
    np.testing.assert_allclose(walk.select(range(7)).channels, walk.channels)
    with pytest.raises(KeyError):
        walk.select(["Tail"])


def test_another_rate_has_the_same_motion(walk):
    slow = walk.resample(15)
    np.testing.assert_array_equal(slow.positions(), walk.positions()[::2])
    fast = walk.resample(90)
    assert fast.fps == pytest.approx(90) and len(fast) == 268
    np.testing.assert_allclose(fast.positions()[::3], walk.positions(), atol=1e-6)


def test_joints_are_matched_by_what_they_are(walk, stroll):
    own, others = walk.match(stroll)
    pairs = [(walk.names[i], stroll.names[j]) for i, j in zip(own, others)]
    assert ("Hips", "Hips") in pairs and ("LeftLeg", "LeftLeg") in pairs and len(pairs) == 7
    renamed = rushes.open(bvh_reference.walk().replace("LeftLeg", "l_shin").replace("RightLeg", "r_shin").encode())
    own, others = walk.match(renamed)
    assert own.tolist() == others.tolist() == list(range(7))


def test_what_is_checked_and_measured_is_what_the_command_line_says(walk_file, program):
    lines = walk_file.read_text().splitlines()
    values = lines[-45].split()
    values[-1] = str(float(values[-1]) + 60)
    walk_file.write_text("\n".join([*lines[:-45], " ".join(values), *lines[-44:], ""]))
    walk = rushes.open(walk_file)
    said = json.loads(program("check", walk_file, "--json", check=False).stdout)[0]["findings"]
    assert walk.check() == said and said
    kind = said[0]["check"]
    assert all(finding["check"] == kind for finding in walk.check([kind]))
    assert all(finding["check"] != kind for finding in walk.check(skip=[kind]))
    with pytest.raises(ValueError, match="check 'skid'"):
        walk.check(["skid"])
    with pytest.raises(ValueError, match="no limit 'skid'"):
        walk.check(limits={"skid": 1})
    rows = csv.DictReader(io.StringIO(program("measure", walk_file, "--of", "height:LeftLeg").stdout))
    column = [float(row["height:LeftLeg"]) for row in rows]
    np.testing.assert_allclose(walk.measure("height", "LeftLeg"), column, atol=1e-6)
    with pytest.raises(rushes.Error, match="of one joint"):
        walk.measure("height")


def test_feet_stand_where_they_stand(stroll):
    contacts = stroll.contacts()
    assert {contact["joint"] for contact in contacts} == {"LeftFoot", "RightFoot"}
    for contact in contacts:
        first, last = contact["frames"]
        assert 0 <= first <= last < len(stroll) and stroll.names[contact["index"]] == contact["joint"]


def test_what_is_said_of_a_take_are_plain_objects(walk, walk_file, program):
    said = json.loads(program("info", walk_file, "--json", "--joints").stdout)[0]
    assert walk.facts == said
    assert walk.gaps == [] and walk.events == [] and walk.warnings == said["warnings"]
    assert walk.confidence is None and walk.numbers is None


@pytest.mark.parametrize("name", ["out.bvh", "out.glb", "out.htr", "out.amc"])
def test_what_is_saved_is_where_it_was(walk, tmp_path, name):
    for take in (walk, walk[20:50]):
        take.save(tmp_path / name)
        again = rushes.open(tmp_path / name)
        own, others = take.match(again)
        assert len(own) == 7
        np.testing.assert_allclose(
            again.positions()[:, others], take.positions()[:, own], atol=2e-5, err_msg=name
        )


def test_a_file_has_the_unit_and_axes_asked_for(walk, tmp_path):
    walk.save(tmp_path / "m.bvh", unit="m", up="Z", fps=60)
    again = rushes.open(tmp_path / "m.bvh", unit="m", up="Z")
    assert again.fps == pytest.approx(60, rel=1e-4)
    np.testing.assert_allclose(again.positions()[::2], walk.positions(), atol=2e-5)
    for fps in (0, -30, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="no number of frames a second"):
            walk.save(tmp_path / "rate.bvh", fps=fps)
    with pytest.raises(ValueError, match="write a name that ends in"):
        walk.save(tmp_path / "walk.docx")
    with pytest.raises(rushes.Error) as caught:
        walk.save(tmp_path / "nowhere" / "walk.bvh")
    assert caught.value.code == "unwritable" and not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("form", ["quat", "matrix", "6d"])
def test_arrays_become_a_take(stroll, tmp_path, form):
    take = rushes.from_arrays(
        stroll.names,
        stroll.parents,
        stroll.offsets,
        stroll.rotations(form),
        translations=stroll.translations()[:, 0],
        fps=stroll.fps,
    )
    np.testing.assert_allclose(take.positions(), stroll.positions(), atol=5e-6)
    assert take.parents.tolist() == stroll.parents.tolist()


def test_a_motion_is_replaced(stroll):
    again = stroll.replace()
    np.testing.assert_allclose(again.positions(ends=True), stroll.positions(ends=True), atol=1e-5)
    assert (again.name, again.fps, again.end_names) == (stroll.name, stroll.fps, stroll.end_names)
    places = stroll.translations()[:100]
    places[:, 0, 0] += 1
    moved = stroll[:100].replace(translations=places, fps=30)
    np.testing.assert_allclose(moved.positions() - stroll[:100].positions(), [[[1, 0, 0]]] * 100 * np.ones((1, 26, 1)), atol=1e-5)
    assert moved.fps == 30
    turned = stroll.replace(rotations=stroll.rotations("6d"), translations=stroll.translations()[:, 0])
    np.testing.assert_allclose(turned.positions(), stroll.positions(), atol=1e-4)
    with pytest.raises(ValueError, match="rotations have 10 frames, translations 779"):
        stroll.replace(rotations=stroll.rotations()[:10])


def test_arrays_become_a_file(walk, tmp_path):
    path = tmp_path / "out.bvh"
    rushes.write(
        path,
        walk.names,
        walk.parents,
        walk.offsets.tolist(),
        walk.rotations(),
        translations=walk.translations(),
        fps=30,
        to_unit="cm",
    )
    again = rushes.open(path, unit="cm")
    np.testing.assert_allclose(again.positions(), walk.positions(), atol=2e-5)
    # The legs hang 45 cm below the thighs.
    assert "OFFSET 0 -45 0.01" in path.read_text()


def test_positions_become_points(tmp_path):
    positions = np.random.default_rng(7).normal(size=(20, 3, 3)).astype(np.float32)
    positions[4:9, 1] = np.nan
    take = rushes.from_arrays(["A", "B", "C"], [-1, -1, -1], positions=positions, fps=100)
    np.testing.assert_array_equal(take.positions(), positions)
    assert take.gaps[0]["name"] == "B" and take.gaps[0]["runs"] == [[4, 8]]
    take.save(tmp_path / "points.c3d", unit="mm")
    np.testing.assert_allclose(rushes.open(tmp_path / "points.c3d").positions(), positions, atol=1e-5)


@pytest.mark.parametrize(
    "arrays, message",
    [
        (([0], None, None), "before its parent"),
        (([-1, 0], None, None), "2 parents of 1 joints"),
        (([-1], np.zeros((2, 3)), None), r"offsets have the shape \[2, 3\], not \(1, 3\)"),
        (([-1], None, np.zeros((5, 1, 5))), "rotations have the shape"),
    ],
)
def test_arrays_that_are_no_take_are_refused(arrays, message):
    with pytest.raises(ValueError, match=message):
        rushes.from_arrays(["A"], *arrays)
    with pytest.raises(ValueError, match="positions in the world or translations"):
        rushes.from_arrays(["A"], [-1], positions=np.zeros((5, 1, 3)), translations=np.zeros((5, 3)))
    with pytest.raises(ValueError, match="of the only root"):
        rushes.from_arrays(["A", "B"], [-1, -1], translations=np.zeros((5, 3)))


def test_a_pickle_is_the_whole_take(walk, walk_file, stroll):
    for take in (walk, walk[5:9], stroll.select(["Hips", "Head"]), rushes.open(GOOD / "c3d" / sorted(p.name for p in (GOOD / "c3d").glob("*.c3d"))[0])):
        again = pickle.loads(pickle.dumps(take))
        np.testing.assert_array_equal(again.positions(), take.positions())
        assert again.names == take.names and again.facts == take.facts
    data = pickle.dumps(walk)
    walk_file.unlink()
    assert len(pickle.loads(data)) == 90
    with pytest.raises(ValueError, match="another version"):
        rushes.Take._from_bytes(b"\x050.0.1")


def span(take):
    return np.ptp(take.positions(), axis=0).max()


def test_other_processes_work_on_takes(walk):
    # What is forked while threads run may wait for ever.
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert list(pool.map(span, [walk[:30], walk[30:]])) == [span(walk[:30]), span(walk[30:])]


def test_threads_share_a_take(walk, walk_file):
    expected = walk.positions()
    start = threading.Barrier(4)

    def work(number):
        start.wait()
        for _ in range(20):
            np.testing.assert_array_equal(walk.positions(), expected)
            assert len(rushes.open(walk_file)) == 90 and len(walk.contacts()) >= 0
        return number

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(work, range(4))) == [0, 1, 2, 3]


def test_the_module_needs_numpy_with_the_first_array_alone():
    code = "import sys, rushes; t = rushes.open(sys.argv[1]); print('numpy' in sys.modules, len(t.names)); t.parents"
    command = [sys.executable, "-c", code, str(ROOT / "assets" / "builtin" / "stroll.bvh")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    assert subprocess.run(command, capture_output=True, text=True, env=environment, check=True).stdout == "False 26\n"


def test_a_c3d_is_read_by_the_package_c3d(tmp_path):
    c3d = pytest.importorskip("c3d")
    take = rushes.builtin()
    path = tmp_path / "stroll.c3d"
    take.save(path, unit="mm")
    with open(path, "rb") as file:
        reader = c3d.Reader(file)
        points = np.array([points[:, :3] for _, points, _ in reader.read_frames()])
    assert reader.point_rate == take.fps
    np.testing.assert_allclose(points, rushes.open(path).positions("mm", "file"), atol=1e-3)
