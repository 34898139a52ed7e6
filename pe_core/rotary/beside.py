"""What other rules would make of the same model, beside what its configuration asks for.

All get the same base, dimensions, factor and length of training, so that only the rule differs.
A model that asks for no rule gets a factor from outside.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.checks import real
from pe_core.rotary.encoding import Rotary
from pe_core.rotary.extension import Extension, extension, parting_position
from pe_core.rotary.rules import Default, Linear, Llama3, NtkAware, Rule, Yarn
from pe_core.rotary.settings import RopeSettings

__all__ = ["Lengths", "RuleBeside", "asked_extension", "lengths_of", "rules_beside"]

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Lengths:
    """Hold the length of training and the longer one that is asked for, and their factor."""

    trained: int
    full: int
    factor: float


@dataclass(frozen=True)
class RuleBeside:
    """Hold another rule on the same model.

    ``ratio`` (d / 2,) is its frequencies over those without a rule; ``apart`` the largest
    difference to what is asked for, in rad per position; ``parts_at`` the first position where
    that makes more than 0.5 rad, or None.
    """

    name: str
    ratio: FloatArray
    apart: float
    parts_at: int | None


def lengths_of(settings: RopeSettings, stretch: float = 4.0) -> Lengths:
    """Return the lengths and the factor of settings; ``stretch`` where they do not lengthen.

    ``stretch`` is from 1 to 1000.

    >>> lengths_of(RopeSettings(64, 64, 1e4, length=2048))
    Lengths(trained=2048, full=8192, factor=4.0)
    """
    stretch = real("stretch", stretch, 1, 1e3)
    factor = settings.scaling if settings.scaling > 1 else stretch
    trained = settings.trained_length
    given = settings.length or 0
    if given > trained:
        return Lengths(trained, given, factor)
    if settings.rule == "linear" and settings.original_length is None and settings.length:
        # The file's length is the long one: nothing else says what was trained.
        return Lengths(max(1, round(settings.length / factor)), settings.length, factor)
    return Lengths(trained, round(factor * trained), factor)


def asked_extension(settings: RopeSettings, full: int) -> Extension:
    """Return what the rule of settings does in a text of ``full`` positions.

    A grid has several axes whose frequencies no rule changes: they are kept as they are.

    >>> asked_extension(RopeSettings(4, 4, 1e4), 100).kind
    ('kept', 'kept')
    """
    if settings.axes:
        plain = settings.reading().frequencies
        kept = ("kept",) * len(plain)
        return Extension(plain, plain, np.ones(len(plain)), kept, settings.rotary().table_factor)
    trained = settings.trained_length
    return extension(settings.rotary(length=max(full, trained), long=full > trained))


def rules_beside(settings: RopeSettings, lengths: Lengths) -> tuple[RuleBeside, ...]:
    """Return the other rules on the same model; none for a grid.

    >>> [r.name for r in rules_beside(RopeSettings(4, 4, 1e4, rule="linear", factor=2.0),
    ...                               Lengths(100, 200, 2.0))]
    ['no rule', 'NTK-aware', 'YaRN', 'Llama 3']
    """
    if settings.axes:
        return ()
    factor, trained = lengths.factor, lengths.trained
    rules: dict[str, tuple[str, Rule]] = {
        "default": ("no rule", Default()),
        "linear": ("linear", Linear(factor)),
        "ntk": ("NTK-aware", NtkAware(factor)),
        "yarn": ("YaRN", Yarn(factor, trained)),
        "llama3": ("Llama 3", Llama3(factor, trained)),
    }
    width = settings.rotary_dim
    plain = Rotary(width, base=settings.base).frequencies
    asked = asked_extension(settings, lengths.full).after
    found = []
    for key, (name, rule) in rules.items():
        if key != settings.rule:
            made = Rotary(width, base=settings.base, rule=rule).frequencies
            apart = float(np.abs(made - asked).max())
            found.append(RuleBeside(name, made / plain, apart, parting_position(made, asked)))
    return tuple(found)
