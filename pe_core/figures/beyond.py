"""A text longer than any in training: phases, ranges and distances, before and beyond."""

from typing import Any

import numpy as np
import plotly.graph_objects as go

from pe_core.extrapolation import Extrapolation, offset_distances
from pe_core.figures import clocks
from pe_core.figures.chart import Chart
from pe_core.figures.theme import Theme, base_figure
from pe_core.overview import short
from pe_core.sinusoid import Sinusoid

__all__ = ["CLOCKS", "distance_curve", "phase_clocks", "phase_shares", "range_bands"]

#: Clocks in the picture of phases.
CLOCKS = 12
CURVE_POINTS = 1_500


def phase_clocks(sinusoid: Sinusoid, made: Extrapolation, look: Theme) -> Chart:
    """Draw for some pairs the part of the circle seen in training, and the part that is new."""
    pairs = clocks.drawn_pairs(sinusoid, CLOCKS)
    middles = clocks.centres(len(pairs))
    start = sinusoid.frequencies[pairs] * sinusoid.origin
    seen, passed = (
        start + 2 * np.pi * share[pairs] for share in (made.trained_coverage, made.longer_coverage)
    )
    fresh = np.isin(pairs, made.new_pairs)
    figure = base_figure(look, height=clocks.clock_height(len(pairs)) + 60)
    figure.add_trace(clocks.dials(middles, look))
    parts = (
        ("seen in training", clocks.arcs(middles, start, seen, 1.0), look.third),
        ("never seen", clocks.arcs(middles[fresh], seen[fresh], passed[fresh], 1.0), look.accent),
    )
    for name, line, colour in parts:
        figure.add_trace(
            go.Scatter(
                x=line[:, 0].astype(np.float32),
                y=line[:, 1].astype(np.float32),
                mode="lines",
                line={"color": colour, "width": 6, "simplify": False},
                hoverinfo="skip",
                name=name,
            )
        )
    figure.add_trace(
        go.Scatter(
            x=middles[:, 0],
            y=middles[:, 1] - 1.1,
            text=[
                f"pair {p}<br>{_share(a)} → {_share(b)}"
                for p, a, b in zip(
                    pairs, made.trained_coverage[pairs], made.longer_coverage[pairs], strict=True
                )
            ],
            mode="text",
            textposition="bottom center",
            textfont={"size": 12},
            hoverinfo="skip",
            showlegend=False,
        )
    )
    clocks.set_clock_axes(figure, middles)
    return Chart(
        name="phases",
        figure=figure,
        alt=(
            f"{len(pairs)} circles, from the fastest pair to the slowest: {int(fresh.sum())} of "
            "them enter a part of the circle that training has not shown."
        ),
        data=np.column_stack([made.trained_coverage[pairs], made.longer_coverage[pairs]]),
        columns=("share of the circle in training", "share in the longer text"),
        index=tuple(map(str, pairs)),
        index_name="pair",
    )


def _share(value: float) -> str:
    """Return a share of a circle as a percentage."""
    return f"{short(100 * float(value))}%"


def phase_shares(sinusoid: Sinusoid, made: Extrapolation, look: Theme) -> Chart:
    """Draw for every pair which share of its circle the two lengths pass through."""
    pairs = np.arange(len(made.trained_coverage))
    figure = base_figure(look, height=420, legend_traceorder="normal")
    curves = (
        ("in training", made.trained_coverage, look.third, None),
        ("in the longer text", made.longer_coverage, look.accent, "tonexty"),
    )
    for name, share, colour, fill in curves:
        figure.add_trace(
            go.Scatter(
                x=pairs,
                y=100 * share,
                customdata=[short(w) for w in sinusoid.wavelengths],
                mode="lines+markers" if len(pairs) <= 128 else "lines",
                line={"color": colour, "width": 2},
                marker={"size": 4},
                fill=fill,
                name=name,
                hovertemplate=(
                    f"pair %{{x}}, wavelength %{{customdata}}: %{{y:.3g}}% of the circle {name}"
                    "<extra></extra>"
                ),
            )
        )
    figure.update_xaxes(title="pair i")
    figure.update_yaxes(title="share of the circle (%)", range=[-3, 106])
    new = made.new_pairs
    said = f"pairs {new[0]} to {new[-1]} enter new phases" if new else "no pair enters a new phase"
    return Chart(
        name="phase-shares",
        figure=figure,
        alt=f"Share of its circle that each of {len(pairs)} pairs passes: {said}.",
        data=np.column_stack([made.trained_coverage, made.longer_coverage]),
        columns=("share in training", "share in the longer text"),
        index=tuple(map(str, pairs)),
        index_name="pair",
    )


def range_bands(sinusoid: Sinusoid, made: Extrapolation, look: Theme) -> Chart:
    """Draw the range of values of each sine and each cosine, in training and beyond."""
    figure = base_figure(look, height=420, legend_traceorder="normal")
    panels = (
        ("sine", sinusoid.sine_columns, look.sine),
        ("cosine", sinusoid.cosine_columns, look.cosine),
    )
    for number, (wave, columns, colour) in enumerate(panels):
        axis = "y2" if number else "y"
        for name, ranges, dash in (
            ("in training", made.trained_ranges[columns], "solid"),
            ("in the longer text", made.longer_ranges[columns], "dot"),
        ):
            for end, values in enumerate(ranges.T):
                figure.add_trace(
                    go.Scatter(
                        x=np.arange(len(columns)),
                        y=values,
                        yaxis=axis,
                        customdata=np.stack([columns, ranges[:, 0], ranges[:, 1]], axis=1),
                        mode="lines+markers" if len(columns) < 3 else "lines",
                        line={"color": colour, "width": 2, "dash": dash},
                        fill="tonexty" if end and dash == "solid" else None,
                        name=name,
                        showlegend=not (end or number),
                        hovertemplate=(
                            f"dimension %{{customdata[0]}} ({wave}) {name}: %{{customdata[1]:.3f}} "
                            "to %{customdata[2]:.3f}<extra></extra>"
                        ),
                    )
                )
    reach = 1.08 * sinusoid.amplitude
    shared: dict[str, Any] = {
        "range": [-reach, reach],
        "gridcolor": look.grid,
        "zerolinecolor": look.grid,
    }
    shared |= {"tickfont": {"color": look.muted}, "automargin": True}
    figure.update_layout(
        yaxis=shared | {"title": "sine", "domain": [0.53, 1]},
        yaxis2=shared | {"title": "cosine", "domain": [0, 0.47], "anchor": "x"},
        xaxis={"title": "pair i", "anchor": "y2"},
    )
    return Chart(
        name="value-bands",
        figure=figure,
        alt=(
            f"Ranges of values of {sinusoid.dim} dimensions: none leaves −1 … 1, and "
            f"{len(made.new_columns)} take values outside their trained range."
        ),
        data=np.concatenate([made.trained_ranges, made.longer_ranges], axis=1),
        columns=("trained lowest", "trained highest", "longer lowest", "longer highest"),
        index=tuple(map(str, range(sinusoid.dim))),
        index_name="dimension",
    )


def distance_curve(sinusoid: Sinusoid, made: Extrapolation, look: Theme) -> Chart:
    """Draw the distance of two positions by how far apart they stand; mark the smallest."""
    trained, longer = made.trained, made.longer
    near = np.arange(1, min(longer.length, CURVE_POINTS // 2))
    far = np.linspace(1, longer.length - 1, CURVE_POINTS // 2).round()
    offsets = np.unique(np.concatenate([near, far, [trained.offset, longer.offset]]))
    values = offset_distances(sinusoid, offsets)
    figure = base_figure(look, height=400)
    figure.add_trace(
        go.Scatter(
            x=offsets,
            y=values,
            mode="lines" if len(offsets) > 2 else "markers",
            line={"color": look.accent, "width": 2},
            name="distance",
            showlegend=False,
            hovertemplate="%{x} apart: distance %{y:.4g}<extra></extra>",
        )
    )
    for name, found, colour, symbol in (
        ("smallest in training", trained, look.third, "circle-open"),
        ("smallest in the longer text", longer, look.text, "x-thin-open"),
    ):
        figure.add_trace(
            go.Scatter(
                x=[found.offset],
                y=[found.smallest_distance],
                mode="markers",
                marker={"color": colour, "size": 14, "symbol": symbol, "line": {"width": 3}},
                name=name,
                hovertemplate=f"{name}: %{{y:.4g}}, %{{x}} apart<extra></extra>",
            )
        )
    end = trained.length - 1
    figure.add_vline(x=end, line={"color": look.text, "width": 1, "dash": "dash"})
    left = end**2 > longer.length  # write where there is more room
    figure.add_annotation(
        x=np.log10(end),  # a log axis places annotations by the exponent
        y=0,
        yref="paper",
        text="training ends",
        showarrow=False,
        xanchor="right" if left else "left",
        yanchor="bottom",
    )
    figure.update_xaxes(
        title="how far apart (positions)",
        type="log",
        dtick=1,
        range=[-0.05, np.log10(longer.length) + 0.05],
    )
    figure.update_yaxes(title="distance of the two vectors", rangemode="tozero")
    return Chart(
        name="distances",
        figure=figure,
        alt=(
            f"Distance of two positions by offset: smallest {trained.smallest_distance:.4g} in "
            f"{trained.length:,} positions and {longer.smallest_distance:.4g} in "
            f"{longer.length:,}, at offsets {trained.offset} and {longer.offset}."
        ),
        data=values[:, None],
        columns=("distance",),
        index=tuple(f"{o:g}" for o in offsets),
        index_name="offset",
    )
