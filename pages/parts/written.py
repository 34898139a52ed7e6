"""Numbers as a reader likes to see them in a sentence."""

import math

from pe_core.overview import short

_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def power(value: float) -> str:
    """Return a number with one decimal and a power of ten.

    >>> power(9.61e-14), power(0)
    ('9.6 × 10⁻¹⁴', '0')
    """
    if not value:
        return "0"
    digits, exponent = f"{value:.1e}".split("e")
    return f"{digits} × 10{str(int(exponent)).translate(_RAISED)}"


def size(value: float) -> str:
    """Return a positive number with three digits, or with a power of ten where it is small.

    >>> size(1.9526), size(2.9e-6)
    ('1.95', '2.9 × 10⁻⁶')
    """
    return power(value) if value < 0.01 else short(value)


def degrees(angle: float) -> str:
    """Return an angle in rad in degrees."""
    return f"{short(math.degrees(angle))}°"


def turned(angle: float) -> str:
    """Return an angle in rad as degrees, or as turns from one turn up.

    >>> turned(1.0), turned(10.0)
    ('57.3°', '1.59 turns')
    """
    turns = angle / 6.283185307179586
    return f"{short(turns)} turns" if turns >= 1 else f"{short(turns * 360)}°"


def span(low: float, high: float) -> str:
    """Return two numbers, or one where they are the same to a few digits."""
    first, last = short(low).replace("-", "−"), short(high)
    return first if first == last else f"{first} to {last}"
