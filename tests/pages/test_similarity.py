"""The similarity page: the matrix, its profile, one row, and the first rise."""

import numpy as np
import pytest

from pe_core.sinusoid import Sinusoid
from tests.pages.reading import chart_names, charts, sliders, texts, values


def _chart(app, name):
    return charts(app)[chart_names(app).index(name)]


def test_the_matrix_and_the_row_of_the_position(open_page):
    app = open_page("pages/similarity.py", d=64, length=50, position=7)
    table = Sinusoid(dim=64).table(50)
    # float32 of sums up to 32.
    np.testing.assert_allclose(
        values(_chart(app, "similarity")["data"][0]["z"]), table @ table.T, rtol=0, atol=1e-5
    )
    np.testing.assert_allclose(
        values(_chart(app, "row")["data"][0]["y"]), table @ table[7], rtol=0, atol=1e-5
    )
    app.number_input(key="position:field").set_value(9).run()
    assert sliders(app)["position"]["value"] == 9
    assert app.query_params["position"] == "9"
    np.testing.assert_allclose(
        values(_chart(app, "row")["data"][0]["y"]), table @ table[9], rtol=0, atol=1e-5
    )


@pytest.mark.parametrize(("d", "rise"), [(64, 6), (128, 12), (512, 44)])
def test_the_first_rise_is_said(open_page, d, rise):
    text = texts(open_page("pages/similarity.py", d=d)).replace("*", "")
    assert f"from offset {rise - 1} to {rise}" in text


def test_no_rise_is_said_too(open_page):
    text = texts(open_page("pages/similarity.py", d=512, length=40)).replace("*", "")
    assert "never rises" in text


@pytest.mark.parametrize(("d", "said"), [(64, False), (65, True)])
def test_an_odd_d_is_explained(open_page, d, said):
    text = texts(open_page("pages/similarity.py", d=d, length=20))
    assert ("no cosine beside it" in text) == said


def test_a_thinned_matrix_says_so(open_page):
    text = texts(open_page("pages/similarity.py", d=64, length=5000))
    assert "position is drawn" in text


def test_a_click_on_a_row_stands_for_its_position(open_page):
    chart = _chart(open_page("pages/similarity.py", d=64, length=50), "similarity")
    assert chart["selects"] is True
    assert chart["picks"] == [["position", "y", None]], "the axis counts positions itself"
    np.testing.assert_array_equal(values(chart["data"][0]["y"]), np.arange(50))


def test_a_window(open_page):
    app = open_page("pages/similarity.py", d=6, length=50)
    app.number_input(key="from:field").set_value(10).run()
    app.number_input(key="to:field").set_value(14).run()
    table = Sinusoid(dim=6).table(5, start=10)
    np.testing.assert_allclose(
        values(_chart(app, "similarity")["data"][0]["z"]), table @ table.T, rtol=0, atol=1e-5
    )
