"""The page on the rotary encoding."""

import numpy as np
import pytest

from pe_core.rotary import Rotary
from pe_core.rotary.example import mixed_score, turned_score
from tests.pages.reading import chart_names, charts, sliders, texts, values

PATH = "pages/rotary.py"
NAMES = ["arrows", "score", "drift", "pairings", "self-score", "random-scores"]


def test_what_the_page_says(open_page):
    app = open_page(PATH)
    assert chart_names(app) == NAMES
    text = texts(app)
    score = turned_score(Rotary(128), [20], [100])[0]
    assert f"Query at 20, key at 100: offset 80, score **{score:.6f}**" in text
    assert "at most: below 10⁻¹²" in text
    assert "the score is off by up to" in text
    assert "most models have 64 or 128" in text
    assert "the curve rises" in text


def test_moving_both_leaves_angles_and_score(open_page):
    here, moved = open_page(PATH), open_page(PATH, both=777)
    before, after = charts(here), charts(moved)
    assert before[0]["data"][3]["text"] == after[0]["data"][3]["text"]
    hands = [values(made[0]["data"][1]["x"]) for made in (before, after)]
    assert np.nanmax(np.abs(hands[0] - hands[1])) > 0.1
    assert before[1]["data"][1] == after[1]["data"][1]
    assert "Query at 797, key at 877: offset 80" in texts(moved)


def test_moving_one_changes_the_score(open_page):
    one, other = (charts(open_page(PATH, other=n))[1]["data"][1] for n in (100, 101))
    assert one["x"] == [80]
    assert other["x"] == [81]
    assert one["y"] != other["y"]


def test_the_score_drifts_in_bfloat16_and_nowhere_else(open_page):
    rounded, exact = (values(t["y"]) for t in charts(open_page(PATH))[2]["data"])
    assert np.ptp(exact) <= 1e-12
    assert np.abs(rounded - exact).max() > 0.01


@pytest.mark.parametrize(("d", "used"), [(1, 2), (127, 128)])
def test_an_odd_d_is_made_even_and_said(open_page, d, used):
    app = open_page(PATH, d=d)
    assert f"d = {used} is used." in texts(app)
    assert chart_names(app) == NAMES


def test_pairings_give_one_score_and_mixing_another(open_page):
    text = texts(open_page(PATH, d=8, position=3, other=5))
    score = turned_score(Rotary(8), [3], [5])[0]
    written = f"{score:.6f}".replace("-", "−")
    assert f"the score is {written} in the one, {written} in the other, the same" in text
    wrong = f"{mixed_score(Rotary(8), 3, 5):.6f}".replace("-", "−")
    assert f"turned in the other give **{wrong}**" in text
    assert wrong != written


def test_both_positions_play(open_page):
    shown = sliders(open_page(PATH))
    assert [shown[key]["play"] for key in ("position", "other", "both")] == [True] * 3


def test_a_seed_draws_other_curves(open_page):
    drawn = [values(charts(open_page(PATH, seed=seed))[5]["data"][0]["y"]) for seed in (1, 2)]
    assert np.abs(drawn[0] - drawn[1]).max() > 0.1
