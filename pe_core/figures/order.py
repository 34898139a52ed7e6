"""Two sentences side by side, with positions and without; and which dimensions tell which place."""

import html
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pe_core.causal import OrderSeen
from pe_core.figures.chart import Chart
from pe_core.figures.spec import Part, axis, colour_bar, figure_spec, level_marks, log_axis
from pe_core.figures.theme import Theme, magnitude_scale
from pe_core.order import OrderComparison
from pe_core.overview import short
from pe_core.place import FINE_WAVELENGTH, Places
from pe_core.words import visible

__all__ = ["ROLE_NAMES", "attention_change", "last_outputs", "place_roles", "word_products"]

#: Above this many words their names are left out below the picture; the hover has them.
NAMED_COLUMNS = 20
#: Up to this many words each cell shows its number.
WRITTEN_CELLS = 8
ROLE_NAMES = {
    "fine": "just before / just after",
    "middle": "in between",
    "coarse": "early / middle / late",
    "still": "hardly anything",
}


def _shown(tokens: Sequence[str], width: int = 12) -> list[str]:
    """Return words as Plotly may draw them: it would read ``<b>`` as a command."""
    return [html.escape(visible(token, width=width)) for token in tokens]


def word_products(
    comparison: OrderComparison, side: str, placed: bool, look: Theme, *, as_bag: bool = False
) -> Chart:
    """Draw the dot product of every word with every word, for one of the two sentences.

    ``side`` is "left" or "right"; ``placed`` adds the encoding first, and writes each word's
    place behind it. ``as_bag`` sorts the words by the alphabet, equal words by their place. Both
    sides share one colour scale.
    """
    tokens = getattr(comparison, side).tokens
    kind = "placed" if placed else "plain"
    both = [getattr(comparison, f"{kind}_{s}") for s in ("left", "right")]
    order = np.array(
        sorted(range(len(tokens)), key=lambda i: (tokens[i], i)) if as_bag else range(len(tokens)),
        dtype=np.intp,
    )
    values = both[side == "right"][np.ix_(order, order)].astype(np.float32)
    shown = _shown(tokens)
    names = [f"{shown[i]} {i + 1}" if placed else shown[i] for i in order]
    limits = (
        min((float(b.min(initial=0)) for b in both), default=0),
        max((float(b.max(initial=1)) for b in both), default=1),
    )
    cells = _product_cells(values, [f"{shown[i]} (word {i + 1})" for i in order], limits, look)
    height = min(max(90 + 46 * len(names), 240), 620)
    how = "with the encoding added" if placed else "without positions"
    return Chart(
        name=f"{kind}-{side}",
        spec=figure_spec(look, [cells], height=height, **_word_axes(names)),
        alt=(
            f"Dot products of the {len(names)} words of the {side} sentence {how}"
            f"{', words sorted by the alphabet' if as_bag else ''}: "
            f"from {values.min(initial=0):.1f} to {values.max(initial=0):.1f}."
        ),
        data=values,
        columns=tuple(f"{tokens[i]} ({i + 1})" for i in order),
        index=tuple(f"{tokens[i]} ({i + 1})" for i in order),
        index_name="word (place)",
    )


def _product_cells(
    values: npt.NDArray[np.floating], labels: list[str], limits: tuple[float, float], look: Theme
) -> Part:
    """Return the cells of products, each with its number where there is room."""
    numbers = {"texttemplate": "%{z:.1f}"} if len(labels) <= WRITTEN_CELLS else {}
    return {
        "type": "heatmap",
        "z": values,
        "zmin": limits[0],
        "zmax": limits[1],
        "colorscale": magnitude_scale(look),
        "colorbar": colour_bar("dot product"),
        **numbers,
        "customdata": [[[a, b] for b in labels] for a in labels],
        "hovertemplate": "%{customdata[0]} · %{customdata[1]}: %{z:.2f}<extra></extra>",
        "name": "dot products",
    }


def _word_axes(names: list[str]) -> dict[str, Any]:
    """Write the words at both axes, first word on top; across only where there is room."""
    ticks = {"tickvals": list(range(len(names))), "ticktext": names, "showgrid": False}
    if len(names) > NAMED_COLUMNS:
        across = axis("the same words", showticklabels=False, showgrid=False)
        return {
            "xaxis": across,
            "yaxis": {"autorange": "reversed", **ticks, "tickfont": {"size": 10}},
        }
    across = {"tickangle": -45 if len(names) > 5 else 0, **ticks}
    return {"xaxis": across, "yaxis": {"autorange": "reversed", **ticks}}


def attention_change(comparison: OrderComparison, look: Theme) -> Chart:
    """Draw how much each left word's attention output differs in the right sentence."""
    tokens = comparison.left.tokens
    names = _shown(tokens)
    plain, placed = comparison.plain_change, comparison.placed_change
    ticks = {"tickvals": list(range(len(names))), "ticktext": names, "showgrid": False}
    ticks |= {"showticklabels": len(names) <= NAMED_COLUMNS}
    spec = figure_spec(
        look,
        [
            _changes("without positions", plain, names, look.muted, "circle-open"),
            _changes("with the encoding", placed, names, look.accent, "circle"),
        ],
        height=300,
        xaxis=axis("word of the left sentence", range=[-0.5, max(len(names), 1) - 0.5], **ticks),
        yaxis=axis("change of the output", rangemode="tozero"),
    )
    return Chart(
        name="order-change",
        spec=spec,
        alt=(
            "How much the attention output of each word differs between the two sentences: "
            f"at most {comparison.largest_plain_change:.1g} without positions, "
            f"at most {comparison.largest_placed_change:.3g} with the encoding added."
        ),
        data=np.stack([plain, placed], axis=1),
        columns=("without positions", "with the encoding"),
        index=tuple(tokens),
        index_name="word",
    )


def _changes(
    label: str, values: npt.NDArray[np.float64], names: list[str], colour: str, symbol: str
) -> Part:
    """Return a dot for each word."""
    return {
        "type": "scatter",
        "x": np.arange(len(values)),
        "y": values,
        "customdata": names,
        "mode": "markers",
        "marker": {"color": colour, "size": 11, "symbol": symbol, "line": {"width": 2}},
        "name": label,
        "hovertemplate": f"%{{customdata}}, {label}: %{{y:.3g}}<extra></extra>",
    }


def last_outputs(seen: OrderSeen, look: Theme, *, mask: bool, layers: int) -> Chart:
    """Draw the last token's output for two orders of the tokens before it."""
    dimensions = np.arange(len(seen.first))
    marks = (
        ("in their order", seen.first, look.muted, "circle-open", 13),
        ("turned around", seen.second, look.accent, "circle", 6),
    )
    traces = [
        {
            "type": "scatter",
            "x": dimensions,
            "y": values,
            "mode": "markers",
            "marker": {"color": colour, "symbol": symbol, "size": size, "line": {"width": 2}},
            "name": f"earlier tokens {name}",
            "hovertemplate": f"dimension %{{x}}, {name}: %{{y:.4f}}<extra></extra>",
        }
        for name, values, colour, symbol, size in marks
    ]
    spec = figure_spec(
        look,
        traces,
        height=300,
        xaxis=axis("dimension of the last token's output"),
        yaxis=axis("value"),
    )
    how = "behind a causal mask" if mask else "without a mask"
    return Chart(
        name="last-output",
        spec=spec,
        alt=(
            f"Output of the last token after {layers} layer{'s' if layers > 1 else ''} {how}, for "
            f"two orders of the tokens before it: they differ by {seen.difference:.2g} at most."
        ),
        data=np.column_stack([seen.first, seen.second]),
        columns=("in their order", "turned around"),
        index=tuple(map(str, dimensions)),
        index_name="dimension",
    )


def place_roles(made: Places, length: int, look: Theme) -> Chart:
    """Draw the wavelength of each dimension, coloured by what it says about the place."""
    sinusoid = made.sinusoid
    wavelengths = np.full(sinusoid.dim, np.nan)
    wavelengths[sinusoid.sine_columns] = made.wavelengths
    wavelengths[sinusoid.cosine_columns] = made.wavelengths[: len(sinusoid.cosine_columns)]
    shapes, annotations = level_marks(
        look,
        (
            (FINE_WAVELENGTH, f"{FINE_WAVELENGTH:g} positions a turn"),
            (length, f"the whole text: {short(length)}"),
        ),
    )
    spec = figure_spec(
        look,
        _role_dots(made, wavelengths, look),
        height=400,
        shapes=shapes,
        annotations=annotations,
        xaxis=axis("dimension"),
        yaxis=log_axis("wavelength (positions)"),
    )
    counts = ", ".join(f"{len(made.columns(r))} {name}" for r, name in ROLE_NAMES.items())
    return Chart(
        name="places",
        spec=spec,
        alt=(
            f"Wavelengths of {sinusoid.dim} dimensions by what they say about the place in a text "
            f"of {length:,} positions: {counts}."
        ),
        data=wavelengths[:, None],
        columns=("wavelength",),
        index=tuple(map(str, range(sinusoid.dim))),
        index_name="dimension",
    )


def _role_dots(made: Places, wavelengths: npt.NDArray[np.float64], look: Theme) -> list[Part]:
    """Return the dots of the dimensions, a trace for each role."""
    styles = (
        ("fine", look.accent, "circle"),
        ("middle", look.muted, "circle-open"),
        ("coarse", look.third, "diamond"),
        ("still", look.muted, "x-thin-open"),
    )
    traces: list[Part] = []
    for role, colour, symbol in styles:
        columns = np.array(made.columns(role), dtype=np.intp)
        traces.append(
            {
                "type": "scatter",
                "x": columns,
                "y": wavelengths[columns],
                "mode": "markers",
                "marker": {"color": colour, "size": 8, "symbol": symbol},
                "name": f"{ROLE_NAMES[role]} ({len(columns)})",
                "hovertemplate": (
                    f"dimension %{{x}}: wavelength %{{y:,.4g}} positions, tells "
                    f"{ROLE_NAMES[role]}<extra></extra>"
                ),
            }
        )
    return traces


def _spans(columns: npt.ArrayLike) -> list[tuple[int, int]]:
    """Return the runs of neighbours in an ascending list.

    >>> _spans([0, 1, 2, 5])
    [(0, 2), (5, 5)]
    """
    array = np.asarray(columns, dtype=np.intp)
    parts = np.split(array, np.flatnonzero(np.diff(array) > 1) + 1) if array.size else []
    return [(int(part[0]), int(part[-1])) for part in parts]


def spans_text(columns: npt.ArrayLike) -> str:
    """Return a list of dimensions in its shortest form.

    >>> spans_text([0, 1, 2, 5])
    '0–2, 5'
    """
    runs = _spans(columns)
    shown = ", ".join(f"{a}" if a == b else f"{a}–{b}" for a, b in runs[:6])
    return shown + (" …" if len(runs) > 6 else "") or "none"
