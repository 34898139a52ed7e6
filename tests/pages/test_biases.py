"""The page that holds encodings side by side."""

import numpy as np
import pytest

from pe_core.bias import alibi_slopes
from pe_core.rotary.methods import METHODS
from tests.pages.reading import chart_names, charts, texts, values

PATH = "pages/biases.py"
NAMES = ["contributions"]
NAMES += [f"{name}-scores" for name in ("sinusoid", "rotary", "alibi", "t5", "learned")]


def test_what_the_page_says(open_page):
    app = open_page(PATH)
    assert chart_names(app) == NAMES
    text = texts(app)
    assert "The sinusoidal and the rotary curve lie on one another" in text
    assert "head 2 has lost 1 after 4 positions" in text
    (table,) = app.table
    assert list(table.value.index) == [method.title for method in METHODS]


def test_curves_share_one_axis(open_page):
    drawn = {t["name"]: values(t["y"]) for t in charts(open_page(PATH, base=500))[0]["data"]}
    np.testing.assert_array_equal(drawn["sinusoidal"], drawn["rotary, q = k"])
    assert drawn["sinusoidal"][0] == 1
    learned = drawn["learned"]
    assert np.isfinite(learned[:100]).all()
    assert np.isnan(learned[100:]).all()


def test_base_counts(open_page):
    one, two = (values(charts(open_page(PATH, base=b))[0]["data"][1]["y"]) for b in (100, 1e6))
    assert np.abs(one - two).max() > 0.1


@pytest.mark.parametrize("head", [1, 5, 8])
def test_a_head_of_alibi(open_page, head):
    app = open_page(PATH, head=head)
    slope = alibi_slopes(8)[head - 1]
    assert f"ALiBi, head {head} of 8: −{slope:g} for each position." in texts(app)
    (trace,) = charts(app)[3]["data"]
    np.testing.assert_allclose(values(trace["z"])[10, 6], -4 * slope, rtol=1e-6)


def test_all_heatmaps_have_one_scale(open_page):
    scales = [(c["data"][0]["zmin"], c["data"][0]["zmax"]) for c in charts(open_page(PATH))[1:]]
    assert scales == [(-1, 1)] * 5


def test_a_learned_table_ends_with_training(open_page):
    (trace,) = charts(open_page(PATH, trained=30))[5]["data"]
    filled = np.isfinite(values(trace["z"]))
    assert filled[:30, :30].all()
    assert filled.sum() == 900


def test_offsets_on_a_logarithmic_axis(open_page):
    chart = charts(open_page(PATH, log="true"))[0]
    assert chart["layout"]["xaxis"]["type"] == "log"
    assert values(chart["data"][0]["x"])[0] == 1
