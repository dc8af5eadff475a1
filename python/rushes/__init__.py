"""Rushes reads motion-capture takes: twenty formats, as NumPy arrays, and shows them.

>>> import rushes
>>> take = rushes.open("walk.fbx")
>>> take.positions().shape
(240, 52, 3)

Positions are in metres with Y up, whatever the file has. NumPy alone is needed; it is imported with the first array.
"""

from __future__ import annotations

from ._rushes import (
    FORMATS,
    Batches,
    Comparison,
    Error,
    Scan,
    Schema,
    Take,
    __version__,
    batches,
    builtin,
    compare,
    from_arrays,
    metrics,
    open,
    scan,
    schema,
)

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
    "scan",
    "schema",
    "write",
]


# As type checkers have it, without an import that takes longer than all others.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike
    from typing import Any

    from numpy.typing import ArrayLike

    from .types import Axis, Unit, Warning


def write(
    path: str | PathLike[str],
    names: Sequence[str],
    parents: Sequence[int],
    offsets: ArrayLike | None = None,
    rotations: ArrayLike | None = None,
    *,
    to_unit: Unit | None = None,
    to_up: Axis | None = None,
    **arrays: Any,
) -> list[Warning]:
    """Write arrays as a file of the format that the extension names.

    Parameters
    ----------
    path : path
        Such as 'out.bvh'.
    names, parents, offsets, rotations, **arrays
        As those of `from_arrays`.
    to_unit, to_up : optional
        Of the file; without, those of the arrays.

    Returns
    -------
    list of dict
        What the format could not hold.
    """
    take = from_arrays(names, parents, offsets, rotations, **arrays)
    return take.save(path, unit=to_unit, up=to_up)
