"""The page on precision."""

import numpy as np
import pytest

from pe_core.rotary import Rotary
from pe_core.rotary.precision import table_error
from pe_core.rotary.rounding import round_to
from tests.pages.reading import chart_names, charts, texts, values

PATH = "pages/precision.py"
NAMES = ["collisions", "phase-growth", "pair-errors"]


def test_what_the_page_says(open_page):
    app = open_page(PATH)
    assert chart_names(app) == NAMES
    text = texts(app)
    assert "0 … 4,095, bfloat16 keeps **769** apart and float16 **3,073**" in text
    assert "up to 5.0 rad at position 4,095" in text


def test_said_positions_are_counted(open_page):
    kept = len(np.unique(round_to(np.arange(1_000), "bfloat16")))
    assert f"0 … 999, bfloat16 keeps **{kept:,}** apart" in texts(open_page(PATH))


def test_steps_are_what_the_types_hold(open_page):
    for trace in charts(open_page(PATH, length=5_000))[0]["data"]:
        wanted = round_to(np.arange(4_952, 5_000), trace["name"])
        np.testing.assert_array_equal(values(trace["y"]), wanted)


@pytest.mark.parametrize("what", ["frequencies", "positions"])
def test_errors_grow(open_page, what):
    chart = charts(open_page(PATH, rounded=what, length=100_000))[1]
    drawn = {t["name"]: values(t["y"]) for t in chart["data"]}
    assert (np.diff(drawn["bfloat16"]) >= 0).all()
    assert drawn["bfloat16"][-1] > 0.5


def test_float16_ends(open_page):
    app = open_page(PATH, rounded="positions", length=100_000)
    assert "without bound in float16, which ends at 65,504" in texts(app)
    assert "not at all in float32" in texts(app)
    drawn = {t["name"]: values(t["x"]) for t in charts(app)[1]["data"]}
    assert drawn["float16"].max() < 65_536 < drawn["bfloat16"].max()
    assert np.isnan(values(charts(app)[0]["data"][1]["y"])).all()


@pytest.mark.parametrize("dtype", ["bfloat16", "float32"])
def test_each_pair_and_each_thing_rounded(open_page, dtype):
    chart = charts(open_page(PATH, dtype=dtype, d=64, length=300))[2]
    for trace, what in zip(chart["data"], ("positions", "frequencies", "table"), strict=True):
        wanted = table_error(Rotary(64), 300, dtype, what)
        np.testing.assert_allclose(values(trace["y"]), wanted, atol=1e-12)


@pytest.mark.parametrize("query", [{"length": 1}, {"d": 1}, {"d": 4096, "length": 1_000_000}])
def test_extremes(open_page, query):
    assert chart_names(open_page(PATH, **query)) == NAMES
