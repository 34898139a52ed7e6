"""Time steps of a diffusion model: the schedule as a table, its likeness, and two layouts."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from pe_core.figures.chart import Chart
from pe_core.figures.heatmap import encoding_heatmap
from pe_core.figures.scrubber import add_scrubber
from pe_core.figures.theme import Theme, base_figure
from pe_core.overview import Overview, wave_names
from pe_core.sinusoid import Sinusoid
from pe_core.timesteps import (
    SCHEDULE_STEPS,
    compare_layouts,
    spaced_steps,
    step_similarities,
)

__all__ = ["layout_vectors", "schedule_heatmap", "step_likeness"]

#: Values that the frames of the scrubber may hold.
FRAME_VALUES = 30_000
#: Columns of one drawn vector; a wider one is shown in part.
VECTOR_COLUMNS = 512


def schedule_heatmap(sinusoid: Sinusoid, view: Overview, step: int, look: Theme) -> Chart:
    """Draw an overview of all steps of the schedule, with a line at one of them."""
    chart = encoding_heatmap(sinusoid, view, look, position=step, height=520)
    cells = chart.figure.data[0]
    cells.hovertemplate = cells.hovertemplate.replace("position", "step")
    averaged = " (rows are averages)" if view.block > 1 else ""
    chart.figure.update_layout(yaxis_title_text=f"time step{averaged}")
    return replace(
        chart,
        name="schedule",
        alt=chart.alt.replace("positional encodings: positions", "time steps: steps").replace(
            "positions.", "steps."
        ),
        index_name=chart.index_name.replace("position", "step"),
    )


def step_likeness(
    sinusoid: Sinusoid, step: int, look: Theme, *, reach: int, count: int | None = None
) -> Chart:
    """Draw how alike a step is to those at most ``reach`` away, 1 being the same.

    ``count`` marks the steps that a sampler with so many steps would visit.
    """
    others = np.arange(max(0, step - reach), min(SCHEDULE_STEPS, step + reach + 1))
    values = step_similarities(sinusoid, step, others)
    figure = base_figure(look, height=360)
    figure.add_trace(
        go.Scatter(
            x=others,
            y=values,
            mode="lines+markers" if len(others) <= 60 else "lines",
            marker={"size": 5},
            line={"color": look.accent, "width": 2},
            name="every step",
            hovertemplate=f"steps {step} and %{{x}}: %{{y:.4f}}<extra></extra>",
        )
    )
    if count is not None:
        visited = np.intersect1d(spaced_steps(count), others)
        figure.add_trace(
            go.Scatter(
                x=visited,
                y=step_similarities(sinusoid, step, visited),
                mode="markers",
                marker={"size": 6, "color": look.third},
                name=f"steps visited by a sampler with {count}",
                hovertemplate=f"steps {step} and %{{x}} (visited): %{{y:.4f}}<extra></extra>",
            )
        )
    figure.add_vline(x=step, line={"color": look.muted, "width": 1, "dash": "dot"})
    figure.update_xaxes(title="time step")
    figure.update_yaxes(title="cosine similarity")
    near = values[np.abs(others - step) == 1]
    return Chart(
        name="likeness" if count is None else "likeness-all",
        figure=figure,
        alt=(
            f"How alike step {step} and the steps {others[0]} to {others[-1]} are: "
            f"{values[others == step][0]:.3f} with itself, {near.max():.4f} with its neighbours, "
            f"{values.min():.3f} at the least."
        ),
        data=values[:, None],
        columns=("cosine similarity",),
        index=tuple(map(str, others)),
        index_name="step",
    )


def layout_vectors(sinusoid: Sinusoid, step: int, look: Theme) -> Chart:
    """Draw one step twice, cosines first and in the paper's layout, with a scrubber for the step.

    Of more than 512 dimensions every n-th pair is drawn.
    """
    paper = replace(sinusoid, layout="interleaved")
    panels = [(kind, _columns(kind)) for kind in (sinusoid, paper)]
    steps = _frame_steps(step, sum(len(c) for _, waves in panels for _, c in waves))
    rows = [[kind.encode(steps)[:, c] for _, c in waves] for kind, waves in panels]
    at = int(np.flatnonzero(steps == step)[0])
    figure = base_figure(look, height=620, margin_t=60)
    for number, ((kind, waves), values) in enumerate(zip(panels, rows, strict=True)):
        for (wave, columns), found in zip(waves, values, strict=True):
            figure.add_trace(
                go.Scatter(
                    x=columns,
                    y=found[at].astype(np.float32),
                    yaxis=f"y{number + 1 if number else ''}",
                    xaxis=f"x{number + 1 if number else ''}",
                    customdata=wave_names(kind, columns),
                    mode="lines+markers" if sinusoid.dim <= 256 else "lines",
                    marker={"size": 5},
                    line={"color": {"sine": look.sine, "cosine": look.cosine}[wave], "width": 2},
                    name=wave,
                    legendgroup=wave,
                    showlegend=number == 0,
                    hovertemplate="dimension %{customdata}: %{y:.4f}<extra></extra>",
                )
            )
    add_scrubber(
        figure,
        look,
        labels=[str(s) for s in steps],
        frames=[
            [{"y": found[f].astype(np.float32)} for values in rows for found in values]
            for f in range(len(steps))
        ],
        traces=list(range(4)),
        active=at,
        prefix="time step ",
    )
    _two_panels(figure, look, sinusoid.dim)
    figure.update_layout(xaxis2_title={"text": "dimension", "standoff": 8})
    vectors = compare_layouts(sinusoid, step)
    return Chart(
        name="layouts",
        figure=figure,
        alt=(
            f"Step {step} in two layouts of {sinusoid.dim} dimensions. Above, cosines fill the "
            f"left half and sines the right; below, they take turns. The numbers are the same: "
            f"{vectors.diffusion.min():.3f} to {vectors.diffusion.max():.3f}."
        ),
        data=np.stack([vectors.diffusion, vectors.paper], axis=1),
        columns=("cosines first", "paper"),
        index=tuple(map(str, range(sinusoid.dim))),
        index_name="dimension",
    )


def _columns(kind: Sinusoid) -> list[tuple[str, npt.NDArray[np.intp]]]:
    """Return the drawn columns of the cosines and of the sines, left to right."""
    step = -(-kind.dim // VECTOR_COLUMNS)
    return [("cosine", kind.cosine_columns[::step]), ("sine", kind.sine_columns[::step])]


def _frame_steps(step: int, values: int) -> npt.NDArray[np.int64]:
    """Return the steps of the scrubber: evenly spread, and the chosen one."""
    count = max(2, min(200, FRAME_VALUES // max(values, 1)))
    spread = np.linspace(0, SCHEDULE_STEPS - 1, count).round().astype(np.int64)
    return np.unique([*spread, step])


def _two_panels(figure: go.Figure, look: Theme, dim: int) -> None:
    """Put the second pair of axes below the first."""
    axis = {"gridcolor": look.grid, "zerolinecolor": look.grid, "automargin": True}
    axis |= {"tickfont": {"color": look.muted}}
    span = {"range": [-0.5, dim - 0.5]}
    for number, (domain, title) in enumerate(
        (([0.56, 1], "cosines first"), ([0, 0.44], "paper: sine, cosine …"))
    ):
        key = number + 1 if number else ""
        figure.update_layout(
            {
                f"xaxis{key}": axis | span | {"anchor": f"y{key}"},
                f"yaxis{key}": axis
                | {"domain": domain, "anchor": f"x{key}", "title": title, "range": [-1.08, 1.08]},
            }
        )
