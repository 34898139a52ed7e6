"""Rules for every value that comes from outside, and the one form of their errors.

A reader who types ``d = 0`` deserves a sentence: the name of the thing, the rule it broke
and the value that was given. Keeping the rules in one place keeps those sentences alike.
"""

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["MAX_CELLS", "choice", "finite_array", "integer", "real"]

#: The largest array that one call may build (cells, not bytes): 4 GB of float64.
MAX_CELLS = 2**29
#: Python would turn these into numbers, but nobody means them as such.
_NOT_NUMBERS = (bool, np.bool_, str, bytes, bytearray, np.ndarray)


def integer(name: str, value: Any, low: int, high: int) -> int:
    """Return ``value`` as an int, if it is a whole number from ``low`` to ``high``.

    Raises ``ValueError`` otherwise. Booleans are refused, whole floats and NumPy integers pass.

    >>> integer("dim", 6.0, 1, 4096)
    6
    """
    rule = f"{name} must be an integer from {low} to {high}; got {_shown(value)}"
    if isinstance(value, _NOT_NUMBERS):
        raise ValueError(rule)
    try:
        whole = int(value)
        exact = whole == value
    except (TypeError, ValueError, OverflowError):
        raise ValueError(rule) from None
    if not (isinstance(exact, bool | np.bool_) and exact and low <= whole <= high):
        raise ValueError(rule)
    return whole


def real(name: str, value: Any, low: float, high: float) -> float:
    """Return ``value`` as a float, if it is a finite number from ``low`` to ``high``.

    Raises ``ValueError`` otherwise.

    >>> real("base", 10_000, 2, 1e9)
    10000.0
    """
    rule = f"{name} must be a number from {low:g} to {high:g}; got {_shown(value)}"
    if isinstance(value, _NOT_NUMBERS):
        raise ValueError(rule)
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(rule) from None
    if not (math.isfinite(number) and low <= number <= high):
        raise ValueError(rule)
    return number


def choice(name: str, value: Any, options: Iterable[str]) -> str:
    """Return ``value``, if it is one of the strings in ``options``.

    Raises ``ValueError`` otherwise.

    >>> choice("spacing", "paper", ("paper", "endpoint"))
    'paper'
    """
    options = tuple(options)
    if not isinstance(value, str) or value not in options:
        raise ValueError(f"{name} must be one of {', '.join(options)}; got {_shown(value)}")
    return value


def finite_array(
    name: str, values: npt.ArrayLike, *, ndim: int, limit: float = 1e15
) -> npt.NDArray[np.float64]:
    """Return ``values`` as a float64 array of ``ndim`` dimensions with finite entries.

    Raises ``ValueError`` for text, complex numbers, ragged lists, another number of dimensions,
    NaN, infinity, and magnitudes above ``limit``.

    >>> finite_array("positions", [0, 1.5], ndim=1)
    array([0. , 1.5])
    """
    rule = f"{name} must be an array of {ndim} dimension(s) of finite real numbers"
    try:
        array = np.asarray(values)
    except (TypeError, ValueError):
        raise ValueError(f"{rule}; got {_shown(values)}") from None
    if array.size and array.dtype.kind not in "iuf":
        raise ValueError(f"{rule}; got dtype {array.dtype}")
    if array.ndim != ndim:
        raise ValueError(f"{rule}; got shape {array.shape}")
    with np.errstate(over="ignore"):  # a longdouble may become infinite; it is refused below
        array = array.astype(np.float64, copy=False)
    bad = ~(np.abs(array) <= limit)
    if bad.any():
        where = tuple(int(i) for i in np.argwhere(bad)[0])
        raise ValueError(f"{rule} up to {limit:g}; got {array[where]:g} at index {where}")
    return array


def _shown(value: Any) -> str:
    """Return a short text for any value, for the end of an error."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, int) and abs(value) > 10**60:
        return "an integer of more than 60 digits"
    if value is not None and not isinstance(value, int | float | complex | str | bytes):
        return f"an object of type {type(value).__name__}"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
