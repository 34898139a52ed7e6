"""The waves page: a vector as a curve, its four steps, and waves along positions."""

import numpy as np

from pe_core.derivation import derive
from pe_core.sinusoid import Sinusoid
from tests.pages.reading import chart_names, charts, texts, values


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
    app.slider(key="position:slider").set_value(7).run()
    app.number_input(key="other:field").set_value(9).run()
    assert (app.query_params["position"], app.query_params["other"]) == ("7", "9")
    data = _chart(app, "wave")["data"]
    rows = Sinusoid(dim=30).encode([7, 9]).astype(np.float32)
    np.testing.assert_array_equal(values(data[0]["y"]), rows[0, 0::2])
    np.testing.assert_array_equal(values(data[2]["y"]), rows[1, 0::2])
    steps = derive(Sinusoid(dim=30), 7)
    panels = _chart(app, "derivation")["data"]
    np.testing.assert_array_equal(values(panels[2]["y"]), steps.angles)


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
