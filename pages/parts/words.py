"""Sentences that carry numbers: each is made from what the core computed."""

from pe_core.derivation import CellFormula
from pe_core.figures.similarity import MATRIX_SIDE
from pe_core.figures.theme import Theme
from pe_core.overview import Overview, short
from pe_core.sinusoid import Sinusoid
from pe_core.spectrum import Turns


def heatmap_caption(sinusoid: Sinusoid, view: Overview) -> str:
    """Say what the heatmap's rows and columns stand for, and what it cannot show."""
    text = "Purple is −1, white 0, green +1. In the thin strip blue marks sines and orange cosines."
    if view.block > 1:
        text += (
            f" There are more positions than pixels: each row is the exact mean of {view.block:,} "
            "positions."
        )
        if len(view.blurred):
            text += (
                f" {len(view.blurred)} of the {len(view.dimensions)} drawn dimensions turn faster "
                f"than such rows can show (wavelength below {2 * view.block:,}) and fade to white; "
                "choose a smaller window to see them."
            )
    if view.pairs_step > 1:
        text += (
            f" There are more dimensions than fit: every {ordinal(view.pairs_step)} pair is drawn, "
            f"{len(view.dimensions)} of {sinusoid.dim:,} dimensions."
        )
    return text


def ordinal(number: int) -> str:
    """Return "2nd", "3rd", "4th" …"""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if 10 < number % 100 < 14 else ending}"


def rule_latex(sinusoid: Sinusoid, look: Theme) -> str:
    """Return the general formula in the columns and the exponent of this encoding, in LaTeX."""
    cosines, sines = sinusoid.columns // 2, (sinusoid.columns + 1) // 2
    sine, cosine = {
        "interleaved": ("2i", "2i{+}1"),
        "sin_cos": ("i", f"i{{+}}{sines}"),
        "cos_sin": (f"i{{+}}{cosines}", "i"),
    }[sinusoid.layout]
    factor = "" if sinusoid.amplitude == 1 else f"{sinusoid.amplitude:.4g} \\cdot "
    rule = "2i/d" if sinusoid.spacing == "paper" else "i/(n-1)"
    return (
        f"\\begin{{aligned}} PE(pos,\\,{sine}) &= "
        f"{factor}\\textcolor{{{look.sine}}}{{\\sin}}(pos \\cdot \\omega_i) \\\\ "
        f"PE(pos,\\,{cosine}) &= "
        f"{factor}\\textcolor{{{look.cosine}}}{{\\cos}}(pos \\cdot \\omega_i) \\\\ "
        f"\\omega_i &= base^{{-{rule}}} \\end{{aligned}}"
    )


def rule_text(sinusoid: Sinusoid) -> str:
    """Say what the letters of the formula mean here."""
    last = sinusoid.frequencies[-1]
    count = len(sinusoid.frequencies)
    spacing = "" if sinusoid.spacing == "paper" else f" and n = {count} is their number"
    return (
        f"Here *pos* is the position, d = {sinusoid.dim:,} the number of dimensions, base "
        f"{sinusoid.base:,.10g}; *i* numbers the pairs, 0 … {count - 1}{spacing}. From pair to "
        f"pair ω falls by the same factor, from {sinusoid.frequencies[0]:g} to {last:.4g} rad per "
        "position. The field calls ω the *inverse frequency* (`inv_freq` in code), since it is "
        "one over a power of the base."
    )


def cell_latex(cell: CellFormula, sinusoid: Sinusoid, look: Theme) -> str:
    """Return the formula of one cell with its numbers, in LaTeX."""
    place = f"PE({cell.position:g},\\, {cell.dimension})"
    if cell.wave == "zero":
        return f"{place} = 0 \\quad\\text{{(an odd dim is filled up with a column of zeros)}}"
    name = f"\\textcolor{{{look.sine if cell.wave == 'sin' else look.cosine}}}{{\\{cell.wave}}}"
    divisor = sinusoid.columns + (sinusoid.tail == "truncate" and sinusoid.dim % 2)
    exponent = (
        f"{2 * cell.pair}/{divisor}"
        if sinusoid.spacing == "paper"
        else f"{cell.pair}/{max(len(sinusoid.frequencies) - 1, 1)}"
    )
    factor = "" if sinusoid.amplitude == 1 else f"{sinusoid.amplitude:.6g} \\cdot "
    return (
        f"\\begin{{aligned}} {place} &= {factor}{name}\\!\\left({cell.position:g} \\cdot "
        f"{sinusoid.base:.10g}^{{-{exponent}}}\\right) \\\\"
        f"&= {factor}{name}({cell.position:g} \\times {cell.frequency:.9g}) \\\\"
        f"&= {factor}{name}({cell.angle:.9g}) \\\\"
        f"&= \\mathbf{{{cell.value:.8f}}} \\end{{aligned}}"
    )


def cell_text(cell: CellFormula) -> str:
    """Say in words which wave a cell belongs to."""
    if cell.wave == "zero":
        return f"Dimension {cell.dimension} carries no wave."
    wave = "sine" if cell.wave == "sin" else "cosine"
    return (
        f"Dimension {cell.dimension} is the **{wave}** of pair {cell.pair}: it needs "
        f"{short(cell.wavelength)} positions for a full turn."
    )


def turns_caption(made: Turns, length: int) -> str:
    """Say how many pairs turn around within the length, and how many barely move."""
    return (
        f"Over {length:,} positions, {made.complete} of {len(made.turns)} pairs complete at least "
        f"one turn, {made.partly} turn in part, and {made.barely} turn less than a hundredth "
        "of a circle: their columns look constant."
    )


def rise_text(rise: int | None, searched: int) -> str:
    """Say where the similarity first rises again."""
    if rise is None:
        return f"Within the first {searched:,} offsets the similarity never rises again."
    return (
        "Similarity does **not** fall steadily with distance: "
        f"it first rises again from offset **{rise - 1}** to **{rise}**."
    )


def matrix_caption(first: int, last: int) -> str:
    """Say what the matrix of dot products shows, and which positions are left out."""
    step = -(-(last - first + 1) // MATRIX_SIDE)
    text = (
        "Brightest on the diagonal, where a position meets itself. The dotted row is highlighted."
    )
    if step > 1:
        text += (
            f" Every {ordinal(step)} position is drawn, and the values are exact; "
            "a smaller window shows all."
        )
    return text
