"""Plain ways to number positions beside the sinusoid, and the sinusoid as a smooth counter."""

import numpy as np
import plotly.graph_objects as go

from pe_core.baselines import BASELINES, Beyond, SimilarityBand, baseline_table
from pe_core.counter import binary_columns, counter_sinusoid, smooth_digits
from pe_core.figures.chart import Chart
from pe_core.figures.theme import Theme, base_figure, scale
from pe_core.overview import short
from pe_core.sinusoid import Sinusoid

__all__ = [
    "BASELINE_NAMES",
    "baseline_tables",
    "neighbour_steps",
    "similarity_bands",
    "smooth_counter",
    "value_ranges",
]

BASELINE_NAMES = {
    "integers": "1…n",
    "scaled": "0…1",
    "binary": "binary",
    "sinusoid": "sinusoid",
}
#: More rows than this would make the columns of the counter too fine to see.
DRAWN_ROWS = 128
DRAWN_COLUMNS = 32
#: Shares of the width; single columns stay narrow, but wide enough for a title.
TABLE_WIDTHS = (0.1, 0.1, 0.26, 0.42)


def baseline_tables(length: int, trained: int, sinusoid: Sinusoid, look: Theme) -> Chart:
    """Draw the first rows (up to 128) of the four tables for ``length`` positions side by side.

    A line is drawn where the ``trained`` length ends, if it is in the picture.
    """
    rows = min(length, DRAWN_ROWS)
    tables = {
        name: baseline_table(name, length, sinusoid)[:rows, :DRAWN_COLUMNS].astype(np.float32)
        for name in BASELINES
    }
    figure = base_figure(look, height=600)
    left = 0.0
    for number, (name, table) in enumerate(tables.items()):
        axis = f"{number + 1 if number else ''}"
        figure.add_trace(_table(name, table, axis, look))
        _place_table(figure, axis, left, TABLE_WIDTHS[number], BASELINE_NAMES[name], look)
        left += TABLE_WIDTHS[number] + 0.04
    figure.update_yaxes(
        title="position", autorange="reversed", showgrid=False, zeroline=False, nticks=10
    )
    if trained < rows:
        end = {"y0": trained - 0.5, "y1": trained - 0.5, "xref": "paper", "x0": 0, "x1": 1}
        figure.add_shape(type="line", line={"color": look.text, "width": 2, "dash": "dash"}, **end)
    return Chart(
        name="numberings",
        figure=figure,
        alt=(
            f"The first {rows} rows of four tables: the integers 1 to {rows}, the same scaled to "
            f"0 … 1, binary digits in {tables['binary'].shape[1]} columns, and the sinusoid's "
            f"first {tables['sinusoid'].shape[1]} columns. The lowest digit flips at every row, "
            "and the first waves are as fast; further right both get slower."
        ),
        data=np.concatenate(list(tables.values()), axis=1),
        columns=tuple(
            f"{name} {c}" for name, table in tables.items() for c in range(table.shape[1])
        ),
        index=tuple(map(str, range(rows))),
        index_name="position",
    )


def _place_table(
    figure: go.Figure, axis: str, left: float, width: float, title: str, look: Theme
) -> None:
    """Give one table its part of the width, and a title."""
    layout = {"domain": [left, left + width], "showgrid": False, "zeroline": False, "nticks": 4}
    layout |= {"title": {"text": "column", "standoff": 8}, "automargin": True}
    layout |= {"tickfont": {"color": look.muted}}
    if width == TABLE_WIDTHS[0]:
        layout |= {"showticklabels": False, "title": {"text": ""}}
    figure.update_layout({f"xaxis{axis}": layout})
    place = {"x": left + width / 2, "y": 1.01, "xref": "paper", "yref": "paper"}
    figure.add_annotation(text=title, showarrow=False, yanchor="bottom", **place)


def _table(name: str, table: np.ndarray, axis: str, look: Theme) -> go.Heatmap:
    """Return one table as cells."""
    signed = name == "sinusoid"
    highest = float(len(table)) if name == "integers" else 1.0
    return go.Heatmap(
        z=table,
        xaxis=f"x{axis}",
        zmin=-1 if signed else 0,
        zmax=highest,
        colorscale=scale(look) if signed else look.magnitude,
        showscale=False,
        hovertemplate=(
            f"position %{{y}}, {BASELINE_NAMES[name]}, column %{{x}}: %{{z:.4g}}<extra></extra>"
        ),
        name=BASELINE_NAMES[name],
    )


def value_ranges(compared: tuple[Beyond, ...], look: Theme) -> Chart:
    """Draw the lowest and highest value of each way, for the trained and the longer length."""
    return _dumbbells(
        compared,
        look,
        ends=("lowest", "highest"),
        name="value-ranges",
        title="values (lowest to highest)",
        log=False,
        what="Values",
    )


def neighbour_steps(compared: tuple[Beyond, ...], look: Theme) -> Chart:
    """Draw the shortest and longest distance of neighbouring rows, for both lengths."""
    return _dumbbells(
        compared,
        look,
        ends=("shortest_step", "longest_step"),
        name="neighbour-steps",
        title="distance of neighbours",
        log=True,
        what="Distances of neighbouring rows",
    )


def _dumbbells(
    compared: tuple[Beyond, ...],
    look: Theme,
    *,
    ends: tuple[str, str],
    name: str,
    title: str,
    log: bool,
    what: str,
) -> Chart:
    """Draw a bar with two ends for each way to number positions, at two lengths."""
    figure = base_figure(look, height=380)
    rows = []
    for kind, colour, symbol, shift in (
        ("trained", look.muted, "circle-open", -0.12),
        ("longer", look.accent, "circle", 0.12),
    ):
        x, y, hover = [], [], []
        for number, beyond in enumerate(compared):
            made = getattr(beyond, kind)
            low, high = (float(getattr(made, end)) for end in ends)
            rows.append((low, high))
            x += [number + shift, number + shift, None]
            y += [low, high, None]
            words = f"{BASELINE_NAMES[made.name]}, {made.length:,} positions"
            hover += [f"{words}: {short(low)} to {short(high)}"] * 2 + [""]
        figure.add_trace(
            go.Scatter(
                x=x,
                y=y,
                mode="lines+markers",
                line={"color": colour, "width": 4},
                marker={"size": 9, "symbol": symbol},
                name=f"{getattr(compared[0], kind).length:,} positions",
                text=hover,
                hovertemplate="%{text}<extra></extra>",
            )
        )
    names = [BASELINE_NAMES[b.trained.name] for b in compared]
    figure.update_xaxes(
        tickvals=list(range(len(names))), ticktext=names, range=[-0.5, len(names) - 0.5]
    )
    figure.update_yaxes(title=title)
    if log:
        figure.update_yaxes(type="log", exponentformat="power", dtick=1)
    count = len(compared)
    said = "; ".join(
        f"{names[i]} {short(rows[i][0])} to {short(rows[i][1])} and "
        f"{short(rows[count + i][0])} to {short(rows[count + i][1])}"
        for i in range(count)
    )
    lengths = f"{compared[0].trained.length:,} and {compared[0].longer.length:,}"
    return Chart(
        name=name,
        figure=figure,
        alt=f"{what} at {lengths} positions: {said}.",
        data=np.array([[*rows[i], *rows[count + i]] for i in range(count)]),
        columns=tuple(f"{kind} {end}" for kind in ("trained", "longer") for end in ends),
        index=tuple(names),
        index_name="numbering",
    )


def similarity_bands(bands: dict[str, SimilarityBand], look: Theme) -> Chart:
    """Draw the dot product by offset of each way, lowest to highest over all positions."""
    figure = base_figure(look, height=520, showlegend=False)
    for number, (name, band) in enumerate(bands.items()):
        axis = f"{number + 1 if number else ''}"
        shared = {"x": band.offsets, "xaxis": f"x{axis}", "yaxis": f"y{axis}"}
        edge = {"mode": "lines", "line": {"color": look.accent, "width": 1}}
        figure.add_trace(
            go.Scatter(y=band.lowest, name="lowest", hoverinfo="skip", **shared, **edge)
        )
        figure.add_trace(
            go.Scatter(
                y=band.highest,
                customdata=np.stack([band.lowest], axis=1),
                name=BASELINE_NAMES[name],
                fill="tonexty",
                hovertemplate=(
                    f"{BASELINE_NAMES[name]}, offset %{{x}}: "
                    "%{customdata[0]:.4g} to %{y:.4g}<extra></extra>"
                ),
                **shared,
                **edge,
            )
        )
        _place_panel(figure, axis, number, BASELINE_NAMES[name], look)
    widest = {n: float((b.highest - b.lowest).max()) for n, b in bands.items()}
    return Chart(
        name="numbering-similarity",
        figure=figure,
        alt="Dot products by offset. "
        + " ".join(
            f"{BASELINE_NAMES[n]}: at one offset they differ by up to {w:.3g} from place to place."
            for n, w in widest.items()
        ),
        data=np.concatenate([np.stack([b.lowest, b.highest], 1) for b in bands.values()], axis=1),
        columns=tuple(f"{BASELINE_NAMES[n]} {end}" for n in bands for end in ("lowest", "highest")),
        index=tuple(str(o) for o in next(iter(bands.values())).offsets),
        index_name="offset",
    )


def _place_panel(figure: go.Figure, axis: str, number: int, title: str, look: Theme) -> None:
    """Give panel ``number`` its quarter of the figure, with a title above it."""
    left, top = (number % 2) * 0.56, 1 - (number // 2) * 0.55
    shared = {"gridcolor": look.grid, "zerolinecolor": look.grid, "automargin": True}
    shared |= {"tickfont": {"color": look.muted}}
    below = {"title": "offset (positions)"} if number > 1 else {}
    beside = {} if number % 2 else {"title": "dot product"}
    figure.update_layout(
        {
            f"xaxis{axis}": shared
            | below
            | {"domain": [left, left + 0.44], "anchor": f"y{axis}", "nticks": 5},
            f"yaxis{axis}": shared
            | beside
            | {
                "domain": [top - 0.42, top],
                "anchor": f"x{axis}",
                "nticks": 5,
                "rangemode": "tozero",
            },
        }
    )
    figure.add_annotation(
        text=title, x=left, y=top, xref="paper", yref="paper", yanchor="bottom", showarrow=False
    )


def smooth_counter(bits: int, look: Theme) -> Chart:
    """Draw each binary digit as a step and as the sine that it rounds, lowest digit on top."""
    length = 2 ** max(bits, 4)
    fine = np.linspace(-0.5, length - 0.5, 1 + min(16 * length, 1024))
    digits, waves = binary_columns(length, bits=bits), smooth_digits(fine, bits)
    places = np.arange(length)
    figure = base_figure(look, height=110 + 84 * bits)
    for digit in range(bits):
        axis = f"y{digit + 1 if digit else ''}"
        top = 1 - digit / bits
        length_of = f"wavelength {short(2.0 ** (digit + 1))}"
        figure.add_trace(
            go.Scatter(
                x=places,
                y=digits[:, digit],
                yaxis=axis,
                mode="lines",
                line={"shape": "hvh", "color": look.muted, "width": 2},
                name="binary digit",
                showlegend=not digit,
                hovertemplate=f"position %{{x}}: digit {digit} is %{{y}}<extra></extra>",
            )
        )
        figure.add_trace(
            go.Scatter(
                x=fine,
                y=waves[:, digit].astype(np.float32),
                yaxis=axis,
                mode="lines",
                line={"color": look.sine, "width": 2},
                name="the same as a sine",
                showlegend=not digit,
                hovertemplate=f"digit {digit} as a sine, {length_of}: %{{y:.3f}}<extra></extra>",
            )
        )
        figure.update_layout(
            {
                f"yaxis{axis[1:]}": {
                    "domain": [top - 0.82 / bits, top],
                    "title": f"digit {digit}",
                    "tickvals": [0, 1],
                    "range": [-0.15, 1.15],
                    "anchor": "x",
                    "gridcolor": look.grid,
                    "zeroline": False,
                    "tickfont": {"color": look.muted},
                }
            }
        )
    figure.update_xaxes(title="position", anchor=axis, range=[-0.5, length - 0.5])
    waves_here = counter_sinusoid(bits).wavelengths / np.pi
    return Chart(
        name="counter",
        figure=figure,
        alt=(
            f"{bits} binary digits along {length} positions, each as a step and as a sine of the "
            f"same wavelength: {', '.join(short(w) for w in waves_here)} positions."
        ),
        data=np.concatenate([digits, smooth_digits(places, bits)], axis=1),
        columns=tuple(f"{kind} {j}" for kind in ("digit", "sine of digit") for j in range(bits)),
        index=tuple(map(str, places)),
        index_name="position",
    )
