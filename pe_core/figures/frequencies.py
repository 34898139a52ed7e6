"""Exponents, inverse frequencies and wavelengths, pair by pair."""

import numpy as np
import plotly.graph_objects as go

from pe_core.derivation import exponents
from pe_core.figures.chart import Chart
from pe_core.figures.theme import Theme, base_figure, mark_levels
from pe_core.overview import short
from pe_core.sinusoid import Sinusoid
from pe_core.spectrum import BARELY, turns

__all__ = ["exponent_line", "frequency_curve", "wavelength_curve"]


def _mode(count: int) -> str:
    """Return whether single points can be told apart."""
    return "lines+markers" if count <= 128 else "lines"


def exponent_line(sinusoid: Sinusoid, look: Theme) -> Chart:
    """Draw the exponent of each pair: a straight line from 0 towards 1."""
    values = exponents(sinusoid)
    pairs = np.arange(len(values))
    rule = "2i/d" if sinusoid.spacing == "paper" else "i/(n − 1)"
    figure = base_figure(look, height=340)
    figure.add_trace(
        go.Scatter(
            x=pairs,
            y=values,
            mode=_mode(len(pairs)),
            line={"color": look.accent, "width": 2},
            hovertemplate=f"pair %{{x}}: exponent {rule} = %{{y:.6g}}<extra></extra>",
            name="exponent",
        )
    )
    figure.update_xaxes(title="pair i")
    figure.update_yaxes(title=f"exponent {rule}", range=[-0.03, 1.03])
    return Chart(
        name="exponents",
        figure=figure,
        alt=f"A straight line: the exponent {rule} rises from 0 to {values[-1]:.4g}.",
        data=values[:, None],
        columns=("exponent",),
        index=tuple(map(str, pairs)),
        index_name="pair",
    )


def frequency_curve(sinusoid: Sinusoid, look: Theme, *, log: bool = False) -> Chart:
    """Draw the inverse frequency of each pair, on a linear or a logarithmic axis."""
    values = sinusoid.frequencies
    pairs = np.arange(len(values))
    figure = base_figure(look, height=340)
    figure.add_trace(
        go.Scatter(
            x=pairs,
            y=values,
            mode=_mode(len(pairs)),
            line={"color": look.accent, "width": 2},
            customdata=[short(w) for w in sinusoid.wavelengths],
            hovertemplate=(
                "pair %{x}: inverse frequency %{y:.6g} rad per position, "
                "wavelength %{customdata}<extra></extra>"
            ),
            name="inverse frequency",
        )
    )
    figure.update_xaxes(title="pair i")
    figure.update_yaxes(title="inverse frequency (rad per position)")
    if log:
        figure.update_yaxes(type="log", exponentformat="power", dtick=1)
    close = int((values >= values[0] / 10).sum())
    shape = ", a straight line on the log axis" if log else ""
    return Chart(
        name="frequencies",
        figure=figure,
        alt=(
            f"Inverse frequencies of {len(values)} pairs fall from {values[0]:.4g} to "
            f"{values[-1]:.4g} rad per position{shape}; "
            f"{close} pairs are within a factor ten of the fastest."
        ),
        data=values[:, None],
        columns=("inverse frequency",),
        index=tuple(map(str, pairs)),
        index_name="pair",
    )


def wavelength_curve(sinusoid: Sinusoid, length: int, look: Theme) -> Chart:
    """Draw each pair's wavelength against the length of the text: who completes a turn."""
    values = sinusoid.wavelengths
    pairs = np.arange(len(values))
    made = turns(sinusoid, length)
    figure = base_figure(look, height=420)
    groups = (
        ("completes a turn", made.turns >= 1, look.third),
        ("turns in part", (made.turns < 1) & (made.turns >= BARELY), look.accent),
        ("barely moves", made.turns < BARELY, look.muted),
    )
    for name, inside, colour in groups:
        figure.add_trace(
            go.Scatter(
                x=pairs[inside],
                y=values[inside],
                customdata=np.stack([made.turns[inside]], axis=1),
                mode="markers",
                marker={"color": colour, "size": 6},
                name=f"{name} ({int(inside.sum())})",
                hovertemplate=(
                    "pair %{x}: wavelength %{y:.6g} positions, "
                    "%{customdata[0]:.4g} turns<extra></extra>"
                ),
            )
        )
    levels = (
        (2 * np.pi, "2π = 6.28: the fastest"),
        (length, f"length {length:,}"),
        (2 * np.pi * sinusoid.base, f"base · 2π = {short(2 * np.pi * sinusoid.base)}"),
    )
    mark_levels(figure, look, levels)
    figure.update_xaxes(title="pair i")
    figure.update_yaxes(title="wavelength (positions)", type="log", exponentformat="power", dtick=1)
    return Chart(
        name="wavelengths",
        figure=figure,
        alt=(
            f"Wavelengths grow from {short(values[0])} to {short(values[-1])} positions. Over "
            f"{length} positions {made.complete} of {len(values)} pairs complete a turn, "
            f"{made.partly} turn in part and {made.barely} barely move."
        ),
        data=np.stack([values, made.turns], axis=1),
        columns=("wavelength", "turns"),
        index=tuple(map(str, pairs)),
        index_name="pair",
    )
