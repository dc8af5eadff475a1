"""Arrays of takes, against double precision and against each other."""

import json

import numpy as np
import pytest

import rushes
from bvh_reference import Bvh, matrices, to_world
from conftest import CORPUS, GOOD, ROOT

STROLL = ROOT / "assets" / "builtin" / "stroll.bvh"


@pytest.fixture(scope="module", params=["stroll", "walk"])
def both(request, tmp_path_factory):
    """A take, and the same by NumPy."""
    import bvh_reference

    text = STROLL.read_text() if request.param == "stroll" else bvh_reference.walk()
    return rushes.open(text.encode(), name="take.bvh"), Bvh(text)


def test_the_tree_is_that_of_the_file(both):
    take, bvh = both
    assert take.names == bvh.names
    assert take.parents.dtype == np.int32 and take.parents.tolist() == bvh.parents
    assert take.offsets.dtype == np.float32
    # Of a root, the offset is where it is in the rest pose.
    np.testing.assert_allclose(take.offsets[1:] / take.metres_per_unit, bvh.offsets[1:], atol=1e-6)
    assert take.channel_names == [
        (name, channel) for name, channels in zip(bvh.names, bvh.channels) for channel in channels
    ]
    assert take.euler_orders[0] == "ZXY"
    assert take.frame_time == pytest.approx(bvh.frame_time) and len(take) == len(bvh.values)


def test_positions_and_rotations_are_those_of_double_precision(both):
    take, bvh = both
    rotations, positions = bvh.world()
    size = np.abs(positions - positions[:, :1]).max()
    own = take.positions("file", "file")
    assert own.dtype == np.float32 and own.flags.c_contiguous and own.flags.owndata
    assert np.abs(own - positions).max() < 1e-5 * max(size, np.abs(positions).max())
    np.testing.assert_allclose(take.positions(), own * take.metres_per_unit, atol=1e-5)
    world = take.rotations("matrix", local=False)
    assert world.shape == rotations.shape
    np.testing.assert_allclose(world, rotations, atol=5e-6)
    local, translations = bvh.transforms()
    np.testing.assert_allclose(take.rotations("matrix"), local, atol=5e-6)
    np.testing.assert_allclose(take.translations("file"), translations, atol=1e-5 * size)


def test_local_rotations_and_translations_are_the_whole_motion(both):
    take, _ = both
    for up in ("Y", "Z", "-X"):
        rotations, positions = to_world(
            take.parents, matrices(take.rotations(up=up)), take.translations(up=up)
        )
        np.testing.assert_allclose(take.positions(up=up), positions, atol=2e-5)
        np.testing.assert_allclose(
            take.rotations("matrix", local=False, up=up), rotations, atol=1e-5
        )


def test_rotations_have_the_forms_of_others(both):
    take, _ = both
    matrix = take.rotations("matrix")
    quat = take.rotations()
    assert (quat[..., 0] >= 0).all()
    np.testing.assert_allclose(np.linalg.norm(quat, axis=-1), 1, atol=1e-6)
    np.testing.assert_array_equal(take.rotations("quat_wxyz"), quat)
    np.testing.assert_array_equal(np.roll(take.rotations("quat_xyzw"), 1, axis=-1), quat)
    np.testing.assert_allclose(matrices(quat), matrix, atol=2e-6)
    six = take.rotations("6d")
    np.testing.assert_array_equal(six[..., :3], matrix[..., 0])
    np.testing.assert_array_equal(six[..., 3:], matrix[..., 1])
    scipy = pytest.importorskip("scipy.spatial.transform")
    for order in (None, "XYZ", "YXZ"):
        angles = take.rotations("euler", order=order)
        orders = take.euler_orders if order is None else [order] * len(take.names)
        for joint, own in enumerate(orders):
            others = scipy.Rotation.from_euler(own, angles[:, joint], degrees=True).as_matrix()
            np.testing.assert_allclose(others, matrix[:, joint], atol=5e-6)


def test_channels_are_the_take_s_own_memory(both):
    take, bvh = both
    channels = take.channels
    np.testing.assert_array_equal(channels, bvh.values.astype(np.float32))
    assert not channels.flags.owndata and not channels.flags.writeable
    assert np.shares_memory(channels, take.channels)
    with pytest.raises(ValueError):
        channels[0, 0] = 1
    column = take.channel("hips", "Xrotation")
    assert np.shares_memory(column, channels)
    np.testing.assert_array_equal(column, channels[:, take.channel_names.index(("Hips", "Xrotation"))])
    with pytest.raises(KeyError, match="Hips has no channel Wrotation"):
        take.channel("Hips", "Wrotation")
    with pytest.raises(KeyError, match="no joint or marker is called 'Tail'"):
        take.channel("Tail", "Xrotation")


def test_a_view_keeps_the_take_that_it_is_of(walk_file):
    channels = rushes.open(walk_file).channels
    copy = channels.copy()
    others = [rushes.open(walk_file) for _ in range(20)]
    del others
    np.testing.assert_array_equal(channels, copy)


def test_frames_are_chosen_as_in_numpy(walk):
    everything = walk.positions()
    for frames in (slice(10, 40, 3), range(3, 20, 2), [0, 5, -1], np.array([7, 7, 1]), [], slice(80, 10, -7)):
        chosen = everything[np.array(list(frames), dtype=int) if not isinstance(frames, slice) else frames]
        np.testing.assert_array_equal(walk.positions(frames=frames), chosen)
        assert walk.rotations(frames=frames).shape == chosen.shape[:2] + (4,)
    with pytest.raises(IndexError, match="frame 90: the take has frames 0 to 89"):
        walk.positions(frames=[90])
    with pytest.raises(TypeError, match="frames are"):
        walk.positions(frames="all")
    with pytest.raises(TypeError, match="of a mask"):
        walk.positions(frames=[True] * 90)


def test_what_is_given_is_filled_in(walk):
    out = np.full((90, 7, 3), -1, dtype=np.float32)
    assert walk.positions(out=out) is out
    np.testing.assert_array_equal(out, walk.positions())
    turned = np.empty((2, 7, 3, 3), dtype=np.float32)
    assert walk.rotations("matrix", frames=[3, 4], out=turned) is turned
    for wrong, message in (
        (np.zeros((90, 7, 3)), "float32"),
        (np.zeros((90, 4, 3), np.float32), r"shape \[90, 4, 3\], not \[90, 7, 3\]"),
        (np.zeros((90, 7, 6), np.float32)[..., ::2], "contiguous"),
        (np.zeros((90, 7, 3), np.float32, order="F"), "contiguous"),
        (walk.channels, "float32 that can be written"),
    ):
        with pytest.raises(ValueError, match=message):
            walk.positions(out=wrong)


def test_ends_come_after_the_joints(walk):
    assert walk.end_names == ["LeftLeg_end", "RightLeg_end", "Head_end"]
    assert walk.end_parents.tolist() == [2, 4, 6]
    both = walk.positions(ends=True)
    np.testing.assert_array_equal(both[:, :7], walk.positions())
    lengths = np.linalg.norm(both[:, 7:] - both[:, walk.end_parents], axis=-1)
    np.testing.assert_allclose(lengths, [[0.45, 0.45, 0.15]] * 90, atol=1e-6)


def test_units_and_axes_are_those_asked_for(walk):
    metres = walk.positions()
    assert walk.metres_per_unit == 0.01 and walk.up == "Y"
    np.testing.assert_allclose(walk.positions("cm"), 100 * metres, rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(walk.positions(0.5), 2 * metres, atol=1e-6)
    x, y, z = np.moveaxis(metres, -1, 0)
    np.testing.assert_allclose(walk.positions(up="Z"), np.stack([x, -z, y], axis=-1), atol=1e-6)
    for wrong in ("km", -1.0, float("nan")):
        with pytest.raises(ValueError, match="unit"):
            walk.positions(wrong)
    with pytest.raises(ValueError, match="up 'W'"):
        walk.positions(up="W")


def test_gaps_are_not_numbers():
    takes = [take for take in rushes.scan(GOOD / "trc") if take.gaps]
    assert takes, "a fixture has a gap"
    for take in takes:
        gap = take.gaps[0]
        joint = take.names.index(gap["name"])
        first, last = gap["runs"][0]
        positions = take.positions()
        assert np.isnan(positions[first : last + 1, joint]).all()
        assert np.isnan(take.rotations()[first : last + 1, joint]).all()
        assert np.isnan(positions[:, joint]).any(axis=-1).sum() == gap["frames"]


def test_arrays_are_those_of_the_command_line(walk_file, program, tmp_path):
    out = tmp_path / "walk.npz"
    program("positions", walk_file, "--npz", "--unit", "m", "--up", "Z", "--rotations", "quat", "-o", out)
    take, arrays = rushes.open(walk_file), np.load(out)
    np.testing.assert_array_equal(take.positions(up="Z", ends=True), arrays["positions"])
    joints = len(take.names)
    quat = arrays["rotations"][:, :joints]
    quat = np.where(quat[..., 3:] < 0, -quat, quat)
    np.testing.assert_array_equal(take.rotations("quat_xyzw", local=False, up="Z"), quat)
    np.testing.assert_array_equal(take.times, arrays["times"])


def expected_files():
    return sorted(CORPUS.glob("bvh/*.expected.json"))


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not there")
def test_real_takes_are_where_other_programs_put_them():
    held = 0
    for expected in expected_files():
        said = json.loads(expected.read_text())
        reading = said.get("reading_of_position_channels", "replace")
        places = said.get("add" if reading == "add" else "replace")
        path = expected.with_name(expected.name.removesuffix(".expected.json"))
        if not places or not path.exists():
            continue
        take = rushes.open(path)
        names = take.names + take.end_names
        found = take.positions("file", "file", ends=True, frames=said["frames"])
        known = [name for name in places if names.count(name) == 1]
        wanted = np.array([places[name] for name in known]).swapaxes(0, 1)
        own = found[:, [names.index(name) for name in known]]
        size = max(np.ptp(wanted.reshape(-1, 3), axis=0).max(), 1e-9)
        assert np.abs(own - wanted).max() < 2e-5 * max(size, np.abs(wanted).max()), path.name
        held += 1
    assert held > 10
