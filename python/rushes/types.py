"""What dictionaries of `rushes` have in them, for type checkers."""

from typing import Literal, TypeAlias, TypedDict

Unit: TypeAlias = Literal["m", "cm", "mm", "inch", "CMU scale"] | float
Axis: TypeAlias = Literal["X", "Y", "Z", "-X", "-Y", "-Z"]


class Warning(TypedDict, total=False):
    code: str
    severity: Literal["lost", "changed", "guessed", "note"]
    message: str
    count: int
    line: int
    column: int
    offset: int


class Finding(TypedDict):
    check: str
    node: str | None
    frames: list[int]
    value: float
    limit: float
    unit: str
    severity: Literal["fault", "warning", "note"]
    message: str


class Contact(TypedDict):
    joint: str
    index: int
    frames: list[int]


class Gap(TypedDict):
    name: str
    frames: int
    percent: float
    runs: list[list[int]]


class Event(TypedDict):
    time: float
    frame: int | None
    label: str


class Metric(TypedDict):
    value: float
    unit: str
    about: str
    source: str
    joints: dict[str, float] | list[float]


class ComparedJoint(TypedDict):
    name: str
    other: str
    mean: float | None
    p95: float | None
    worst: float | None
    worst_frame: int | None
    velocity_rms: float | None
    acceleration_rms: float | None
