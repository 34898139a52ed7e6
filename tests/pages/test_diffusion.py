"""The page on diffusion steps: the schedule, its neighbours, and the two layouts."""

import numpy as np
import pytest

from pe_core.timesteps import compare_layouts, diffusion_sinusoid, step_similarities
from tests.pages.reading import chart_names, charts, texts, values

PAGE = "pages/diffusion.py"


def chart(app, name):
    return charts(app)[chart_names(app).index(name)]


def test_a_schedule_of_a_thousand_steps_with_cosines_first(open_page):
    app = open_page(PAGE)
    assert "1,000 steps" in texts(app)
    assert chart_names(app) == ["schedule", "likeness", "likeness-all", "layouts"]
    assert "steps 0 to 999" in chart(app, "schedule")["alt"]
    strip = values(chart(app, "schedule")["data"][1]["z"])[0]
    assert strip.tolist() == [1] * 64 + [0] * 64


@pytest.mark.parametrize("step", [0, 321, 999])
def test_neighbouring_steps(open_page, step):
    app = open_page(PAGE, step=step)
    near = step_similarities(diffusion_sinusoid(128), 0, [1])[0]
    assert f"similarity **{near:.4f}**" in texts(app)
    curve = chart(app, "likeness")["data"][0]
    at = values(curve["x"]).tolist().index(step)
    assert values(curve["y"])[at] == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (1, "in 1 step visits step 0."),
        (4, "visits step 0, 250, 500, 750; its neighbours are 250 apart"),
        (50, "visits step 0, 20, 40, …, 980; its neighbours are 20 apart"),
        (1000, "visits step 0, 1, 2, …, 999; its neighbours are 1 apart"),
    ],
)
def test_the_steps_of_a_sampler(open_page, count, said):
    assert said in texts(open_page(PAGE, count=count))


def test_the_same_step_in_the_papers_layout(open_page):
    app = open_page(PAGE, step=7, d=8)
    vectors = compare_layouts(diffusion_sinusoid(8), 7)
    lines = app.code[0].value.splitlines()
    for line, vector in zip(lines, (vectors.diffusion, vectors.paper), strict=True):
        numbers = [float(word) for word in line.split() if word[0] in "+-"]
        np.testing.assert_allclose(numbers, vector[:6], rtol=0, atol=5e-9)
    assert "columns 4, 0, 5, 1, 6, 2 …" in texts(app)
    assert "The numbers are the same" in texts(app)


def test_an_odd_d_has_a_column_of_zeros(open_page):
    app = open_page(PAGE, d=5)
    assert "the last column is filled with zeros" in texts(app)
    assert not values(chart(app, "schedule")["data"][0]["z"])[:, 4].any()


def test_one_dimension_is_too_few_and_said_so(open_page):
    app = open_page(PAGE, d=1)
    assert "d = 2 is shown" in app.info[0].value
    assert values(chart(app, "schedule")["data"][0]["z"]).shape[1] == 2


def test_many_dimensions_are_bounded(open_page):
    app = open_page(PAGE, d=4096)
    assert "Every 8th pair is drawn, 512 of 4,096 dimensions" in texts(app)
    assert values(chart(app, "schedule")["data"][0]["z"]).size <= 90_000
