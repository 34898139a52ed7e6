"""Numbers out of a file, with what is known of their precision.

A right vector differs from the formula by the rounding of whoever computed it (float32, nearly
always) and of whoever stored or printed it. A tolerance that is too wide would hide one rule
behind another, so it is built from these two and nothing else.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pe_core.rotary.rounding import HALF_STEP, is_bfloat16

__all__ = ["Measured", "measured"]

FloatArray = npt.NDArray[np.float64]

#: Half a printed unit, and a little for who rounds otherwise.
_PRINTED = 0.6
_SMALLEST_FLOAT16 = 2.0**-25
#: Cells that decide on the type of a large table.
_SAMPLE = 20_000
#: More cells than this are not looked at: 16,384 positions of 256 dimensions, twice.
_MAX_CELLS = 2**23


@dataclass(frozen=True)
class Measured:
    """Hold numbers as float64, the unit of their last printed digit (or 0), their type's name."""

    values: FloatArray
    resolution: FloatArray | float = 0.0
    dtype: str | None = None

    @property
    def printed(self) -> bool:
        """Return whether the numbers were printed with few digits."""
        return bool(np.max(self.resolution, initial=0) > 0)

    def stored_as(self) -> str:
        """Return the narrowest type that holds every value."""
        if self.dtype in HALF_STEP:
            return str(self.dtype)
        if self.printed:
            return "float32"
        # A step that is no power of two, so that columns of many kinds are met.
        some = self.values.reshape(-1)[:: max(1, self.values.size // _SAMPLE) | 1]
        if is_bfloat16(some):
            return "bfloat16"
        with np.errstate(over="ignore"):
            for name in ("float16", "float32"):
                if (some.astype(name).astype(np.float64) == some).all():
                    return name
        return "float64"

    def reshaped(self, values: FloatArray, index: Any = None) -> "Measured":
        """Return other values of the same precision; ``index`` picks the same cells of it."""
        unit = self.resolution
        if isinstance(unit, np.ndarray) and unit.ndim:
            unit = unit[index] if index is not None else np.full(values.shape, unit.max())
        return Measured(values, unit, self.dtype)

    def frequency_tolerance(self, right: FloatArray, stored: str = "float32") -> FloatArray:
        """Return the largest allowed error of each frequency, shape as ``right``.

        A power in float32 loses bits with the size of its exponent, hence the logarithm.
        """
        size = np.abs(right)
        logarithm = np.abs(np.log(np.maximum(size, 1e-30)))
        relative = HALF_STEP[stored] * 1.02 + HALF_STEP["float32"] * (6 + 2 * logarithm)
        least = _SMALLEST_FLOAT16 if stored == "float16" else 1e-45
        return np.asarray(relative * size + least + _PRINTED * np.asarray(self.resolution))

    def table_tolerance(self, angles: FloatArray, factor: float, stored: str) -> FloatArray:
        """Return the largest allowed error of cosine and sine at each angle, shape as angles."""
        size = np.abs(angles)
        slow = 10 - 2 * np.log(np.clip(size / max(float(size.max(initial=0)), 1e-300), 1e-9, 1))
        angle = HALF_STEP["float32"] * size * slow
        value = 1.02 * HALF_STEP[stored] + 2 * HALF_STEP["float32"]
        return np.asarray(factor * (angle + value) + _PRINTED * np.max(self.resolution, initial=0))


def _first_rows(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the first rows of a large table: as many as show what there is to see."""
    if array.ndim == 1:
        return array[:_MAX_CELLS]
    axis = 1 if array.ndim == 3 and array.shape[0] <= 2 else 0
    per_row = array.size // array.shape[axis]
    kept = max(1, _MAX_CELLS // per_row)
    return array[:, :kept] if axis else array[:kept]


def measured(given: Any) -> Measured:
    """Return numbers from an array, or from a reading with matrix, resolution and dtype.

    Raises ``ValueError`` for what holds no finite real numbers.

    >>> measured([1.0, 0.5]).stored_as()
    'bfloat16'
    """
    matrix = getattr(given, "matrix", given)
    resolution = getattr(given, "resolution", None)
    dtype = getattr(given, "dtype", None) if matrix is not given else None
    try:
        array = np.asarray(matrix)
    except (TypeError, ValueError):
        raise ValueError("the numbers must be an array; got ragged rows") from None
    if array.dtype.kind not in "iufb" or not array.size:
        raise ValueError(f"the numbers must be real and at least one; got dtype {array.dtype}")
    if array.size > _MAX_CELLS:
        array = _first_rows(array)
        resolution = None if resolution is None else float(np.max(resolution))
    values = array.astype(np.float64)
    if not np.isfinite(values).all():
        raise ValueError("the numbers must be finite; got NaN or infinity")
    unit = 0.0 if resolution is None else np.asarray(resolution, dtype=np.float64)
    if isinstance(unit, np.ndarray) and unit.ndim == 0:
        unit = float(unit)
    return Measured(values, unit, dtype if dtype in HALF_STEP else None)
