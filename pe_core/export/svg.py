"""A chart on paper: its figure as one small SVG, without a browser and without Plotly's script.

A printed worksheet needs no zoom and no hover, only the lines, the cells and the axes. This draws
what the app's charts are made of (scatter and heatmap traces on stacked panels, lines, frames and
captions) and nothing else. Every text is escaped.
"""

import html
import re
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from pe_core.export.svg_axis import Axis, read_axis, values_of
from pe_core.export.svg_cells import cells

__all__ = ["svg_picture"]

FloatArray = npt.NDArray[np.float64]

LEFT, RIGHT, TOP, BOTTOM = 56.0, 12.0, 10.0, 34.0
#: Size of the letters, and about how wide one is.
TEXT, LETTER = 11, 6.0
DASHES = {"dot": "2 3", "dash": "6 4", "dashdot": "6 3 2 3", "longdash": "10 4"}


def svg_picture(figure: go.Figure, *, width: int = 640, height: int = 300, alt: str = "") -> str:
    """Return an SVG element that shows a figure; ``width`` and ``height`` in pixels.

    ``alt`` becomes its title, for those who cannot see it.
    """
    legend, top = _legend(figure, width)
    left = _left(figure)
    box = (left, top, width - left - RIGHT, height - top - BOTTOM)
    axes: dict[str, Axis] = {}
    parts = []
    for trace in figure.data:
        names = (trace.xaxis or "x", trace.yaxis or "y")
        if figure.layout[_long(names[1])].overlaying or trace.visible not in (None, True):
            continue
        for name in names:
            axes.setdefault(name, read_axis(figure, name, box))
        _keep_round(figure, axes, names)
        parts.append(_trace(trace, *(axes[name] for name in names)))
    frames = [axes[name].drawn(TEXT) for name in axes]
    parts += [_shape(shape, axes, box) for shape in figure.layout.shapes]
    parts += [_note(note, axes, box) for note in figure.layout.annotations]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'font-family="sans-serif" font-size="{TEXT}" fill="#24292f">'
        f"<title>{html.escape(alt)}</title>{''.join(frames)}{''.join(parts)}"
        f"{legend}</svg>"
    )


def _left(figure: go.Figure) -> float:
    """Return how much room the names at the left need."""
    names = (value for t in figure.data if t.y is not None for value in t.y[:64])
    longest = max((len(name) for name in names if isinstance(name, str)), default=0)
    return max(LEFT, min(24 + LETTER * longest, 160.0))


def _long(name: str) -> str:
    """Return "yaxis2" for "y2"."""
    return f"{name[0]}axis{name[1:]}"


def _keep_round(figure: go.Figure, axes: dict[str, Axis], names: tuple[str, str]) -> None:
    """Give both axes one scale where the figure asks for circles that are round."""
    if figure.layout[_long(names[1])].scaleanchor == names[0]:
        axes[names[0]], axes[names[1]] = axes[names[0]].matched(axes[names[1]])


def _words(text: Any) -> str:
    """Return a label of Plotly as plain text, escaped for SVG."""
    plain = re.sub(r"<[^>]{0,200}>", " ", str(text or ""))
    return html.escape(html.unescape(plain).strip())


def _colour(value: Any, otherwise: str = "#24292f") -> str:
    """Return a colour if it is one of the theme's, which are hex strings."""
    return (
        value if isinstance(value, str) and re.fullmatch(r"#[0-9a-fA-F]{6}", value) else otherwise
    )


def _trace(trace: Any, across: Axis, down: Axis) -> str:
    """Draw one trace."""
    if trace.type == "heatmap":
        return cells(trace, across, down)
    x, y = across.places(values_of(trace, "x")), down.places(values_of(trace, "y"))
    colour = _colour(trace.line.color, _colour(trace.marker.color))
    mode = trace.mode or "lines"
    dash = DASHES.get(trace.line.dash or "", "")
    out = []
    if "lines" in mode:
        out += [
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.3"'
            f"{f' stroke-dasharray={chr(34)}{dash}{chr(34)}' if dash else ''}/>"
            for points in _runs(x, y, stepped=trace.line.shape == "hvh")
        ]
    if "markers" in mode and trace.marker.opacity != 0:
        dots = zip(x, y, strict=True)
        fill = "none" if "open" in str(trace.marker.symbol) else colour
        out += [
            f'<circle cx="{a:.1f}" cy="{b:.1f}" r="2.4" fill="{fill}" stroke="{colour}"/>'
            for a, b in dots
            if np.isfinite(a + b)
        ]
    if "text" in mode and trace.text is not None:
        inks = trace.textfont.color
        inks = inks if isinstance(inks, tuple | list | np.ndarray) else [inks] * len(x)
        out += [
            f'<text x="{a:.1f}" y="{b + 4:.1f}" text-anchor="middle" fill="{_colour(ink)}">'
            f"{_words(t)}</text>"
            for a, b, t, ink in zip(x, y, np.atleast_1d(trace.text), inks, strict=False)
        ]
    return "".join(out)


def _runs(x: FloatArray, y: FloatArray, *, stepped: bool) -> list[str]:
    """Return the points of each unbroken piece of a line."""
    if stepped and len(x) > 1:
        middles = (x[1:] + x[:-1]) / 2
        x = np.concatenate([x[:1], np.repeat(middles, 2), x[-1:]])
        y = np.repeat(y, 2)
    pieces, piece = [], []  # type: list[str], list[str]
    for a, b in zip(x, y, strict=True):
        if np.isfinite(a) and np.isfinite(b):
            piece.append(f"{a:.1f},{b:.1f}")
        elif piece:
            pieces.append(" ".join(piece))
            piece = []
    return [*pieces, " ".join(piece)] if piece else pieces


def _end(value: Any, ref: str, axes: dict[str, Axis], box: tuple[float, ...]) -> float | None:
    """Return where a coordinate of a shape or note lies, in pixels; None if not on an axis."""
    name = ref.removesuffix(" domain")
    side = 0 if name.startswith(("x", "paper-x")) else 1
    if name.startswith("paper"):
        share = float(value) if side == 0 else 1 - float(value)
        return box[side] + share * box[side + 2]
    if name not in axes:
        return None
    axis = axes[name]
    if ref.endswith(" domain"):
        return axis.start + (float(value) if side == 0 else 1 - float(value)) * axis.size
    return float(axis.places([value])[0])


def _refs(item: Any) -> tuple[str, str]:
    """Return the two references of a shape or note, with "paper" told apart by side."""
    refs = str(item.xref or "x"), str(item.yref or "y")
    return tuple(f"paper-{s}" if r == "paper" else r for r, s in zip(refs, "xy", strict=True))  # type: ignore[return-value]


def _shape(shape: Any, axes: dict[str, Axis], box: tuple[float, ...]) -> str:
    """Draw a line or a frame."""
    x_ref, y_ref = _refs(shape)
    ends = [_end(shape.x0, x_ref, axes, box), _end(shape.x1, x_ref, axes, box)]
    ends += [_end(shape.y0, y_ref, axes, box), _end(shape.y1, y_ref, axes, box)]
    if any(end is None or not np.isfinite(end) for end in ends):
        return ""
    x0, x1, y0, y1 = (float(end or 0) for end in ends)
    stroke = f'stroke="{_colour(shape.line.color)}" stroke-width="{shape.line.width or 1:g}"'
    if shape.type == "rect":
        return (
            f'<rect x="{min(x0, x1):.1f}" y="{min(y0, y1):.1f}" width="{abs(x1 - x0):.1f}" '
            f'height="{abs(y1 - y0):.1f}" fill="none" {stroke}/>'
        )
    return f'<line x1="{x0:.1f}" x2="{x1:.1f}" y1="{y0:.1f}" y2="{y1:.1f}" {stroke}/>'


def _note(note: Any, axes: dict[str, Axis], box: tuple[float, ...]) -> str:
    """Write a caption in the picture."""
    refs = _refs(note)
    axis = axes.get(refs[1])
    # Plotly places notes on a log axis by the exponent, and traces by the value.
    y_value = 10.0 ** float(note.y) if axis is not None and axis.log else note.y
    x, y = _end(note.x, refs[0], axes, box), _end(y_value, refs[1], axes, box)
    if x is None or y is None or not np.isfinite(x + y):
        return ""
    if note.showarrow is not False:
        x, y = x + float(note.ax or 0), y + float(note.ay or -20)
    y += {"bottom": -3, "top": TEXT}.get(str(note.yanchor), 4)
    anchor = {"left": "start", "right": "end"}.get(str(note.xanchor), "middle")
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{_words(note.text)}</text>'


def _legend(figure: go.Figure, width: float) -> tuple[str, float]:
    """Return the names of the lines, on as many rows as they need, and where the picture begins."""
    shown = [t for t in figure.data if t.type == "scatter" and t.name and t.showlegend is not False]
    if figure.layout.showlegend is False or len(shown) < 2:
        return "", TOP
    out, x, y = [], 10.0, 14.0
    for trace in shown:
        name = _words(trace.name)
        room = 24 + LETTER * len(name)
        if x > 10 and x + room > width:
            x, y = 10.0, y + TEXT + 4
        colour = _colour(trace.line.color, _colour(trace.marker.color))
        out.append(f'<rect x="{x:.0f}" y="{y - 9:.0f}" width="9" height="9" fill="{colour}"/>')
        out.append(f'<text x="{x + 13:.0f}" y="{y:.0f}">{name}</text>')
        x += room
    return "".join(out), y + TOP
