"""Computed values in a text: ``{peak}``, ``{peak:2}`` for two decimals, ``{share:%}`` for percent.

A text of a lesson says nothing that could be computed. The names in braces are looked up in a
plain dictionary and written as numbers; nothing in them is ever run.
"""

import math
import re
from collections.abc import Mapping

from pe_core.lessons.settings import Value

__all__ = ["fill", "number_text", "superscript"]

_PLACE = re.compile(r"\{([^{}]*)\}")
_NAME = re.compile(r"([a-z][a-z0-9_]*)(?::([0-9]|%|e))?")


def fill(text: str, values: Mapping[str, Value]) -> str:
    """Return ``text`` with every name in braces replaced by its value.

    Raises ``ValueError`` for a name that has no value, and for any other use of braces.

    >>> fill("It is {x:2}, or {x:%}.", {"x": 0.12345})
    'It is 0.12, or 12 %.'
    """

    def replace(found: re.Match[str]) -> str:
        name = _NAME.fullmatch(found[1])
        if not name or name[1] not in values:
            known = ", ".join(values)
            raise ValueError(f"{{{found[1][:40]}}} must be one of the known names: {known}")
        value = values[name[1]]
        return value if isinstance(value, str) else number_text(value, name[2])

    return _PLACE.sub(replace, text)


def number_text(number: float, form: str | None = None) -> str:
    """Write a number: ``form`` is a digit (decimals), "%", "e", or None (four digits or so).

    >>> number_text(62831.853), number_text(0.84147), number_text(-3.0), number_text(1e-13)
    ('62,832', '0.8415', '−3', '1.0 · 10⁻¹³')
    """
    number = float(number) + 0.0
    if not math.isfinite(number):
        text = "∞" if number > 0 else "−∞" if number < 0 else "undefined"
    elif form == "%":
        text = f"{100 * number:,.0f} %" if abs(number) >= 0.01 else f"{100 * number:.1g} %"
    elif form and form.isdigit():
        text = f"{number:,.{form}f}"
    elif form == "e" or (number and not 1e-4 <= abs(number) < 1e15):
        mantissa, exponent = f"{number:.1e}".split("e")
        text = f"{mantissa} · 10{superscript(int(exponent))}"
    elif number.is_integer():
        text = f"{number:,.0f}"
    else:
        decimals = max(0, 3 - math.floor(math.log10(abs(number)))) if abs(number) < 1000 else 0
        text = f"{number:,.{decimals}f}"
    return text.replace("-", "−")


def superscript(number: int) -> str:
    """Return a whole number in raised digits.

    >>> superscript(-13)
    '⁻¹³'
    """
    return str(number).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
