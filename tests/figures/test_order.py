"""Two sentences side by side, and what each dimension tells about the place."""

import numpy as np
import pytest

from pe_core.figures.order import (
    NAMED_COLUMNS,
    ROLE_NAMES,
    attention_change,
    place_roles,
    spans_text,
    word_products,
)
from pe_core.figures.theme import DARK, LIGHT
from pe_core.order import LEFT_SENTENCE, RIGHT_SENTENCE, compare_order
from pe_core.place import places
from pe_core.sinusoid import Sinusoid
from tests.figures.reading import axis_titles, hover, kinds, weight

LOOKS = pytest.mark.parametrize("look", [LIGHT, DARK], ids=lambda look: look.name)
SINUSOID = Sinusoid(dim=64)
CATS = compare_order(LEFT_SENTENCE, RIGHT_SENTENCE, SINUSOID)
MARKUP = compare_order("<b>bold</b> a", "a <b>bold</b>", SINUSOID)


def cells(comparison, side, placed, **options):
    return word_products(comparison, side, placed, LIGHT, **options).figure.data[0]


def test_sorted_without_positions_the_two_pictures_are_the_same():
    left, right = (cells(CATS, side, False, as_bag=True) for side in ("left", "right"))
    # The same products in another order of summing; float32 then keeps 24 bits.
    np.testing.assert_allclose(left.z, right.z, rtol=0, atol=1e-5)
    left, right = (cells(CATS, side, True, as_bag=True) for side in ("left", "right"))
    assert np.abs(left.z - right.z).max() > 1


@LOOKS
@pytest.mark.parametrize("placed", [False, True], ids=["plain", "placed"])
@pytest.mark.parametrize("side", ["left", "right"])
def test_products_in_the_order_of_the_sentence(look, side, placed):
    chart = word_products(CATS, side, placed, look)
    kind = "placed" if placed else "plain"
    assert chart.name == f"{kind}-{side}"
    assert kinds(chart.figure) == ["heatmap"]
    (trace,) = chart.figure.data
    np.testing.assert_allclose(trace.z, getattr(CATS, f"{kind}_{side}"), atol=1e-4)
    words = [*getattr(CATS, side).tokens]
    shown = [f"{word} {i + 1}" for i, word in enumerate(words)] if placed else words
    assert [*chart.figure.layout.yaxis.ticktext] == shown
    assert chart.figure.layout.yaxis.autorange == "reversed"
    assert chart.index == tuple(f"{word} ({i + 1})" for i, word in enumerate(words))
    assert f"{trace.z.max():.1f}" in chart.alt


@pytest.mark.parametrize("placed", [False, True], ids=["plain", "placed"])
def test_both_sides_share_a_colour_scale(placed):
    left, right = (cells(CATS, side, placed) for side in ("left", "right"))
    assert (left.zmin, left.zmax) == (right.zmin, right.zmax)
    assert left.zmin <= min(left.z.min(), right.z.min())
    assert left.zmax >= max(left.z.max(), right.z.max()) - 1e-4


def test_hover_names_both_words_and_their_places():
    trace = cells(CATS, "left", False)
    text = hover(trace, z=trace.z[1, 4], customdata=trace.customdata[1][4])
    assert text == f"cat (word 2) · dog (word 5): {trace.z[1, 4]:.2f}"


def test_markup_is_shown_and_not_read():
    for chart in (word_products(MARKUP, "left", False, LIGHT), attention_change(MARKUP, LIGHT)):
        text = chart.figure.to_json()
        assert "&lt;b&gt;" in text
        assert "<b>" not in text
    assert word_products(MARKUP, "left", False, LIGHT).index[0] == "<b>bold</b> (1)"


def test_many_words_are_named_at_one_side_only_and_stay_light():
    many = compare_order(" ".join(f"w{i}" for i in range(100)), "w3", SINUSOID)
    chart = word_products(many, "left", True, LIGHT)
    assert chart.data.shape == (64, 64)
    assert NAMED_COLUMNS < 64
    assert chart.figure.layout.xaxis.showticklabels is False
    assert chart.figure.data[0].texttemplate is None
    assert weight(chart.figure) < 400_000


@LOOKS
def test_the_change_of_each_word(look):
    chart = attention_change(CATS, look)
    plain, placed = chart.figure.data
    assert kinds(chart.figure) == ["scatter", "scatter"]
    np.testing.assert_array_equal(plain.y, CATS.plain_change)
    np.testing.assert_array_equal(placed.y, CATS.placed_change)
    assert f"{CATS.largest_placed_change:.3g}" in chart.alt
    assert axis_titles(chart.figure)["yaxis"] == "change of the output"
    assert hover(placed, y=placed.y[1], customdata=placed.customdata[1]).startswith("cat, with")


@LOOKS
@pytest.mark.parametrize("layout", ["interleaved", "sin_cos"])
@pytest.mark.parametrize(("dim", "length"), [(1, 1), (3, 10), (128, 1000), (4096, 10**6)])
def test_every_dimension_has_one_role(look, layout, dim, length):
    sinusoid = Sinusoid(dim=dim, layout=layout)
    made = places(sinusoid, length)
    chart = place_roles(made, length, look)
    assert kinds(chart.figure) == ["scatter"] * 4
    shown = np.concatenate([trace.x for trace in chart.figure.data])
    assert sorted(shown.tolist()) == list(range(dim))
    for role, trace in zip(ROLE_NAMES, chart.figure.data, strict=True):
        assert trace.x.tolist() == made.columns(role)
        assert trace.name == f"{ROLE_NAMES[role]} ({len(trace.x)})"
        np.testing.assert_array_equal(trace.y, chart.data[trace.x, 0])
    assert not np.isnan(chart.data).any()
    assert weight(chart.figure) < 300_000


def test_the_article_s_table_has_fine_and_coarse_dimensions():
    chart = place_roles(places(Sinusoid(dim=128), 1000), 1000, LIGHT)
    fine, middle, coarse, still = chart.figure.data
    assert fine.x.tolist() == [0, 1, 2, 3]
    assert (middle.x.min(), middle.x.max()) == (4, 71)
    assert (coarse.x.min(), coarse.x.max()) == (72, 127)
    assert len(still.x) == 0
    assert fine.y.max() <= 8
    assert coarse.y.min() >= 1000


@pytest.mark.parametrize(
    ("columns", "text"),
    [
        ([], "none"),
        ([3], "3"),
        ([0, 1, 2, 5], "0–2, 5"),
        (range(0, 20, 2), "0, 2, 4, 6, 8, 10 …"),
    ],
)
def test_spans(columns, text):
    assert spans_text(list(columns)) == text
