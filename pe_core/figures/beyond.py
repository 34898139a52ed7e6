"""A text longer than any in training: phases, ranges and distances, before and beyond."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from pe_core.extrapolation import Extrapolation, Uniqueness, offset_distances
from pe_core.figures import clocks
from pe_core.figures.chart import Chart
from pe_core.figures.spec import Part, axis, figure_spec, line_down, note
from pe_core.figures.theme import Theme
from pe_core.overview import short
from pe_core.sinusoid import Sinusoid

__all__ = ["CLOCKS", "distance_curve", "phase_clocks", "phase_shares", "range_bands"]

FloatArray = npt.NDArray[np.float64]
#: Clocks in the picture of phases.
CLOCKS = 12
CURVE_POINTS = 1_500


def phase_clocks(sinusoid: Sinusoid, made: Extrapolation, look: Theme) -> Chart:
    """Draw for some pairs the part of the circle seen in training, and the part that is new."""
    pairs = clocks.drawn_pairs(sinusoid, CLOCKS)
    middles = clocks.centres(len(pairs))
    start = sinusoid.frequencies[pairs] * sinusoid.origin
    seen, passed = (
        start + 2 * np.pi * share[pairs] for share in (made.trained_coverage, made.longer_coverage)
    )
    fresh = np.isin(pairs, made.new_pairs)
    across, up = clocks.clock_axes(middles)
    spec = figure_spec(
        look,
        [
            clocks.dials(middles, look),
            _arc("seen in training", clocks.arcs(middles, start, seen, 1.0), look.third),
            _arc(
                "never seen",
                clocks.arcs(middles[fresh], seen[fresh], passed[fresh], 1.0),
                look.accent,
            ),
            _captions(middles, pairs, made),
        ],
        height=clocks.clock_height(len(pairs)) + 60,
        xaxis=across,
        yaxis=up,
    )
    return Chart(
        name="phases",
        spec=spec,
        alt=(
            f"{len(pairs)} circles, from the fastest pair to the slowest: {int(fresh.sum())} of "
            "them enter a part of the circle that training has not shown."
        ),
        data=np.column_stack([made.trained_coverage[pairs], made.longer_coverage[pairs]]),
        columns=("share of the circle in training", "share in the longer text"),
        index=tuple(map(str, pairs)),
        index_name="pair",
    )


def _arc(name: str, line: FloatArray, colour: str) -> Part:
    """Return parts of circles as one thick line."""
    return {
        "type": "scatter",
        "x": line[:, 0].astype(np.float32),
        "y": line[:, 1].astype(np.float32),
        "mode": "lines",
        "line": {"color": colour, "width": 6, "simplify": False},
        "hoverinfo": "skip",
        "name": name,
    }


def _captions(middles: FloatArray, pairs: npt.NDArray[np.intp], made: Extrapolation) -> Part:
    """Return the words below each clock: its pair, and its share of the circle twice."""
    shares = (made.trained_coverage[pairs], made.longer_coverage[pairs])
    before, after = ([f"{short(100 * float(share))}%" for share in s] for s in shares)
    return {
        "type": "scatter",
        "x": middles[:, 0],
        "y": middles[:, 1] - 1.1,
        "text": [f"pair {p}<br>{a} → {b}" for p, a, b in zip(pairs, before, after, strict=True)],
        "mode": "text",
        "textposition": "bottom center",
        "textfont": {"size": 12},
        "hoverinfo": "skip",
        "showlegend": False,
    }


def phase_shares(sinusoid: Sinusoid, made: Extrapolation, look: Theme) -> Chart:
    """Draw for every pair which share of its circle the two lengths pass through."""
    pairs = range(len(made.trained_coverage))
    words = [short(w) for w in sinusoid.wavelengths]
    spec = figure_spec(
        look,
        [
            _shares("in training", made.trained_coverage, words, look.third),
            _shares("in the longer text", made.longer_coverage, words, look.accent)
            | {"fill": "tonexty"},
        ],
        height=420,
        legend={"traceorder": "normal"},
        xaxis=axis("pair i"),
        yaxis=axis("share of the circle (%)", range=[-3, 106]),
    )
    new = made.new_pairs
    said = f"pairs {new[0]} to {new[-1]} enter new phases" if new else "no pair enters a new phase"
    return Chart(
        name="phase-shares",
        spec=spec,
        alt=f"Share of its circle that each of {len(pairs)} pairs passes: {said}.",
        data=np.column_stack([made.trained_coverage, made.longer_coverage]),
        columns=("share in training", "share in the longer text"),
        index=tuple(map(str, pairs)),
        index_name="pair",
    )


def _shares(name: str, shares: FloatArray, wavelengths: list[str], colour: str) -> Part:
    """Return the curve of the shares of one length."""
    return {
        "type": "scatter",
        "x": np.arange(len(shares)),
        "y": 100 * shares,
        "customdata": wavelengths,
        "mode": "lines+markers" if len(shares) <= 128 else "lines",
        "line": {"color": colour, "width": 2},
        "marker": {"size": 4},
        "name": name,
        "hovertemplate": (
            f"pair %{{x}}, wavelength %{{customdata}}: %{{y:.3g}}% of the circle {name}"
            "<extra></extra>"
        ),
    }


def range_bands(sinusoid: Sinusoid, made: Extrapolation, look: Theme) -> Chart:
    """Draw the range of values of each sine and each cosine, in training and beyond."""
    reach = 1.08 * sinusoid.amplitude
    spec = figure_spec(
        look,
        [
            *_bands("sine", sinusoid.sine_columns, made, look.sine),
            *_bands("cosine", sinusoid.cosine_columns, made, look.cosine),
        ],
        height=420,
        legend={"traceorder": "normal"},
        xaxis=axis("pair i", anchor="y2"),
        yaxis=axis("sine", range=[-reach, reach], domain=[0.53, 1]),
        yaxis2=axis("cosine", range=[-reach, reach], domain=[0, 0.47], anchor="x"),
    )
    return Chart(
        name="value-bands",
        spec=spec,
        alt=(
            f"Ranges of values of {sinusoid.dim} dimensions: none leaves −1 … 1, and "
            f"{len(made.new_columns)} take values outside their trained range."
        ),
        data=np.concatenate([made.trained_ranges, made.longer_ranges], axis=1),
        columns=("trained lowest", "trained highest", "longer lowest", "longer highest"),
        index=tuple(map(str, range(sinusoid.dim))),
        index_name="dimension",
    )


def _bands(
    wave: str, columns: npt.NDArray[np.intp], made: Extrapolation, colour: str
) -> Iterator[Part]:
    """Yield four lines: lowest and highest in training, then in the longer text."""
    pairs = np.arange(len(columns))
    for name, ranges, dash in (
        ("in training", made.trained_ranges[columns], "solid"),
        ("in the longer text", made.longer_ranges[columns], "dot"),
    ):
        told = np.column_stack([columns, ranges])
        for end, values in enumerate(ranges.T):
            yield {
                "type": "scatter",
                "x": pairs,
                "y": values,
                "yaxis": "y" if wave == "sine" else "y2",
                "customdata": told,
                "mode": "lines+markers" if len(columns) < 3 else "lines",
                "line": {"color": colour, "width": 2, "dash": dash},
                **({"fill": "tonexty"} if end and dash == "solid" else {}),
                "name": name,
                "showlegend": wave == "sine" and not end,
                "hovertemplate": (
                    f"dimension %{{customdata[0]}} ({wave}) {name}: %{{customdata[1]:.3f}} "
                    "to %{customdata[2]:.3f}<extra></extra>"
                ),
            }


def distance_curve(
    sinusoid: Sinusoid, made: Extrapolation, look: Theme, *, marked: bool = True
) -> Chart:
    """Draw the distance of two positions by how far apart they stand; mark the smallest.

    ``marked`` says where the training ends, and what the marks are.
    """
    trained, longer = made.trained, made.longer
    near = np.arange(1, min(longer.length, CURVE_POINTS // 2))
    far = np.linspace(1, longer.length - 1, CURVE_POINTS // 2).round()
    offsets = np.unique(np.concatenate([near, far, [trained.offset, longer.offset]]))
    values = offset_distances(sinusoid, offsets)
    end = trained.length - 1
    left = end**2 > longer.length  # write where there is more room
    place = {"yref": "paper", "xanchor": "right" if left else "left", "yanchor": "bottom"}
    log_end, log_length = float(np.log10(end)), float(np.log10(longer.length))
    lines = [line_down(end, color=look.text, width=1, dash="dash")]
    # A log axis places annotations by the exponent.
    texts = [note("training ends", log_end, 0, **place)]
    spec = figure_spec(
        look,
        [
            _distances(offsets, values, look.accent),
            _smallest("smallest in training", trained, look.third, "circle-open"),
            _smallest("smallest in the longer text", longer, look.text, "x-thin-open"),
        ],
        height=400,
        shapes=lines if marked else [],
        annotations=texts if marked else [],
        showlegend=marked,
        xaxis=axis(
            "how far apart (positions)", type="log", dtick=1, range=[-0.05, log_length + 0.05]
        ),
        yaxis=axis("distance of the two vectors", rangemode="tozero"),
    )
    return Chart(
        name="distances",
        spec=spec,
        alt=(
            f"Distance of two positions by offset: smallest {trained.smallest_distance:.4g} in "
            f"{trained.length:,} positions and {longer.smallest_distance:.4g} in "
            f"{longer.length:,}, at offsets {trained.offset} and {longer.offset}."
        ),
        data=values[:, None],
        columns=("distance",),
        index=tuple(f"{o:g}" for o in offsets),
        index_name="offset",
    )


def _distances(offsets: FloatArray, values: FloatArray, colour: str) -> Part:
    """Return the curve of distances, or dots where there are two at most."""
    return {
        "type": "scatter",
        "x": offsets,
        "y": values,
        "mode": "lines" if len(offsets) > 2 else "markers",
        "line": {"color": colour, "width": 2},
        "name": "distance",
        "showlegend": False,
        "hovertemplate": "%{x} apart: distance %{y:.4g}<extra></extra>",
    }


def _smallest(name: str, found: Uniqueness, colour: str, symbol: str) -> Part:
    """Return the mark of the two positions that are closest."""
    return {
        "type": "scatter",
        "x": [found.offset],
        "y": [found.smallest_distance],
        "mode": "markers",
        "marker": {"color": colour, "size": 14, "symbol": symbol, "line": {"width": 3}},
        "name": name,
        "hovertemplate": f"{name}: %{{y:.4g}}, %{{x}} apart<extra></extra>",
    }
