"""Dot products of positions: the matrix, its one profile, and one row of it."""

from dataclasses import asdict
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from pe_core.figures.chart import Chart
from pe_core.figures.spec import Part, axis, colour_bar, figure_spec, line_across, line_down
from pe_core.figures.theme import Theme, magnitude_scale
from pe_core.similarity import (
    RISE_NOISE,
    by_offset,
    first_rise,
    offset_profile,
    offset_similarity,
    similarity,
)
from pe_core.sinusoid import Sinusoid

__all__ = ["similarity_heatmap", "similarity_profile", "similarity_rise", "similarity_row"]

#: Rows and columns of a drawn matrix.
MATRIX_SIDE = 256
#: Offsets that are searched for the first rise.
SEARCHED = 4_096
CURVE_POINTS = 1_500


def spread(first: int, last: int, count: int) -> npt.NDArray[np.int64]:
    """Return all integers from ``first`` to ``last``, or about ``count`` evenly spread ones.

    >>> spread(0, 9, 4).tolist()
    [0, 3, 6, 9]
    """
    return first + np.arange(0, last - first + 1, max(1, -(-(last - first + 1) // count)))


@lru_cache(maxsize=64)
def similarity_rise(sinusoid: Sinusoid, length: int) -> int | None:
    """Return the first offset below ``length`` that is more alike than the one before, or None.

    The first 4096 offsets are searched. The last answers are kept, since both the figure and the
    words beside it ask for them.

    >>> similarity_rise(Sinusoid(dim=64), 1000)
    6
    """
    return first_rise(_profile(sinusoid, min(length, SEARCHED)))


def _profile(sinusoid: Sinusoid, length: int) -> npt.NDArray[np.float64]:
    """Return the dot products at the offsets 0 … length - 1, for at most 4096 of them."""
    return _kept_profile(sinusoid, min(SEARCHED, 1 << (length - 1).bit_length()))[:length]


@lru_cache(maxsize=32)
def _kept_profile(sinusoid: Sinusoid, length: int) -> npt.NDArray[np.float64]:
    """Return a profile that is kept, since every figure of its page asks for it."""
    profile = offset_profile(sinusoid, length)
    profile.flags.writeable = False
    return profile


def _at_offsets(sinusoid: Sinusoid, offsets: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """Return the dot products at some offsets, out of the kept profile if they are near."""
    distances = np.abs(offsets)
    most = int(distances.max(initial=0)) + 1
    if most > SEARCHED:
        return offset_similarity(sinusoid, distances)
    return _profile(sinusoid, most)[distances]


def _row(
    sinusoid: Sinusoid, position: int, places: npt.NDArray[np.int64]
) -> npt.NDArray[np.float64]:
    """Return the dot products of a position with others; both count from the first row."""
    if sinusoid.unpaired:
        here, others = [position + sinusoid.origin], places + sinusoid.origin
        return similarity(sinusoid, here, others).reshape(-1)
    return _at_offsets(sinusoid, places - position)


def _square_of(sinusoid: Sinusoid, places: npt.NDArray[np.int64]) -> npt.NDArray[np.float32]:
    """Return the dot products of evenly spread positions with each other."""
    if sinusoid.unpaired:
        absolute = places + sinusoid.origin
        return similarity(sinusoid, absolute, absolute).astype(np.float32)
    profile = _at_offsets(sinusoid, places - places[0]).astype(np.float32)
    return np.ascontiguousarray(by_offset(profile))


def similarity_heatmap(
    sinusoid: Sinusoid, first: int, last: int, look: Theme, *, position: int | None = None
) -> Chart:
    """Draw the dot products of the positions ``first`` … ``last``, at most 256 a side."""
    places = spread(first, last, MATRIX_SIDE)
    absolute = places + sinusoid.origin
    values = _square_of(sinusoid, places)
    lines = []
    if position is not None and first <= position <= last:
        height = position + sinusoid.origin
        lines.append(line_across(height, color=look.cross_halo, width=1.5, dash="dot"))
    step = int(places[1] - places[0]) if len(places) > 1 else 1
    names = tuple(f"{p:.15g}" for p in absolute)
    return Chart(
        name="similarity",
        spec=figure_spec(
            look, [_cells(values, absolute, look)], height=600, shapes=lines, **_square()
        ),
        alt=(
            f"Matrix of dot products of positions {names[0]} to {names[-1]}"
            f"{f', one of every {step}' if step > 1 else ''}: brightest on the diagonal "
            f"({values.max():.1f}), lowest {values.min():.1f}."
        ),
        data=values,
        columns=tuple(f"position {name}" for name in names),
        index=names,
        index_name="position",
        live={
            "kind": "matrix",
            "sinusoid": asdict(sinusoid),
            "first": first,
            "last": last,
            "position": position,
        },
    )


def _cells(values: npt.NDArray[np.float32], places: npt.NDArray[Any], look: Theme) -> Part:
    """Return the trace of a square matrix."""
    return {
        "type": "heatmap",
        "name": "similarity",
        "z": values,
        "x": places,
        "y": places,
        "colorscale": magnitude_scale(look),
        "colorbar": colour_bar("dot product", above=True),
        "hovertemplate": "position %{y} · position %{x}: %{z:.3f}<extra></extra>",
    }


def _square() -> Part:
    """Return axes on which a position is as wide as it is high; the first one is on top."""
    shared = axis("position", showgrid=False, constrain="domain")
    down = {"autorange": "reversed", "scaleanchor": "x", "constraintoward": "top"}
    return {"xaxis": shared, "yaxis": shared | down}


def similarity_profile(sinusoid: Sinusoid, length: int, look: Theme) -> Chart:
    """Draw the dot product against the offset, raw (left axis) and by its maximum (right)."""
    near = np.arange(min(length, CURVE_POINTS // 2))
    offsets = np.unique(np.concatenate([near, spread(0, length - 1, CURVE_POINTS // 2)]))
    values = _at_offsets(sinusoid, offsets)
    top = float(values[0])
    shares = values / top
    hover = "offset %{x}: %{y:.3f}, or %{customdata:.4f} of the most"
    # An axis is drawn only if a trace uses it.
    right: Part = {"type": "scatter", "x": [0], "y": [1], "yaxis": "y2", "mode": "markers"}
    right |= {"marker": {"opacity": 0}, "hoverinfo": "skip"}
    rise = similarity_rise(sinusoid, length)
    tail = f" First rise from offset {rise - 1} to {rise}." if rise is not None else ""
    return Chart(
        name="profile",
        spec=figure_spec(
            look,
            [_curve(offsets, values, look, hover, customdata=shares), right],
            height=400,
            annotations=[_rise_mark(sinusoid, rise)],
            xaxis=axis("offset (positions)"),
            **_two_scales(float(values.min()), top),
            showlegend=False,
        ),
        alt=(
            f"Dot product by offset: {top:.4g} at offset 0, lowest {values.min():.4g} "
            f"within {length} positions.{tail}"
        ),
        data=np.stack([values, shares], axis=1),
        columns=("dot product", "divided by its maximum"),
        index=tuple(map(str, offsets)),
        index_name="offset",
        live={"kind": "profile", "sinusoid": asdict(sinusoid), "slack": RISE_NOISE},
    )


def _curve(
    x: npt.NDArray[Any], y: npt.NDArray[np.float64], look: Theme, hover: str, **more: Any
) -> Part:
    """Return the trace of dot products along x."""
    shape = {"type": "scatter", "mode": "lines", "line": {"color": look.accent, "width": 2}}
    words = {"name": "dot product", "hovertemplate": f"{hover}<extra></extra>"}
    return {**shape, **words, "x": x, "y": y, **more}


def _two_scales(lowest: float, top: float) -> Part:
    """Return two y axes for one curve: its values on the left, their shares of ``top`` right."""
    low = min(0.0, lowest)
    room = 0.05 * (top - low)
    reach = [low - room, top + room]
    shares = axis("divided by its maximum", range=[r / top for r in reach], tick0=0, dtick=0.25)
    shares |= {"overlaying": "y", "side": "right", "showgrid": False, "showline": False}
    return {"yaxis": axis("dot product", range=reach), "yaxis2": shares}


def _rise_mark(sinusoid: Sinusoid, rise: int | None) -> Part:
    """Return an arrow to the offset at which the curve first rises; unseen if it never does."""
    place = {"ax": 60, "ay": -50}
    if rise is None:
        return {"visible": False, **place}
    height = float(_profile(sinusoid, rise + 1)[rise])
    text = f"rises again: {rise - 1} → {rise}"
    return {"visible": True, "text": text, "x": rise, "y": height, **place}


def similarity_row(sinusoid: Sinusoid, position: int, first: int, last: int, look: Theme) -> Chart:
    """Draw the dot products of one position with the positions ``first`` … ``last``."""
    places = np.unique(np.append(spread(first, last, CURVE_POINTS), position))
    places = places[(places >= first) & (places <= last)]
    absolute, here = places + sinusoid.origin, position + sinusoid.origin
    values = _row(sinusoid, position, places)
    names = tuple(f"{p:.15g}" for p in absolute)
    hover = f"position {here:.15g} · position %{{x}}: %{{y:.3f}}"
    return Chart(
        name="row",
        spec=figure_spec(
            look,
            [_curve(absolute, values.astype(np.float32), look, hover)],
            height=300,
            shapes=[line_down(here, color=look.muted, width=1, dash="dot")],
            xaxis=axis("position"),
            yaxis=axis("dot product"),
        ),
        alt=(
            f"Dot products of position {here:.15g} with positions "
            f"{names[0]} to {names[-1]}: a peak of {values.max():.4g} at itself."
        ),
        data=values[:, None],
        columns=("dot product",),
        index=names,
        index_name="position",
        live={
            "kind": "row",
            "sinusoid": asdict(sinusoid),
            "first": first,
            "last": last,
            "position": position,
        },
    )
