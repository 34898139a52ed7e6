"""What an input cannot decide: few rows, few digits and few columns fit more than one table."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from pe_core.conventions import effective_base
from pe_core.doctor.fitted import Found
from pe_core.doctor.guess import Guess, score
from pe_core.doctor.naming import one_kind
from pe_core.doctor.precision import Precision
from pe_core.sinusoid import Sinusoid

__all__ = ["undecided"]

FloatArray = npt.NDArray[np.float64]


def undecided(
    found: tuple[Found, ...],
    matrix: FloatArray,
    ranks: FloatArray,
    precision: Precision,
    *,
    dim_given: bool = True,
    column_given: bool = False,
) -> list[str]:
    """Return what this input cannot decide about the best explanation, as sentences."""
    best = found[0]
    guess, sinusoid = best.guess, best.guess.sinusoid
    out = []
    pairs = len(sinusoid.frequencies)
    if pairs < 2:
        out.append("With one frequency, every base and spacing gives the same numbers.")
        if sinusoid.dim == 2 or pairs < 2:
            out.append("With one frequency, the position is known modulo 2π only.")
        return out
    if not np.any(guess.positions(ranks)):
        return ["Row 0 is the same for every base and spacing; it tells the layout only."]
    if best.kind == "crop" and not dim_given:
        out.append(
            "The dim is a guess: the first columns tell base^(-2/dim) only, and half the dim with "
            "the square root of the base gives the same numbers."
        )
    lines: list[str] = []
    for other in found[1:]:
        text = _alternative(sinusoid, other, guess)
        if text and text not in lines:
            lines.append(text)
    out += lines[:4]
    if not lines or best.kind == "whole":
        out += _base_doubt(guess, matrix, ranks, precision)
    if sinusoid.spacing == "endpoint":
        base = effective_base(sinusoid)
        out.append(f"The paper's spacing with base {base:.6g} gives the same numbers.")
    elif sinusoid.base != 10_000.0 or pairs == 2:
        base = sinusoid.base ** ((pairs - 1) * 2 / max(sinusoid.columns, 1))
        out.append(f"Endpoint spacing with base {base:.6g} gives the same numbers.")
    if sinusoid.layout == "interleaved" and guess.step == 1 and guess.start == 1:
        out.append(
            "Rows from position 1: the paper's table without row 0, or a table that counts "
            "from 1, as DETR's do."
        )
    if one_kind(guess) and not column_given:
        out.append("Only one half is shown, which does not say which half comes first.")
    if (
        best.kind == "whole"
        and best.rank >= 4
        and sinusoid.layout == "interleaved"
        and not dim_given
    ):
        out.append("Should there be more columns than shown, base and dim cannot be told apart.")
    return out


def _alternative(sinusoid: Sinusoid, other: Found, guess: Guess) -> str | None:
    """Return a sentence on another explanation, if it is another one."""
    that = other.guess.sinusoid
    same = (sinusoid.spacing, sinusoid.base, sinusoid.layout, sinusoid.dim)
    if (that.spacing, that.base, that.layout, that.dim) == same:
        if abs(other.guess.start - guess.start) > 1e-6:
            return f"The first row may be position {other.guess.start:g} as well."
        return None
    close = len(that.frequencies) == len(sinusoid.frequencies) and np.allclose(
        that.frequencies, sinusoid.frequencies, rtol=1e-9
    )
    if close and that.layout == sinusoid.layout and that.dim == sinusoid.dim:
        return None
    where = "" if that.dim == sinusoid.dim else f", dim {that.dim}"
    return (
        f"{_SPACING[that.spacing]} with base {that.base:g}, {_LAYOUT[that.layout]}{where}, "
        "fits this input as well."
    )


def _base_doubt(
    guess: Guess, matrix: FloatArray, ranks: FloatArray, precision: Precision
) -> list[str]:
    """Say so if a base a tenth larger or smaller would fit as well."""
    picked = np.unique(np.linspace(0, len(ranks) - 1, min(len(ranks), 60)).astype(np.intp))
    few = matrix[picked][:, : len(guess.columns)], ranks[picked], precision.rows(picked)
    for factor in (1.1, 1 / 1.1):
        base = float(np.clip(guess.sinusoid.base * factor, 1e-12, 1e12))
        other = replace(guess, sinusoid=replace(guess.sinusoid, base=base))
        if score(other, *few) > 1:
            return []
    return [
        "These rows and digits are too few to tell the base: one a tenth larger or smaller fits."
    ]


_SPACING = {"paper": "The paper's spacing", "endpoint": "Endpoint spacing"}
_LAYOUT = {
    "interleaved": "sine and cosine in turn",
    "sin_cos": "sine half first",
    "cos_sin": "cosine half first",
}
