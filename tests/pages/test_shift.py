"""The page on the shift by k positions."""

import numpy as np
import pytest

from pe_core.shift import shift_matrix
from pe_core.sinusoid import Sinusoid
from tests.pages.reading import chart_names, charts, sliders, texts, values

PATH = "pages/shift.py"
#: All parts that are closed at first.
OPEN = "exact,one-sine,paths"
NAMES = ["clocks", "shift-matrix", "shift-residuals", "one-sine", "paths"]


def test_what_the_page_says(open_page):
    app = open_page(PATH, open=OPEN)
    assert chart_names(app) == NAMES
    text = texts(app)
    assert "moving by k = 5 means turning by ω·k = 1 × 5 = 5 rad, 286°" in text
    assert "it stays below 10⁻¹²" in text
    assert "table of 1,000 positions has 128,000 numbers; $M_k$ is made of 64 angles" in text
    assert "at 0.79 and 2.36 the sine is the same, 0.707" in text
    assert "**−0.477** at the one and **0.879** at the other" in text
    assert "\\cos \\omega k & \\sin \\omega k" in text
    assert "0.2837 & -0.9589" in text


def test_residuals_at_every_position(open_page):
    residuals, bound = charts(open_page(PATH, open=OPEN))[2]["data"]
    drawn = values(residuals["y"])
    assert len(drawn) == 1000
    assert drawn.max() <= 1e-12
    assert (drawn <= values(bound["y"])).all()


@pytest.mark.parametrize(("d", "length"), [(128, 1_000_000), (4096, 1_000_000)])
def test_far_residuals_are_bounded_and_said(open_page, d, length):
    app = open_page(PATH, open=OPEN, d=d, length=length)
    drawn = values(charts(app)[2]["data"][0]["y"])
    assert f"Drawn for the first {len(drawn):,} of 1,000,000 positions." in texts(app)
    assert drawn.max() <= 1e-12


def test_all_pairs_make_the_matrix(open_page):
    app = open_page(PATH, open=OPEN, d=16, k=-3, pairs=8)
    (trace,) = charts(app)[1]["data"]
    wanted = shift_matrix(Sinusoid(dim=16), -3)
    np.testing.assert_allclose(values(trace["z"]), wanted, atol=1e-7)  # float32
    assert "Blocks of two by two" in texts(app)
    assert "evenly spread" not in texts(app)


@pytest.mark.parametrize("layout", ["sin_cos", "cos_sin"])
def test_halves_can_be_put_pair_by_pair(open_page, layout):
    app = open_page(PATH, open=OPEN, d=16, layout=layout)
    assert "four diagonals" in texts(app)
    app.toggle(key="paired:switch").set_value(True).run()
    assert app.query_params["paired"] == "true"
    assert "Blocks of two by two" in texts(app)
    (trace,) = charts(app)[1]["data"]
    np.testing.assert_allclose(values(trace["z"]), shift_matrix(Sinusoid(dim=16), 5), atol=1e-7)


def test_only_halves_offer_the_switch(open_page):
    assert "paired:switch" not in [toggle.key for toggle in open_page(PATH, open=OPEN).toggle]


def test_the_clocks_turn_with_the_slider(open_page):
    app = open_page(PATH, open=OPEN, k=7, position=3)
    offset = sliders(app)["k"]
    assert offset["value"] == 7
    assert offset["play"] is True
    assert (offset["low"], offset["high"]) == (-100, 100)
    clocks, matrix = charts(app)[:2]
    assert {"k", "position", "pairs", "d", "base"} <= set(clocks["live"]["follows"])
    assert {"k", "pairs"} <= set(matrix["live"]["follows"])
    assert (clocks["live"]["k"], clocks["live"]["position"]) == (7, 3)
    assert clocks["data"][3]["text"][0] == "pair 0<br>401°"


@pytest.mark.parametrize(("d", "used"), [(1, 2), (3, 4), (127, 128), (4095, 4096)])
def test_an_odd_d_is_refused_in_words_and_the_page_goes_on(open_page, d, used):
    app = open_page(PATH, open=OPEN, d=d)
    (info,) = app.info
    assert f"a lone sine has no shift matrix; got {d}" in info.value
    assert f"goes on with d = {used:,}." in info.value
    assert chart_names(app) == NAMES


def test_a_move_by_nothing(open_page):
    app = open_page(PATH, open=OPEN, k=0)
    assert "Choose another k" in texts(app)
    assert "turning by ω·k = 1 × 0 = 0 rad" in texts(app)


def test_a_chosen_pair(open_page):
    app = open_page(PATH, open=OPEN, pair=63, d=128)
    assert "For pair 63" in texts(app)
    app = open_page(PATH, open=OPEN, pair=63, d=6)
    assert app.number_input(key="pair:field").value == sliders(app)["pair"]["value"] == 2
