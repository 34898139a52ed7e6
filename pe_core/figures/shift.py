"""Moving by k positions: the matrix, the turning clocks, what is left over, and the paths."""

from dataclasses import asdict

import numpy as np
import numpy.typing as npt

from pe_core.figures import clocks
from pe_core.figures.chart import Chart
from pe_core.figures.spec import Part, axis, colour_bar, figure_spec, line_across, note
from pe_core.figures.theme import Theme, scale
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
    "drawn_dimensions",
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
#: Points on a loop that closes long before; a slow pair needs no more either.
LONE_POINTS = 1_500
#: Positions along a path in space: more turns than this look like a tube.
PATH_POSITIONS = 64
#: Cells with their number written in them.
WRITTEN_SIDE = 16


def drawn_dimensions(
    sinusoid: Sinusoid, pairs: npt.NDArray[np.intp], *, paired: bool
) -> npt.NDArray[np.intp]:
    """Return the dimensions of some pairs, in the layout's order or each cosine behind its sine."""
    order = paired_order(sinusoid)
    mine = np.concatenate([[2 * p, 2 * p + 1] for p in pairs])
    return order[mine] if paired else np.sort(order[mine])


def shift_heatmap(
    sinusoid: Sinusoid, offset: float, pairs: npt.NDArray[np.intp], look: Theme, *, paired: bool
) -> Chart:
    """Draw the rows and columns of M_k that belong to some pairs.

    ``paired`` puts each cosine behind its sine; else the columns stand as the layout has them.
    """
    dimensions = drawn_dimensions(sinusoid, pairs, paired=paired)
    values = shift_matrix(sinusoid, offset, dimensions=dimensions).astype(np.float32)
    names = wave_names(sinusoid, dimensions)
    count = len(names)
    every = max(1, -(-count // 8))
    ticks = {"type": "category", "tickvals": list(range(0, count, every)), "showgrid": False}
    ticks |= {"ticktext": [str(d) for d in dimensions[::every]], "constrain": "domain"}
    spec = figure_spec(
        look,
        [_entries(values, names, look)],
        height=int(np.clip(140 + 50 * count, 300, 600)),
        xaxis=axis("old dimension", tickangle=0, **ticks),
        yaxis=axis("new dimension", autorange="reversed", scaleanchor="x", **ticks),
    )
    return Chart(
        name="shift-matrix",
        spec=spec,
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
        live={
            "kind": "shift-matrix",
            "sinusoid": asdict(sinusoid),
            "k": offset,
            "pairs": len(pairs),
            "paired": paired,
        },
    )


def _entries(values: npt.NDArray[np.float32], names: list[str], look: Theme) -> Part:
    """Return the trace of a matrix; a small one has its numbers written in."""
    written: Part = {}
    if len(names) <= WRITTEN_SIDE:
        written["text"] = [[_in_cell(v) for v in row] for row in values]
        written["texttemplate"] = "%{text}"
    gap = 1 if len(names) <= 2 * WRITTEN_SIDE else 0
    return {
        "type": "heatmap",
        "name": "shift matrix",
        "z": values,
        "x": names,
        "y": names,
        "zmin": -1,
        "zmax": 1,
        "colorscale": scale(look),
        "colorbar": colour_bar("entry", above=True),
        "xgap": gap,
        "ygap": gap,
        "hovertemplate": (
            "new dimension %{y}<br>takes %{z:.4f} of old dimension %{x}<extra></extra>"
        ),
        **written,
    }


def _in_cell(value: float) -> str:
    """Return an entry short enough for its cell; nothing where it rounds to zero."""
    if abs(value) < 0.005:
        return ""
    return f"{value:.2f}".replace("0.", ".").replace("-", "−")


def turning_clocks(
    sinusoid: Sinusoid, position: int, offset: int, pairs: npt.NDArray[np.intp], look: Theme
) -> Chart:
    """Draw each pair as a clock whose hand turns by ω·k."""
    middles = clocks.centres(len(pairs))
    start = sinusoid.frequencies[pairs] * (position + sinusoid.origin)
    angles = rotation_angles(sinusoid, offset)[pairs]
    across, up = clocks.clock_axes(middles)
    spec = figure_spec(
        look,
        (
            clocks.dials(middles, look),
            _hands(
                clocks.hands(middles, start),
                f"position {position + sinusoid.origin:.15g}",
                {"color": look.muted, "width": 2, "dash": "dot"},
            ),
            _hands(
                clocks.hands(middles, start + angles), "k later", {"color": look.accent, "width": 4}
            ),
            _turned(middles, pairs, angles, look),
            _pointed(middles),
        ),
        height=clocks.clock_height(len(pairs)) + 50,
        xaxis=across,
        yaxis=up,
    )
    return Chart(
        name="clocks",
        spec=spec,
        alt=(
            f"{len(pairs)} clocks, from fast to slow. Moving by {offset} positions turns the hand "
            f"of pair {pairs[0]} by {_degrees(angles[0])} and that of pair {pairs[-1]} by "
            f"{_degrees(angles[-1])}."
        ),
        data=np.column_stack([start, angles, start + angles]),
        columns=("angle before (rad)", "turned by (rad)", "angle after (rad)"),
        index=tuple(map(str, pairs)),
        index_name="pair",
        live={
            "kind": "clocks",
            "sinusoid": asdict(sinusoid),
            "position": position,
            "k": offset,
            "pairs": len(pairs),
        },
    )


def _hands(line: npt.NDArray[np.float64], name: str, stroke: Part) -> Part:
    """Return the hands of all clocks as one trace."""
    points = line.astype(np.float32)
    ends = {"x": points[:, 0], "y": points[:, 1], "line": stroke, "name": name}
    return {"type": "scatter", "mode": "lines", "hoverinfo": "skip", **ends}


def _pointed(middles: npt.NDArray[np.float64]) -> Part:
    """Return a point in the middle of each clock that nobody sees, but that can be pointed at."""
    return {
        "type": "scatter",
        "mode": "markers",
        "x": middles[:, 0],
        "y": middles[:, 1],
        "marker": {"size": 60, "opacity": 0},
        "hoverinfo": "none",
        "showlegend": False,
    }


def _turned(
    middles: npt.NDArray[np.float64],
    pairs: npt.NDArray[np.intp],
    angles: npt.NDArray[np.float64],
    look: Theme,
) -> Part:
    """Return the words below the clocks: the pair, and how far it has turned."""
    few = len(pairs) <= clocks.FEW
    words = [_degrees(a) for a in angles]
    return {
        "type": "scatter",
        "mode": "text",
        "x": middles[:, 0],
        "y": middles[:, 1] - 1.1,
        "text": [f"pair {p}<br>{w}" for p, w in zip(pairs, words, strict=True)] if few else words,
        "textposition": "bottom center",
        "textfont": {"size": 12 if few else 9, "color": look.text},
        "hoverinfo": "skip",
        "showlegend": False,
    }


def _degrees(angle: float) -> str:
    """Return an angle in rad as degrees, with a true minus sign."""
    return f"{short(float(np.degrees(angle)))}°".replace("-", "−")


def residual_length(sinusoid: Sinusoid, length: int) -> int:
    """Return how many of ``length`` positions the residuals are worked out for."""
    return max(1, min(length, RESIDUAL_POSITIONS, RESIDUAL_CELLS // sinusoid.dim))


def residual_curve(sinusoid: Sinusoid, offset: int, length: int, look: Theme) -> Chart:
    """Draw what is left of PE(p + k) - M_k · PE(p) at every position, below its bound."""
    count = residual_length(sinusoid, length)
    places = sinusoid.origin + np.arange(count)
    values = shift_residuals(sinusoid, offset, count)
    bounds = np.array([residual_bound(sinusoid, offset, float(p)) for p in places])
    curves = (
        ("largest error of any dimension", values, {"color": look.accent, "width": 1.5}),
        ("bound of rounding", bounds, {"color": look.third, "width": 2, "dash": "dash"}),
    )
    traces = [
        {
            "type": "scatter",
            "x": places,
            "y": y,
            "mode": "lines" if count > 1 else "markers",
            "line": line,
            "name": name,
            "hovertemplate": f"position %{{x}}: {name} %{{y:.3g}}<extra></extra>",
        }
        for name, y, line in curves
    ]
    top = 1.12 * max(1e-12, float(bounds.max()))
    level = {"xref": "x domain", "xanchor": "right", "yanchor": "bottom"}
    spec = figure_spec(
        look,
        traces,
        height=380,
        xaxis=axis("position"),
        yaxis=axis("error", exponentformat="power", range=[0, top]),
        shapes=[line_across(1e-12, color=look.text, width=1, dash="dot")],
        annotations=[note("10⁻¹²", 1, 1e-12, **level)],
    )
    return Chart(
        name="shift-residuals",
        spec=spec,
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
    span = {"range": [-1.12, 1.12], "constrain": "domain"}
    later = f"sine {alone.offset:g} later".replace("-", "−")
    spec = figure_spec(
        look,
        _loop(alone, here, there, places, look),
        height=460,
        xaxis=axis("sine of the position", **span),
        yaxis=axis(later, scaleanchor="x", **span),
    )
    return Chart(
        name="one-sine",
        spec=spec,
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


def _loop(
    alone: SineAlone,
    here: npt.NDArray[np.float64],
    there: npt.NDArray[np.float64],
    places: npt.NDArray[np.intp],
    look: Theme,
) -> tuple[Part, Part, Part]:
    """Return the points of the positions, the best line, and two positions of the same sine."""
    moved = "position %{customdata}: sine %{x:.3f}, after the move %{y:.3f}<extra></extra>"
    points = {
        "type": "scatter",
        "x": here.astype(np.float32),
        "y": there.astype(np.float32),
        "customdata": places,
        "mode": "markers",
        "marker": {"color": look.sine, "size": 5},
        "name": "a position",
        "hovertemplate": moved,
    }
    best = {
        "type": "scatter",
        "x": [-1, 1],
        "y": [-alone.factor, alone.factor],
        "mode": "lines",
        "line": {"color": look.text, "width": 2, "dash": "dash"},
        "name": f"best factor, {alone.factor:.3f}".replace("-", "−"),
        "hoverinfo": "skip",
    }
    twins = {
        "type": "scatter",
        "x": [alone.sine, alone.sine],
        "y": [float(y) for y in alone.moved],
        "customdata": [f"{t:.2f}" for t in alone.twins],
        "mode": "lines+markers",
        "line": {"color": look.accent, "width": 1, "dash": "dot"},
        "marker": {"color": look.accent, "size": 12, "symbol": "diamond"},
        "name": "same sine, other future",
        "hovertemplate": moved,
    }
    return points, best, twins


def pair_paths(sinusoid: Sinusoid, pairs: npt.NDArray[np.intp], length: int, look: Theme) -> Chart:
    """Draw the paths of up to three pairs in space: sine, cosine and position."""
    chosen = [int(p) for p in pairs[:3]]
    span = min(length, PATH_POSITIONS)
    turns = sinusoid.frequencies * (span - 1) / (2 * np.pi)
    paths = [pair_path(sinusoid, pair, span) for pair in chosen]
    colours = (look.accent, look.third, look.muted)
    traces = [
        {
            "type": "scatter3d",
            "x": points[:, 1],
            "y": points[:, 0],
            "z": points[:, 2],
            "mode": "lines" if len(points) > 1 else "markers",
            "line": {"color": colour, "width": 5},
            "marker": {"color": colour, "size": 4},
            "name": f"pair {pair}, wavelength {short(sinusoid.wavelengths[pair])}",
            "hovertemplate": (
                f"pair {pair}, position %{{z:.1f}}: sine %{{x:.3f}}, cosine %{{y:.3f}}"
                "<extra></extra>"
            ),
        }
        for pair, points, colour in zip(
            chosen, (path.astype(np.float32) for path in paths), colours, strict=False
        )
    ]
    spec = figure_spec(
        look,
        traces,
        height=560,
        scene={
            "xaxis": axis("sine", range=[-1.1, 1.1]),
            "yaxis": axis("cosine", range=[-1.1, 1.1]),
            "zaxis": axis("position"),
            "aspectratio": {"x": 0.8, "y": 0.8, "z": 1.3},
            "camera": {"eye": {"x": 1.5, "y": 1.5, "z": 0.8}, "center": {"z": -0.15}},
        },
    )
    rows = [np.column_stack([np.full(len(p), c), p]) for c, p in zip(chosen, paths, strict=True)]
    return Chart(
        name="paths",
        spec=spec,
        alt="Paths in space over sine, cosine and position: "
        + ", ".join(f"pair {pair} makes {short(turns[pair])} turns" for pair in chosen)
        + f" in {span} positions.",
        data=np.concatenate(rows),
        columns=("pair", "cosine", "sine", "position"),
        index=tuple(str(i) for i in range(sum(map(len, rows)))),
        index_name="point",
    )
