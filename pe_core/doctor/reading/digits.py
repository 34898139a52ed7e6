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
from typing import Any

import numpy as np
import numpy.typing as npt

from pe_core.doctor.reading.limits import MAX_NUMBERS
from pe_core.doctor.reading.numbers import Row

__all__ = ["named_in_float32", "power_of_ten", "printed_unit", "stored_as_float16", "unit"]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]
#: float64 knows about 17 significant digits; a larger exponent than 300 is infinite or zero.
_FINEST, _LARGEST = -17, 300
#: From so many digits on a number is written out in full: float64 holds 15 decimal digits surely.
_FULL = 15
#: Odds below which something is not put down to chance.
_BY_CHANCE = 1e-3
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

    Every number must be the shortest name of a float16, as NumPy prints them. Being ``told`` the
    type settles it; else the odds that this is chance must be below 1 in 1000: that of the names,
    times 1 in 10 for each zero that another rule would have to have dropped, beyond the usual (a
    number in ten ends in a zero, so one in four cells has dropped one at the very most).
    """
    odds = _odds_of_names(rows, matrix, np.float16, MAX_NUMBERS)
    if odds is None:
        return None
    if not told:
        digits = _counted(rows, matrix.shape)
        if digits.whole.all():
            return None
        dropped = min(missing for _, _, missing in _rules(digits, matrix))
        excess = dropped - (~digits.whole).sum() / 4
        if odds * 10.0 ** -min(max(excess, 0), 300) > _BY_CHANCE:
            return None
    values: FloatArray = matrix.astype(np.float16).astype(np.float64)
    return values


def named_in_float32(rows: list[Row], matrix: FloatArray) -> bool:
    """Return whether the numbers are names of float32 values, by the first 4096 of them."""
    odds = _odds_of_names(rows, matrix, np.float32, 4096)
    return odds is not None and odds < _BY_CHANCE


def _odds_of_names(
    rows: list[Row], matrix: FloatArray, kind: type[np.floating[Any]], most: int
) -> float | None:
    """Return the odds that numbers are the shortest names of a type by chance; None if not all are.

    A number printed to the unit u is such a name with the odds u / (distance between the numbers
    of the type there). None too if no number has three decimals.
    """
    with np.errstate(over="ignore", under="ignore"):
        stored = matrix.astype(kind)
    if not np.isfinite(stored).all():
        return None
    odds, short = 1.0, False
    seen: set[str] = set()
    for row, values in zip(rows[: most // matrix.shape[1] + 1], stored, strict=False):
        for cell, value in zip(row.cells, values, strict=True):
            if cell in seen:
                continue
            seen.add(cell)
            if not _is_name(cell, value):
                return None
            decimals = len(cell.partition(".")[2])
            if value not in (0, 1, -1) and decimals:
                odds *= min(1.0, 10.0**-decimals / float(np.spacing(np.abs(value))))
            short = short or decimals > 2
    return odds if short else None


def _is_name(cell: str, value: Any) -> bool:
    """Return whether a cell is how NumPy names a number, but for a plain zero at the end."""
    name = np.format_float_positional(value, unique=True, trim="-")
    bare = cell.lstrip("+-").removesuffix(".0").removesuffix(".")
    return ("0" + bare if bare.startswith(".") else bare) == name.lstrip("-")


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
        decimals.reshape(shape),
        significant.reshape(shape),
        power.reshape(shape),
        whole.reshape(shape),
        exponents.reshape(shape),
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
        scientific: IntArray = digits.power - digits.decimals.max()
        return scientific
    if len(own) > 2 and (own == own[:1]).all():
        return own
    if not told.any():
        return np.full_like(own, own.min())
    rule, complete, _ = max(_rules(digits, matrix), key=lambda found: (found[1], -found[2]))
    if 2 * complete >= told.sum():
        return rule
    return np.where(told | (digits.decimals > 1), own, own[told].max())


def _rules(digits: _Digits, matrix: FloatArray) -> list[tuple[IntArray, int, int]]:
    """Return what fixed decimals and significant digits say of each cell, as a power of ten.

    With each, how many cells are complete by that rule, and how many digits the others miss.
    """
    own, told = digits.power - digits.decimals, ~digits.whole
    fixed = np.full_like(own, own[told].min())
    most = int(digits.significant[told].max())
    size = np.where(matrix == 0, 1.0, np.abs(matrix))
    figures = np.floor(np.log10(size)).astype(np.int64) + 1 - most
    figures = np.where(matrix == 0, figures[told].min(), figures)
    return [
        (rule, int((own <= rule)[told].sum()), int(np.maximum(own - rule, 0)[told].sum()))
        for rule in (fixed, figures)
    ]
