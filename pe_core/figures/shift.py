"""Moving by k positions: the matrix, the turning clocks, what is left over, and the paths."""

from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from pe_core.figures import clocks
from pe_core.figures.chart import Chart
from pe_core.figures.scrubber import add_scrubber
from pe_core.figures.theme import Theme, base_figure, scale
from pe_core.overview import short, wave_names
from pe_core.shift import (
    SineAlone,
    pair_path,
    paired_order,
    residual_bound,
    rotation_angles,
    shift_matrix,
    shift_residuals,
)
from pe_core.sinusoid import Sinusoid

__all__ = [
    "RESIDUAL_POSITIONS",
    "lone_sine",
    "pair_paths",
    "residual_curve",
    "residual_length",
    "shift_heatmap",
    "turning_clocks",
]

#: Rounding reaches 1e-12 near position 8,500; half of that is on the safe side.
RESIDUAL_POSITIONS = 4_096
#: Cells of the table that residuals are taken over: about a tenth of a second.
RESIDUAL_CELLS = 2**20
#: Offsets that the clocks can be turned through.
CLOCK_STEPS = 60
#: Points on a loop that closes long before; a slow pair needs no more either.
LONE_POINTS = 1_500
#: Positions along a path in space: more turns than this look like a tube.
PATH_POSITIONS = 64
#: Cells with their number written in them.
WRITTEN_SIDE = 16


def shift_heatmap(
    sinusoid: Sinusoid, offset: float, pairs: npt.NDArray[np.intp], look: Theme, *, paired: bool
) -> Chart:
    """Draw the rows and columns of M_k that belong to some pairs.

    ``paired`` puts each cosine behind its sine; else the columns stand as the layout has them.
    """
    order = paired_order(sinusoid)
    mine = np.concatenate([[2 * p, 2 * p + 1] for p in pairs])
    dimensions = order[mine] if paired else np.sort(order[mine])
    values = shift_matrix(sinusoid, offset, dimensions=dimensions).astype(np.float32)
    names = wave_names(sinusoid, dimensions)
    count = len(names)
    written = [[_in_cell(v) for v in row] for row in values]
    figure = base_figure(look, height=int(np.clip(140 + 50 * count, 300, 600)))
    figure.add_trace(
        go.Heatmap(
            z=values,
            zmin=-1,
            zmax=1,
            colorscale=scale(look),
            colorbar=_bar_above("entry"),
            text=written if count <= WRITTEN_SIDE else None,
            texttemplate="%{text}" if count <= WRITTEN_SIDE else None,
            x=names,
            y=names,
            hovertemplate=(
                "new dimension %{y}<br>takes %{z:.4f} of old dimension %{x}<extra></extra>"
            ),
            xgap=1 if count <= 2 * WRITTEN_SIDE else 0,
            ygap=1 if count <= 2 * WRITTEN_SIDE else 0,
            name="shift matrix",
        )
    )
    every = max(1, -(-count // 8))
    ticks = {"type": "category", "tickvals": list(range(0, count, every)), "showgrid": False}
    ticks |= {"ticktext": [str(d) for d in dimensions[::every]], "constrain": "domain"}
    figure.update_xaxes(title="old dimension", tickangle=0, **ticks)
    figure.update_yaxes(title="new dimension", autorange="reversed", scaleanchor="x", **ticks)
    return Chart(
        name="shift-matrix",
        figure=figure,
        alt=(
            f"The shift matrix for offset {offset:g}, {count} of {sinusoid.dim} dimensions: "
            f"{int(np.count_nonzero(values))} of {values.size} entries are not zero, "
            + (
                "in blocks of two by two on the diagonal."
                if paired or sinusoid.layout == "interleaved"
                else "on four diagonals, as sines and cosines stand in halves."
            )
        ),
        data=values,
        columns=tuple(f"dimension {d}" for d in dimensions),
        index=tuple(map(str, dimensions)),
        index_name="new dimension",
    )


def _in_cell(value: float) -> str:
    """Return an entry short enough for its cell; nothing where it rounds to zero."""
    if abs(value) < 0.005:
        return ""
    return f"{value:.2f}".replace("0.", ".").replace("-", "−")


def _bar_above(title: str) -> dict[str, Any]:
    """Return a colour bar above the picture, where it takes no width on a phone."""
    place = {"orientation": "h", "x": 0.5, "y": 1.02, "yanchor": "bottom"}
    return place | {"title": {"text": title, "side": "top"}, "thickness": 12, "outlinewidth": 0}


def turning_clocks(
    sinusoid: Sinusoid, position: int, offset: int, pairs: npt.NDArray[np.intp], look: Theme
) -> Chart:
    """Draw each pair as a clock whose hand turns by ω·k; a scrubber runs through the offsets."""
    middles = clocks.centres(len(pairs))
    start = sinusoid.frequencies[pairs] * (position + sinusoid.origin)
    steps = range(min(0, offset), max(CLOCK_STEPS, offset) + 1)
    frames = [_moved(sinusoid, middles, start, pairs, k) for k in steps]
    hand, caption = frames[steps.index(offset)]
    still = clocks.hands(middles, start).astype(np.float32)
    lines = {"mode": "lines", "hoverinfo": "skip"}
    before = {"color": look.muted, "width": 2, "dash": "dot"}
    figure = base_figure(look, height=clocks.clock_height(len(pairs)) + 170)
    figure.add_trace(clocks.dials(middles, look))
    figure.add_trace(
        go.Scatter(
            x=still[:, 0],
            y=still[:, 1],
            line=before,
            name=f"position {position + sinusoid.origin:g}",
            **lines,
        )
    )
    figure.add_trace(
        go.Scatter(line={"color": look.accent, "width": 4}, name="k later", **lines, **hand)
    )
    below = {"x": middles[:, 0], "y": middles[:, 1] - 1.1, "textposition": "bottom center"}
    small = {"size": 12 if len(pairs) <= clocks.FEW else 9, "color": look.text}
    figure.add_trace(
        go.Scatter(
            mode="text", textfont=small, hoverinfo="skip", showlegend=False, **below, **caption
        )
    )
    add_scrubber(
        figure,
        look,
        labels=[str(k) for k in steps],
        frames=frames,
        traces=[2, 3],
        active=steps.index(offset),
        prefix="k = ",
    )
    clocks.set_clock_axes(figure, middles)
    angles = rotation_angles(sinusoid, offset)[pairs]
    return Chart(
        name="clocks",
        figure=figure,
        alt=(
            f"{len(pairs)} clocks, from fast to slow. Moving by {offset} positions turns the hand "
            f"of pair {pairs[0]} by {_degrees(angles[0])} and that of pair {pairs[-1]} by "
            f"{_degrees(angles[-1])}."
        ),
        data=np.column_stack([start, angles, start + angles]),
        columns=("angle before (rad)", "turned by (rad)", "angle after (rad)"),
        index=tuple(map(str, pairs)),
        index_name="pair",
    )


def _degrees(angle: float) -> str:
    """Return an angle in rad as degrees, with a true minus sign."""
    return f"{short(float(np.degrees(angle)))}°".replace("-", "−")


def _moved(
    sinusoid: Sinusoid,
    middles: npt.NDArray[np.float64],
    start: npt.NDArray[np.float64],
    pairs: npt.NDArray[np.intp],
    offset: int,
) -> list[dict[str, Any]]:
    """Return the hands after a move, and the captions that say how far each has turned."""
    angles = rotation_angles(sinusoid, offset)[pairs]
    line = clocks.hands(middles, start + angles).astype(np.float32)
    turned = [_degrees(a) for a in angles]
    if len(pairs) <= clocks.FEW:
        turned = [f"pair {p}<br>{t}" for p, t in zip(pairs, turned, strict=True)]
    return [{"x": line[:, 0], "y": line[:, 1]}, {"text": turned}]


def residual_length(sinusoid: Sinusoid, length: int) -> int:
    """Return how many of ``length`` positions the residuals are worked out for."""
    return max(1, min(length, RESIDUAL_POSITIONS, RESIDUAL_CELLS // sinusoid.dim))


def residual_curve(sinusoid: Sinusoid, offset: int, length: int, look: Theme) -> Chart:
    """Draw what is left of PE(p + k) - M_k · PE(p) at every position, below its bound."""
    count = residual_length(sinusoid, length)
    places = sinusoid.origin + np.arange(count)
    values = shift_residuals(sinusoid, offset, count)
    bounds = np.array([residual_bound(sinusoid, offset, float(p)) for p in places])
    figure = base_figure(look, height=380)
    for name, y, line in (
        ("largest error of any dimension", values, {"color": look.accent, "width": 1.5}),
        ("bound of rounding", bounds, {"color": look.third, "width": 2, "dash": "dash"}),
    ):
        figure.add_trace(
            go.Scatter(
                x=places,
                y=y,
                mode="lines" if count > 1 else "markers",
                line=line,
                name=name,
                hovertemplate=f"position %{{x}}: {name} %{{y:.3g}}<extra></extra>",
            )
        )
    figure.add_hline(
        y=1e-12,
        line={"color": look.text, "width": 1, "dash": "dot"},
        annotation_text="10⁻¹²",
        annotation_position="top right",
    )
    figure.update_xaxes(title="position")
    figure.update_yaxes(
        title="error", exponentformat="power", range=[0, 1.12 * max(1e-12, float(bounds.max()))]
    )
    return Chart(
        name="shift-residuals",
        figure=figure,
        alt=(
            f"What the shift matrix misses at each of {count} positions: at most "
            f"{values.max():.2g}, below the bound of rounding, {bounds.max():.2g} at the end."
        ),
        data=np.column_stack([values, bounds]),
        columns=("residual", "bound"),
        index=tuple(f"{p:g}" for p in places),
        index_name="position",
    )


def lone_sine(alone: SineAlone, pair: int, length: int, look: Theme) -> Chart:
    """Draw the sine after the move against the sine before it: a loop, where a line is needed."""
    places = np.arange(len(alone.residuals))[:LONE_POINTS]
    here = np.sin(alone.frequency * places)
    there = np.sin(alone.frequency * (places + alone.offset))
    figure = base_figure(look, height=460)
    figure.add_trace(
        go.Scatter(
            x=here.astype(np.float32),
            y=there.astype(np.float32),
            customdata=places,
            mode="markers",
            marker={"color": look.sine, "size": 5},
            name="a position",
            hovertemplate=(
                "position %{customdata}: sine %{x:.3f}, after the move %{y:.3f}<extra></extra>"
            ),
        )
    )
    figure.add_trace(
        go.Scatter(
            x=[-1, 1],
            y=[-alone.factor, alone.factor],
            mode="lines",
            line={"color": look.text, "width": 2, "dash": "dash"},
            name=f"best factor, {alone.factor:.3f}".replace("-", "−"),
            hoverinfo="skip",
        )
    )
    figure.add_trace(
        go.Scatter(
            x=[alone.sine, alone.sine],
            y=list(alone.moved),
            customdata=[f"{t:.2f}" for t in alone.twins],
            mode="lines+markers",
            line={"color": look.accent, "width": 1, "dash": "dot"},
            marker={"color": look.accent, "size": 12, "symbol": "diamond"},
            name="same sine, other future",
            hovertemplate=(
                "position %{customdata}: sine %{x:.3f}, after the move %{y:.3f}<extra></extra>"
            ),
        )
    )
    span = {"range": [-1.12, 1.12], "constrain": "domain"}
    figure.update_xaxes(title="sine of the position", **span)
    later = f"sine {alone.offset:g} later".replace("-", "−")
    figure.update_yaxes(title=later, scaleanchor="x", **span)
    return Chart(
        name="one-sine",
        figure=figure,
        alt=(
            f"The sine of pair {pair} before and after moving by {alone.offset:g}: the points lie "
            f"on a loop, and the best straight line, with factor {alone.factor:.3f}, misses by up "
            f"to {np.abs(alone.residuals).max():.2f}."
        ),
        data=np.column_stack([here, there]),
        columns=("sine", "sine after the move"),
        index=tuple(map(str, places)),
        index_name="position",
    )


def pair_paths(sinusoid: Sinusoid, pairs: npt.NDArray[np.intp], length: int, look: Theme) -> Chart:
    """Draw the paths of up to three pairs in space: sine, cosine and position."""
    chosen = [int(p) for p in pairs[:3]]
    span = min(length, PATH_POSITIONS)
    turns = sinusoid.frequencies * (span - 1) / (2 * np.pi)
    paths = [pair_path(sinusoid, pair, span) for pair in chosen]
    figure = base_figure(look, height=560)
    for pair, path, colour in zip(
        chosen, paths, (look.accent, look.third, look.muted), strict=False
    ):
        points = path.astype(np.float32)
        figure.add_trace(
            go.Scatter3d(
                x=points[:, 1],
                y=points[:, 0],
                z=points[:, 2],
                mode="lines" if len(points) > 1 else "markers",
                line={"color": colour, "width": 5},
                marker={"color": colour, "size": 4},
                name=f"pair {pair}, wavelength {short(sinusoid.wavelengths[pair])}",
                hovertemplate=(
                    f"pair {pair}, position %{{z:.1f}}: sine %{{x:.3f}}, cosine %{{y:.3f}}"
                    "<extra></extra>"
                ),
            )
        )
    axis = {"gridcolor": look.grid, "backgroundcolor": look.paper, "color": look.muted}
    figure.update_layout(
        scene={
            "xaxis": axis | {"title": "sine", "range": [-1.1, 1.1]},
            "yaxis": axis | {"title": "cosine", "range": [-1.1, 1.1]},
            "zaxis": axis | {"title": "position"},
            "aspectratio": {"x": 0.8, "y": 0.8, "z": 1.3},
            "camera": {"eye": {"x": 1.5, "y": 1.5, "z": 0.8}, "center": {"z": -0.15}},
        },
    )
    rows = [np.column_stack([np.full(len(p), c), p]) for c, p in zip(chosen, paths, strict=True)]
    return Chart(
        name="paths",
        figure=figure,
        alt="Paths in space over sine, cosine and position: "
        + ", ".join(f"pair {pair} makes {short(turns[pair])} turns" for pair in chosen)
        + f" in {span} positions.",
        data=np.concatenate(rows),
        columns=("pair", "cosine", "sine", "position"),
        index=tuple(str(i) for i in range(sum(map(len, rows)))),
        index_name="point",
    )
