"""Encodings as curves: one vector across dimensions, its derivation, and waves along positions."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from pe_core.derivation import derive
from pe_core.dimension import dimension_values
from pe_core.figures.chart import Chart
from pe_core.figures.scrubber import add_scrubber
from pe_core.figures.theme import Theme, base_figure
from pe_core.overview import wave_names
from pe_core.sinusoid import Sinusoid

__all__ = ["derivation_panels", "dimension_waves", "position_vector"]

#: Frames of a scrubber: each costs the server half a millisecond.
MAX_FRAMES = 120
#: Values that the frames may hold together; about 200 kB on their way to the browser.
FRAME_VALUES = 30_000
#: Points of a drawn curve; more cannot be told apart on a screen.
CURVE_POINTS = 1_500


def position_vector(
    sinusoid: Sinusoid, position: float, other: float, look: Theme, *, length: int
) -> Chart:
    """Draw the vectors of two positions across dimensions, with a scrubber for the first.

    Positions count from row 0 of the table. The scrubber and its play button hold the vectors of
    up to 120 positions below ``length`` and move in the browser alone.
    """
    origin = sinusoid.origin
    first, second = sinusoid.encode([position + origin, other + origin])
    figure = base_figure(look, height=500)
    mode = "lines+markers" if sinusoid.dim <= 256 else "lines"
    for label, vector, dash, opacity in (
        (f"position {position + origin:.15g}", first, "solid", 1.0),
        (f"position {other + origin:.15g}", second, "dot", 0.55),
    ):
        for wave, columns, colour in _waves(sinusoid, look):
            figure.add_trace(
                go.Scatter(
                    x=columns,
                    y=vector[columns].astype(np.float32),
                    customdata=wave_names(sinusoid, columns),
                    mode=mode,
                    name=f"{wave}, {label}",
                    opacity=opacity,
                    line={"color": colour, "width": 2, "dash": dash},
                    marker={"size": 5, "symbol": "circle" if dash == "solid" else "circle-open"},
                    hovertemplate=f"{label}, dimension %{{customdata}}: %{{y:.4f}}<extra></extra>",
                )
            )
    _add_frames(figure, sinusoid, position, look, length)
    figure.update_xaxes(title="dimension", range=[-0.5, sinusoid.dim - 0.5])
    figure.update_yaxes(
        title="value", range=[-1.08 * sinusoid.amplitude, 1.08 * sinusoid.amplitude]
    )
    figure.update_layout(margin_t=60)
    return Chart(
        name="wave",
        figure=figure,
        alt=(
            f"Encoding vectors of positions {position + origin:.15g} and {other + origin:.15g} "
            f"across {sinusoid.dim} dimensions; sines and cosines in two colours. They differ "
            f"most at dimension {int(np.abs(first - second).argmax())}, by "
            f"{np.abs(first - second).max():.2f}."
        ),
        data=np.stack([first, second], axis=1),
        columns=(f"position {position + origin:.15g}", f"position {other + origin:.15g}"),
        index=tuple(str(i) for i in range(sinusoid.dim)),
        index_name="dimension",
    )


def _waves(
    sinusoid: Sinusoid, look: Theme
) -> tuple[tuple[str, npt.NDArray[np.intp], str], tuple[str, npt.NDArray[np.intp], str]]:
    """Return name, columns and colour of the sines and of the cosines."""
    return (
        ("sine", sinusoid.sine_columns, look.sine),
        ("cosine", sinusoid.cosine_columns, look.cosine),
    )


def _add_frames(
    figure: go.Figure, sinusoid: Sinusoid, position: float, look: Theme, length: int
) -> None:
    """Let a scrubber move the first vector through about 120 positions."""
    count = int(max(2, min(length, MAX_FRAMES, FRAME_VALUES // sinusoid.dim)))
    places = np.unique([*np.linspace(0, length - 1, count).round(), position])
    vectors = sinusoid.encode(places + sinusoid.origin).astype(np.float32)
    sets = [columns for _, columns, _ in _waves(sinusoid, look)]
    add_scrubber(
        figure,
        look,
        labels=[f"{p + sinusoid.origin:.15g}" for p in places],
        frames=[[{"y": vector[s]} for s in sets] for vector in vectors],
        traces=[0, 1],
        active=int(np.abs(places - position).argmin()),
        prefix="solid curve: position ",
    )


def derivation_panels(sinusoid: Sinusoid, position: float, look: Theme) -> Chart:
    """Draw the four steps from pair number to sine and cosine, one under the other.

    The panels share their axis of pairs, so a zoom or a hover in one shows in all.
    """
    absolute = position + sinusoid.origin
    steps = derive(sinusoid, absolute)
    pairs = np.arange(len(steps.frequencies))
    cosines = steps.cosines.copy()
    cosines[sinusoid.columns // 2 :] = np.nan  # the last sine of an odd dim has no cosine
    panels = (
        ("1 · exponent", steps.exponents, look.accent, "exponent"),
        ("2 · inverse frequency", steps.frequencies, look.accent, "rad per position"),
        (f"3 · angle = inverse frequency × {absolute:.15g}", steps.angles, look.accent, "rad"),
        ("4 · sine", steps.sines, look.sine, "value"),
        ("4 · cosine", cosines[: sinusoid.columns // 2], look.cosine, "value"),
    )
    figure = base_figure(look, height=680, hovermode="x unified", hoversubplots="axis")
    for number, (name, values, colour, unit) in enumerate(panels):
        row = min(number + 1, 4)
        figure.add_trace(
            go.Scatter(
                x=pairs[: len(values)],
                y=values,
                yaxis=f"y{row if row > 1 else ''}",
                mode="lines+markers" if len(pairs) <= 128 else "lines",
                name=name,
                line={"color": colour, "width": 2},
                marker={"size": 5},
                hovertemplate=f"%{{y:.6g}} {unit}" if unit != "value" else "%{y:.4f}",
            )
        )
    _stack(figure, look, [p[3] for p in panels[:4]])
    figure.update_layout(
        xaxis={"title": "pair i", "anchor": "y4"},
        yaxis2={"type": "log", "exponentformat": "power", "dtick": 1},
    )
    return Chart(
        name="derivation",
        figure=figure,
        alt=(
            f"Four panels over {len(pairs)} pairs at position {absolute:.15g}: the exponent rises "
            f"from {steps.exponents[0]:g} to {steps.exponents[-1]:.4g}, the inverse frequency "
            f"falls from {steps.frequencies[0]:.4g} to {steps.frequencies[-1]:.4g} rad per "
            f"position, the angle from {steps.angles[0]:.4g} to {steps.angles[-1]:.4g} rad; "
            "sine and cosine of it are the encoding."
        ),
        data=np.stack([*(p[1] for p in panels[:4]), cosines], axis=1),
        columns=("exponent", "inverse frequency", "angle", "sine", "cosine"),
        index=tuple(str(i) for i in pairs),
        index_name="pair",
    )


def _stack(figure: go.Figure, look: Theme, titles: list[str]) -> None:
    """Give the y axes 1 … n equal bands from top to bottom."""
    count = len(titles)
    for number, title in enumerate(titles):
        top = 1 - number / count
        figure.update_layout(
            {
                f"yaxis{number + 1 if number else ''}": {
                    "domain": [top - 1 / count + 0.035, top],
                    "title": title,
                    "anchor": "x",
                    "gridcolor": look.grid,
                    "zerolinecolor": look.grid,
                    "tickfont": {"color": look.muted},
                    "automargin": True,
                }
            }
        )


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
    figure = base_figure(look, height=max(260, 60 + 110 * len(chosen)))
    for number, column in enumerate(chosen):
        wave = "cosine" if column in sinusoid.cosine_columns else "sine"
        name = wave_names(sinusoid, np.array([column]))[0]
        axis = f"y{number + 1 if number else ''}"
        colour = look.cosine if wave == "cosine" else look.sine
        shared = {"yaxis": axis, "line": {"color": colour, "width": 2}, "name": f"dimension {name}"}
        if length <= 60:
            fine = np.linspace(places[0], places[-1], 20 * length)
            curve = dimension_values(sinusoid, [column], fine)[:, 0].astype(np.float32)
            figure.add_trace(go.Scatter(x=fine, y=curve, hoverinfo="skip", opacity=0.5, **shared))
        mean = f"mean of {block} positions from" if block > 1 else "position"
        figure.add_trace(
            go.Scatter(
                x=places,
                y=rows[:, number].astype(np.float32),
                mode="markers" if length <= 60 else "lines",
                marker={"size": 7, "color": colour},
                hovertemplate=f"{mean} %{{x}}, dimension {name}: %{{y:.4f}}<extra></extra>",
                **shared,
            )
        )
    if chosen:
        _stack(figure, look, [f"dim {c}" for c in chosen])
        figure.update_layout(xaxis={"anchor": f"y{len(chosen) if len(chosen) > 1 else ''}"})
    figure.update_xaxes(title="position")
    figure.update_layout(showlegend=False)
    waves = ", ".join(wave_names(sinusoid, np.array(chosen, dtype=int))) or "none"
    return Chart(
        name="waves",
        figure=figure,
        alt=(
            f"Values along positions {places[0]:.15g} to {places[0] + length - 1:.15g} "
            f"of dimensions: {waves}."
        ),
        data=rows,
        columns=tuple(f"dimension {c}" for c in chosen),
        index=tuple(f"{p:.15g}" for p in places),
        index_name="position" if block == 1 else f"first of {block} positions",
    )
