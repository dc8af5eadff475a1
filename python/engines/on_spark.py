"""Asks Spark the question of engines.py in three ways; the same script runs on Sail:

    spark-submit --master 'local-cluster[2,1,1024]' on_spark.py TAKES DATASET      two executors, on a JVM
    SPARK_REMOTE=sc://localhost:50051 python on_spark.py TAKES DATASET             `sail spark server`

Prints an object of JSON for each way; with words behind the data set, such as of_parquet, for those ways alone.
"""

import json
import sys
import time
from pathlib import Path

import pyarrow
import rushes
from pyspark.sql import SparkSession
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema

WHERE = "lower(name) like '%walk%' and duration > 5 and foot_skating > 0.1"


def takes_in(folder):
    return sorted(str(path) for path in Path(folder).rglob("*") if path.suffix in (".bvh", ".trc"))


def schema(table):
    return from_arrow_schema(pyarrow.schema(rushes.schema(table)))


def batches(paths, table):
    """Spark has no lists of a fixed length: x, y and z become a list of three."""
    spark = to_arrow_schema(schema(table))
    for batch in pyarrow.RecordBatchReader.from_stream(rushes.batches(paths, table, checks=False)):
        yield batch.cast(spark)


class Takes(DataSource):
    """`spark.read.format("rushes").load("takes/")`: a row for each take; for each frame with
    `.option("table", "frames")`.
    """

    @classmethod
    def name(cls):
        return "rushes"

    def table(self):
        return self.options.get("table", "takes")

    def schema(self):
        return schema(self.table())

    def reader(self, schema):
        return TakesReader(self.options["path"], self.table(), int(self.options.get("parts", 8)))


class TakesReader(DataSourceReader):
    def __init__(self, folder, table, parts):
        self.folder, self.table, self.parts = folder, table, parts

    def partitions(self):
        paths = takes_in(self.folder)
        size = -(-len(paths) // self.parts) or 1
        return [InputPartition(paths[i : i + size]) for i in range(0, len(paths), size)]

    def read(self, partition):
        return batches(partition.value, self.table)


def read_takes(paths):
    """What mapInArrow calls in an executor: batches of paths come in, batches of takes go out."""
    for batch in paths:
        yield from batches(batch["path"].to_pylist(), "takes")


def of_parquet(spark, folder, dataset):
    return spark.read.parquet(f"{dataset}/takes")


def of_data_source(spark, folder, dataset):
    spark.dataSource.register(Takes)
    return spark.read.format("rushes").load(folder)


def of_map_in_arrow(spark, folder, dataset):
    paths = spark.createDataFrame([(path,) for path in takes_in(folder)], "path string").repartition(8)
    return paths.mapInArrow(read_takes, schema("takes"))


def main():
    folder, dataset, *wanted = sys.argv[1:]
    begin = time.perf_counter()
    spark = SparkSession.builder.appName("rushes").getOrCreate()
    spark.range(1).count()
    print(json.dumps({"version": spark.version, "start": time.perf_counter() - begin}), flush=True)
    ways = (of_parquet, of_data_source, of_map_in_arrow)
    for way in [way for way in ways if not wanted or way.__name__ in wanted]:
        begin = time.perf_counter()
        rows = way(spark, folder, dataset).where(WHERE).select("take").collect()
        takes = sorted(row["take"].removeprefix(f"{folder}/") for row in rows)
        print(json.dumps({"way": way.__name__, "seconds": time.perf_counter() - begin, "takes": takes}), flush=True)
    spark.stop()


if __name__ == "__main__":
    main()
