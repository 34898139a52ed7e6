"""An axis of a printed chart: where values lie in pixels, and which of them are written."""

import html
import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

__all__ = ["Axis", "read_axis", "values_of"]

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Axis:
    """Hold one axis: it covers ``start`` … ``start + size`` pixels and the values low … high.

    ``low`` and ``high`` are exponents where ``log`` is set. ``categories`` maps names to numbers
    on an axis of names. ``backwards`` says that low is at the right, or at the top. ``edge`` is
    where the line of the axis is drawn.
    """

    across: bool
    start: float
    size: float
    low: float
    high: float
    log: bool
    backwards: bool
    categories: dict[str, int]
    ticks: tuple[tuple[float, str], ...]
    title: str
    visible: bool
    edge: float

    def places(self, values: Any) -> FloatArray:
        """Return where values lie, in pixels; NaN for what has no place."""
        numbers = _numbers(values, self.categories)
        if self.log:
            with np.errstate(divide="ignore", invalid="ignore"):
                numbers = np.where(numbers > 0, np.log10(numbers), np.nan)
        return self._pixels(numbers)

    def _pixels(self, numbers: FloatArray) -> FloatArray:
        share = (numbers - self.low) / ((self.high - self.low) or 1)
        if self.across == self.backwards:
            share = 1 - share
        return self.start + share * self.size

    def cells(self, count: int) -> FloatArray:
        """Return the middles of ``count`` equal cells, in the order of the values."""
        middles = self.start + (np.arange(count) + 0.5) * self.size / count
        return middles[::-1] if self.across == self.backwards else middles

    def matched(self, other: "Axis") -> tuple["Axis", "Axis"]:
        """Return this axis and another with the same number of pixels for each unit."""
        spans = abs(self.high - self.low) or 1, abs(other.high - other.low) or 1
        unit = min(self.size / spans[0], other.size / spans[1])
        sizes = unit * spans[0], unit * spans[1]
        starts = self.start + (self.size - sizes[0]) / 2, other.start + (other.size - sizes[1]) / 2
        return (
            replace(self, start=starts[0], size=sizes[0], edge=starts[1] + sizes[1]),
            replace(other, start=starts[1], size=sizes[1], edge=starts[0]),
        )

    def drawn(self, size: int) -> str:
        """Return the axis with its line, its numbers and its title."""
        if not self.visible:
            return ""
        end, line = self.start + self.size, 'stroke="#8c959f"'
        out = []
        for value, text in self.ticks:
            place = float(self._pixels(np.array([value]))[0])
            if not self.start - 1 <= place <= end + 1:
                continue
            at = (
                f'x="{place:.1f}" y="{self.edge + size + 3:.1f}" text-anchor="middle"'
                if self.across
                else f'x="{self.edge - 5:.1f}" y="{place + 4:.1f}" text-anchor="end"'
            )
            out.append(f"<text {at}>{html.escape(text)}</text>")
        middle, title = self.start + self.size / 2, html.escape(self.title)
        if self.across:
            out.append(f'<path d="M{self.start:.1f} {self.edge:.1f}H{end:.1f}" {line}/>')
            out.append(
                f'<text x="{middle:.1f}" y="{self.edge + 2 * size + 6:.1f}" text-anchor="middle">'
                f"{title}</text>"
            )
        else:
            out.append(f'<path d="M{self.edge:.1f} {self.start:.1f}V{end:.1f}" {line}/>')
            out.append(
                f'<text transform="translate(11 {middle:.1f}) rotate(-90)" text-anchor="middle">'
                f"{title}</text>"
            )
        return "".join(out)


def read_axis(figure: go.Figure, name: str, box: tuple[float, float, float, float]) -> Axis:
    """Return an axis ("x", "y2" …) of a figure, for a picture in ``box`` (x, y, width, height)."""
    side = "xy".index(name[0])
    layout = figure.layout[f"{name[0]}axis{name[1:]}"]
    traces = [t for t in figure.data if (t[f"{name[0]}axis"] or name[0]) == name]
    values = [values_of(trace, name[0]) for trace in traces]
    domain = layout.domain or (0, 1)
    span = (domain[1] - domain[0]) * box[side + 2]
    start = box[side] + (domain[0] if side == 0 else 1 - domain[1]) * box[side + 2]
    cells = any(trace.type == "heatmap" for trace in traces)
    categories = _categories(values) if layout.type == "category" or _named(values) else {}
    log = layout.type == "log"
    low, high = _reach(values, categories, layout, log, cells)
    other = figure.to_dict()["layout"].get(_anchor(layout, "yx"[side]), {})
    near = (other.get("domain") or (0, 1))[0]
    most = 10 if side == 0 else max(2, int(span / 28))
    return Axis(
        across=side == 0,
        start=start,
        size=span,
        low=low,
        high=high,
        log=log,
        backwards=layout.autorange == "reversed",
        categories=categories,
        ticks=_ticks(layout, low, high, log, categories, most=most),
        title=str(layout.title.text or ""),
        visible=layout.visible is not False and layout.showticklabels is not False,
        edge=box[1] + (1 - near) * box[3] if side == 0 else box[0] + near * box[2],
    )


def _anchor(layout: Any, side: str) -> str:
    """Return the name of the axis that this one stands at, as the figure's layout calls it."""
    name = layout.anchor if layout.anchor not in (None, "free") else side
    return f"{name[0]}axis{name[1:]}"


def values_of(trace: Any, side: str) -> list[Any]:
    """Return what a trace has along one axis; the numbers of its cells for a bare heatmap."""
    given = trace[side]
    if given is not None:
        return list(given)
    if trace.type == "heatmap":
        return list(range(np.atleast_2d(trace.z).shape[1 if side == "x" else 0]))
    other = trace["yx"["xy".index(side)]]
    first, step = trace[f"{side}0"] or 0, trace[f"d{side}"] or 1
    return [first + step * number for number in range(len(other if other is not None else ()))]


def _named(values: list[list[Any]]) -> bool:
    """Return whether an axis holds names and not numbers."""
    return any(isinstance(value, str) for part in values for value in part[:1])


def _categories(values: list[list[Any]]) -> dict[str, int]:
    """Number the names of an axis in their order."""
    names = dict.fromkeys(str(value) for part in values for value in part)
    return {name: number for number, name in enumerate(names)}


def _numbers(values: Any, categories: dict[str, int]) -> FloatArray:
    """Return values as numbers: names by their place, shapes on a named axis as they are."""
    if categories:
        return np.array(
            [categories.get(str(v), v if isinstance(v, int | float) else np.nan) for v in values],
            dtype=np.float64,
        )
    return np.array([np.nan if v is None else v for v in values], dtype=np.float64)


def _reach(
    values: list[list[Any]], categories: dict[str, int], layout: Any, log: bool, cells: bool
) -> tuple[float, float]:
    """Return the lowest and the highest value of an axis."""
    if layout.range is not None:
        return float(layout.range[0]), float(layout.range[1])
    parts = [_numbers(part, categories) for part in values]
    numbers = np.concatenate([p[np.isfinite(p)] for p in parts] or [np.zeros(1)])
    if log:
        numbers = np.log10(numbers[numbers > 0])
    if not numbers.size:
        return 0.0, 1.0
    low, high = float(numbers.min()), float(numbers.max())
    if cells:
        step = (high - low) / max(len(np.unique(numbers)) - 1, 1) or 1.0
        return low - step / 2, high + step / 2
    if layout.rangemode == "tozero":
        low, high = min(low, 0.0), max(high, 0.0)
    room = 0.04 * (high - low) or 0.5
    return low - room, high + room


def _ticks(
    layout: Any, low: float, high: float, log: bool, categories: dict[str, int], *, most: int
) -> tuple[tuple[float, str], ...]:
    """Return the values that are written at an axis, and how."""
    if layout.tickvals is not None and layout.ticktext is not None:
        pairs = list(zip(layout.tickvals, layout.ticktext, strict=False))
        pairs = pairs[:: max(1, math.ceil(len(pairs) / most))]
        texts = [html.unescape(str(t)) for _, t in pairs]
        numbers = _numbers([v for v, _ in pairs], categories)
        return tuple(zip(map(float, numbers), texts, strict=True))
    if categories:
        step = max(1, math.ceil(len(categories) / most))
        return tuple(
            (float(n), html.unescape(name)) for name, n in list(categories.items())[::step]
        )
    span = abs(high - low) or 1.0
    if log:
        step = max(1, math.ceil(span / most))
        wanted = range(math.ceil(min(low, high)), math.floor(max(low, high)) + 1, step)
        return tuple((float(e), f"{10.0**e:,.10g}") for e in wanted)
    size = 10.0 ** math.floor(math.log10(span / most))
    size *= next(f for f in (1, 2, 5, 10, 20) if span / (size * f) <= most)
    first, last = math.ceil(min(low, high) / size), math.floor(max(low, high) / size)
    return tuple((n * size, f"{n * size:,.6g}".replace("-", "−")) for n in range(first, last + 1))
