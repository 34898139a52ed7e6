"""How exact a printed number is: the unit of its last digit, for each cell.

A console does not print what it knows, it prints by a rule, and then often drops the zeros at the
end. A cell that is shorter than the rule is no less exact. Tried in this order:

1. *Every number in full*: 15 or more significant digits somewhere. Nothing was rounded: no unit.
2. *float16 in full* (NumPy): each number has the fewest digits that tell it from its neighbours,
   so 0.995 may stand for 0.99512. The stored values are taken, and no unit.
3. *Scientific notation*: all cells have the digits of the longest, at their own power of ten.
4. *Each column its own decimals* (R, pandas, spreadsheets): all of a column's cells have equally
   many, so none was shortened.
5. *Fixed decimals* (NumPy, torch, ``%.4f``) or *significant digits* (``%g``, ``std::cout``,
   Julia), whichever makes more cells complete: the unit is 10^-decimals, or
   10^(floor(log10 |x|) + 1 - digits).
6. *Typed by hand*: where neither rule makes half of the cells complete, each is as exact as its
   own digits, and a bare 0 or 1 as the coarsest of the others.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.doctor.reading.numbers import Row

__all__ = ["power_of_ten", "printed_unit", "stored_as_float16", "unit"]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]
#: float64 knows about 17 significant digits; a larger exponent than 300 is infinite or zero.
_FINEST, _LARGEST = -17, 300
#: From so many digits on a number is written out in full: float64 holds 15 decimal digits surely.
_FULL = 15
_POWERS = np.array([float(f"1e{power}") for power in range(_FINEST, _LARGEST + 1)])


@dataclass(frozen=True)
class _Digits:
    """Hold, per cell, the decimals of the mantissa, the significant digits and the power of ten."""

    decimals: IntArray
    significant: IntArray
    power: IntArray
    #: Nothing but zeros after the point: 0, 1, "1." and "1.0" tell nothing about the rule.
    whole: npt.NDArray[np.bool_]
    exponents: npt.NDArray[np.bool_]


def power_of_ten(text: str) -> int:
    """Return the whole number that an exponent prints, at most 1000 in magnitude.

    >>> power_of_ten("-05"), power_of_ten(""), power_of_ten("-" + 5000 * "9")
    (-5, 0, -1000)
    """
    digits = text.lstrip("+-").lstrip("0")
    size = min(int(digits[:4] or 0), 1000)
    return -size if text.startswith("-") else size


def unit(exponents: npt.ArrayLike) -> FloatArray:
    """Return 10 to the ``exponents``, held between 1e-17 and 1e300.

    >>> unit([-4, -5000]).tolist()
    [0.0001, 1e-17]
    """
    held = np.clip(np.asarray(exponents, dtype=np.int64), _FINEST, _LARGEST)
    powers: FloatArray = _POWERS[held - _FINEST]
    return powers


def printed_unit(rows: list[Row], matrix: FloatArray) -> FloatArray | float | None:
    """Return the unit of the last digit: one number, one per cell, or None for full precision."""
    digits = _counted(rows, matrix.shape)
    if digits.significant.max() >= _FULL and _in_full(digits):
        return None
    units = unit(_exponents(digits, matrix))
    first = float(units.flat[0])
    return first if (units == first).all() else units


def stored_as_float16(rows: list[Row], matrix: FloatArray, told: bool) -> FloatArray | None:
    """Return the float16 values that a print in full stands for, or None if it is none.

    Every number must be the shortest name of a float16. That happens by chance too, so without
    being ``told`` the type, its odds in this print must be below 1 in 20: a number printed to
    the unit u is such a name with the odds u / (distance between float16 numbers there).
    """
    odds, short = 1.0, False
    with np.errstate(over="ignore", under="ignore"):
        halves = matrix.astype(np.float16)
    if not np.isfinite(halves).all():
        return None
    seen: set[str] = set()
    for row, cells in zip(rows, halves, strict=True):
        for cell, half in zip(row.cells, cells, strict=True):
            if cell in seen:
                continue
            seen.add(cell)
            if "e" in cell.lower() or not _same_name(cell, half):
                return None
            decimals = len(cell.partition(".")[2])
            if half not in (0, 1, -1) and decimals:
                odds *= min(1.0, 10.0**-decimals / float(np.spacing(np.abs(half))))
            short = short or decimals > 2
    values: FloatArray = halves.astype(np.float64)
    return values if short and (told or odds < 0.05) else None


def _same_name(cell: str, half: np.float16) -> bool:
    """Return whether a cell is how NumPy names a float16, but for a plain zero at the end."""
    name = np.format_float_positional(half, unique=True, trim="-")
    bare = cell.lstrip("+-")
    bare = bare.removesuffix(".0").removesuffix(".")
    bare = "0" + bare if bare.startswith(".") else bare
    return bare == name.lstrip("-")


def _counted(rows: list[Row], shape: tuple[int, ...]) -> _Digits:
    count = shape[0] * shape[1]
    decimals, significant, power = (np.zeros(count, dtype=np.int64) for _ in range(3))
    whole, exponents = (np.zeros(count, dtype=np.bool_) for _ in range(2))
    index = 0
    for row in rows:
        for cell in row.cells:
            mantissa, mark, exponent = cell.lower().partition("e")
            before, _, after = mantissa.lstrip("+-").partition(".")
            decimals[index] = len(after)
            significant[index] = len((before + after).lstrip("0"))
            whole[index] = not after.strip("0")
            if mark:
                exponents[index], power[index] = True, power_of_ten(exponent)
            index += 1
    return _Digits(
        *(a.reshape(shape) for a in (decimals, significant, power, whole, exponents))
    )


def _in_full(digits: _Digits) -> bool:
    """Return whether most numbers have the digits of numbers written out in full."""
    told = digits.significant[~digits.whole]
    return bool((told >= _FULL).mean() >= 0.5)


def _exponents(digits: _Digits, matrix: FloatArray) -> IntArray:
    """Return the power of ten of each cell's last digit, by the rule that the print follows."""
    own = digits.power - digits.decimals
    told = ~digits.whole
    if digits.exponents.any() and digits.exponents[told].all():
        return digits.power - digits.decimals.max()
    if len(own) > 2 and (own == own[:1]).all():
        return own
    if not told.any():
        return np.full_like(own, own.min())
    fixed = np.full_like(own, own[told].min())
    most = int(digits.significant[told].max())
    size = np.where(matrix == 0, 1.0, np.abs(matrix))
    figures = np.floor(np.log10(size)).astype(np.int64) + 1 - most
    figures = np.where(matrix == 0, figures[told].min(), figures)
    complete = [int((own <= rule)[told].sum()) for rule in (fixed, figures)]
    missing = [int((own - rule)[told].sum()) for rule in (fixed, figures)]
    if 2 * max(complete) >= told.sum():
        if (complete[0], -missing[0]) >= (complete[1], -missing[1]):
            return fixed
        return figures
    return np.where(told | (digits.decimals > 1), own, own[told].max())
