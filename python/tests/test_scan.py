"""Many takes, one after the other."""

import os
import threading

import numpy as np
import pytest

import bvh_reference
import rushes


@pytest.fixture
def folder(tmp_path):
    """Thirty takes in three folders, of which two are broken."""
    for number in range(30):
        path = tmp_path / "abc"[number % 3] / f"take{number:02}.bvh"
        path.parent.mkdir(exist_ok=True)
        path.write_text(bvh_reference.walk(frames=number + 1))
    for broken in ("a/take03.bvh", "b/take10.bvh"):
        (tmp_path / broken).write_text("HIERARCHY\nROOT Hips {\n")
    return tmp_path


def test_takes_come_in_the_order_of_their_paths(folder):
    scan = rushes.scan(folder, on_error="row")
    assert len(scan) == 30
    found = list(scan)
    paths = [os.fspath(item.path) for item in found]
    assert paths == sorted(paths) and len(paths) == 30
    errors = [item for item in found if isinstance(item, rushes.Error)]
    assert [error.path.name for error in errors] == ["take03.bvh", "take10.bvh"]
    for item in found:
        if isinstance(item, rushes.Take):
            assert len(item) == int(item.name[4:]) + 1
    assert list(scan) == []


def test_an_error_is_raised_skipped_or_given(folder):
    assert len(list(rushes.scan(folder, on_error="skip"))) == 28
    scan = rushes.scan(folder)
    with pytest.raises(rushes.Error, match="take03"):
        list(scan)
    # It goes on behind it.
    assert next(scan).name == "take06"
    with pytest.raises(ValueError, match="on_error 'ignore'"):
        rushes.scan(folder, on_error="ignore")


def test_paths_are_files_folders_and_patterns(folder):
    assert len(list(rushes.scan([folder / "a", folder / "c"], on_error="skip"))) == 19
    assert len(list(rushes.scan(str(folder / "**" / "take1*.bvh"), on_error="skip"))) == 9
    assert len(list(rushes.scan(folder / "a" / "take00.bvh"))) == 1
    assert len(rushes.scan([folder / "a" / "take00.bvh"] * 3)) == 1
    assert list(rushes.scan([])) == [] and len(rushes.batches([])) == 0
    with pytest.raises(ValueError, match="no takes were found"):
        (folder / "empty").mkdir()
        rushes.scan(folder / "empty")


def test_options_are_those_of_open(folder):
    for take in rushes.scan(folder / "c", unit="m", up="Z"):
        assert take.metres_per_unit == 1.0 and take.up == "Z"


def test_whoever_has_enough_leaves(folder):
    for _ in range(20):
        scan = rushes.scan(folder, on_error="skip")
        next(scan)
        del scan


def test_several_threads_take_from_one_scan(folder):
    scan = rushes.scan(folder, on_error="skip")
    found = []

    def work():
        for take in scan:
            found.append(take.name)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == len(found) == 28


def test_positions_of_many_are_those_of_each(folder):
    for take in rushes.scan(folder, on_error="skip"):
        np.testing.assert_array_equal(take.positions(), rushes.open(take.path).positions())
