"""Engines that the tests have give one answer, which the program's index has, too; `make bench-engines` asks all."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec

from conftest import ROOT

ENGINES = ROOT / "python" / "engines"


def test_one_question_has_one_answer(tmp_path):
    takes, dataset = tmp_path / "takes", tmp_path / "dataset"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "XDG_CACHE_HOME": str(tmp_path / "cache")}

    def run(*words, codes=(0,)):
        command = [sys.executable, *map(str, words)]
        ran = subprocess.run(command, capture_output=True, text=True, env=environment)
        assert ran.returncode in codes, ran.stderr
        return ran.stdout

    run(ENGINES / "make_takes.py", takes, 80)
    # Takes that cannot be read are rows with their errors, and the code 3.
    (takes / "broken.bvh").write_text("HIERARCHY\n")
    run("-m", "rushes", "dataset", "-r", takes, "-o", dataset, "--no-checks", "--quiet", codes=(3,))
    run("-m", "rushes", "index", takes, "--no-checks", "--quiet", codes=(0, 3))
    ways = ["rushes_find", "rushes_scan"]
    for engine in ("duckdb", "pandas", "polars"):
        if find_spec(engine):
            ways += {"pandas": ["pandas_parquet"]}.get(engine, [f"{engine}_parquet", f"{engine}_batches"])
    code = (
        "import json, sys; sys.path.insert(0, sys.argv[1]); import engines; "
        "print(json.dumps([getattr(engines, way)(*sys.argv[2:4]) for way in sys.argv[4:]]))"
    )
    answers = json.loads(run("-c", code, ENGINES, takes, dataset, *ways))
    assert 0 < len(answers[0]) < 20
    assert [answer == answers[0] for answer in answers] == [True] * len(ways), dict(zip(ways, answers))
