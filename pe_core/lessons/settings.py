"""The settings of a picture, and how each student gets numbers of their own.

A setting is one value (``d: 64``), a list to choose from (``d: one of 32, 64, 128``) or a range
(``position: from 3 to 30``, ``position: from 0 to 100 step 10``). Which one a student gets follows
from the lesson, the step and the student's number alone: the same on every machine, so that a
printed key stays right. Student 0 is the class as a whole: it gets the first of each list.
"""

import re
import zlib
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from pe_core.checks import choice, integer, real
from pe_core.sinusoid import LAYOUTS

__all__ = ["DEFAULTS", "MAX_STUDENT", "SETTINGS", "Value", "choose", "setting", "variants"]

Value = float | str

MAX_STUDENT = 999_999
MAX_VARIANTS = 1_000
_RANGE = re.compile(r"from (-?\d+) to (-?\d+)(?: step (\d+))?")


def _whole(low: int, high: int) -> Callable[[str, Any], Value]:
    """Return a rule for whole numbers from ``low`` to ``high``."""
    return lambda name, value: integer(name, _number(value), low, high)


def _number(text: Any) -> Any:
    """Return the number that a text stands for, or the text itself."""
    try:
        number = float(text)
    except ValueError:
        return text
    return int(number) if number.is_integer() else number


def _word(*options: str) -> Callable[[str, Any], Value]:
    """Return a rule for one of some words."""
    return lambda name, value: choice(name, value, options)


def _text(name: str, value: Any) -> Value:
    """Keep a short text."""
    if not isinstance(value, str) or len(value) > 300:
        raise ValueError(f"{name} must be a text of at most 300 characters")
    return value


#: Every setting by its key, with the rule that it must keep.
SETTINGS: dict[str, Callable[[str, Any], Value]] = {
    "d": _whole(1, 4096),
    "length": _whole(1, 1_000_000),
    "base": lambda name, value: real(name, _number(value), 2, 1e9),
    "layout": _word(*LAYOUTS),
    "position": _whole(0, 999_999),
    "other": _whole(0, 999_999),
    "dimension": _whole(0, 4095),
    "pair": _whole(0, 2047),
    "pairs": _whole(1, 64),
    "offset": _whole(-100_000, 100_000),
    "first": _whole(0, 999_999),
    "last": _whole(0, 999_999),
    "dims": _text,
    "log": _word("no", "yes"),
    "left": _text,
    "right": _text,
    "side": _word("left", "right"),
    "placed": _word("no", "yes"),
    "sentence": _text,
    "paired": _word("no", "yes"),
    "scale": lambda name, value: real(name, _number(value), 0, 1e6),
    "trained": _whole(2, 100_000),
    "bits": _whole(1, 12),
    "convention": _text,
}
#: What holds where a file does not say otherwise: the settings that the app opens with.
DEFAULTS: dict[str, Value] = {"d": 128, "length": 1_000, "base": 10_000.0, "layout": "interleaved"}


def setting(key: str, text: str) -> Value:
    """Return the checked value of one setting.

    Raises ``ValueError`` for a key that is no setting, and for a value that breaks its rule.

    >>> setting("d", "64")
    64
    """
    if key not in SETTINGS:
        raise ValueError(f"{key} is not a setting; the settings are {', '.join(SETTINGS)}")
    return SETTINGS[key](key, text)


def variants(key: str, text: str) -> tuple[Value, ...]:
    """Return all values that a line of a file allows for a setting, in its order.

    Raises ``ValueError`` as :func:`setting` does, and for more than 1,000 values.

    >>> variants("d", "one of 32, 64"), variants("position", "from 3 to 5")
    ((32, 64), (3, 4, 5))
    """
    found = _RANGE.fullmatch(text)
    if found:
        low, high, step = int(found[1]), int(found[2]), int(found[3] or 1)
        values = range(low, high + 1, step) if step else range(0)
        if not 1 <= len(values) <= MAX_VARIANTS:
            raise ValueError(f"{key} must allow 1 to {MAX_VARIANTS:,} values; got {len(values):,}")
        return tuple(setting(key, str(value)) for value in values)
    texts = text.removeprefix("one of ").split(",") if text.startswith("one of ") else [text]
    return tuple(setting(key, part.strip()) for part in texts)


def choose(
    allowed: Mapping[str, tuple[Value, ...]], *, lesson: str, step: int, student: int
) -> dict[str, Value]:
    """Return one value for each setting, by the lesson, the step and the student's number.

    ``student`` is an integer from 0 to 999,999; 0 gets the first value of each.

    Raises ``ValueError`` for another student.

    >>> choose({"d": (32, 64)}, lesson="a", step=1, student=0)
    {'d': 32}
    """
    student = integer("student", student, 0, MAX_STUDENT)
    if not student:
        return {key: values[0] for key, values in allowed.items()}
    # NumPy keeps the raw stream of a bit generator for ever, but not what is made of it.
    seed = np.random.SeedSequence([zlib.crc32(lesson.encode()), step, student])
    draws = np.atleast_1d(np.random.PCG64(seed).random_raw(len(allowed)))
    return {
        key: values[int(draw) % len(values)]
        for (key, values), draw in zip(allowed.items(), draws, strict=True)
    }
