"""Sentences of the page on the shift by k positions, made from what the core computed."""

import math
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from pages.parts.written import degrees, power
from pe_core.figures.shift import PATH_POSITIONS, residual_length
from pe_core.figures.theme import Theme
from pe_core.shift import SineAlone, rotation_angles, shift_residuals
from pe_core.sinusoid import Sinusoid


def even(sinusoid: Sinusoid) -> Sinusoid:
    """Return the encoding itself, or with one more dimension if its last sine stands alone."""
    return replace(sinusoid, dim=sinusoid.dim + 1) if sinusoid.unpaired else sinusoid


def odd_shift(given: Sinusoid, used: Sinusoid) -> str:
    """Say, with the core's own sentence, why the page goes on with an even d."""
    try:
        rotation_angles(given, 0)
    except ValueError as error:
        return f"{error}. This page goes on with d = {used.dim:,}."
    return ""


def rotation_text(sinusoid: Sinusoid, position: int, offset: int, pair: int) -> str:
    """Say how one pair moves, and how well it does at the chosen position."""
    angle = float(rotation_angles(sinusoid, offset)[pair])
    error = float(shift_residuals(sinusoid, offset, 1, start=position)[0])
    return (
        "ω is a pair's angle per position. Each pair turns by its own two by two matrix R, and M_k "
        f"is all these R on the diagonal. For pair {pair}, moving by k = {offset} means turning by "
        "ω·k = "
        f"{sinusoid.frequencies[pair]:.6g} × {offset} = {angle:.6g} rad, {degrees(angle)}. "
        "The addition formulas for sine and cosine say how: **the new sine needs the old sine and "
        f"the old cosine**. From position {position:,} to {position + offset:,} the whole vector "
        f"then differs from the formula by at most {power(error)}."
    ).replace("-", "−")


def rotation_latex(sinusoid: Sinusoid, offset: int, pair: int, look: Theme) -> tuple[str, ...]:
    """Return the move of one pair, and its two by two block with numbers, in LaTeX."""
    angle = float(rotation_angles(sinusoid, offset)[pair])
    cosine, sine = math.cos(angle), math.sin(angle)

    def vector(place: str) -> str:
        return (
            f"\\begin{{pmatrix}} \\textcolor{{{look.sine}}}{{\\sin \\omega {place}}} \\\\ "
            f"\\textcolor{{{look.cosine}}}{{\\cos \\omega {place}}} \\end{{pmatrix}}"
        )

    return (
        f"{vector('(p + k)')} = R \\, {vector('p')}",
        "R = \\begin{pmatrix} \\cos \\omega k & \\sin \\omega k \\\\ "
        "-\\sin \\omega k & \\cos \\omega k \\end{pmatrix}",
        f"\\text{{here }} R = \\begin{{pmatrix}} {cosine:.4f} & {sine:.4f} \\\\ "
        f"{-sine:.4f} & {cosine:.4f} \\end{{pmatrix}}",
    )


def matrix_shape(sinusoid: Sinusoid, pairs: npt.NDArray[np.intp], paired: bool) -> str:
    """Say what the drawn matrix looks like, and which part of it is drawn."""
    total = sinusoid.dim // 2
    part = (
        "" if len(pairs) == total else f" {len(pairs)} of {total:,} pairs are drawn, evenly spread."
    )
    if paired or sinusoid.layout == "interleaved":
        shape = (
            "Blocks of two by two on the diagonal, one for each pair, and zeros elsewhere: pairs "
            "do not mix. Slow pairs hardly turn, so their blocks are close to 1, 0, 0, 1."
        )
    else:
        shape = (
            "Sines and cosines stand in halves, so each block of two by two is spread over four "
            "diagonals. Put each cosine behind its sine to see the blocks."
        )
    return shape + part


def residual_text(sinusoid: Sinusoid, offset: int, length: int) -> str:
    """Say how large the residual is, over which positions, and why it is not zero."""
    count = residual_length(sinusoid, length)
    worst = float(shift_residuals(sinusoid, offset, count).max())
    kept = "stays below" if worst <= 1e-12 else "is above"
    text = (
        f"At {count:,} positions, the largest error of any dimension is {power(worst)}: it {kept} "
        "10⁻¹². In exact arithmetic it is zero; what is left is rounding of the angles, which "
        "grows with the position and keeps below the dashed bound."
    )
    if count < length:
        text += f" (Drawn for the first {count:,} of {length:,} positions.)"
    return text


def no_table_text(sinusoid: Sinusoid, length: int) -> str:
    """Say how few numbers a move needs."""
    return (
        f"**No table needs to be stored to move.** The table of {length:,} positions has "
        f"{length * sinusoid.dim:,} numbers; $M_k$ is made of {sinusoid.dim // 2:,} angles, for "
        "any position at all."
    )


def alone_text(alone: SineAlone) -> str:
    """Say why the sine of one pair does not tell where it goes."""
    first, second = (f"{place:.2f}" for place in alone.twins)
    if abs(math.sin(alone.frequency * alone.offset)) < 1e-9:
        return (
            "This move turns the pair by a whole number of half turns: the one case in which the "
            "sine alone suffices. Choose another k."
        )
    return (
        f"Look between whole positions too: at {first} and {second} the sine is the same, "
        f"{alone.sine:.3f}: once on its way up, once on its way down. Moved by "
        f"{alone.offset:g}, it becomes **{alone.moved[0]:.3f}** at the one and "
        f"**{alone.moved[1]:.3f}** at the other. So no rule that sees the sine alone can "
        "be right for both; the cosine tells which way it goes. "
        f"The best single factor still misses by up to {np.abs(alone.residuals).max():.2f}."
    ).replace("-", "−")


def paths_caption(length: int) -> str:
    """Say how to read the paths in space."""
    cut = f" The first {PATH_POSITIONS} positions are drawn." if length > PATH_POSITIONS else ""
    return (
        "Each pair winds up a tube of radius 1 as the position grows. A move by k climbs k steps "
        f"and turns by the same angle everywhere on the path. Drag to look from another side.{cut}"
    )
