"""Two sentences side by side, with positions and without; and which dimensions tell which place."""

import html
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from pe_core.figures.chart import Chart
from pe_core.figures.theme import Theme, base_figure, mark_levels
from pe_core.order import OrderComparison
from pe_core.overview import short
from pe_core.place import FINE_WAVELENGTH, Places
from pe_core.words import visible

__all__ = ["ROLE_NAMES", "attention_change", "place_roles", "word_products"]

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
    labels = [f"{shown[i]} (word {i + 1})" for i in order]
    figure = base_figure(look, height=int(np.clip(90 + 46 * len(names), 240, 620)))
    figure.add_trace(
        go.Heatmap(
            z=values,
            zmin=min((float(b.min(initial=0)) for b in both), default=0),
            zmax=max((float(b.max(initial=1)) for b in both), default=1),
            colorscale=look.magnitude,
            colorbar={"title": {"text": "dot product"}, "thickness": 12, "outlinewidth": 0},
            texttemplate="%{z:.1f}" if len(names) <= WRITTEN_CELLS else None,
            customdata=[[[a, b] for b in labels] for a in labels],
            hovertemplate="%{customdata[0]} · %{customdata[1]}: %{z:.2f}<extra></extra>",
            name="dot products",
        )
    )
    _word_axes(figure, names)
    how = "with the encoding added" if placed else "without positions"
    return Chart(
        name=f"{kind}-{side}",
        figure=figure,
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


def _word_axes(figure: go.Figure, names: list[str]) -> None:
    """Write the words at both axes, first word on top; across only where there is room."""
    ticks = {"tickvals": list(range(len(names))), "ticktext": names, "showgrid": False}
    small = {"tickfont_size": 10} if len(names) > NAMED_COLUMNS else {}
    figure.update_yaxes(autorange="reversed", **ticks, **small)
    if len(names) > NAMED_COLUMNS:
        figure.update_xaxes(showticklabels=False, showgrid=False, title="the same words")
    else:
        figure.update_xaxes(tickangle=-45 if len(names) > 5 else 0, **ticks)


def attention_change(comparison: OrderComparison, look: Theme) -> Chart:
    """Draw how much each left word's attention output differs in the right sentence."""
    tokens, places = comparison.left.tokens, np.arange(len(comparison.left.tokens))
    names = _shown(tokens)
    figure = base_figure(look, height=300)
    for label, values, colour, symbol in (
        ("without positions", comparison.plain_change, look.muted, "circle-open"),
        ("with the encoding", comparison.placed_change, look.accent, "circle"),
    ):
        figure.add_trace(
            go.Scatter(
                x=places,
                y=values,
                customdata=names,
                mode="markers",
                marker={"color": colour, "size": 11, "symbol": symbol, "line": {"width": 2}},
                name=label,
                hovertemplate=f"%{{customdata}}, {label}: %{{y:.3g}}<extra></extra>",
            )
        )
    crowded = len(names) > NAMED_COLUMNS
    figure.update_xaxes(
        title="word of the left sentence",
        tickvals=places,
        ticktext=names,
        showticklabels=not crowded,
        range=[-0.5, max(len(names), 1) - 0.5],
        showgrid=False,
    )
    figure.update_yaxes(title="change of the output", rangemode="tozero")
    return Chart(
        name="order-change",
        figure=figure,
        alt=(
            "How much the attention output of each word differs between the two sentences: "
            f"at most {comparison.largest_plain_change:.1g} without positions, "
            f"at most {comparison.largest_placed_change:.3g} with the encoding added."
        ),
        data=np.stack([comparison.plain_change, comparison.placed_change], axis=1),
        columns=("without positions", "with the encoding"),
        index=tuple(tokens),
        index_name="word",
    )


def place_roles(made: Places, length: int, look: Theme) -> Chart:
    """Draw the wavelength of each dimension, coloured by what it says about the place."""
    sinusoid = made.sinusoid
    wavelengths = np.full(sinusoid.dim, np.nan)
    wavelengths[sinusoid.sine_columns] = made.wavelengths
    wavelengths[sinusoid.cosine_columns] = made.wavelengths[: len(sinusoid.cosine_columns)]
    figure = base_figure(look, height=400)
    styles = (
        ("fine", look.accent, "circle"),
        ("middle", look.muted, "circle-open"),
        ("coarse", look.third, "diamond"),
        ("still", look.muted, "x-thin-open"),
    )
    for role, colour, symbol in styles:
        columns = np.array(made.columns(role), dtype=np.intp)
        figure.add_trace(
            go.Scatter(
                x=columns,
                y=wavelengths[columns],
                mode="markers",
                marker={"color": colour, "size": 8, "symbol": symbol},
                name=f"{ROLE_NAMES[role]} ({len(columns)})",
                hovertemplate=(
                    f"dimension %{{x}}: wavelength %{{y:,.4g}} positions, tells "
                    f"{ROLE_NAMES[role]}<extra></extra>"
                ),
            )
        )
    _levels(figure, length, look)
    figure.update_xaxes(title="dimension")
    figure.update_yaxes(title="wavelength (positions)", type="log", exponentformat="power", dtick=1)
    counts = ", ".join(f"{len(made.columns(r))} {name}" for r, name in ROLE_NAMES.items())
    return Chart(
        name="places",
        figure=figure,
        alt=(
            f"Wavelengths of {sinusoid.dim} dimensions by what they say about the place in a text "
            f"of {length:,} positions: {counts}."
        ),
        data=wavelengths[:, None],
        columns=("wavelength",),
        index=tuple(map(str, range(sinusoid.dim))),
        index_name="dimension",
    )


def _levels(figure: go.Figure, length: int, look: Theme) -> None:
    """Draw the two wavelengths between which the roles change."""
    levels: tuple[tuple[float, str], ...] = (
        (FINE_WAVELENGTH, f"{FINE_WAVELENGTH:g} positions a turn"),
        (length, f"the whole text: {short(length)}"),
    )
    mark_levels(figure, look, levels)


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
