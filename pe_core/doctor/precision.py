"""How far a right value may be from the formula: it depends on who stored or printed it.

A tolerance that is too wide hides one convention behind another, one that is too narrow calls a
float32 table wrong. So it is built from what is known: the rounding of the stored value (its
dtype, or the last printed digit of each cell) and the error of the angle, which grows with the
position.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from pe_core.checks import choice, integer

__all__ = ["Precision", "precisions"]

FloatArray = npt.NDArray[np.float64]
Index = npt.NDArray[np.intp] | slice

#: Half a unit in the last place is the rounding of a stored value. Builders round once more (a
#: factor, a sum), so a unit is allowed; a tenth more is for the rounding of the product.
_ROUNDING = {
    "float64": 2.0**-52,
    "float32": 1.1 * 2.0**-23,
    "float16": 1.1 * 2.0**-11,
    "bfloat16": 1.1 * 2.0**-8,
}
#: float64 knows no finer digit of a number near 1.
_FINEST = 1e-17
#: One unit in the last place of a float32 frequency or position.
_FLOAT32_ANGLE = 2.0**-23
#: Cells in (1e-4, 1) that a type must hold exactly before it is believed.
_CELLS = 4


@dataclass(frozen=True)
class Precision:
    """Hold the errors to allow: of a value, relative and absolute, and of an angle, relative.

    ``resolution`` is the unit of the last printed digit: one number, or one per cell.
    """

    name: str
    relative: float
    absolute: float
    angle: float
    resolution: FloatArray | float = 0.0

    def tolerance(
        self, values: FloatArray, positions: FloatArray, speeds: FloatArray, amplitude: float = 1.0
    ) -> FloatArray:
        """Return the largest allowed error of each value, shape (rows, columns).

        ``positions`` (rows,) and ``speeds`` (columns,), in rad per position, give the angles.
        |ln ω| enters because exp(-ln(base)·2i/d) loses bits with its exponent.
        """
        slow = speeds * (3 + np.abs(np.log(np.clip(speeds, 1e-9, 1e9))))
        spread = np.abs(positions)[:, None] * (self.angle * slow) + self.absolute
        allowed: FloatArray = self.relative * np.abs(values) + amplitude * spread
        return allowed + self.resolution

    def cut(self, rows: Index = slice(None), columns: Index = slice(None)) -> "Precision":
        """Return the precision of some rows and columns of the matrix."""
        if isinstance(self.resolution, float):
            return self
        return replace(self, resolution=self.resolution[rows][:, columns])

    def turned(self) -> "Precision":
        """Return the precision of the transposed matrix."""
        if isinstance(self.resolution, float):
            return self
        return replace(self, resolution=self.resolution.T)

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
    exact = 4 * 2.0**-52
    half: tuple[Precision, ...] = ()
    if resolution is not None:
        unit = _checked(resolution, matrix.shape)
        stored = _ROUNDING[dtype] if dtype in ("float16", "bfloat16") else 2.0**-52
        fine = Precision(_typed(unit), stored, exact, exact, _shown(unit, matrix.shape))
        half = _printed_half(matrix, fine)
    else:
        name = dtype if dtype in _ROUNDING else _narrowest(matrix)
        relative = _ROUNDING[name]
        # The step between float16 numbers stops shrinking at 2^-24, which slow sines reach.
        least = 0.6 * 2.0**-24 if name == "float16" else 0.0
        fine = Precision(name, relative, max(exact, min(relative / 4, 2.0**-24)), exact, least)
    wide = replace(
        fine,
        # Typed digits are as exact as they are typed: what computed them does not show.
        name=fine.name if resolution is not None else f"{fine.name}, computed in float32",
        relative=max(fine.relative, _ROUNDING["float32"]),
        absolute=max(fine.absolute, 2.0**-24),
        angle=_FLOAT32_ANGLE,
    )
    return fine, wide, *half


def _typed(unit: FloatArray) -> str:
    """Return the words for the finest unit that was printed."""
    step = float(unit.min(initial=1))
    if step >= 1:
        return "whole numbers"
    decimals = round(-np.log10(step))
    return f"{decimals} decimal{'' if decimals == 1 else 's'}"


def _shown(unit: FloatArray, shape: tuple[int, ...]) -> FloatArray | float:
    """Return the unit as one number or one per cell.

    A whole number among decimals is as exact as they are: 1 is what %g prints of 0.9999999.
    """
    if float(unit.min(initial=1)) >= 1:
        return 1e-6  # 0 and 1 are exact, and nothing else is a sine
    if not unit.ndim:
        return float(unit)
    coarsest = float(unit[unit < 1].max())
    return np.broadcast_to(np.atleast_2d(np.where(unit < 1, unit, coarsest)), shape)


def _printed_half(matrix: FloatArray, typed: Precision) -> tuple[Precision, ...]:
    """Return one more precision if every printed number is the shortest name of a float16.

    One number of four digits is so by chance in one case of five; that is asked of many.
    """
    unit = np.broadcast_to(typed.resolution, matrix.shape)
    telling = (np.abs(matrix) > 1e-3) & (np.abs(matrix) < 1)
    cells, units = matrix[telling][:4096], unit[telling][:4096]
    if len(cells) < _CELLS or float(unit.min()) < 1e-8:
        return ()
    # np.float16 prints 0.8413 for 0.84130859375: right to the last digit that is needed.
    if not (np.abs(cells.astype(np.float16) - cells) <= np.maximum(0.5 * units, 2e-16)).all():
        return ()
    if not all(
        str(np.float16(c)) == f"{c:.12g}" or u < 1e-5
        for c, u in zip(cells[:64], units[:64], strict=True)
    ):
        return ()
    rounding = _ROUNDING["float16"]
    return (
        replace(
            typed,
            name="float16, printed",
            relative=rounding,
            absolute=2.0**-24,
            angle=_FLOAT32_ANGLE,
        ),
    )


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
    clipped: FloatArray = np.maximum(unit, _FINEST)
    return clipped


def _fits(small: tuple[int, ...], shape: tuple[int, ...]) -> bool:
    return all(mine in (1, size) for mine, size in zip(small, shape, strict=True))


def _narrowest(matrix: FloatArray) -> str:
    """Return the narrowest type whose values these could be, from at most 4096 of them."""
    sample = matrix.reshape(-1)[:: max(1, matrix.size // 4096)].astype(np.float64)
    sample = sample[np.isfinite(sample) & (np.abs(sample) > 1e-4) & (np.abs(sample) < 1)]
    if len(sample) < _CELLS:
        return "float64"
    single = sample.astype(np.float32)
    if not (single == sample).all():
        return "float64"
    if not (single.view(np.uint32) & 0xFFFF).any():
        return "bfloat16"
    return "float16" if (sample.astype(np.float16) == sample).all() else "float32"
