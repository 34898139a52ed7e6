"""Time steps of a diffusion model: the schedule as a table, its likeness, and two layouts."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from pe_core.figures.chart import Chart
from pe_core.figures.heatmap import encoding_heatmap
from pe_core.figures.scrubber import ROOM_BELOW, scrubber
from pe_core.figures.spec import Part, Spec, axis, figure_spec, line_down
from pe_core.figures.theme import Theme
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
    means = view.block > 1
    row = "mean of steps" if means else "step"
    cells, *others = chart.spec["data"]
    hover = f"{row} %{{y}}, dimension %{{x}}: %{{z:.4f}}<extra></extra>"
    layout = chart.spec["layout"]
    down = layout["yaxis"] | axis("time step (rows are averages)" if means else "time step")
    return replace(
        chart,
        name="schedule",
        spec={
            "data": [cells | {"hovertemplate": hover}, *others],
            "layout": layout | {"yaxis": down},
        },
        alt=_schedule_alt(sinusoid, view),
        index_name=row,
        live=None,
    )


def _schedule_alt(sinusoid: Sinusoid, view: Overview) -> str:
    """Return a sentence or three that say what the schedule shows."""
    text = (
        f"Heatmap of time steps: steps {view.starts[0]} to {view.stops[-1]} down, "
        f"{len(view.dimensions)} of {sinusoid.dim} dimensions across, base {sinusoid.base:g}. "
        f"Values run from {view.values.min():.2f} to {view.values.max():.2f}."
    )
    return text + (f" Each row is the mean of {view.block} steps." if view.block > 1 else "")


def step_likeness(
    sinusoid: Sinusoid, step: int, look: Theme, *, reach: int, count: int | None = None
) -> Chart:
    """Draw how alike a step is to those at most ``reach`` away, 1 being the same.

    ``count`` marks the steps that a sampler with so many steps would visit.
    """
    others = np.arange(max(0, step - reach), min(SCHEDULE_STEPS, step + reach + 1))
    values = step_similarities(sinusoid, step, others)
    near = values[np.abs(others - step) == 1]
    traces = [_likeness_curve(step, others, values, look)]
    if count is not None:
        visited = np.intersect1d(spaced_steps(count), others)
        traces.append(_visited(sinusoid, step, visited, count, look))
    return Chart(
        name="likeness" if count is None else "likeness-all",
        spec=figure_spec(
            look,
            traces,
            height=360,
            shapes=[line_down(step, color=look.muted, width=1, dash="dot")],
            xaxis=axis("time step"),
            yaxis=axis("cosine similarity"),
        ),
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


def _likeness_curve(
    step: int, others: npt.NDArray[np.int64], values: npt.NDArray[np.float64], look: Theme
) -> Part:
    """Return the trace of all steps."""
    return {
        "type": "scatter",
        "name": "every step",
        "x": others,
        "y": values,
        "mode": "lines+markers" if len(others) <= 60 else "lines",
        "marker": {"size": 5},
        "line": {"color": look.accent, "width": 2},
        "hovertemplate": f"steps {step} and %{{x}}: %{{y:.4f}}<extra></extra>",
    }


def _visited(
    sinusoid: Sinusoid, step: int, visited: npt.NDArray[np.int64], count: int, look: Theme
) -> Part:
    """Return the trace of the steps that a sampler visits."""
    return {
        "type": "scatter",
        "name": f"steps visited by a sampler with {count}",
        "x": visited,
        "y": step_similarities(sinusoid, step, visited),
        "mode": "markers",
        "marker": {"size": 6, "color": look.third},
        "hovertemplate": f"steps {step} and %{{x}} (visited): %{{y:.4f}}<extra></extra>",
    }


def layout_vectors(sinusoid: Sinusoid, step: int, look: Theme) -> Chart:
    """Draw one step twice, cosines first and in the paper's layout, with a scrubber for the step.

    Of more than 512 dimensions every n-th pair is drawn.
    """
    vectors = compare_layouts(sinusoid, step)
    return Chart(
        name="layouts",
        spec=_layouts_spec(sinusoid, step, look),
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


def _layouts_spec(sinusoid: Sinusoid, step: int, look: Theme) -> Spec:
    """Return the figure of two panels with its frames."""
    panels = (("", sinusoid), ("2", replace(sinusoid, layout="interleaved")))
    curves = [_wave(kind, wave, n, look) for n, kind in panels for wave in ("cosine", "sine")]
    steps = _frame_steps(step, sum(len(curve["x"]) for curve in curves))
    at = int(np.flatnonzero(steps == step)[0])
    table = sinusoid.encode(steps).astype(np.float32)
    # Both panels show the same numbers, in columns of their own.
    moving = [[{"y": row[curve["x"]]} for curve in curves[:2]] * 2 for row in table]
    labels = [str(s) for s in steps]
    frames, controls = scrubber(
        look, labels=labels, frames=moving, traces=range(4), active=at, prefix="time step "
    )
    spec = figure_spec(
        look,
        [curve | values for curve, values in zip(curves, moving[at], strict=True)],
        height=620,
        margin={"t": 60, "b": ROOM_BELOW},
        **_two_panels(sinusoid.dim),
        **controls,
    )
    return spec | {"frames": frames}


def _wave(kind: Sinusoid, wave: str, panel: str, look: Theme) -> Part:
    """Return the trace of the cosines or sines in the panel "" or "2", without their values."""
    columns = kind.cosine_columns if wave == "cosine" else kind.sine_columns
    columns = columns[:: -(-kind.dim // VECTOR_COLUMNS)]
    colour = look.cosine if wave == "cosine" else look.sine
    return {
        "type": "scatter",
        "name": wave,
        "x": columns,
        "xaxis": f"x{panel}",
        "yaxis": f"y{panel}",
        "customdata": wave_names(kind, columns),
        "mode": "lines+markers" if kind.dim <= 256 else "lines",
        "marker": {"size": 5},
        "line": {"color": colour, "width": 2},
        "legendgroup": wave,
        "showlegend": not panel,
        "hovertemplate": "dimension %{customdata}: %{y:.4f}<extra></extra>",
    }


def _frame_steps(step: int, values: int) -> npt.NDArray[np.int64]:
    """Return the steps of the scrubber: evenly spread, and the chosen one."""
    count = max(2, min(200, FRAME_VALUES // max(values, 1)))
    spread = np.linspace(0, SCHEDULE_STEPS - 1, count).round().astype(np.int64)
    return np.unique([*spread, step])


def _two_panels(dim: int) -> Part:
    """Return two pairs of axes, the second below the first."""
    across: Part = {"range": [-0.5, dim - 0.5]}
    down: Part = {"range": [-1.08, 1.08]}
    # The buttons of the scrubber follow close below.
    last = {"title": {"text": "dimension", "standoff": 8}}
    return {
        "xaxis": axis(anchor="y", **across),
        "yaxis": axis("cosines first", anchor="x", domain=[0.56, 1], **down),
        "xaxis2": axis(anchor="y2", **across) | last,
        "yaxis2": axis("paper: sine, cosine …", anchor="x2", domain=[0, 0.44], **down),
    }
