"""The page on conventions: any two of them, and the table of all."""

import numpy as np
import pytest

from pe_core import CONVENTIONS
from tests.pages.reading import chart_names, charts, texts, values

PAGE = "pages/conventions.py"


def frames(app):
    return [element.value for element in app.dataframe]


def test_two_conventions_side_by_side(open_page):
    app = open_page(PAGE)
    assert chart_names(app) == ["left-table", "right-table", "difference", "difference-by-row"]
    left, right, difference, curve = (chart["data"][0] for chart in charts(app))
    tables = [CONVENTIONS[name].table(1_000, 128) for name in ("paper", "tensor2tensor")]
    for drawn, table in zip((left, right), tables, strict=True):
        np.testing.assert_allclose(values(drawn["z"]), table[:192], rtol=0, atol=6e-8)
    gap = tables[0] - tables[1]
    np.testing.assert_allclose(values(difference["z"]), gap[:192], rtol=0, atol=1e-7)
    np.testing.assert_allclose(values(curve["y"]), np.abs(gap).max(axis=1), rtol=0, atol=2e-7)
    assert "The numbers differ" in texts(app)
    assert not app.code
    by_row = frames(app)[1]
    assert by_row["row"].tolist() == ["1", "10", "100", "500"]
    told = [float(text) for text in by_row["largest difference"]]
    # Six digits are printed.
    np.testing.assert_allclose(told, np.abs(gap).max(axis=1)[[1, 10, 100, 500]], atol=1e-5)


def test_only_the_order_of_the_columns(open_page):
    app = open_page(PAGE, against="marian", d=6, length=40)
    assert "Only the order of the columns differs" in texts(app)
    assert app.code[0].value == "right = left[:, [0, 2, 4, 1, 3, 5]]"
    left = CONVENTIONS["paper"].table(40, 6)
    names = {"left": left}
    exec(app.code[0].value, names)  # noqa: S102 - the code is ours
    np.testing.assert_array_equal(names["right"], CONVENTIONS["marian"].table(40, 6))


def test_the_same_numbers_under_two_names(open_page):
    app = open_page(PAGE, convention="marian", against="diffusers_shift0")
    assert "No difference" in texts(app)
    assert values(charts(app)[3]["data"][0]["y"]).max() == 0


def test_a_convention_against_itself(open_page):
    assert "No difference" in texts(open_page(PAGE, convention="mlx", against="mlx"))


def test_the_effective_base(open_page):
    text = texts(open_page(PAGE, d=512))
    assert "**10367.8**" in text
    assert "tensor2tensor, fairseq, Whisper, DDPM: **10,367.8**" in text


def test_the_numbers_of_both(open_page):
    table = frames(open_page(PAGE, against="mlx", d=8))[0]
    told = dict(zip(table["number"], table[""], strict=True))
    assert told["order of columns"] == told["exponent, pair i of n"] == told["factor"] == "differs"
    assert told["row 0 is position"] == "same"
    assert told["odd d"] == "no matter: d is even"
    assert "√(2/d) = 0.5" in set(table["MLX"])


def test_every_convention_is_listed_with_its_source(open_page):
    listing = frames(open_page(PAGE))[2]
    assert listing["name"].tolist() == list(CONVENTIONS)
    for entry, (_, row) in zip(CONVENTIONS.values(), listing.iterrows(), strict=True):
        assert row["library"] == entry.source.library
        assert row["version"] == entry.source.version
        assert row["file"] == entry.source.file
        for source in entry.also_known_as:
            assert source.library in row["also known as"]


@pytest.mark.parametrize("name", CONVENTIONS)
def test_each_convention_against_the_paper(open_page, name):
    app = open_page(PAGE, against=name, d=12, length=100)
    assert len(charts(app)) == 4
    assert not app.warning


@pytest.mark.parametrize(
    ("against", "d", "told"), [("mlx", 7, "d = 6"), ("nerf", 128, "d = 80"), ("mlx", 1, "d = 2")]
)
def test_a_dim_that_one_refuses_is_said(open_page, against, d, told):
    assert told in open_page(PAGE, against=against, d=d).info[0].value


def test_a_grid_is_compared_on_a_small_grid(open_page):
    app = open_page(PAGE, convention="mae", against="timm_2d", d=16)
    assert "16 × 32 cells" in texts(app)
    assert "Only the order of the columns differs" in texts(app)
    assert len(values(charts(app)[3]["data"][0]["y"])) == 512


def test_choosing_drives_every_page(open_page):
    app = open_page(PAGE, length=50)
    app.selectbox(key="convention:pick").set_value(CONVENTIONS["musicgen"].title).run()
    assert app.query_params == {"length": "50", "convention": "musicgen"}
    assert app.selectbox(key="convention:box").value == CONVENTIONS["musicgen"].title
    app.selectbox(key="against:pick").set_value(CONVENTIONS["paper"].title).run()
    assert app.query_params["against"] == "paper"
    app.switch_page("pages/heatmap.py").run()
    first = charts(app)[0]["data"][0]
    assert values(first["z"])[0, :64].tolist() == [1] * 64


def test_a_convention_that_is_none_is_noted(open_page):
    app = open_page(PAGE, against="nobody's")
    assert len(app.warning) == 1
    assert app.selectbox(key="against:pick").value == CONVENTIONS["tensor2tensor"].title
