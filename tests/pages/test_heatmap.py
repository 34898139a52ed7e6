"""The heatmap page: one table, one cell explained, a window into long ranges."""

import numpy as np
import pytest

from pe_core.sinusoid import Sinusoid
from tests.pages.reading import charts, sliders, texts, values


def _cells(app):
    return values(charts(app)[0]["data"][0]["z"])


def test_the_table_of_the_settings(open_page):
    app = open_page("pages/heatmap.py", d=30, length=10, base=500)
    np.testing.assert_array_equal(
        _cells(app), Sinusoid(dim=30, base=500).table(10).astype(np.float32)
    )


def test_the_column_order(open_page):
    app = open_page("pages/heatmap.py", d=6, length=4)
    app.segmented_control(key="layout:choice").set_value("sin_cos").run()
    assert app.query_params["layout"] == "sin_cos"
    expected = Sinusoid(dim=6, layout="sin_cos").table(4)
    np.testing.assert_array_equal(_cells(app), expected.astype(np.float32))


def test_turning_the_picture(open_page):
    app = open_page("pages/heatmap.py", d=6, length=4)
    app.toggle(key="turned:switch").set_value(True).run()
    assert app.query_params["turned"] == "true"
    assert _cells(app).shape == (6, 4)


def test_the_selected_cell_is_written_out_and_crossed(open_page):
    app = open_page("pages/heatmap.py", d=6, length=50, position=3, dimension=2)
    value = np.sin(3 * 10_000 ** (-2 / 6))
    assert f"{value:.8f}" in app.latex[0].value
    assert "2/6" in app.latex[0].value
    assert "sine" in texts(app)
    assert "135" in texts(app), "the wavelength of pair 1 of 6 dimensions"
    app.number_input(key="dimension:field").set_value(3).run()
    assert sliders(app)["dimension"]["value"] == 3
    assert app.query_params["dimension"] == "3"
    assert f"{np.cos(3 * 10_000 ** (-2 / 6)):.8f}" in app.latex[0].value
    app.number_input(key="position:field").set_value(7).run()
    assert f"{np.cos(7 * 10_000 ** (-2 / 6)):.8f}" in app.latex[0].value
    shapes = charts(app)[0]["layout"]["shapes"]
    assert {(shape["x0"], shape["y0"]) for shape in shapes} == {(0, 7), (3, 0)}


def test_a_selection_outside_of_the_table_is_moved_inside(open_page):
    app = open_page("pages/heatmap.py", d=2, length=3, position=20, dimension=6)
    assert app.number_input(key="position:field").value == 2
    assert app.number_input(key="dimension:field").value == 1
    assert f"{np.cos(2):.8f}" in app.latex[0].value


@pytest.mark.parametrize("query", [{}, {"turned": "true"}], ids=["down", "turned"])
def test_a_click_on_a_cell_stands_for_its_position_and_dimension(open_page, query):
    (chart,) = charts(open_page("pages/heatmap.py", d=1024, length=5_000, from_=100, **query))
    assert chart["selects"] is True
    places = {key: (axis, values) for key, axis, values in chart["picks"]}
    down, across = ("x", "y") if query else ("y", "x")
    assert (places["position"][0], places["dimension"][0]) == (down, across)
    positions, dimensions = places["position"][1], places["dimension"][1]
    shape = values(chart["data"][0]["z"]).shape
    assert (shape[::-1] if query else shape) == (len(positions), len(dimensions))
    assert (positions[0], dimensions[0]) == (100, 0)
    block = positions[1] - positions[0]
    assert block > 1
    row = Sinusoid(dim=1024).table(int(block), start=int(positions[3]))[:, int(dimensions[5])]
    cell = values(chart["data"][0]["z"])[(5, 3) if query else (3, 5)]
    np.testing.assert_allclose(cell, row.mean(), rtol=0, atol=1e-7)  # float32


def test_a_window(open_page):
    app = open_page("pages/heatmap.py", d=6, length=50)
    app.number_input(key="from:field").set_value(10).run()
    app.number_input(key="to:field").set_value(14).run()
    assert (app.query_params["from"], app.query_params["to"]) == ("10", "14")
    np.testing.assert_array_equal(
        _cells(app), Sinusoid(dim=6).table(5, start=10).astype(np.float32)
    )
    (everything,) = [button for button in app.button if button.label == "All"]
    everything.click().run()
    assert "from" not in app.query_params
    assert _cells(app).shape == (50, 6)


def test_a_long_range_says_what_a_row_covers(open_page):
    app = open_page("pages/heatmap.py", d=128, length=100_000)
    rows = len(_cells(app))
    block = -(-100_000 // rows)
    assert f"{block:,} positions" in texts(app)
    blurred = int((np.repeat(Sinusoid(dim=128).wavelengths, 2) < 2 * block).sum())
    assert f"{blurred} of the 128" in texts(app)
    np.testing.assert_allclose(
        _cells(app)[0], Sinusoid(dim=128).table(block).mean(axis=0), rtol=0, atol=1e-7
    )


def test_many_dimensions_say_that_pairs_are_left_out(open_page):
    app = open_page("pages/heatmap.py", d=4096, length=100, dimension=5)
    shown = _cells(app).shape[1]
    assert f"{shown} of 4,096 dimensions" in texts(app)
