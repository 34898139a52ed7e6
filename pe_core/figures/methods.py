"""Encodings side by side: what each adds to a score, by offset and for every two positions."""

import numpy as np
import numpy.typing as npt

from pe_core.bias.alibi import alibi_slopes
from pe_core.figures.chart import Chart
from pe_core.figures.spec import (
    Part,
    axis,
    colour_bar,
    figure_spec,
    line_across,
    line_down,
    log_axis,
    note,
)
from pe_core.figures.theme import Theme, scale
from pe_core.rotary.methods import METHODS, contribution, contribution_matrix, learned_scores

__all__ = ["HEADS", "MOST_OFFSETS", "WINDOW", "contribution_curves", "contribution_heatmap"]

FloatArray = npt.NDArray[np.float64]
#: Heads of the ALiBi that is drawn.
HEADS = 8
#: Offsets of the curves; a learned table has at most so many rows here.
MOST_OFFSETS = 2_000
#: Positions of the heatmaps, around the end of training.
WINDOW = 96
_TITLES = {method.name: method.title for method in METHODS}
#: The lowest contribution drawn: ALiBi goes on down.
_FLOOR = -2.0


def contribution_curves(
    dim: int, base: float, length: int, trained: int, head: int, look: Theme, *, log: bool = False
) -> Chart:
    """Draw the contribution of each method by how far the key stands before the query.

    ``head`` counts from 0 in :data:`HEADS`. ``log`` draws the offsets on a logarithmic axis.
    """
    offsets = np.arange(int(log), max(2, min(length, MOST_OFFSETS)) + int(log), dtype=np.float64)
    curves = _curves(offsets, dim, base, trained, head)
    traces = [_curve(name, offsets, values, look) for name, values in curves.items()]
    edge = trained - 1
    shown = edge < offsets[-1] and edge >= offsets[0]
    place = {"yref": "paper", "xanchor": "left", "yanchor": "bottom", "xshift": 4}
    across = "offset back: query − key"
    end = float(np.log10(edge)) if log and shown else edge
    spec = figure_spec(
        look,
        traces,
        height=460,
        shapes=[line_down(edge, color=look.text, width=1, dash="dash")] if shown else [],
        annotations=[note("beyond training", end, 0, **place)] if shown else [],
        xaxis=log_axis(across) if log else axis(across),
        yaxis=axis("contribution to the score", range=[_FLOOR, 1.1]),
    )
    return Chart(
        name="contributions",
        spec=spec,
        alt=(
            f"Contribution to the score by offset up to {offsets[-1]:,.0f}: "
            + "; ".join(f"{name} ends at {_last(values)}" for name, values in curves.items())
            + "."
        ),
        data=np.column_stack(list(curves.values())),
        columns=tuple(curves),
        index=tuple(f"{o:.0f}" for o in offsets),
        index_name="offset back",
    )


def _curves(
    offsets: FloatArray, dim: int, base: float, trained: int, head: int
) -> dict[str, FloatArray]:
    """Return the curve of each method; ALiBi for three heads, a learned one up to its end."""
    learned = np.full(len(offsets), np.nan)
    rows = min(trained, MOST_OFFSETS)
    first = int(offsets[0])
    scores = learned_scores(rows, dim=dim)[-1][::-1]  # the last query and the keys before it
    kept = scores[first : first + len(offsets)]
    learned[: len(kept)] = kept
    slopes = alibi_slopes(HEADS)
    curves = {"learned": learned}
    curves["sinusoidal"] = contribution("sinusoid", -offsets, dim=dim, base=base)
    curves["rotary, q = k"] = contribution("rotary", -offsets, dim=dim, base=base)
    for number in sorted({0, head, HEADS - 1}):
        name = f"ALiBi, head {number + 1} (slope {slopes[number]:g})"
        curves[name] = contribution("alibi", -offsets, head=number, heads=HEADS)
    curves["T5 buckets (an example)"] = contribution("t5", -offsets)
    return curves


def _curve(name: str, offsets: FloatArray, values: FloatArray, look: Theme) -> Part:
    """Return the line of one method; rotary is thin, since it lies on the sinusoidal one."""
    strokes: dict[str, Part] = {
        "learned": {"color": look.muted, "width": 1},
        "sinusoidal": {"color": look.cosine, "width": 6},
        "rotary": {"color": look.text, "width": 1.5},
        "ALiBi, head 1 ": {"color": look.third, "width": 2, "dash": "dot"},
        f"ALiBi, head {HEADS} ": {"color": look.third, "width": 2, "dash": "dash"},
        "ALiBi": {"color": look.third, "width": 2},
        "T5": {"color": look.accent, "width": 2},
    }
    stroke = next(stroke for word, stroke in strokes.items() if name.startswith(word))
    return {
        "type": "scatter",
        "x": offsets,
        "y": values.astype(np.float32),
        "mode": "lines",
        "line": stroke,
        "name": name,
        "hovertemplate": f"{name}, offset %{{x}}: %{{y:.4f}}<extra></extra>",
    }


def _last(values: FloatArray) -> str:
    """Return the last number of a curve, or that it has none."""
    return "no value" if np.isnan(values[-1]) else f"{values[-1]:.3g}".replace("-", "−")


def contribution_heatmap(
    method: str,
    dim: int,
    base: float,
    trained: int,
    head: int,
    look: Theme,
    *,
    count: int = WINDOW,
) -> Chart:
    """Draw the contribution for every two positions around the end of training."""
    first = max(0, trained - count // 2)
    values = contribution_matrix(
        method, first, count, trained=trained, dim=dim, base=base, head=head
    )
    places = first + np.arange(count)
    cells: Part = {
        "type": "heatmap",
        "z": values.astype(np.float32),
        "x": places,
        "y": places,
        "zmin": -1,
        "zmax": 1,
        "colorscale": scale(look),
        "colorbar": colour_bar("contribution"),
        "hovertemplate": "query %{y}, key %{x}: %{z:.3f}<extra></extra>",
        "name": _TITLES[method],
    }
    stroke: Part = {"color": look.cross, "width": 1}
    spec = figure_spec(
        look,
        [cells],
        height=360,
        margin={"t": 12},
        shapes=[line_down(trained - 0.5, **stroke), line_across(trained - 0.5, **stroke)],
        xaxis=axis("key", showgrid=False, constrain="domain"),
        yaxis=axis(
            "query", autorange="reversed", scaleanchor="x", constrain="domain", showgrid=False
        ),
    )
    known = values[np.isfinite(values)]
    low, high = (f"{v:.2f}".replace("-", "−") for v in (known.min(), known.max()))
    return Chart(
        name=f"{method}-scores",
        spec=spec,
        alt=(
            f"{_TITLES[method]}: contribution for queries and keys {places[0]:,} to "
            f"{places[-1]:,}, from {low} to {high}; {len(known)} of {values.size} cells are filled."
        ),
        data=values,
        columns=tuple(f"key {p}" for p in places),
        index=tuple(map(str, places)),
        index_name="query",
    )
