from collections.abc import Iterator, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Literal, Protocol, SupportsIndex, TypeAlias, TypeVar, final, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .types import Axis, ComparedJoint, Contact, Event, Finding, Gap, Metric, Unit, Warning

__version__: str
__all__ = [
    "FORMATS",
    "Batches",
    "Comparison",
    "Error",
    "Scan",
    "Schema",
    "Take",
    "__version__",
    "batches",
    "builtin",
    "compare",
    "from_arrays",
    "metrics",
    "open",
    "run",
    "scan",
    "schema",
]
FORMATS: list[str]

_Path: TypeAlias = str | PathLike[str]
_Float32: TypeAlias = NDArray[np.float32]
_UnitOrFile: TypeAlias = Literal["m", "cm", "mm", "inch", "CMU scale", "file"] | float
_AxisOrFile: TypeAlias = Literal["X", "Y", "Z", "-X", "-Y", "-Z", "file"]
_Form: TypeAlias = Literal["quat", "quat_wxyz", "quat_xyzw", "matrix", "6d", "euler"]
_Frames: TypeAlias = slice | range | Sequence[SupportsIndex] | NDArray[np.int64]
_Measure: TypeAlias = Literal[
    "distance",
    "angle",
    "height",
    "speed",
    "acceleration",
    "angular-velocity",
    "com",
    "com-height",
    "support",
]

class _Readable(Protocol):
    def read(self) -> bytes | str: ...

class Error(Exception):
    path: Path | None
    line: int | None
    column: int | None
    offset: int | None
    code: str
    message: str
    hint: str | None

@final
class Take:
    @property
    def name(self) -> str: ...
    @property
    def format(self) -> str: ...
    @property
    def path(self) -> Path | None: ...
    @property
    def names(self) -> list[str]: ...
    @property
    def parents(self) -> NDArray[np.int32]: ...
    @property
    def offsets(self) -> _Float32: ...
    @property
    def end_names(self) -> list[str]: ...
    @property
    def end_parents(self) -> NDArray[np.int32]: ...
    @property
    def end_offsets(self) -> _Float32: ...
    @property
    def fps(self) -> float: ...
    @property
    def frame_time(self) -> float: ...
    @property
    def times(self) -> NDArray[np.float64]: ...
    @property
    def numbers(self) -> NDArray[np.int64] | None: ...
    @property
    def metres_per_unit(self) -> float: ...
    @property
    def up(self) -> Axis: ...
    @property
    def channels(self) -> _Float32: ...
    @property
    def channel_names(self) -> list[tuple[str, str]]: ...
    @property
    def confidence(self) -> _Float32 | None: ...
    @property
    def euler_orders(self) -> list[str]: ...
    @property
    def facts(self) -> dict[str, Any]: ...
    @property
    def warnings(self) -> list[Warning]: ...
    @property
    def gaps(self) -> list[Gap]: ...
    @property
    def events(self) -> list[Event]: ...
    def __len__(self) -> int: ...
    def __getitem__(self, frames: slice, /) -> Take: ...
    def positions(
        self,
        unit: _UnitOrFile = "m",
        up: _AxisOrFile = "Y",
        *,
        frames: _Frames | None = None,
        ends: bool = False,
        out: _Float32 | None = None,
    ) -> _Float32: ...
    def rotations(
        self,
        form: _Form = "quat",
        *,
        local: bool = True,
        up: _AxisOrFile = "Y",
        frames: _Frames | None = None,
        order: str | None = None,
        out: _Float32 | None = None,
    ) -> _Float32: ...
    def translations(
        self,
        unit: _UnitOrFile = "m",
        up: _AxisOrFile = "Y",
        *,
        frames: _Frames | None = None,
        out: _Float32 | None = None,
    ) -> _Float32: ...
    def channel(self, joint: str | int, name: str) -> _Float32: ...
    def select(self, joints: Sequence[str | int] | range | NDArray[np.integer[Any]]) -> Take: ...
    def replace(
        self,
        *,
        rotations: ArrayLike | None = None,
        translations: ArrayLike | None = None,
        fps: float | None = None,
    ) -> Take: ...
    def resample(self, fps: float) -> Take: ...
    def match(self, other: Take) -> tuple[NDArray[np.int64], NDArray[np.int64]]: ...
    def check(
        self,
        only: Sequence[str] | None = None,
        *,
        skip: Sequence[str] | None = None,
        limits: dict[str, float] | None = None,
    ) -> list[Finding]: ...
    def contacts(self, *, limits: dict[str, float] | None = None) -> list[Contact]: ...
    def measure(self, kind: _Measure, *joints: str) -> _Float32: ...
    def metrics(self) -> dict[str, Metric]: ...
    def save(
        self,
        path: _Path,
        *,
        unit: Unit | None = None,
        up: Axis | None = None,
        fps: float | None = None,
    ) -> list[Warning]: ...
    def render(self, path: _Path, **options: Any) -> None: ...
    def show(self) -> None: ...

_Item = TypeVar("_Item", bound=Take | Error)

@final
class Scan(Iterator[_Item]):
    def __len__(self) -> int: ...
    def __iter__(self) -> Scan[_Item]: ...
    def __next__(self) -> _Item: ...

@final
class Comparison:
    @property
    def mpjpe_mm(self) -> float: ...
    @property
    def metrics(self) -> dict[str, Metric]: ...
    @property
    def a(self) -> dict[str, Metric]: ...
    @property
    def b(self) -> dict[str, Metric]: ...
    @property
    def joints(self) -> list[ComparedJoint]: ...
    @property
    def frames(self) -> tuple[int, int]: ...
    @property
    def offset(self) -> float: ...
    @property
    def certain(self) -> bool | None: ...
    @property
    def unmatched(self) -> tuple[list[str], list[str]]: ...
    def __getitem__(self, word: str, /) -> float: ...

def compare(
    a: Take,
    b: Take,
    *,
    align: Literal["root", "procrustes", "scale", "none", "place", "range"] = "root",
    sync: Literal["frame", "time", "motion"] | float = "frame",
    joints: Sequence[str] | None = None,
    match: dict[str, str] | None = None,
) -> Comparison: ...
def metrics(
    positions: ArrayLike,
    reference: ArrayLike | None = None,
    *,
    fps: float,
    root: int | None = 0,
    parents: Sequence[int] | NDArray[np.integer[Any]] | None = None,
    feet: Sequence[int] = (),
    floor: float = 0.0,
    unit: Unit = "m",
    up: Axis = "Y",
) -> dict[str, Metric]: ...
def builtin() -> Take: ...
def open(
    source: _Path | bytes | bytearray | memoryview | _Readable,
    *,
    name: _Path | None = None,
    clip: str | int | None = None,
    skeleton: _Path | None = None,
    rate: float | None = None,
    unit: Unit | None = None,
    up: Axis | None = None,
    strict: bool = False,
    format: str | None = None,
    body: str | None = None,
    min_confidence: float | None = None,
    columns: _Path | None = None,
    bvh_positions: Literal["auto", "replace", "add"] | None = None,
) -> Take: ...
@overload
def scan(
    paths: _Path | Sequence[_Path],
    *,
    on_error: Literal["raise", "skip"] = "raise",
    recursive: bool = True,
    **options: Any,
) -> Scan[Take]: ...
@overload
def scan(
    paths: _Path | Sequence[_Path],
    *,
    on_error: Literal["row"],
    recursive: bool = True,
    **options: Any,
) -> Scan[Take | Error]: ...
def from_arrays(
    names: Sequence[str],
    parents: Sequence[int] | NDArray[np.integer[Any]],
    offsets: ArrayLike | None = None,
    rotations: ArrayLike | None = None,
    *,
    translations: ArrayLike | None = None,
    positions: ArrayLike | None = None,
    end_parents: Sequence[int] | NDArray[np.integer[Any]] | None = None,
    end_offsets: ArrayLike | None = None,
    fps: float = 30.0,
    unit: Unit = "m",
    up: Axis = "Y",
    name: str = "take",
) -> Take: ...
def run(arguments: Sequence[str], command: Sequence[str]) -> int: ...
@final
class Batches:
    def __len__(self) -> int: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
    def __arrow_c_schema__(self) -> object: ...

@final
class Schema:
    @property
    def fields(self) -> list[tuple[str, str, str]]: ...
    def __arrow_c_schema__(self) -> object: ...

def batches(
    paths: _Path | Sequence[_Path],
    table: Literal["frames", "takes"] = "frames",
    *,
    on_error: Literal["skip", "raise"] = "skip",
    checks: bool = True,
    recursive: bool = True,
    **options: Any,
) -> Batches: ...
def schema(table: Literal["frames", "takes"]) -> Schema: ...
