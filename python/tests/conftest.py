"""What the tests share: the project, its fixtures, and a take of seven joints."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import bvh_reference
import rushes

ROOT = Path(__file__).resolve().parents[2]
GOOD = ROOT / "tests" / "good"
#: Real takes beside the project, where they are there, with what other programs made of them.
CORPUS = ROOT.parent / "shared" / "corpus"


@pytest.fixture(scope="session")
def stroll():
    """The take of the program itself."""
    return rushes.open(ROOT / "assets" / "builtin" / "stroll.bvh")


@pytest.fixture
def walk_file(tmp_path):
    """A file with a walk of seven joints in centimetres."""
    path = tmp_path / "walk.bvh"
    path.write_text(bvh_reference.walk())
    return path


@pytest.fixture
def walk(walk_file):
    return rushes.open(walk_file)


@pytest.fixture
def program():
    """Runs the program as this interpreter starts it."""

    def run(*words, check=True):
        command = [sys.executable, "-m", "rushes", *map(str, words)]
        # The folder that the module is in comes first, as it is here.
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        return subprocess.run(command, capture_output=True, text=True, check=check, env=environment)

    return run
