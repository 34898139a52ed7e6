"""Time steps of a diffusion model: schedule, likeness, and the two layouts."""

import numpy as np
import pytest

from pe_core.figures.theme import DARK, LIGHT
from pe_core.figures.timesteps import layout_vectors, schedule_heatmap, step_likeness
from pe_core.overview import overview
from pe_core.timesteps import (
    compare_layouts,
    diffusion_sinusoid,
    spaced_steps,
    step_similarities,
)
from tests.figures.reading import axis_titles, hover, kinds, weight

LOOKS = pytest.mark.parametrize("look", [LIGHT, DARK], ids=lambda look: look.name)
DIMS = pytest.mark.parametrize("dim", [2, 3, 128, 4096])


@LOOKS
@DIMS
def test_the_schedule_has_a_thousand_steps_with_cosines_first(look, dim):
    sinusoid = diffusion_sinusoid(dim)
    view = overview(sinusoid, 0, 999)
    chart = schedule_heatmap(sinusoid, view, 500, look)
    assert kinds(chart.figure) == ["heatmap"] * 2
    assert chart.name == "schedule"
    assert "steps 0 to 999" in chart.alt
    assert "position" not in chart.alt
    assert axis_titles(chart.figure)["yaxis"].startswith("time step")
    assert "position" not in chart.figure.data[0].hovertemplate
    strip = np.asarray(chart.figure.data[1].z)[0]
    cosines = int(strip.sum())
    assert strip[:cosines].all()
    assert not strip[cosines:].any()
    np.testing.assert_array_equal(chart.data, view.values)


@pytest.mark.parametrize(("last", "row"), [(99, "step"), (999, "mean of steps")])
def test_the_schedule_speaks_of_steps(last, row):
    sinusoid = diffusion_sinusoid(128)
    view = overview(sinusoid, 0, last)
    chart = schedule_heatmap(sinusoid, view, 50, LIGHT)
    cells = chart.figure.data[0]
    text = hover(cells, x=cells.x[0], y=chart.index[0], z=view.values[0, 0])
    assert text == f"{row} {chart.index[0]}, dimension {cells.x[0]}: {view.values[0, 0]:.4f}"
    assert chart.index_name == row
    assert chart.alt.startswith(f"Heatmap of time steps: steps 0 to {last} down, 128 of 128 ")
    assert chart.alt.endswith(f"mean of {view.block} steps.") == (view.block > 1)
    assert chart.live is None, "the browser would draw positions"


@LOOKS
@DIMS
@pytest.mark.parametrize("step", [0, 500, 999])
def test_likeness_close_up(look, dim, step):
    sinusoid = diffusion_sinusoid(dim)
    chart = step_likeness(sinusoid, step, look, reach=20)
    assert kinds(chart.figure) == ["scatter"]
    (curve,) = chart.figure.data
    np.testing.assert_array_equal(curve.x, np.arange(max(0, step - 20), min(999, step + 20) + 1))
    np.testing.assert_array_equal(curve.y, step_similarities(sinusoid, step, curve.x))
    # Two rows of length sqrt(d/2), divided by it.
    assert curve.y[list(curve.x).index(step)] == pytest.approx(1, abs=1e-12)
    assert axis_titles(chart.figure) == {"xaxis": "time step", "yaxis": "cosine similarity"}
    assert f"step {step}" in chart.alt


@pytest.mark.parametrize("count", [1, 2, 50, 1000])
def test_likeness_of_the_steps_that_a_sampler_visits(count):
    chart = step_likeness(diffusion_sinusoid(), 500, LIGHT, reach=1000, count=count)
    every, visited = chart.figure.data
    assert len(every.x) == 1000
    np.testing.assert_array_equal(visited.x, spaced_steps(count))
    assert chart.name == "likeness-all"


def test_hover_of_the_likeness():
    curve = step_likeness(diffusion_sinusoid(), 500, LIGHT, reach=1).figure.data[0]
    assert hover(curve, x=501, y=curve.y[2]) == f"steps 500 and 501: {curve.y[2]:.4f}"


@LOOKS
@pytest.mark.parametrize("dim", [2, 3, 8, 128])
def test_the_same_step_in_two_layouts(look, dim):
    sinusoid = diffusion_sinusoid(dim)
    chart = layout_vectors(sinusoid, 500, look)
    assert kinds(chart.figure) == ["scatter"] * 4
    vectors = compare_layouts(sinusoid, 500)
    for traces, vector in (
        (chart.figure.data[:2], vectors.diffusion),
        (chart.figure.data[2:], vectors.paper),
    ):
        for trace in traces:
            # float32 keeps 24 bits of values up to 1.
            np.testing.assert_allclose(trace.y, vector[np.asarray(trace.x)], atol=1e-7)
    assert [trace.name for trace in chart.figure.data] == ["cosine", "sine"] * 2
    np.testing.assert_array_equal(chart.data, np.stack([vectors.diffusion, vectors.paper], 1))
    columns = [int(x) for x in chart.figure.data[2].x]
    assert columns == list(range(1, dim - dim % 2, 2))


@pytest.mark.parametrize("step", [0, 7, 999])
def test_the_scrubber_starts_at_the_step_and_moves_both_panels(step):
    sinusoid = diffusion_sinusoid(16)
    figure = layout_vectors(sinusoid, step, LIGHT).figure
    slider = figure.layout.sliders[0]
    assert slider.steps[slider.active].label == str(step)
    frame = figure.frames[0]
    assert frame.name == "0"
    assert len(frame.data) == 4
    np.testing.assert_array_equal(frame.data[0].y, np.ones(8))
    np.testing.assert_array_equal(frame.data[3].y, np.zeros(8))


@DIMS
def test_weight(dim):
    sinusoid = diffusion_sinusoid(dim)
    charts = (
        schedule_heatmap(sinusoid, overview(sinusoid, 0, 999, cells=90_000), 500, LIGHT),
        step_likeness(sinusoid, 500, LIGHT, reach=1000, count=50),
        layout_vectors(sinusoid, 500, LIGHT),
    )
    assert sum(weight(chart.figure) for chart in charts) < 1_000_000
