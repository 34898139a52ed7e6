"""The unit of the last printed digit, whatever the text claims: a power of ten within bounds.

A text may print a thousand decimals or an exponent of a thousand digits. float64 knows about 17
significant digits, so a finer unit says nothing more, and a larger exponent than 400 is infinite
or zero.
"""

__all__ = ["MAX_NUMBER", "power_of_ten", "unit"]

#: Characters of the longest number: the smallest float64 written out in full takes about 340.
MAX_NUMBER = 400
_FINEST, _LARGEST = -17, 300


def power_of_ten(text: str) -> int:
    """Return the whole number that an exponent prints, at most 1000 in magnitude.

    >>> power_of_ten("-05"), power_of_ten(""), power_of_ten("-" + 5000 * "9")
    (-5, 0, -1000)
    """
    digits = text.lstrip("+-").lstrip("0")
    size = min(int(digits[:4] or 0), 1000)
    return -size if text.startswith("-") else size


def unit(exponent: int) -> float:
    """Return 10 to the ``exponent``, held between 1e-17 and 1e300.

    >>> unit(-4), unit(-5000)
    (0.0001, 1e-17)
    """
    return float(10.0 ** min(max(exponent, _FINEST), _LARGEST))
