"""The notebooks, from top to bottom: each has the results that its data is made for."""

import json
import os
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

import rushes
from conftest import ROOT

NOTEBOOKS = ROOT / "python" / "notebooks"
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")


def skip(needs, packages):
    """Tells that a test is skipped, as those of the program do: 'make test' shows it last."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"{needs} is missing: install {packages}")
    if path := os.environ.get("RUSHES_SKIPPED"):
        test = os.environ["PYTEST_CURRENT_TEST"].split(" ")[0]
        with open(path, "a") as file:
            file.write(f"{needs} (install {packages})\t{test}\n")
    pytest.skip(f"{needs} is missing: install {packages}")


@pytest.fixture
def run(tmp_path):
    """Runs a notebook in a folder of its own, and gives values of its names."""
    import nbformat
    from jupyter_client import AsyncKernelManager
    from jupyter_client.kernelspec import KernelSpec, KernelSpecManager

    folder = tmp_path / "notebooks"
    folder.mkdir()
    # Names of sockets are short.
    sockets = tempfile.TemporaryDirectory()

    def run(name, values, ahead=()):
        """`values` is an expression, worked out behind the last cell; folders `ahead` come first on the path."""
        path = os.pathsep.join([*map(str, ahead), *filter(None, sys.path)])

        class ThisInterpreter(KernelSpecManager):
            """The kernel that no one has to install."""

            def get_kernel_spec(self, kernel_name):
                home = {name: str(tmp_path / "home") for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "MPLCONFIGDIR")}
                return KernelSpec(
                    argv=[sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"],
                    env={**home, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", "NO_COLOR": "1"},
                    language="python",
                )

        notebook = nbformat.read(NOTEBOOKS / name, as_version=4)
        last = nbformat.v4.new_code_cell(f"import json as _json\nprint(_json.dumps({values}, default=float))")
        notebook.cells.append(last)
        # Sockets that are files: no port can be taken by another program before the kernel has it.
        manager = AsyncKernelManager(
            kernel_spec_manager=ThisInterpreter(),
            transport="ipc",
            connection_file=os.path.join(sockets.name, "kernel.json"),
        )
        # A kernel that hangs is a failed test, and not one without an end.
        client = nbclient.NotebookClient(
            notebook, km=manager, timeout=600, resources={"metadata": {"path": str(folder)}}
        )
        client.execute()
        run.outputs = {cell.id: cell.outputs for cell in notebook.cells if cell.cell_type == "code"}
        return json.loads("".join(output["text"] for output in last.outputs if output["name"] == "stdout"))

    run.folder = folder
    with sockets:
        yield run


def printed(outputs):
    return "".join(output.get("text", "") for output in outputs)


def data(outputs, kind):
    """What a cell shows of a kind, such as 'image/png'."""
    (found,) = [output["data"][kind] for output in outputs if kind in output.get("data", {})]
    return found


def test_notebooks_are_kept_without_what_they_print():
    folders = [ROOT / name for name in ("python", "docs", "examples")]
    paths = [path for folder in folders for path in folder.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts]
    assert {path.name for path in paths} >= {path.name for path in NOTEBOOKS.glob("*.ipynb")} and len(paths) >= 5
    for path in paths:
        notebook = json.loads(path.read_text())
        assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5), path
        identifiers = [cell["id"] for cell in notebook["cells"]]
        assert len(set(identifiers)) == len(identifiers), path
        for cell in notebook["cells"]:
            assert cell["metadata"] == {}, (path, cell["id"])
            if cell["cell_type"] == "code":
                assert cell["outputs"] == [] and cell["execution_count"] is None, (path, cell["id"])


def test_a_clean_data_set_has_the_good_takes_alone(run, stroll):
    values = "[[str(path) for path in clean], {str(path): why for path, why in left_out.items()}, differences, common]"
    clean, left_out, differences, common = run("clean-data-set.ipynb", values)
    assert sorted(clean) == ["out/clean/day1/start.bvh", "out/clean/day1/turn.bvh", "out/clean/day1/walk.bvh"]
    assert common == stroll.names and len(differences) == 3 and max(differences) < 0.1
    for name, part in (("start", stroll[:240]), ("turn", stroll[240:480]), ("walk", stroll[400:640])):
        take = rushes.open(run.folder / "out" / "clean" / "day1" / f"{name}.bvh")
        assert (take.fps, take.metres_per_unit, take.up) == (pytest.approx(30), 0.01, "Y")
        np.testing.assert_allclose(take.positions(), part.positions()[::2], atol=3e-4)
        # What had Z up has the same axes of its joints as all others.
        np.testing.assert_allclose(take.offsets, stroll.offsets, atol=1e-6)
        np.testing.assert_allclose(take.rotations("6d"), part.rotations("6d")[::2], atol=2e-3)
    assert {Path(path).name: word for path, (word, _) in left_out.items()} == {
        "broken.bvh": "cannot be read",
        "cut.bvh": "damaged",
        "frozen.bvh": "freeze",
        "pop.bvh": "pop",
        "short.bvh": "too short",
        "slide.bvh": "skate",
    }
    assert "slides 30 cm" in left_out["out/raw/day2/slide.bvh"][1]
    table = (run.folder / "out" / "clean" / "left-out.csv").read_text().splitlines()
    assert table[0] == "file,why,details" and len(table) == 7
    assert printed(run.outputs["table"]).count("\n") == 6


def test_generated_motion_has_the_errors_that_are_put_in(run):
    values = """{
        "pair": {name: {word: found[word] for word in ERRORS} for name, found in compared.items()},
        "alone": {name: {word: found.b[word]["value"] for word in ALONE} for name, found in compared.items()},
        "true": {word: metric["value"] for word, metric in true_points.metrics().items()},
        "worst": compared["hand"].joints[0],
        "arrays": {word: metric["value"] for word, metric in by_array.items()},
        "late": [found.offset * true.fps, found.mpjpe_mm],
    }"""
    found = run("compare-motions.ipynb", values)
    pair, alone, true = found["pair"], found["alone"], found["true"]
    close = pytest.approx
    # One of 26 joints is 26 mm off.
    assert pair["hand"]["mpjpe"] == pair["hand"]["global-mpjpe"] == close(1, abs=1e-4)
    assert found["worst"]["name"] == "LeftHand" and found["worst"]["mean"] == close(0.026, abs=1e-6)
    assert pair["moved"]["mpjpe"] == close(0, abs=1e-3) and pair["moved"]["global-mpjpe"] == close(100, abs=1e-3)
    assert pair["turned"]["mpjpe"] > 10 and pair["turned"]["pa-mpjpe"] == close(0, abs=1e-2)
    assert pair["larger"]["mpjpe"] > 10 and pair["larger"]["bone-length-error"] > 10
    assert pair["larger"]["pa-mpjpe"] == close(0, abs=1e-2) and pair["larger"]["n-mpjpe"] == close(0, abs=1e-2)
    # The mean length of three normal numbers is 1.596; differences of frames add up as 1, 2, 1 and 1, 3, 3, 1, and
    # those of a joint and the root as 1, 1. The root itself is in its place.
    noise = 5 * np.sqrt(8 / np.pi)
    assert pair["noise"]["mpjpe"] == close(noise * np.sqrt(2) * 25 / 26, rel=0.03)
    assert pair["noise"]["global-mpjpe"] == close(noise, rel=0.03)
    assert pair["noise"]["acceleration-error"] == close(noise * np.sqrt(2 * 6) * 25 / 26 * 60**2, rel=0.03)
    assert alone["noise"]["jitter"] == close(noise * np.sqrt(20) * 60**3 / 1000, rel=0.03)
    assert pair["glide"]["mpjpe"] == close(0, abs=1e-2)
    assert alone["glide"]["foot-skating"] > 0.95 > 0.3 > true["foot-skating"]
    assert alone["glide"]["jitter"] == close(true["jitter"], rel=1e-3)
    for word in ("mpjpe", "global-mpjpe", "pa-mpjpe", "n-mpjpe"):
        assert found["arrays"][word] == close(pair["hand"][word], abs=1e-4), word
    assert found["arrays"]["foot-skating"] == close(true["foot-skating"])
    assert found["late"] == [close(-6, abs=1e-3), close(0, abs=1e-3)]
    for line in printed(run.outputs["definitions"]).splitlines()[1::2]:
        assert line.startswith("    ") and len(line) > 20


def test_a_foot_that_slides_by_30_cm_is_found(run, stroll):
    if find_spec("matplotlib") is None:
        skip("matplotlib", "matplotlib from PyPI")
    values = """{
        "contacts": contacts,
        "labels": labels.sum(axis=0).tolist(),
        "none": take.check(["skate"]),
        "slid": findings,
        "begin": begin,
        "ways": [[way(motion, contact) for contact in contacts] for motion in (take, slid)],
        "ratios": [metric["value"] for metric in ratios.values()],
        "toes": [take.names[toe] for toe in toes.values()],
    }"""
    found = run("foot-contacts.ipynb", values)
    assert found["contacts"] == stroll.contacts() and len(found["contacts"]) == 19
    assert found["toes"] == ["LeftToeBase", "RightToeBase"]
    for foot, frames in zip(("LeftFoot", "RightFoot"), found["labels"]):
        spans = [contact["frames"] for contact in found["contacts"] if contact["joint"] == foot]
        assert frames == sum(last - first + 1 for first, last in spans)
    assert found["none"] == [] and [finding["node"] for finding in found["slid"]] == ["LeftFoot", "RightFoot"]
    for finding in found["slid"]:
        assert finding["value"] == pytest.approx(0.6, abs=0.01) and "slides 30 cm" in finding["message"]
        assert finding["frames"] == pytest.approx([found["begin"], found["begin"] + 30], abs=1)
    before, after = np.array(found["ways"])
    assert before.max() < 0.02
    slid = after - before > 0.1
    assert slid.sum() == 2 and after[slid] == pytest.approx(0.3, abs=0.01)
    assert after[~slid] == pytest.approx(before[~slid], abs=1e-4)
    assert found["ratios"][0] < found["ratios"][1]
    assert printed(run.outputs["limits"]) == "0 findings\n"
    assert data(run.outputs["plot"], "image/png")


def test_batches_of_windows_are_the_motion_of_their_takes(run, tmp_path, stroll):
    torch = find_spec("torch")
    if torch is None:
        skip("PyTorch", "python3-torch")
    # What was built for one NumPy does not take arrays of the next one: the one beside it comes first.
    ahead = tmp_path / "ahead"
    ahead.mkdir()
    beside = Path(torch.origin).parents[1] / "numpy"
    if beside.is_dir():
        (ahead / "numpy").symlink_to(beside)
    values = """{
        "windows": len(windows),
        "shapes": {name: list(value.shape) for name, value in batch.items() if isinstance(value, torch.Tensor)},
        "seen": sorted([name, int(first)] for b in batches for name, first in zip(b["take"], b["first"])),
        "some": [batch["take"][0], int(batch["first"][0]), batch["positions"][0].tolist()],
        "largest": largest,
        "loss": [before.item(), after.item()],
    }"""
    found = run("pytorch-windows.ipynb", values, [ahead])
    starts = {"arrive": 120, "leave": 120, "round": 120, "wave": 120}
    expected = [[name, first] for name, frames in starts.items() for first in range(0, frames - 59, 15)]
    assert found["seen"] == sorted(expected) and found["windows"] == len(expected) == 20
    assert found["shapes"] == {
        "rotations": [16, 60, 26, 6],
        "root": [16, 60, 3],
        "positions": [16, 60, 26, 3],
        "offsets": [16, 26, 3],
        "first": [16],
    }
    name, first, positions = found["some"]
    begin = {"arrive": 0, "wave": 180, "leave": 360, "round": 540}[name]
    own = stroll[begin : begin + 240].positions()[::2][first : first + 60]
    np.testing.assert_allclose(positions, own, atol=5e-4)
    assert found["largest"] < 1e-5
    before, after = found["loss"]
    assert 0 < after < before - 0.01


def test_a_clip_for_the_web_loops(run):
    found = run("web-clip.ipynb", "[seam(take[FIRST : LAST + 1]), seam(saved), saved.check(['loop']), found.mpjpe_mm]")
    captured, saved, findings, difference = found
    assert captured > 100 and saved < 0.01 and findings == [] and difference < 0.001
    assert "Head turns" in printed(run.outputs["cut"]) and "seam" not in printed(run.outputs["close"])
    folder = run.folder / "out" / "web"
    take = rushes.open(folder / "clip.glb")
    assert (len(take), take.fps) == (33, pytest.approx(30))
    # Its feet are level, and its hips stay above the origin.
    positions = take.positions()
    assert np.abs(positions[:, 0, [0, 2]]).max() < 0.1
    assert np.abs(positions[..., 1].min(axis=1)).max() < 0.03
    assert (folder / "clip.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert (folder / "clip.gif").read_bytes()[:6] == b"GIF89a" and data(run.outputs["picture"], "image/gif")
    assert "class Player" in (folder / "clip.html").read_text()
    assert data(run.outputs["player"], "text/html").startswith('<iframe srcdoc="')
