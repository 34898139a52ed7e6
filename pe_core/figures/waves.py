"""Encodings as curves: one vector across dimensions, its derivation, and waves along positions."""

from collections.abc import Sequence
from dataclasses import asdict

import numpy as np
import numpy.typing as npt

from pe_core.derivation import Derivation, derive
from pe_core.dimension import dimension_values
from pe_core.figures.chart import Chart
from pe_core.figures.spec import Part, axis, figure_spec, log_axis
from pe_core.figures.theme import Theme
from pe_core.overview import wave_names
from pe_core.sinusoid import Sinusoid

__all__ = ["derivation_panels", "dimension_waves", "position_vector"]

#: Points of a drawn curve; more cannot be told apart on a screen.
CURVE_POINTS = 1_500


def position_vector(sinusoid: Sinusoid, position: float, other: float | None, look: Theme) -> Chart:
    """Draw the vectors of one position or two across dimensions; row 0 of the table is 0."""
    rows = [position] if other is None else [position, other]
    places = [row + sinusoid.origin for row in rows]
    vectors = sinusoid.encode(places)
    edge = 1.08 * sinusoid.amplitude
    spec = figure_spec(
        look,
        [
            trace
            for number, place in enumerate(places)
            for trace in _vector(sinusoid, place, vectors[number], look, solid=not number)
        ],
        height=420,
        margin={"l": 8, "r": 8, "t": 60, "b": 8},
        xaxis=axis("dimension", range=[-0.5, sinusoid.dim - 0.5]),
        yaxis=axis("value", range=[-edge, edge]),
    )
    return Chart(
        name="wave",
        spec=spec,
        alt=_vector_alt(places, vectors),
        data=vectors.T,
        columns=tuple(f"position {place:.15g}" for place in places),
        index=tuple(str(i) for i in range(sinusoid.dim)),
        index_name="dimension",
        live={
            "kind": "wave",
            "sinusoid": asdict(sinusoid),
            "position": position,
            "other": other,
        },
    )


def _vector_alt(places: Sequence[float], vectors: npt.NDArray[np.float64]) -> str:
    """Return a sentence or two that say what the picture of one vector or two shows."""
    shown = " and ".join(f"{place:.15g}" for place in places)
    text = (
        f"Encoding {'vectors of positions' if len(places) > 1 else 'vector of position'} {shown} "
        f"across {vectors.shape[1]} dimensions; sines and cosines in two colours."
    )
    if len(places) == 1:
        return text
    gap = np.abs(vectors[0] - vectors[1])
    return f"{text} They differ most at dimension {int(gap.argmax())}, by {gap.max():.2f}."


def _vector(
    sinusoid: Sinusoid,
    place: float,
    vector: npt.NDArray[np.float64],
    look: Theme,
    *,
    solid: bool,
) -> tuple[Part, Part]:
    """Return the sines and the cosines of one vector as two traces."""

    def trace(wave: str, columns: npt.NDArray[np.intp], colour: str) -> Part:
        return {
            "type": "scatter",
            "x": columns,
            "y": vector[columns].astype(np.float32),
            "customdata": wave_names(sinusoid, columns),
            "mode": "lines+markers" if sinusoid.dim <= 256 else "lines",
            "name": f"{wave}, position {place:.15g}",
            "opacity": 1.0 if solid else 0.55,
            "line": {"color": colour, "width": 2, "dash": "solid" if solid else "dot"},
            "marker": {"size": 5, "symbol": "circle" if solid else "circle-open"},
            "hovertemplate": (
                f"position {place:.15g}, dimension %{{customdata}}: %{{y:.4f}}<extra></extra>"
            ),
        }

    return (
        trace("sine", sinusoid.sine_columns, look.sine),
        trace("cosine", sinusoid.cosine_columns, look.cosine),
    )


def derivation_panels(sinusoid: Sinusoid, position: float, look: Theme) -> Chart:
    """Draw the four steps from pair number to sine and cosine, one under the other.

    The panels share their axis of pairs, so a zoom or a hover in one shows in all.
    """
    absolute = position + sinusoid.origin
    steps = derive(sinusoid, absolute)
    pairs = np.arange(len(steps.frequencies))
    units = ("exponent", "rad per position", "rad", "value")
    spec = figure_spec(
        look,
        _panels(steps, absolute, sinusoid.columns // 2, look),
        height=680,
        hovermode="x unified",
        hoversubplots="axis",
        xaxis=axis("pair i", anchor="y4"),
        **_stack(units),
    )
    spec["layout"]["yaxis2"] |= log_axis(units[1])
    cosines = steps.cosines.copy()
    cosines[sinusoid.columns // 2 :] = np.nan  # the last sine of an odd dim has no cosine
    return Chart(
        name="derivation",
        spec=spec,
        alt=(
            f"Four panels over {len(pairs)} pairs at position {absolute:.15g}: the exponent rises "
            f"from {steps.exponents[0]:g} to {steps.exponents[-1]:.4g}, the inverse frequency "
            f"falls from {steps.frequencies[0]:.4g} to {steps.frequencies[-1]:.4g} rad per "
            f"position, the angle from {steps.angles[0]:.4g} to {steps.angles[-1]:.4g} rad; "
            "sine and cosine of it are the encoding."
        ),
        data=np.stack(
            [steps.exponents, steps.frequencies, steps.angles, steps.sines, cosines], axis=1
        ),
        columns=("exponent", "inverse frequency", "angle", "sine", "cosine"),
        index=tuple(str(i) for i in pairs),
        index_name="pair",
        live={"kind": "derivation", "sinusoid": asdict(sinusoid), "position": position},
    )


def _panels(steps: Derivation, absolute: float, cosines: int, look: Theme) -> list[Part]:
    """Return the five curves of the derivation; sine and cosine share the last panel."""
    panels = (
        ("1 · exponent", steps.exponents, look.accent, "exponent"),
        ("2 · inverse frequency", steps.frequencies, look.accent, "rad per position"),
        (f"3 · angle = inverse frequency × {absolute:.15g}", steps.angles, look.accent, "rad"),
        ("4 · sine", steps.sines, look.sine, ""),
        ("4 · cosine", steps.cosines[:cosines], look.cosine, ""),
    )
    return [
        {
            "type": "scatter",
            "x": np.arange(len(values)),
            "y": values,
            "yaxis": f"y{min(number, 4) if number > 1 else ''}",
            "mode": "lines+markers" if len(steps.frequencies) <= 128 else "lines",
            "name": name,
            "line": {"color": colour, "width": 2},
            "marker": {"size": 5},
            "hovertemplate": f"%{{y:.6g}} {unit}" if unit else "%{y:.4f}",
        }
        for number, (name, values, colour, unit) in enumerate(panels, 1)
    ]


def _stack(titles: Sequence[str]) -> Part:
    """Return y axes 1 … n in equal bands from top to bottom."""
    tops = [1 - number / len(titles) for number in range(len(titles))]
    return {
        f"yaxis{number if number > 1 else ''}": axis(
            title, domain=[top - 1 / len(titles) + 0.035, top], anchor="x"
        )
        for number, (title, top) in enumerate(zip(titles, tops, strict=True), 1)
    }


def dimension_waves(
    sinusoid: Sinusoid, dimensions: Sequence[int], first: int, last: int, look: Theme
) -> Chart:
    """Draw chosen dimensions as waves along the positions ``first`` … ``last`` (inclusive).

    Up to 60 positions are dots on a smooth curve; more are joined; above 1500 each point is the
    exact mean of the positions from it on.
    """
    chosen = [c for c in dict.fromkeys(dimensions) if 0 <= c < sinusoid.dim]
    length = last - first + 1
    block = -(-length // CURVE_POINTS)
    places = sinusoid.origin + np.arange(first, last + 1, block)
    sizes = np.minimum(block, sinusoid.origin + last + 1 - places)
    rows = dimension_values(sinusoid, chosen, places, blocks=sizes)
    spec = figure_spec(
        look,
        _curves(sinusoid, chosen, places, rows, length, look),
        height=max(260, 60 + 110 * len(chosen)),
        showlegend=False,
        xaxis=axis("position", anchor=f"y{len(chosen)}" if len(chosen) > 1 else "y"),
        **_stack([f"dim {c}" for c in chosen]),
    )
    waves = ", ".join(wave_names(sinusoid, np.array(chosen, dtype=int))) or "none"
    return Chart(
        name="waves",
        spec=spec,
        alt=(
            f"Values along positions {places[0]:.15g} to {places[0] + length - 1:.15g} "
            f"of dimensions: {waves}."
        ),
        data=rows,
        columns=tuple(f"dimension {c}" for c in chosen),
        index=tuple(f"{p:.15g}" for p in places),
        index_name="position" if block == 1 else f"first of {block} positions",
    )


def _curves(
    sinusoid: Sinusoid,
    chosen: Sequence[int],
    places: npt.NDArray[np.floating],
    rows: npt.NDArray[np.floating],
    length: int,
    look: Theme,
) -> list[Part]:
    """Return a trace for each dimension, and below few positions a smooth curve under its dots."""
    block = -(-length // CURVE_POINTS)
    few = length <= 60
    mean = f"mean of {block} positions from" if block > 1 else "position"
    names = wave_names(sinusoid, np.array(chosen, dtype=int))
    traces: list[Part] = []
    for number, (column, name) in enumerate(zip(chosen, names, strict=True), 1):
        colour = look.cosine if column in sinusoid.cosine_columns else look.sine
        shared: Part = {"type": "scatter", "yaxis": f"y{number if number > 1 else ''}"}
        shared |= {"line": {"color": colour, "width": 2}, "name": f"dimension {name}"}
        if few:
            fine = np.linspace(places[0], places[-1], 20 * length)
            curve = dimension_values(sinusoid, [column], fine)[:, 0].astype(np.float32)
            smooth = {"x": fine, "y": curve, "hoverinfo": "skip", "opacity": 0.5}
            traces.append(shared | smooth | {"mode": "lines"})
        traces.append(
            shared
            | {
                "x": places,
                "y": rows[:, number - 1].astype(np.float32),
                "mode": "markers" if few else "lines",
                "marker": {"size": 7, "color": colour},
                "hovertemplate": f"{mean} %{{x}}, dimension {name}: %{{y:.4f}}<extra></extra>",
            }
        )
    return traces
