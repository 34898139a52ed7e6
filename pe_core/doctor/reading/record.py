"""What was read: the numbers, how exact they are, and where in the whole table they stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["Reading"]

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Reading:
    """Hold the numbers that were read and what was noticed about them.

    ``matrix`` has 1 to 3 dimensions and is finite; ``dtype`` names the type it was stored or
    printed with, if that is known; ``resolution`` is the unit of the last printed digit, one
    number or one per cell (the shape of the matrix), or None where the numbers are exact: in
    binary data, and in prints that write each number out in full. ``notes`` are sentences for the
    reader; ``cropped`` says that the print left out columns at the end.

    ``rows`` and ``columns`` are the indexes that labels give to the rows and columns shown (None
    without labels). Row labels may count from another number than the first position, so they
    tell the spacing of the rows rather than where they begin. ``dim`` and ``length`` are the
    columns and rows of the whole table, if the print says so.
    """

    matrix: npt.NDArray[Any]
    dtype: str | None = None
    resolution: FloatArray | float | None = None
    notes: tuple[str, ...] = ()
    cropped: bool = False
    rows: tuple[int, ...] | None = None
    columns: tuple[int, ...] | None = None
    dim: int | None = None
    length: int | None = None

    def arguments(self) -> dict[str, Any]:
        """Return the keyword arguments that tell ``diagnose`` what the print says of the table."""
        told = {"dtype": self.dtype, "resolution": self.resolution, "cropped": self.cropped}
        place = {"rows": self.rows, "columns": self.columns, "dim": self.dim}
        return told | {name: value for name, value in place.items() if value is not None}
