"""Tables of many takes: as streams, and as Parquet."""

import hashlib
import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import bvh_reference
import rushes

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")
pytest.importorskip("pyarrow.compute")


@pytest.fixture
def folder(tmp_path):
    """Twelve takes in two folders, of which one cannot be read."""
    for number in range(12):
        path = tmp_path / "takes" / "ab"[number % 2] / f"walk{number:02}.bvh"
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(bvh_reference.walk(frames=20 + number))
    (tmp_path / "takes" / "a" / "walk04.bvh").write_text("HIERARCHY\nROOT Hips {\n")
    return tmp_path / "takes"


def tables(dataset):
    return [pq.read_table(dataset / name) for name in ("takes", "frames")]


def digests(dataset):
    files = sorted(path for path in dataset.rglob("*") if path.is_file())
    return {str(path.relative_to(dataset)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_frames_are_the_arrays_of_takes(folder):
    table = pa.table(rushes.batches(folder))
    names = table["take"].to_pylist()
    for take in rushes.scan(folder, on_error="skip"):
        rows = [i for i, name in enumerate(names) if name == os.fspath(take.path)]
        own = table.slice(rows[0], len(rows)).combine_chunks()
        assert own["frame"].to_pylist() == list(range(len(take)))
        np.testing.assert_array_equal(own["time"].to_numpy(), take.times)
        positions = own["positions"].chunk(0).flatten().flatten().to_numpy()
        np.testing.assert_array_equal(positions.reshape(len(take), -1, 3), take.positions())
        rotations = own["rotations"].chunk(0).flatten().flatten().to_numpy()
        np.testing.assert_array_equal(rotations.reshape(len(take), -1, 4), take.rotations())
    assert set(names) == {os.fspath(take.path) for take in rushes.scan(folder, on_error="skip")}


def test_what_pyarrow_has_filtered_opens_with_its_joints(folder, tmp_path, program):
    program("dataset", "-r", folder, "-o", tmp_path / "dataset", "--no-checks", "--quiet", check=False)
    table = tables(tmp_path / "dataset")[1]
    rows = pa.compute.equal(table["take"], "b/walk03.bvh")
    pq.write_table(table.filter(rows), tmp_path / "one.parquet")
    take, own = rushes.open(tmp_path / "one.parquet"), rushes.open(folder / "b" / "walk03.bvh")
    assert take.names == own.names and not take.warnings
    np.testing.assert_allclose(take.positions(ends=True), own.positions(ends=True), atol=1e-5)


def test_takes_are_what_is_said_of_them(folder):
    rows = pa.table(rushes.batches(folder, "takes")).to_pylist()
    assert len(rows) == 12 and sum(row["error"] is not None for row in rows) == 1
    for row in rows:
        if row["error"]:
            assert row["take"].endswith("walk04.bvh") and "walk04.bvh:2:" in row["error"]
            assert row["joints"] is None and row["duration"] is None and row["size"] > 0
            continue
        take = rushes.open(row["take"])
        assert row["joints"] == take.names and row["parents"] == take.parents.tolist()
        np.testing.assert_array_equal(row["offsets"], take.offsets)
        assert row["frames"] == len(take) and row["metres_per_unit"] == take.metres_per_unit
        assert json.loads(row["findings_json"]) == take.check()
        assert json.loads(row["warnings_json"]) == take.warnings
        metrics = take.metrics()
        for word in ("jitter", "foot-skating", "floating", "penetration"):
            value = metrics[word]["value"]
            assert row[word.replace("-", "_")] == (None if np.isnan(value) else pytest.approx(value, rel=1e-6))


def test_a_stream_is_read_as_often_as_it_is_asked_for(folder):
    batches = rushes.batches(folder, "takes", checks=False)
    assert len(batches) == 12
    assert pa.table(batches).equals(pa.table(batches))
    with pytest.raises(Exception, match="walk04"):
        pa.table(rushes.batches(folder, on_error="raise"))
    schema = pa.schema(rushes.schema("frames"))
    assert schema.equals(pa.table(rushes.batches(folder)).schema)
    assert [name for name, _, _ in rushes.schema("frames").fields] == schema.names
    assert all(about for table in ("frames", "takes") for _, _, about in rushes.schema(table).fields)
    reader = pa.RecordBatchReader.from_stream(rushes.batches(folder))
    reader.read_next_batch()
    del reader


def test_a_data_set_has_the_same_rows_and_bytes_however_it_is_written(folder, tmp_path, program):
    said = program("dataset", "-r", folder, "-o", tmp_path / "one", "--json", "-q", check=False)
    assert said.returncode == 3, "one cannot be read"
    assert {key: value for key, value in json.loads(said.stdout).items() if key != "folder"} == {
        "schema": 1, "takes": 12, "kept": 0, "unreadable": 1, "frames": 282, "parts": 1,
    }
    takes, frames = tables(tmp_path / "one")
    names = takes["take"].to_pylist()
    assert names == sorted(names) and names[0] == "a/walk00.bvh"
    streamed = pa.table(rushes.batches(folder))
    assert frames.drop_columns("take").equals(streamed.drop_columns("take"))
    program("dataset", "-r", folder, "-o", tmp_path / "again", "-q", check=False)
    assert digests(tmp_path / "again") == digests(tmp_path / "one")
    for shard in (2, 3, 1):
        program("dataset", "-r", folder, "-o", tmp_path / "three", "--shard", f"{shard}/3", "-q", check=False)
    for whole, shared in zip((takes, frames), tables(tmp_path / "three")):
        assert shared.equals(whole)


def test_what_is_there_stays_and_other_takes_are_refused(folder, tmp_path, program):
    out = tmp_path / "set"
    program("dataset", "-r", folder, "-o", out, "-q", check=False)
    before = digests(out)
    said = json.loads(program("dataset", "-r", folder, "-o", out, "--json", "-q").stdout)
    assert said["kept"] == 12 and said["parts"] == 0 and digests(out) == before
    other = program("dataset", "-r", folder, "-o", out, "--no-checks", check=False)
    assert other.returncode == 3 and "write into another folder" in other.stderr
    shared = program("dataset", "-r", folder, "-o", out, "--shard", "1/3", check=False)
    assert shared.returncode == 3 and "shared in another way" in shared.stderr
    (folder / "b" / "walk01.bvh").write_text(bvh_reference.walk(frames=3))
    changed = program("dataset", "-r", folder, "-o", out, check=False)
    assert changed.returncode == 3 and "have changed since" in changed.stderr
    assert digests(out) == before
    for wrong in ("0/3", "4/3", "3", "a/b"):
        assert program("dataset", folder, "-o", out, "--shard", wrong, check=False).returncode == 2


def test_a_run_that_was_killed_is_gone_on_with(folder, tmp_path, program):
    """A part that was not whole is not there; the next run writes it."""
    out = tmp_path / "set"
    program("dataset", "-r", folder, "-o", tmp_path / "whole", "-q", check=False)
    command = [sys.executable, "-m", "rushes", "dataset", "-r", str(folder), "-o", str(out), "-q"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    running = subprocess.Popen(command, env=environment)
    while not (out / "frames").exists() and running.poll() is None:
        time.sleep(0.001)
    running.send_signal(signal.SIGKILL)
    running.wait()
    program("dataset", "-r", folder, "-o", out, "-q", check=False)
    whole = digests(tmp_path / "whole")
    assert {name: digest for name, digest in digests(out).items() if name in whole} == whole
    for whole, own in zip(tables(tmp_path / "whole"), tables(out)):
        assert own.equals(whole)


def test_an_engine_has_the_answer_of_find(tmp_path, program):
    duckdb = pytest.importorskip("duckdb")
    folder, out = tmp_path / "takes", tmp_path / "set"
    folder.mkdir()
    for speed in range(10):
        # A figure that goes along with its feet on the floor.
        rushes.write(
            folder / f"walk{speed}.glb",
            ["Hips", "LeftToeBase", "RightToeBase", "Head"],
            [-1, 0, 0, 0],
            [[0, 0, 0], [0.1, -0.88, 0], [-0.1, -0.88, 0], [0, 0.7, 0]],
            translations=[[0, 0.9, 0.1 * speed * frame / 30] for frame in range(90)],
            fps=30,
        )
    program("dataset", "-r", folder, "-o", out, "-q", "--no-checks")
    asked = "duration > 2.5 and foot_skating > 0.1"
    rows = duckdb.sql(f"select take from '{out}/takes/*.parquet' where {asked} order by take").fetchall()
    assert [take for (take,) in rows] == [f"walk{speed}.glb" for speed in range(6, 10)]
    cache = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "PYTHONPATH": os.pathsep.join(sys.path)}

    def run(*words):
        command = [sys.executable, "-m", "rushes", *map(str, words)]
        return subprocess.run(command, capture_output=True, text=True, env={**os.environ, **cache}, check=True)

    run("index", folder, "--no-checks", "-q")
    found = run("find", folder, "--where", asked).stdout.split()
    assert sorted(found) == [str(folder / take) for (take,) in rows]
    longest = duckdb.sql(
        f"select take, max(list_max(list_transform(positions, lambda p: p[2]))) from '{out}/frames/*.parquet' group by take"
    ).fetchall()
    for take, height in longest:
        assert height == pytest.approx(rushes.open(folder / take).positions()[..., 1].max(), rel=1e-6)
