"""Plain ways to number positions beside the sinusoid, and the sinusoid as a smooth counter."""

from typing import Any

import numpy as np
import numpy.typing as npt

from pe_core.baselines import BASELINES, Beyond, Measures, SimilarityBand, baseline_table
from pe_core.counter import binary_columns, counter_sinusoid, smooth_digits
from pe_core.figures.chart import Chart
from pe_core.figures.spec import Part, axis, figure_spec, line_across, log_axis, note
from pe_core.figures.theme import Theme, magnitude_scale, scale
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
#: Left and right end of each table as shares of the width; single columns stay narrow, but wide
#: enough for a title.
TABLE_PLACES = ((0.0, 0.1), (0.14, 0.24), (0.28, 0.54), (0.58, 1.0))
PAPER = {"xref": "paper", "yref": "paper"}


def baseline_tables(length: int, trained: int, sinusoid: Sinusoid, look: Theme) -> Chart:
    """Draw the first rows (up to 128) of the four tables for ``length`` positions side by side.

    A line is drawn where the ``trained`` length ends, if it is in the picture.
    """
    rows = min(length, DRAWN_ROWS)
    tables = {
        name: baseline_table(name, length, sinusoid)[:rows, :DRAWN_COLUMNS].astype(np.float32)
        for name in BASELINES
    }
    shapes: list[Part] = []
    if trained < rows:
        line = line_across(trained - 0.5, color=look.text, width=2, dash="dash")
        shapes.append(line | {"xref": "paper"})
    down = {"autorange": "reversed", "showgrid": False, "zeroline": False, "nticks": 10}
    spec = figure_spec(
        look,
        [_table(name, tables[name], _numbered("x", n), look) for n, name in enumerate(tables)],
        height=600,
        shapes=shapes,
        annotations=[
            note(BASELINE_NAMES[name], (left + right) / 2, 1.01, yanchor="bottom", **PAPER)
            for name, (left, right) in zip(tables, TABLE_PLACES, strict=True)
        ],
        yaxis=axis("position", **down),
        **{_numbered("xaxis", n): _table_axis(*ends) for n, ends in enumerate(TABLE_PLACES)},
    )
    return Chart(
        name="numberings",
        spec=spec,
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


def _numbered(name: str, number: int) -> str:
    """Return the name of an axis as Plotly counts: x, x2, x3 …"""
    return f"{name}{number + 1 if number else ''}"


def _table_axis(left: float, right: float) -> Part:
    """Return the x axis of one table; a single column needs no numbers."""
    place = {"domain": [left, right], "showgrid": False, "zeroline": False, "nticks": 4}
    return place | ({"showticklabels": False} if right - left < 0.2 else axis("column"))


def _table(name: str, table: npt.NDArray[np.float32], xaxis: str, look: Theme) -> Part:
    """Return one table as cells."""
    signed = name == "sinusoid"
    highest = float(len(table)) if name == "integers" else 1.0
    return {
        "type": "heatmap",
        "z": table,
        "xaxis": xaxis,
        "zmin": -1 if signed else 0,
        "zmax": highest,
        "colorscale": scale(look) if signed else magnitude_scale(look),
        "showscale": False,
        "hovertemplate": (
            f"position %{{y}}, {BASELINE_NAMES[name]}, column %{{x}}: %{{z:.4g}}<extra></extra>"
        ),
        "name": BASELINE_NAMES[name],
    }


def value_ranges(compared: tuple[Beyond, ...], look: Theme) -> Chart:
    """Draw the lowest and highest value of each way, for the trained and the longer length."""
    return _dumbbells(
        compared,
        look,
        ends=("lowest", "highest"),
        name="value-ranges",
        values=axis("values (lowest to highest)"),
        what="Values",
    )


def neighbour_steps(compared: tuple[Beyond, ...], look: Theme) -> Chart:
    """Draw the shortest and longest distance of neighbouring rows, for both lengths."""
    return _dumbbells(
        compared,
        look,
        ends=("shortest_step", "longest_step"),
        name="neighbour-steps",
        values=log_axis("distance of neighbours"),
        what="Distances of neighbouring rows",
    )


def _dumbbells(
    compared: tuple[Beyond, ...],
    look: Theme,
    *,
    ends: tuple[str, str],
    name: str,
    values: Part,
    what: str,
) -> Chart:
    """Draw a bar with two ends for each way to number positions, at two lengths."""
    names = [BASELINE_NAMES[b.trained.name] for b in compared]
    trained, longer = [b.trained for b in compared], [b.longer for b in compared]
    data = np.array(
        [[getattr(m, end) for m in (b.trained, b.longer) for end in ends] for b in compared]
    )
    traces = [
        _bars(trained, data[:, :2], -0.12, look.muted, "circle-open"),
        _bars(longer, data[:, 2:], 0.12, look.accent, "circle"),
    ]
    count = len(names)
    across = axis(tickvals=list(range(count)), ticktext=names, range=[-0.5, count - 0.5])
    said = "; ".join(
        f"{numbering} {short(a)} to {short(b)} and {short(c)} to {short(d)}"
        for numbering, (a, b, c, d) in zip(names, data.tolist(), strict=True)
    )
    return Chart(
        name=name,
        spec=figure_spec(look, traces, height=380, xaxis=across, yaxis=values),
        alt=f"{what} at {trained[0].length:,} and {longer[0].length:,} positions: {said}.",
        data=data,
        columns=tuple(f"{kind} {end}" for kind in ("trained", "longer") for end in ends),
        index=tuple(names),
        index_name="numbering",
    )


def _bars(
    made: list[Measures], rows: npt.NDArray[np.float64], shift: float, colour: str, symbol: str
) -> Part:
    """Return a bar from the first to the second number of each row, ``shift`` beside its tick."""
    x, y, hover = [], [], []
    for number, (one, (low, high)) in enumerate(zip(made, rows.tolist(), strict=True)):
        x += [number + shift, number + shift, None]
        y += [low, high, None]
        words = f"{BASELINE_NAMES[one.name]}, {one.length:,} positions"
        hover += [f"{words}: {short(low)} to {short(high)}"] * 2 + [""]
    return {
        "type": "scatter",
        "x": x,
        "y": y,
        "mode": "lines+markers",
        "line": {"color": colour, "width": 4},
        "marker": {"size": 9, "symbol": symbol},
        "name": f"{made[0].length:,} positions",
        "text": hover,
        "hovertemplate": "%{text}<extra></extra>",
    }


def similarity_bands(bands: dict[str, SimilarityBand], look: Theme) -> Chart:
    """Draw the dot product by offset of each way, lowest to highest over all positions."""
    traces: list[Part] = []
    annotations: list[Part] = []
    axes: dict[str, Any] = {}
    for number, (name, band) in enumerate(bands.items()):
        traces += _band(band, BASELINE_NAMES[name], number, look)
        left, top = _corner(number)
        annotations.append(note(BASELINE_NAMES[name], left, top, yanchor="bottom", **PAPER))
        axes |= _panel_axes(number)
    spec = figure_spec(look, traces, height=520, annotations=annotations, showlegend=False, **axes)
    widest = {n: float((b.highest - b.lowest).max()) for n, b in bands.items()}
    return Chart(
        name="numbering-similarity",
        spec=spec,
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


def _band(band: SimilarityBand, name: str, number: int, look: Theme) -> list[Part]:
    """Return the lower and the upper edge of a band in panel ``number``."""
    edge = {
        "type": "scatter",
        "x": band.offsets,
        "xaxis": _numbered("x", number),
        "yaxis": _numbered("y", number),
        "mode": "lines",
        "line": {"color": look.accent, "width": 1},
    }
    upper = {
        "y": band.highest,
        "customdata": band.lowest,
        "name": name,
        "fill": "tonexty",
        "hovertemplate": (
            f"{name}, offset %{{x}}: %{{customdata:.4g}} to %{{y:.4g}}<extra></extra>"
        ),
    }
    return [{**edge, "y": band.lowest, "name": "lowest", "hoverinfo": "skip"}, edge | upper]


def _corner(number: int) -> tuple[float, float]:
    """Return the left and the upper end of one of four panels, as shares of the figure."""
    return number % 2 * 0.56, 1 - number // 2 * 0.55


def _panel_axes(number: int) -> dict[str, Part]:
    """Return the two axes of one of four panels, named at the left and at the bottom."""
    left, top = _corner(number)
    across: Part = {"domain": [left, left + 0.44], "anchor": _numbered("y", number), "nticks": 5}
    up: Part = {"domain": [top - 0.42, top], "anchor": _numbered("x", number), "nticks": 5}
    below = "offset (positions)" if number > 1 else ""
    beside = "" if number % 2 else "dot product"
    return {
        _numbered("xaxis", number): axis(below, **across),
        _numbered("yaxis", number): axis(beside, rangemode="tozero", **up),
    }


def smooth_counter(bits: int, look: Theme) -> Chart:
    """Draw each binary digit as a step and as the sine that it rounds, lowest digit on top."""
    length = 2 ** max(bits, 4)
    fine = np.linspace(-0.5, length - 0.5, 1 + min(16 * length, 1024))
    digits, waves = binary_columns(length, bits=bits), smooth_digits(fine, bits)
    places = np.arange(length)
    wavelengths = [short(w) for w in counter_sinusoid(bits).wavelengths / np.pi]
    traces: list[Part] = []
    for digit, words in enumerate(wavelengths):
        step = f"position %{{x}}: digit {digit} is %{{y}}"
        sine = f"digit {digit} as a sine, wavelength {words}: %{{y:.3f}}"
        styles = ({"color": look.muted, "shape": "hvh"}, {"color": look.sine})
        traces += [
            _digit_line("binary digit", digit, places, digits[:, digit], step, styles[0]),
            _digit_line("the same as a sine", digit, fine, waves[:, digit], sine, styles[1]),
        ]
    axes: dict[str, Any] = {_numbered("yaxis", j): _digit_axis(j, bits) for j in range(bits)}
    spec = figure_spec(
        look,
        traces,
        height=110 + 84 * bits,
        xaxis=axis("position", anchor=_numbered("y", bits - 1), range=[-0.5, length - 0.5]),
        **axes,
    )
    return Chart(
        name="counter",
        spec=spec,
        alt=(
            f"{bits} binary digits along {length} positions, each as a step and as a sine of the "
            f"same wavelength: {', '.join(wavelengths)} positions."
        ),
        data=np.concatenate([digits, smooth_digits(places, bits)], axis=1),
        columns=tuple(f"{kind} {j}" for kind in ("digit", "sine of digit") for j in range(bits)),
        index=tuple(map(str, places)),
        index_name="position",
    )


def _digit_line(
    name: str,
    digit: int,
    x: npt.NDArray[np.generic],
    y: npt.NDArray[np.floating],
    point: str,
    line: dict[str, str],
) -> Part:
    """Return one line of a digit's panel; the legend names the first alone."""
    return {
        "type": "scatter",
        "x": x,
        "y": y.astype(np.float32),
        "yaxis": _numbered("y", digit),
        "mode": "lines",
        "line": {"width": 2, **line},
        "name": name,
        "showlegend": not digit,
        "hovertemplate": f"{point}<extra></extra>",
    }


def _digit_axis(digit: int, bits: int) -> Part:
    """Return the y axis of a digit, the lowest on top."""
    top = 1 - digit / bits
    return axis(
        f"digit {digit}",
        domain=[top - 0.82 / bits, top],
        tickvals=[0, 1],
        range=[-0.15, 1.15],
        anchor="x",
        zeroline=False,
    )
