"""Spot the bug: the picture first, then the guess, then the finding."""

import numpy as np
import pytest

from pe_core import Sinusoid
from pe_core.doctor import BUGS
from pe_core.gallery import puzzle
from tests.pages.reading import chart_names, charts, texts, values

PAGE = "pages/bugs.py"
NUMBERS = range(1, len(BUGS) + 1)


def test_a_picture_and_four_options_and_no_answer(open_page):
    app = open_page(PAGE, d=32, length=100)
    made = puzzle(1, Sinusoid(dim=32), 100)
    assert chart_names(app) == ["puzzle"]
    drawn = values(charts(app)[0]["data"][0]["z"])
    np.testing.assert_allclose(drawn, made.matrix, rtol=0, atol=6e-8)
    options = [b for b in app.button if b.key and b.key.startswith("guess:B")]
    assert [b.key.removeprefix("guess:") for b in options] == list(made.options)
    seen = texts(app) + charts(app)[0]["alt"]
    assert made.bug.id not in seen
    assert made.bug.title not in seen


def test_the_right_table_on_demand(open_page):
    app = open_page(PAGE, d=32, length=100)
    app.toggle(key="beside:switch").set_value(True).run()
    assert chart_names(app) == ["puzzle", "puzzle-right"]
    right = values(charts(app)[1]["data"][0]["z"])
    np.testing.assert_allclose(right, Sinusoid(dim=32).table(100), rtol=0, atol=6e-8)


@pytest.mark.parametrize("number", NUMBERS)
def test_a_right_guess(open_page, number):
    app = open_page(PAGE, puzzle=number, d=32, length=100)
    made = puzzle(number, Sinusoid(dim=32), 100)
    app.button(key=f"guess:{made.bug.id}").click().run()
    assert not app.exception
    assert app.query_params["guess"] == made.bug.id
    assert app.success[0].value.startswith("Right. It is")
    text = texts(app).replace("\\", "").replace("\u2060", "")
    assert f"The Doctor says: {made.bug.id}" in text or made.bug.same_matrix
    assert "**The fix:**" in text
    assert {"puzzle", "puzzle-right"} <= set(chart_names(app))


def test_a_wrong_guess(open_page):
    made = puzzle(1, Sinusoid(dim=32), 100)
    wrong = next(name for name in made.options if not made.right(name))
    app = open_page(PAGE, d=32, length=100)
    app.button(key=f"guess:{wrong}").click().run()
    assert "Not this one" in app.main.warning[0].value
    assert made.bug.id in app.main.warning[0].value
    app.button(key="guess:again").click().run()
    assert "guess" not in app.query_params
    app.button(key="guess:seen").click().run()
    assert app.main.info[0].value.startswith("It is")


def test_the_next_puzzle_is_open_again(open_page):
    app = open_page(PAGE, guess="x")
    app.button(key="puzzle-next").click().run()
    assert app.query_params == {"puzzle": "2"}
    assert app.number_input(key="puzzle:field").value == 2
    app.number_input(key="puzzle:field").set_value(len(BUGS)).run()
    app.button(key="puzzle-next").click().run()
    assert app.query_params == {}


def test_what_the_doctor_was_told(open_page):
    (number,) = (n for n in NUMBERS if puzzle(n, Sinusoid(dim=8), 8).bug.id == "B18")
    app = open_page(PAGE, puzzle=number, d=32, length=100, guess="x")
    assert "It was told which encoding to expect" in texts(app)
    (number,) = (n for n in NUMBERS if puzzle(n, Sinusoid(dim=8), 8).bug.id == "B3")
    app = open_page(PAGE, puzzle=number, d=32, length=100, base=500, guess="x")
    assert "It was told that the base is 500" in texts(app)


def test_a_mistake_that_nobody_can_see(open_page):
    (number,) = (n for n in NUMBERS if puzzle(n, Sinusoid(dim=8), 8).bug.id == "B3")
    app = open_page(PAGE, puzzle=number, d=2, length=20, guess="x")
    assert "the mistake changes no number" in texts(app)


def test_large_settings_are_drawn_small_and_said_so(open_page):
    app = open_page(PAGE, d=4096, length=1_000_000)
    assert "The gallery goes up to d = 512" in texts(app)
    assert values(charts(app)[0]["data"][0]["z"]).size <= 33_000


@pytest.mark.parametrize("number", NUMBERS)
def test_one_dimension_breaks_nothing(open_page, number):
    app = open_page(PAGE, puzzle=number, d=1, length=1, guess="x")
    assert "The Doctor says" in texts(app)


def test_a_projected_puzzle_can_be_answered(open_page):
    app = open_page(PAGE, present="true", d=32, length=100)
    assert "puzzle:field" not in [widget.key for widget in app.number_input]
    app.button(key="guess:seen").click().run()
    assert app.main.info[0].value.startswith("It is")
    app.button(key="puzzle-next").click().run()
    assert app.query_params["puzzle"] == "2"
