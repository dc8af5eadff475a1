"""Asks several engines one question, each in a function that can be copied: which walks are longer than five seconds
and have feet that skate on more than a tenth of the frames?

The functions answer with the names of takes, from the tables that `rushes dataset` has written (`..._parquet`), or
from the takes themselves (the others). `engines.py WAY TAKES DATASET` asks one and prints an object of JSON; Spark is
in on_spark.py.
"""

import importlib
import importlib.metadata
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import rushes

WHERE = "name ilike '%walk%' and duration > 5 and foot_skating > 0.1"


def takes_in(folder):
    return sorted(str(path) for path in Path(folder).rglob("*") if path.suffix in (".bvh", ".trc"))


def below(folder, takes):
    """What is read as files is called by its path, and in a data set by its path below the folder."""
    return sorted(take.removeprefix(f"{folder}/") for take in takes)


def rushes_find(folder, dataset):
    """The index of the program, which is made by `rushes index` before: it is asked, and no file read."""
    where = "name like '%walk%' and duration > 5 and foot_skating > 0.1"
    command = [sys.executable, "-m", "rushes", "find", folder, "--where", where]
    found = subprocess.run(command, check=True, capture_output=True, text=True)
    return below(folder, found.stdout.splitlines())


def rushes_scan(folder, dataset):
    """No engine: Python looks at each take."""
    found = []
    for take in rushes.scan(folder, on_error="skip"):
        if "walk" in take.name.lower() and take.facts["duration"] > 5 and take.metrics()["foot-skating"]["value"] > 0.1:
            found.append(os.fspath(take.path))
    return below(folder, found)


def duckdb_parquet(folder, dataset):
    import duckdb

    rows = duckdb.sql(f"select take from '{dataset}/takes/*.parquet' where {WHERE} order by take").fetchall()
    return [take for (take,) in rows]


def duckdb_batches(folder, dataset):
    import duckdb

    takes = rushes.batches(folder, "takes", checks=False)
    return below(folder, [take for (take,) in duckdb.sql(f"select take from takes where {WHERE}").fetchall()])


def pandas_parquet(folder, dataset):
    import pandas

    takes = pandas.read_parquet(f"{dataset}/takes", columns=["take", "name", "duration", "foot_skating"])
    walks = takes["name"].str.contains("walk", case=False)
    return sorted(takes[walks & (takes["duration"] > 5) & (takes["foot_skating"] > 0.1)]["take"])


def polars_parquet(folder, dataset):
    import polars
    from polars import col

    walks = col("name").str.contains("(?i)walk")
    takes = polars.scan_parquet(f"{dataset}/takes/*.parquet").filter(
        walks, col("duration") > 5, col("foot_skating") > 0.1
    )
    return sorted(takes.select("take").collect()["take"])


def polars_batches(folder, dataset):
    import polars
    from polars import col

    takes = polars.DataFrame(rushes.batches(folder, "takes", checks=False))
    walks = col("name").str.contains("(?i)walk")
    return below(folder, takes.filter(walks, col("duration") > 5, col("foot_skating") > 0.1)["take"])


def is_answer(row):
    """For engines that ask a function of Python about each row. A take that cannot be read says nothing."""
    is_long = row["duration"] is not None and row["duration"] > 5
    return is_long and "walk" in row["name"].lower() and row["foot_skating"] is not None and row["foot_skating"] > 0.1


def ray_parquet(folder, dataset):
    import ray

    takes = ray.data.read_parquet(f"{dataset}/takes").select_columns(["take", "name", "duration", "foot_skating"])
    return sorted(row["take"] for row in takes.filter(is_answer).iter_rows())


def ray_map_batches(folder, dataset):
    import pyarrow
    import ray

    def read(paths):
        return pyarrow.table(rushes.batches(paths["path"].to_pylist(), "takes", checks=False))

    paths = ray.data.from_items([{"path": path} for path in takes_in(folder)], override_num_blocks=16)
    takes = paths.map_batches(read, batch_format="pyarrow", batch_size=500)
    return below(folder, [row["take"] for row in takes.filter(is_answer).iter_rows()])


def datasets_parquet(folder, dataset):
    import datasets

    takes = datasets.load_dataset("parquet", data_files=f"{dataset}/takes/*.parquet", split="train")
    return sorted(takes.filter(is_answer)["take"])


def datasets_streaming_parquet(folder, dataset):
    import datasets

    files = f"{dataset}/takes/*.parquet"
    takes = datasets.load_dataset("parquet", data_files=files, split="train", streaming=True)
    return sorted(row["take"] for row in takes.filter(is_answer))


WAYS = [
    rushes_find,
    rushes_scan,
    duckdb_parquet,
    duckdb_batches,
    pandas_parquet,
    polars_parquet,
    polars_batches,
    ray_parquet,
    ray_map_batches,
    datasets_parquet,
    datasets_streaming_parquet,
]


def main():
    way, folder, dataset = sys.argv[1:]
    way = {way.__name__: way for way in WAYS}[way]
    engine = way.__name__.split("_")[0]
    begin = time.perf_counter()
    importlib.import_module(engine)
    if engine == "ray":
        import ray
        import ray.data

        ray.init(include_dashboard=False, log_to_driver=False, logging_level="error")
    start = time.perf_counter() - begin
    begin = time.perf_counter()
    takes = way(folder, dataset)
    seconds = time.perf_counter() - begin
    version = rushes.__version__ if engine == "rushes" else importlib.metadata.version(engine)
    print(json.dumps({"way": way.__name__, "version": version, "start": start, "seconds": seconds, "takes": takes}))


if __name__ == "__main__":
    main()
