"""Makes takes, writes them as a data set, asks every engine the question of engines.py and holds the answers against
each other; `make bench-engines`. Prints a table, and ends with 1 where an answer differs. What this machine has not is
told and left out.
"""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

import engines
import rushes

HERE = Path(__file__).parent
RUSHES = [sys.executable, "-m", "rushes"]


class Failed(Exception):
    pass


class Ran:
    """A command that has run: its output, its seconds, those of processors, and the memory of its largest process."""

    def __init__(self, *command, codes=(0,)):
        command, begin = [str(word) for word in command], perf_counter()
        with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
            process = subprocess.Popen(command, stdout=output, stderr=errors)
            _, status, used = os.wait4(process.pid, 0)
            self.seconds = perf_counter() - begin
            process.returncode = os.waitstatus_to_exitcode(status)
            output.seek(0)
            errors.seek(0)
            self.output = output.read().decode()
            if process.returncode not in codes:
                raise Failed(f"{' '.join(command)}:\n{errors.read().decode()[-3000:]}")
        self.processor, self.megabytes = used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def size(folder):
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


class Table:
    """The lines that are printed, and whether all answers are one. Seconds of processors are those of the whole process
    with its start, and tell more than the clock on a machine that is busy with other things.
    """

    def __init__(self, count):
        self.count, self.answer, self.differs = count, None, False
        heads = f"{'takes/s':>10}{'seconds':>10}{'start':>8}{'processors':>12}"
        print(f"{'way':<28}{heads}  version or what else", flush=True)

    def line(self, way, seconds, processor=None, start=None, about=""):
        started, computed = ("" if value is None else f"{value:.1f}" for value in (start, processor))
        print(f"{way:<28}{self.count / seconds:>10.0f}{seconds:>10.2f}{started:>8}{computed:>12}  {about}", flush=True)

    def answered(self, way, takes, seconds, processor=None, start=None, about=""):
        if self.answer is None:
            self.answer = takes
        if takes != self.answer:
            self.differs = True
            more, less = sorted(set(takes) - set(self.answer)), sorted(set(self.answer) - set(takes))
            about += f" ANOTHER ANSWER: {len(more)} more {more[:3]}, {len(less)} less {less[:3]}"
        self.line(way, seconds, processor, start, about)

    def failed(self, way, failed):
        self.differs = True
        print(f"{way}: {failed}", flush=True)


def wrote(table, way, dataset, *options, command=(), codes=(0, 3)):
    """Writes a data set, and tells what it costs. Takes that cannot be read give the code 3."""
    shutil.rmtree(dataset, ignore_errors=True)
    ran = Ran(*(command or [*RUSHES, "dataset", *options, "-o", dataset, "--quiet"]), codes=codes)
    about = f"{size(dataset) / table.count / 1000:.1f} kB a take, {ran.megabytes:.0f} MB of memory"
    table.line(way, ran.seconds, ran.processor, about=about)


def ask(table, way, takes, dataset):
    try:
        ran = Ran(sys.executable, HERE / "engines.py", way.__name__, takes, dataset)
    except Failed as failed:
        return table.failed(way.__name__, failed)
    said = json.loads(ran.output.splitlines()[-1])
    table.answered(way.__name__, said["takes"], said["seconds"], ran.processor, said["start"], said["version"])


def ask_spark(table, name, takes, dataset, command):
    """All ways in one session; the first line says how long that took to start."""
    try:
        ran = Ran(*command, takes, dataset)
    except Failed as failed:
        return table.failed(name, failed)
    first, *ways = [json.loads(line) for line in ran.output.splitlines() if line.startswith("{")]
    for said in ways:
        way = f"{name}{said['way'].removeprefix('of')}"
        processor = ran.processor if said is ways[-1] else None
        table.answered(way, said["takes"], said["seconds"], processor, first["start"], first["version"])


def main():
    work, count = Path(sys.argv[1]), int(sys.argv[2])
    takes, dataset = work / f"takes-{count}", work / "dataset"
    os.environ |= {
        "XDG_CACHE_HOME": str(work / "cache"),
        "HF_HOME": str(work / "cache"),
        "HF_HUB_OFFLINE": "1",
        "PYSPARK_PYTHON": sys.executable,
        "RAY_USAGE_STATS_ENABLED": "0",
    }
    shutil.rmtree(work / "cache", ignore_errors=True)
    made = work / f"takes-{count}.made"
    if not made.exists():
        print(Ran(sys.executable, HERE / "make_takes.py", takes, count).output.strip())
        made.touch()
    print(f"rushes {rushes.__version__}, {os.cpu_count()} cores, {size(takes) / count / 1000:.1f} kB a take")
    table = Table(count)

    wrote(table, "dataset, with checks", dataset, "-r", takes)
    wrote(table, "dataset", dataset, "-r", takes, "--no-checks")
    ran = Ran(*RUSHES, "index", takes, "--no-checks", "--quiet", codes=(0, 3))
    table.line("index", ran.seconds, ran.processor, about=f"{ran.megabytes:.0f} MB of memory")

    for way in engines.WAYS:
        ask(table, way, takes, dataset)
    if shutil.which("java") or os.environ.get("JAVA_HOME"):
        submit = Path(sys.executable).parent / "spark-submit"
        command = [submit, "--master", "local-cluster[2,1,1024]", HERE / "on_spark.py"]
        ask_spark(table, "spark", takes, dataset, command)
    else:
        print("spark: there is no Java")
    if importlib.util.find_spec("pysail"):
        ask_spark(table, "sail", takes, dataset, [sys.executable, HERE / "on_sail.py"])
    else:
        print("sail: pysail is not installed")

    if shutil.which("parallel"):
        # In the place of the other one: both would be too much for some disks.
        one = [*RUSHES, "dataset", "-r", takes, "-o", dataset, "--no-checks", "--quiet", "--shard", "{}/8"]
        # Its code is how many of the eight have had a take that cannot be read.
        command = ["parallel", "--will-cite", "-j", "2", *one, ":::", *range(1, 9)]
        wrote(table, "dataset, parallel", dataset, command=command, codes=range(9))
        begin = perf_counter()
        answer = engines.duckdb_parquet(takes, dataset)
        table.answered("duckdb_parquet of shards", answer, perf_counter() - begin)
    else:
        print("parallel is not installed")

    print(f"{len(table.answer or [])} of {count} takes; the answers {'DIFFER' if table.differs else 'are the same'}")
    return int(table.differs)


if __name__ == "__main__":
    sys.exit(main())
