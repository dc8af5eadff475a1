"""Runs on_spark.py as it is on Sail, which speaks Spark's protocol and needs no JVM: `on_sail.py TAKES DATASET`."""

import os
import runpy
from pathlib import Path

from pysail.spark import SparkConnectServer

server = SparkConnectServer()
server.start(background=True)
os.environ["SPARK_REMOTE"] = f"sc://localhost:{server.listening_address[1]}"
runpy.run_path(str(Path(__file__).parent / "on_spark.py"), run_name="__main__")
server.stop()
