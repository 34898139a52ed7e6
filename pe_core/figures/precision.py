"""What rounding does to positions and angles: collisions, phase errors, and which pairs suffer."""

from dataclasses import asdict

import numpy as np
import numpy.typing as npt

from pe_core.figures.chart import Chart
from pe_core.figures.spec import Part, axis, figure_spec, line_across, log_axis, note
from pe_core.figures.theme import Theme
from pe_core.overview import short
from pe_core.rotary.encoding import Rotary
from pe_core.rotary.precision import distinct_positions, phase_errors, table_error
from pe_core.rotary.rounding import round_to

__all__ = ["SHORT_TYPES", "TABLE_POSITIONS", "collisions", "pair_errors", "phase_growth"]

FloatArray = npt.NDArray[np.float64]
#: The types that lose something at the lengths of texts.
SHORT_TYPES = ("float32", "float16", "bfloat16")
#: Positions that are drawn one by one, at the end of a text.
DRAWN = 48
#: Lengths of text that errors are drawn for, at most.
LENGTHS = 120
#: Positions over which the error of a table is taken, at most.
TABLE_POSITIONS = 4_096
_NAMES = {"positions": "positions", "frequencies": "frequencies", "table": "finished table"}


def _colour(dtype: str, look: Theme) -> str:
    return {"float32": look.third, "float16": look.cosine, "bfloat16": look.accent}[dtype]


def _finite(values: npt.NDArray[np.floating]) -> FloatArray:
    """Return values with gaps where a type has become infinite: float16 ends at 65,504."""
    return np.where(np.isfinite(values), values, np.nan)


def collisions(length: int, look: Theme) -> Chart:
    """Draw the last positions of a text as each type holds them."""
    positions = np.arange(max(0, length - DRAWN), length, dtype=np.float64)
    held = {dtype: _finite(round_to(positions, dtype)) for dtype in SHORT_TYPES}
    traces = [
        {
            "type": "scatter",
            "x": positions,
            "y": values,
            "mode": "lines+markers",
            "line": {"color": _colour(dtype, look), "width": 1.5, "shape": "hv"},
            "marker": {"size": 5},
            "name": dtype,
            "hovertemplate": f"position %{{x}} is held as %{{y}} in {dtype}<extra></extra>",
        }
        for dtype, values in held.items()
    ]
    spec = figure_spec(
        look, traces, height=380, xaxis=axis("position"), yaxis=axis("as the type holds it")
    )
    apart = "; ".join(f"{dtype} {distinct_positions(length, dtype):,}" for dtype in SHORT_TYPES)
    return Chart(
        name="collisions",
        spec=spec,
        alt=(
            f"Positions {positions[0]:,.0f} to {positions[-1]:,.0f} as three types hold them. Of "
            f"the first {length:,} positions they keep apart: {apart}."
        ),
        data=np.column_stack(list(held.values())),
        columns=tuple(held),
        index=tuple(f"{p:.0f}" for p in positions),
        index_name="position",
        # The length alone counts, but every live picture has an encoding.
        live={"kind": "collisions", "sinusoid": {}, "length": length},
    )


def phase_growth(rotary: Rotary, length: int, what: str, look: Theme) -> Chart:
    """Draw the largest phase error of any pair against the length of the text.

    ``what`` is "positions" or "frequencies".
    """
    top = max(length, 4)
    lengths = np.unique((2 * (top / 2) ** (np.arange(LENGTHS) / (LENGTHS - 1))).round().astype(int))
    errors = (phase_errors(rotary, lengths, dtype, what).by_length for dtype in SHORT_TYPES)
    found = {dtype: _finite(error) for dtype, error in zip(SHORT_TYPES, errors, strict=True)}
    traces: list[Part] = []
    for dtype, values in found.items():
        seen = values > 0  # a logarithmic axis has no zero
        traces.append(
            {
                "type": "scatter",
                "x": lengths[seen],
                "y": values[seen],
                "mode": "lines+markers" if seen.sum() == 1 else "lines",
                "line": {"color": _colour(dtype, look), "width": 2},
                "name": dtype,
                "hovertemplate": f"length %{{x:,}}: %{{y:.3g}} rad off in {dtype}<extra></extra>",
            }
        )
    place = {"xref": "paper", "xanchor": "left", "yanchor": "bottom"}
    spec = figure_spec(
        look,
        traces,
        height=360,
        shapes=[line_across(0.5, color=look.text, width=1, dash="dash")],
        annotations=[note("half a radian", 0.01, float(np.log10(0.5)), **place)],
        xaxis=log_axis("length of the text"),
        yaxis=log_axis("largest phase error (rad)"),
    )
    ends = "; ".join(
        f"{dtype} {values[np.isfinite(values)].max():.3g} rad" for dtype, values in found.items()
    )
    return Chart(
        name="phase-growth",
        spec=spec,
        alt=f"Largest phase error with rounded {what} up to {lengths[-1]:,} positions: {ends}.",
        data=np.column_stack(list(found.values())),
        columns=tuple(found),
        index=tuple(map(str, lengths)),
        index_name="length",
        live={
            "kind": "phase-growth",
            "sinusoid": asdict(rotary.sinusoid),
            "rounded": what,
            "length": length,
        },
    )


def pair_errors(rotary: Rotary, length: int, dtype: str, look: Theme) -> Chart:
    """Draw the largest error of cosine and sine in each pair, for each thing that is rounded."""
    pairs = np.arange(len(rotary.frequencies))
    span = max(1, min(length, TABLE_POSITIONS, 2**22 // len(pairs)))
    found = {what: table_error(rotary, span, dtype, what) for what in _NAMES}
    colours = (look.accent, look.cosine, look.third)
    traces = [
        {
            "type": "scatter",
            "x": pairs,
            "y": errors,
            "mode": "lines" if len(pairs) > 1 else "markers",
            "line": {"color": colour, "width": 2},
            "name": f"{_NAMES[what]} rounded",
            "hovertemplate": f"pair %{{x}}, {_NAMES[what]}: off by up to %{{y:.3g}}<extra></extra>",
        }
        for (what, errors), colour in zip(found.items(), colours, strict=True)
    ]
    spec = figure_spec(
        look,
        traces,
        height=360,
        xaxis=axis("pair i"),
        yaxis=axis("largest error of cos, sin", rangemode="tozero"),
    )
    worst = "; ".join(f"{_NAMES[w]} {short(float(e.max()))}" for w, e in found.items())
    return Chart(
        name="pair-errors",
        spec=spec,
        alt=f"Largest error of cosine and sine in {len(pairs)} pairs in {dtype}: {worst}.",
        data=np.column_stack(list(found.values())),
        columns=tuple(found),
        index=tuple(map(str, pairs)),
        index_name="pair",
    )
