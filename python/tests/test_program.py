"""The program, as the interpreter starts it; pictures and players of takes."""

import html
import json
import re

import pytest

import rushes


def test_the_module_is_the_program(program, walk_file):
    assert program("--version").stdout == f"rushes {rushes.__version__}\n"
    assert json.loads(program("info", walk_file, "--json").stdout)[0]["frame_count"] == 90
    failed = program("info", "missing.bvh", check=False)
    assert failed.returncode == 3 and "missing.bvh: cannot be read" in failed.stderr
    assert program("info", check=False).returncode == 2


def test_a_take_is_drawn(walk, tmp_path):
    for name, take in (("file.png", walk), ("part.png", walk[10:20])):
        take.render(tmp_path / name, frame=5, size="320x240", theme="light")
        assert (tmp_path / name).read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    with pytest.raises(rushes.Error, match="--sizes") as caught:
        walk.render(tmp_path / "no.png", sizes=3)
    assert caught.value.path == tmp_path / "no.png" and not caught.value.path.exists()


def test_a_take_is_drawn_with_the_axes_that_were_said(walk, walk_file, tmp_path):
    """Lying on its face, not upright."""
    pictures = []
    for name, take in (("as-read.png", walk), ("lying.png", rushes.open(walk_file, unit="cm", up="Z"))):
        take.render(tmp_path / name, frame=5, size="320x240", theme="light")
        pictures.append((tmp_path / name).read_bytes())
    assert pictures[0] != pictures[1]


def test_a_notebook_gets_a_player_that_loads_nothing(walk):
    frame = walk._repr_html_()
    assert frame.startswith('<iframe srcdoc="') and 'sandbox="allow-scripts"' in frame
    page = html.unescape(re.search('srcdoc="([^"]*)"', frame)[1])
    assert "default-src 'none'" in page and "class Player" in page and "walk" in page
    assert not re.search(r'(src|href)="', page)
