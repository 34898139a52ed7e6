"""The rotary encoding: arrows that turn, the score by offset, the two pairings, and the rises."""

from dataclasses import asdict

import numpy as np
import numpy.typing as npt

from pe_core.figures import clocks
from pe_core.figures.chart import Chart
from pe_core.figures.spec import Part, axis, figure_spec
from pe_core.figures.theme import Theme
from pe_core.rotary.decay import random_scores, rises, self_score
from pe_core.rotary.encoding import Rotary
from pe_core.rotary.example import Drift, example_key, example_query, key_angles
from pe_core.rotary.pairing import pair_columns, pairing_permutation

__all__ = [
    "CURVE_OFFSETS",
    "curve_offsets",
    "drift_curves",
    "drift_moves",
    "offset_curve",
    "pairing_links",
    "random_curves",
    "self_curve",
    "turning_arrows",
]

FloatArray = npt.NDArray[np.float64]
#: Offsets to either side of the middle of the score's curve.
REACH = 128
#: Positions that a query and a key are moved by together.
DRIFT_POSITIONS = 4_096
#: Offsets of the curves that show the rises.
CURVE_OFFSETS = 1_000
#: Dimensions of the picture of pairings: more would be a thicket.
LINKED = 16
#: A rise smaller than this is not worth marking.
LEAST_RISE = 0.02


def turning_arrows(
    rotary: Rotary, position: int, other: int, pairs: npt.NDArray[np.intp], look: Theme
) -> Chart:
    """Draw the query's and the key's arrow in some pairs, each turned by its own position."""
    middles = clocks.centres(len(pairs))
    speeds, start = rotary.frequencies[pairs], key_angles(len(rotary.frequencies))[pairs]
    query, key = speeds * position, start + speeds * other
    between = np.mod(key - query + np.pi, 2 * np.pi) - np.pi
    across, up = clocks.clock_axes(middles)
    spec = figure_spec(
        look,
        (
            clocks.dials(middles, look),
            _hands(middles, query, f"query at {position:,}", look.accent),
            _hands(middles, key, f"key at {other:,}", look.third),
            _between(middles, pairs, between, look),
        ),
        height=clocks.clock_height(len(pairs)) + 50,
        xaxis=across,
        yaxis=up,
    )
    return Chart(
        name="arrows",
        spec=spec,
        alt=(
            f"{len(pairs)} circles, from the fast pairs to the slow ones, each with the arrow of "
            f"the query at position {position:,} and of the key at {other:,}. Between them are "
            f"{_degrees(between[0])} in pair {pairs[0]} and {_degrees(between[-1])} in pair "
            f"{pairs[-1]}."
        ),
        data=np.column_stack([query, key, np.cos(between)]),
        columns=("angle of the query (rad)", "angle of the key (rad)", "cosine between them"),
        index=tuple(map(str, pairs)),
        index_name="pair",
        live=_live("arrows", rotary, position, other) | {"pairs": len(pairs)},
    )


def _live(kind: str, rotary: Rotary, position: int, other: int) -> dict[str, object]:
    places = {"position": position, "other": other, "both": 0}
    return {"kind": kind, "sinusoid": asdict(rotary.sinusoid), **places}


def _hands(middles: FloatArray, angles: FloatArray, name: str, colour: str) -> Part:
    points = clocks.hands(middles, angles).astype(np.float32)
    ends = {"x": points[:, 0], "y": points[:, 1], "line": {"color": colour, "width": 4}}
    return {"type": "scatter", "mode": "lines", "hoverinfo": "skip", "name": name, **ends}


def _between(
    middles: FloatArray, pairs: npt.NDArray[np.intp], angles: FloatArray, look: Theme
) -> Part:
    """Return the words below the circles: the pair, and the angle from query to key."""
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
    """Return an angle between arrows in whole degrees, as moves of both leave them."""
    return f"{round(float(np.degrees(angle))) + 0}°".replace("-", "−")


def offset_curve(rotary: Rotary, position: int, other: int, look: Theme) -> Chart:
    """Draw the score of the made-up query and key by offset, and mark the present one."""
    here = other - position
    middle = here if abs(here) > REACH else 0
    offsets = middle + np.arange(-REACH, REACH + 1)
    made = example_query(rotary), example_key(rotary)
    values = rotary.score(*made, offsets)
    now = float(rotary.score(*made, [here])[0])
    hover = "offset %{x}: score %{y:.4f}<extra></extra>"
    spec = figure_spec(
        look,
        (
            _line(offsets, values, look.muted, "score", hover),
            {
                "type": "scatter",
                "x": [here],
                "y": [now],
                "mode": "markers",
                "marker": {"color": look.accent, "size": 13, "symbol": "diamond"},
                "name": "these two positions",
                "hovertemplate": hover,
            },
        ),
        height=300,
        xaxis=axis("offset: key − query"),
        yaxis=axis("score"),
    )
    return Chart(
        name="score",
        spec=spec,
        alt=(
            f"The score by offset, from {values.min():.3f} to {values.max():.3f}; at the present "
            f"offset {here} it is {now:.4f}."
        ),
        data=values[:, None],
        columns=("score",),
        index=tuple(map(str, offsets)),
        index_name="offset",
        live=_live("rotary-score", rotary, position, other),
    )


def drift_moves(length: int) -> FloatArray:
    """Return how far both positions are moved: up to the length or 4,096, in 512 steps at most."""
    last = max(1, min(length, DRIFT_POSITIONS) - 1)
    return np.unique(np.linspace(0, last, min(last + 1, 512)).round())


def _line(
    x: FloatArray | npt.NDArray[np.intp],
    y: npt.NDArray[np.floating],
    colour: str,
    name: str,
    hover: str,
) -> Part:
    shape = {"type": "scatter", "mode": "lines" if len(x) > 1 else "markers"}
    stroke = {"color": colour, "width": 2}
    return {**shape, "x": x, "y": y, "name": name, "line": stroke, "hovertemplate": hover}


def drift_curves(made: Drift, look: Theme) -> Chart:
    """Draw the score while both positions move on together: exact, and with rounded positions."""
    hover = "both moved by %{x}: score %{y:.6f}<extra></extra>"
    spec = figure_spec(
        look,
        (
            _line(made.shifts, made.rounded, look.cosine, f"positions in {made.dtype}", hover),
            _line(made.shifts, made.exact, look.accent, "exact positions", hover),
        ),
        height=300,
        xaxis=axis("query and key both moved by"),
        yaxis=axis("score"),
    )
    return Chart(
        name="drift",
        spec=spec,
        alt=(
            f"The score of one offset while both positions move by up to {made.shifts[-1]:,.0f}: "
            f"with exact positions it keeps to {made.spread:.1g}, in {made.dtype} it is off by up "
            f"to {made.worst:.3g}."
        ),
        data=np.column_stack([made.exact, made.rounded]),
        columns=("exact", made.dtype),
        index=tuple(f"{s:g}" for s in made.shifts),
        index_name="both moved by",
        live=_live("drift", made.rotary, made.position, made.other),
    )


def pairing_links(rotary: Rotary, look: Theme) -> Chart:
    """Draw which dimension of one pairing goes where in the other, pair by pair."""
    width = min(rotary.width, LINKED)
    order = pairing_permutation(width, to="halves")
    places = np.argsort(order)
    first, second = pair_columns(width, "adjacent")
    traces = [
        _links(places, columns, colour, name)
        for columns, colour, name in (
            (first, look.sine, "first of a pair"),
            (second, look.cosine, "second of a pair"),
        )
    ]
    ticks: Part = {"tickvals": [0, 1], "ticktext": ["adjacent", "halves"], "showgrid": False}
    spec = figure_spec(
        look,
        traces,
        height=120 + 24 * width,
        xaxis=axis(range=[-0.25, 1.25], side="bottom", **ticks),
        yaxis=axis("dimension", range=[width - 0.5, -0.5], dtick=1, showgrid=False, zeroline=False),
    )
    return Chart(
        name="pairings",
        spec=spec,
        alt=(
            f"{width} dimensions in both pairings. Adjacent pairs are 0 and 1, 2 and 3; in halves "
            f"dimension i turns with i + {width // 2}. Lines show where each dimension goes."
        ),
        data=np.column_stack([places]).astype(float),
        columns=("dimension in halves",),
        index=tuple(map(str, range(width))),
        index_name="dimension in adjacent pairs",
    )


def _links(
    places: npt.NDArray[np.intp], columns: npt.NDArray[np.intp], colour: str, name: str
) -> Part:
    """Return a line with its ends for each of some dimensions, with gaps between them."""
    ends = np.array([[c, places[c], np.nan] for c in columns])
    pairs = np.repeat(columns // 2, 3)
    return {
        "type": "scatter",
        "x": np.tile([0, 1, np.nan], len(columns)),
        "y": ends.ravel(),
        "customdata": pairs,
        "mode": "lines+markers",
        "line": {"color": colour, "width": 1.5},
        "marker": {"color": colour, "size": 9},
        "name": name,
        "hovertemplate": "pair %{customdata}, dimension %{y}<extra></extra>",
    }


def curve_offsets(length: int) -> FloatArray:
    """Return the offsets of the curves: all up to the length, or the first thousand."""
    return np.arange(max(2, min(length, CURVE_OFFSETS)), dtype=np.float64)


def self_curve(rotary: Rotary, length: int, look: Theme) -> Chart:
    """Draw the score of a query with a key equal to it, its rises marked."""
    offsets = curve_offsets(length)
    values = self_score(rotary, offsets)
    found = rises(offsets, values, least=LEAST_RISE)
    marked = np.full(len(values), np.nan)
    for rise in found:
        part = slice(int(rise.start), int(rise.end) + 1)
        marked[part] = values[part]
    hover = "offset %{x}: %{y:.4f}<extra></extra>"
    steepest = max(found, key=lambda rise: rise.high - rise.low, default=None)
    arrow: Part = {"visible": False}
    if steepest is not None:
        text = f"up again: {steepest.start:.0f} → {steepest.end:.0f}"
        place = {"x": steepest.end, "y": steepest.high, "ax": 50, "ay": -40}
        arrow = {"visible": True, "text": text, **place}
    spec = figure_spec(
        look,
        (
            _line(offsets, values, look.muted, "q = k", hover),
            _line(offsets, marked, look.accent, f"rises of {LEAST_RISE:g} and more", hover),
        ),
        height=340,
        annotations=[arrow],
        xaxis=axis("offset (positions)"),
        yaxis=axis("score, 1 at offset 0"),
    )
    return Chart(
        name="self-score",
        spec=spec,
        alt=(
            f"Score of a query with an equal key by offset: 1 at 0, lowest {values.min():.3f}, "
            f"with {len(found)} rises of more than {LEAST_RISE:g} on the way."
        ),
        data=values[:, None],
        columns=("score",),
        index=tuple(f"{o:.0f}" for o in offsets),
        index_name="offset",
        live={"kind": "self-score", "sinusoid": asdict(rotary.sinusoid)},
    )


def random_curves(rotary: Rotary, length: int, seed: int, look: Theme, *, draws: int = 4) -> Chart:
    """Draw the scores of some random queries and keys by offset."""
    offsets = curve_offsets(length)
    values = random_scores(rotary, offsets, seed=seed, draws=draws)
    hover = "offset %{x}: %{y:.3f}<extra></extra>"
    colours = (look.accent, look.third, look.cosine, look.sine)
    spec = figure_spec(
        look,
        [
            _line(offsets, curve.astype(np.float32), colour, f"draw {n + 1}", hover)
            for n, (curve, colour) in enumerate(zip(values, colours, strict=False))
        ],
        height=340,
        xaxis=axis("offset (positions)"),
        yaxis=axis("score ÷ √d"),
    )
    return Chart(
        name="random-scores",
        spec=spec,
        alt=(
            f"Scores of {draws} random queries and keys by offset, from {values.min():.2f} to "
            f"{values.max():.2f}: they swing at all offsets and do not fade."
        ),
        data=values.T,
        columns=tuple(f"draw {n + 1}" for n in range(draws)),
        index=tuple(f"{o:.0f}" for o in offsets),
        index_name="offset",
    )
