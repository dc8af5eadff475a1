"""The program as another process: what shows takes and draws pictures of them."""

import contextlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from ._rushes import Error


@contextlib.contextmanager
def _file_of(take, folder):
    """The file that a take is, with the words that read it the same way; one that is written where it is none."""
    words = take._words
    if words is not None:
        yield take.path, words
        return
    with contextlib.ExitStack() as stack:
        folder = folder or stack.enter_context(tempfile.TemporaryDirectory(prefix="rushes-"))
        name = "".join(c if c.isalnum() or c in "-_ " else "_" for c in take.name) or "take"
        path = Path(folder, name + (".c3d" if take._is_of_points else ".bvh"))
        # The program takes Y for up, where a file cannot say it.
        take.save(path, unit="m", up="Y")
        yield path, []


def _words(options):
    """Options of Python as those of the command line: `burn_in="take"` is `--burn-in take`."""
    for key, value in options.items():
        if value is None or value is False:
            continue
        yield "--" + key.replace("_", "-")
        if value is not True:
            yield str(value)


def render(take, path, options):
    """See `Take.render`."""
    with _file_of(take, None) as (file, reading):
        command = [sys.executable, "-m", "rushes", "render", "--quiet"]
        command += [*_words(options), *reading, "-o", os.fspath(path), "--", os.fspath(file)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        message = done.stderr.strip() or f"exit code {done.returncode}"
        error = Error(message)
        error.path, error.code, error.message = Path(path), "render", message
        error.line = error.column = error.offset = error.hint = None
        raise error


def show(take):
    """See `Take.show`."""
    # A file that is made for the window stays as long as that may read it.
    folder = tempfile.mkdtemp(prefix="rushes-") if take._words is None else None
    with _file_of(take, folder) as (file, reading):
        command = [sys.executable, "-m", "rushes", *reading, "--", os.fspath(file)]
        subprocess.Popen(command, start_new_session=True)
