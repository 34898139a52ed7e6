"""The waves page: a vector as a curve, its four steps, and waves along positions."""

import numpy as np
import pytest

from pe_core.derivation import derive
from pe_core.sinusoid import Sinusoid
from tests.pages.reading import chart_names, charts, sliders, texts, values


def _chart(app, name):
    return charts(app)[chart_names(app).index(name)]


def test_the_articles_two_positions_are_the_default(open_page):
    app = open_page("pages/waves.py")
    sinusoid = Sinusoid(dim=128)
    data = _chart(app, "wave")["data"]
    for number, (position, columns) in enumerate(
        (
            (20, sinusoid.sine_columns),
            (20, sinusoid.cosine_columns),
            (100, sinusoid.sine_columns),
            (100, sinusoid.cosine_columns),
        )
    ):
        expected = sinusoid.encode([position])[0, columns].astype(np.float32)
        np.testing.assert_array_equal(values(data[number]["y"]), expected)


def test_both_positions_move(open_page):
    app = open_page("pages/waves.py", d=30, length=200)
    app.number_input(key="position:field").set_value(7).run()
    app.number_input(key="other:field").set_value(9).run()
    assert (app.query_params["position"], app.query_params["other"]) == ("7", "9")
    assert (sliders(app)["position"]["value"], sliders(app)["other"]["value"]) == (7, 9)
    data = _chart(app, "wave")["data"]
    rows = Sinusoid(dim=30).encode([7, 9]).astype(np.float32)
    np.testing.assert_array_equal(values(data[0]["y"]), rows[0, 0::2])
    np.testing.assert_array_equal(values(data[2]["y"]), rows[1, 0::2])
    steps = derive(Sinusoid(dim=30), 7)
    panels = _chart(app, "derivation")["data"]
    np.testing.assert_array_equal(values(panels[2]["y"]), steps.angles)


@pytest.mark.parametrize("length", [2, 1_000, 1_000_000])
def test_the_slider_offers_the_positions_of_the_table_and_stands_where_the_curve_is(
    open_page, length
):
    app = open_page("pages/waves.py", length=length, position=20)
    slider = sliders(app)["position"]
    assert (slider["low"], slider["high"]) == (0, length - 1)
    assert slider["value"] == _chart(app, "wave")["live"]["position"] == min(20, length - 1)
    assert slider["play"] is True


def test_a_single_position_has_nothing_to_slide(open_page):
    app = open_page("pages/waves.py", length=1)
    assert "Position (solid): 0" in texts(app)
    assert "position" not in sliders(app)


def test_the_curves_follow_the_sliders_in_the_browser(open_page):
    app = open_page("pages/waves.py", d=30, length=200)
    wave, steps = _chart(app, "wave")["live"], _chart(app, "derivation")["live"]
    assert set(wave["follows"]) == {"length", "position", "other", "d", "base"}
    assert set(steps["follows"]) == {"length", "position", "d", "base"}
    assert wave["length"] == 200
    assert Sinusoid(**wave["sinusoid"]) == Sinusoid(dim=30)


def test_chosen_dimensions(open_page):
    app = open_page("pages/waves.py", d=30, length=40)
    app.multiselect(key="dims:chosen").set_value(["1", "8"]).run()
    assert app.query_params["dims"] == "1,8"
    data = _chart(app, "waves")["data"]
    dots = [values(trace["y"]) for trace in data if trace.get("mode") == "markers"]
    table = Sinusoid(dim=30).table(40).astype(np.float32)
    np.testing.assert_allclose(dots, [table[:, 1], table[:, 8]], rtol=0, atol=1e-7)


def test_a_typed_dimension_that_is_no_number_is_left_out(open_page):
    app = open_page("pages/waves.py", d=30)
    app.multiselect(key="dims:chosen").set_value(["x", "-1", "99", "²", "7"]).run()
    assert not app.exception
    assert app.query_params["dims"] == "7"


def test_it_says_which_side_is_fast(open_page):
    text = texts(open_page("pages/waves.py")).lower()
    low, high = text.index("low dimensions"), text.index("high dimensions")
    assert "fast" in text[low : low + 60]
    assert "slow" in text[high : high + 60]
