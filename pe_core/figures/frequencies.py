"""Exponents, inverse frequencies and wavelengths, pair by pair."""

from dataclasses import asdict
from typing import Any

import numpy as np
import numpy.typing as npt

from pe_core.derivation import exponents
from pe_core.figures.chart import Chart
from pe_core.figures.spec import Part, axis, figure_spec, level_marks, line_across, log_axis, note
from pe_core.figures.theme import Theme
from pe_core.overview import short
from pe_core.sinusoid import Sinusoid
from pe_core.spectrum import BARELY, Turns, turns

__all__ = ["exponent_line", "frequency_curve", "wavelength_curve"]


def _curve(
    name: str, values: npt.NDArray[np.float64], look: Theme, hover: str, **more: Any
) -> Part:
    """Return the trace of one value a pair, with dots if these can be told apart."""
    return {
        "type": "scatter",
        "name": name,
        "x": np.arange(len(values)),
        "y": values,
        "mode": "lines+markers" if len(values) <= 128 else "lines",
        "line": {"color": look.accent, "width": 2},
        "hovertemplate": f"pair %{{x}}: {hover}<extra></extra>",
        **more,
    }


def exponent_line(sinusoid: Sinusoid, look: Theme) -> Chart:
    """Draw the exponent of each pair: a straight line from 0 towards 1."""
    values = exponents(sinusoid)
    rule = "2i/d" if sinusoid.spacing == "paper" else "i/(n − 1)"
    return Chart(
        name="exponents",
        spec=figure_spec(
            look,
            [_curve("exponent", values, look, f"exponent {rule} = %{{y:.6g}}")],
            height=340,
            xaxis=axis("pair i"),
            yaxis=axis(f"exponent {rule}", range=[-0.03, 1.03]),
        ),
        alt=f"A straight line: the exponent {rule} rises from 0 to {values[-1]:.4g}.",
        data=values[:, None],
        columns=("exponent",),
        index=tuple(map(str, range(len(values)))),
        index_name="pair",
        live={"kind": "exponents", "sinusoid": asdict(sinusoid)},
    )


def frequency_curve(
    sinusoid: Sinusoid, look: Theme, *, log: bool = False, length: int | None = None
) -> Chart:
    """Draw the inverse frequency of each pair, on a linear or a logarithmic axis.

    ``length`` marks the speed of one turn in as many positions.
    """
    values = sinusoid.frequencies
    hover = "inverse frequency %{y:.6g} rad per position, wavelength %{customdata}"
    lengths = [short(w) for w in sinusoid.wavelengths]
    close = int((values >= values[0] / 10).sum())
    shape = ", a straight line on the log axis" if log else ""
    return Chart(
        name="frequencies",
        spec=figure_spec(
            look,
            [_curve("inverse frequency", values, look, hover, customdata=lengths)],
            height=340,
            **({} if length is None else _one_turn(length, look, log)),
            xaxis=axis("pair i"),
            yaxis=(log_axis if log else axis)("inverse frequency (rad per position)"),
        ),
        alt=(
            f"Inverse frequencies of {len(values)} pairs fall from {values[0]:.4g} to "
            f"{values[-1]:.4g} rad per position{shape}; "
            f"{close} pairs are within a factor ten of the fastest."
        ),
        data=values[:, None],
        columns=("inverse frequency",),
        index=tuple(map(str, range(len(values)))),
        index_name="pair",
        live={"kind": "frequencies", "sinusoid": asdict(sinusoid), "log": log},
    )


def _one_turn(length: int, look: Theme, log: bool) -> Part:
    """Return a line at the speed of one turn in some positions, with words beside the curve."""
    speed = 2 * np.pi / length
    place: Part = {"xref": "paper", "x": 1, "y": speed, "xanchor": "right", "yanchor": "bottom"}
    if log:
        place |= {"x": 0, "y": float(np.log10(speed)), "xanchor": "left", "yanchor": "top"}
    text = f"one turn in {length:,} position{'s' * (length != 1)}"
    line = line_across(speed, color=look.muted, width=1, dash="dot")
    return {
        "shapes": [line],
        "annotations": [note(text, font={"color": look.muted}, **place)],
    }


def wavelength_curve(sinusoid: Sinusoid, length: int, look: Theme) -> Chart:
    """Draw each pair's wavelength against the length of the text: who completes a turn."""
    values = sinusoid.wavelengths
    made = turns(sinusoid, length)
    slowest = 2 * np.pi * sinusoid.base
    lines, texts = level_marks(
        look,
        (
            (2 * np.pi, "2π = 6.28: the fastest"),
            (length, f"length {length:,}"),
            (slowest, f"base · 2π = {short(slowest)}"),
        ),
    )
    return Chart(
        name="wavelengths",
        spec=figure_spec(
            look,
            _by_turns(values, made, look),
            height=420,
            shapes=lines,
            annotations=texts,
            xaxis=axis("pair i"),
            yaxis=log_axis("wavelength (positions)"),
        ),
        alt=(
            f"Wavelengths grow from {short(values[0])} to {short(values[-1])} positions. Over "
            f"{length} positions {made.complete} of {len(values)} pairs complete a turn, "
            f"{made.partly} turn in part and {made.barely} barely move."
        ),
        data=np.stack([values, made.turns], axis=1),
        columns=("wavelength", "turns"),
        index=tuple(map(str, range(len(values)))),
        index_name="pair",
        live={"kind": "wavelengths", "sinusoid": asdict(sinusoid), "barely": BARELY},
    )


def _by_turns(values: npt.NDArray[np.float64], made: Turns, look: Theme) -> list[Part]:
    """Return a trace for the pairs that complete a turn, for those in between, and the rest."""
    groups = (
        ("completes a turn", made.turns >= 1, look.third),
        ("turns in part", (made.turns < 1) & (made.turns >= BARELY), look.accent),
        ("barely moves", made.turns < BARELY, look.muted),
    )
    return [
        {
            "type": "scatter",
            "name": f"{name} ({int(inside.sum())})",
            "x": np.flatnonzero(inside),
            "y": values[inside],
            "customdata": made.turns[inside],
            "mode": "markers",
            "marker": {"color": colour, "size": 6},
            "hovertemplate": (
                "pair %{x}: wavelength %{y:.6g} positions, %{customdata:.4g} turns<extra></extra>"
            ),
        }
        for name, inside, colour in groups
    ]
