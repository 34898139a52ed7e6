"""How far a right value may be from the formula: it depends on who stored or printed it.

A tolerance that is too wide hides one convention behind another, one that is too narrow calls a
float32 table wrong. So it is built from what is known: the rounding of the stored value (its
dtype, or the last printed digit) and the error of the angle, which grows with the position.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from pe_core.checks import choice, integer

__all__ = ["Precision", "precisions"]

FloatArray = npt.NDArray[np.float64]

#: Relative rounding of a stored value: half a unit in the last place, and a little for luck.
_ROUNDING = {
    "float64": 2.0**-52,
    "float32": 1.1 * 2.0**-23,
    "float16": 1.1 * 2.0**-11,
    "bfloat16": 1.1 * 2.0**-8,
}
_FINEST = 1e-17
_FLOAT32_ANGLE = 2.0**-23


@dataclass(frozen=True)
class Precision:
    """Hold the errors to allow: of a value, relative and absolute, and of an angle, relative.

    ``resolution`` is the unit of the last printed digit: a number, or one per cell.
    """

    name: str
    relative: float
    absolute: float
    angle: float
    resolution: FloatArray | float = 0.0

    def tolerance(self, values: FloatArray, angles: FloatArray, amplitude: float) -> FloatArray:
        """Return the largest allowed error of each value; ``angles`` in rad, same shape."""
        size = np.abs(angles)
        # |ln ω| enters because exp(-ln(base)·2i/d) in float32 loses bits with its exponent.
        slow = 3 - np.log(np.clip(size / max(float(size.max(initial=0)), 1e-300), 1e-9, 1))
        spread = self.angle * size * slow + self.absolute
        allowed: FloatArray = self.relative * np.abs(values) + amplitude * spread
        unit = self.resolution
        # A table filled up with zero columns is looked at without them.
        return allowed + (unit[:, : values.shape[1]] if isinstance(unit, np.ndarray) else unit)

    def rows(self, index: npt.NDArray[np.intp] | slice) -> "Precision":
        """Return the precision of some rows of the matrix."""
        if isinstance(self.resolution, np.ndarray):
            return replace(self, resolution=self.resolution[index])
        return self

    def columns(self, index: npt.NDArray[np.intp] | slice) -> "Precision":
        """Return the precision of some columns of the matrix."""
        if isinstance(self.resolution, np.ndarray):
            return replace(self, resolution=self.resolution[:, index])
        return self

    @property
    def coarse(self) -> float:
        """Return one number for the error of a value near 1."""
        return self.relative + self.absolute + float(np.max(self.resolution, initial=0))


def precisions(
    matrix: FloatArray,
    *,
    dtype: str | None = None,
    digits: int | None = None,
    resolution: FloatArray | float | None = None,
) -> tuple[Precision, ...]:
    """Return the precisions to try, finest first.

    ``matrix`` is the float64 matrix; ``dtype`` names the type it was stored in, ``digits`` is the
    number of printed decimals, ``resolution`` the unit of the last digit (a number or one per
    cell). Without them the finest type that holds every value exactly is taken. Builders in
    float32 are common whatever the type of the result, so that is always allowed last.

    >>> [p.name for p in precisions(np.ones((1, 2)), digits=4)]
    ['4 decimals', '4 decimals']
    """
    if dtype is not None:
        choice("dtype", dtype, _ROUNDING)
    if digits is not None:
        resolution = 10.0 ** -integer("digits", digits, 0, 40)
    if resolution is not None:
        unit = _checked(resolution, matrix.shape)
        step = float(unit.max(initial=0))
        whole = step >= 1  # 0 and 1 are exact, and nothing else is a sine
        if whole:
            unit, step = np.asarray(1e-6), 1e-6
        decimals = round(-np.log10(step))
        name = f"{decimals} decimal{'' if decimals == 1 else 's'}"
        name = "whole numbers" if whole else name
        shown = unit if unit.ndim else float(unit)
        stored = _ROUNDING[dtype] if dtype in ("float16", "bfloat16") else 2.0**-52
        fine = Precision(name, stored, 4 * 2.0**-52, 4 * 2.0**-52, shown)
    else:
        name = dtype if dtype in _ROUNDING else _narrowest(matrix)
        relative = _ROUNDING[name]
        # The step between float16 numbers stops shrinking at 2^-24, which slow sines reach.
        least = 0.6 * 2.0**-24 if name == "float16" else 0.0
        exact = 4 * 2.0**-52
        fine = Precision(name, relative, max(exact, min(relative / 4, 2.0**-24)), exact, least)
    wide = replace(
        fine,
        # Typed digits are as exact as they are typed: what computed them does not show.
        name=fine.name if resolution is not None else f"{fine.name}, computed in float32",
        relative=max(fine.relative, _ROUNDING["float32"]),
        absolute=max(fine.absolute, 2.0**-24),
        angle=_FLOAT32_ANGLE,
    )
    return fine, wide


def _checked(resolution: Any, shape: tuple[int, ...]) -> FloatArray:
    """Return the units of the last digit, if they are positive and fit the matrix."""
    rule = "resolution must be a positive number, or one per cell"
    try:
        unit = np.asarray(resolution)
    except (TypeError, ValueError):
        raise ValueError(f"{rule}; got ragged rows") from None
    if unit.dtype.kind not in "iuf":
        raise ValueError(f"{rule}; got {type(resolution).__name__}")
    unit = unit.astype(np.float64)
    if unit.ndim and (unit.ndim > 2 or not _fits(np.atleast_2d(unit).shape, shape)):
        raise ValueError(f"{rule}, {shape}; got shape {unit.shape}")
    bad = ~(np.isfinite(unit) & (unit > 0))
    if bad.any():
        raise ValueError(f"{rule}; got {unit[bad][0]:g}")
    # A float64 near 1 knows no finer digit.
    clipped: FloatArray = np.maximum(unit, _FINEST)
    return clipped


def _fits(small: tuple[int, ...], shape: tuple[int, ...]) -> bool:
    return all(mine in (1, size) for mine, size in zip(small, shape, strict=True))


def _narrowest(matrix: FloatArray) -> str:
    """Return the narrowest type whose values these could be, from at most 4096 of them."""
    sample = matrix.reshape(-1)[:: max(1, matrix.size // 4096)].astype(np.float64)
    sample = sample[np.isfinite(sample) & (np.abs(sample) > 1e-4) & (np.abs(sample) < 1)]
    if len(sample) < 4:
        return "float64"
    single = sample.astype(np.float32)
    if not (single == sample).all():
        return "float64"
    if not (single.view(np.uint32) & 0xFFFF).any():
        return "bfloat16"
    return "float16" if (sample.astype(np.float16) == sample).all() else "float32"
