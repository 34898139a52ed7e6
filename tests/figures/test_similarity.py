"""Dot products as pictures: the matrix, its profile, one row of it."""

import re

import numpy as np
import pytest

from pe_core.figures.similarity import (
    CURVE_POINTS,
    MATRIX_SIDE,
    similarity_heatmap,
    similarity_profile,
    similarity_row,
)
from pe_core.figures.theme import DARK, LIGHT
from pe_core.similarity import offset_similarity, similarity
from pe_core.sinusoid import Sinusoid
from tests.figures.reading import axis_titles, hover, kinds, weight

LOOKS = pytest.mark.parametrize("look", [LIGHT, DARK], ids=lambda look: look.name)


@LOOKS
@pytest.mark.parametrize(("dim", "first", "last"), [(1, 0, 0), (3, 2, 9), (64, 0, 99)])
def test_a_small_matrix_holds_every_position(look, dim, first, last):
    sinusoid = Sinusoid(dim=dim)
    chart = similarity_heatmap(sinusoid, first, last, look, position=first)
    assert kinds(chart.figure) == ["heatmap"]
    (cells,) = chart.figure.data
    places = np.arange(first, last + 1)
    np.testing.assert_array_equal(cells.x, places)
    np.testing.assert_array_equal(cells.y, places)
    # float32 keeps 24 bits of sums up to 32.
    np.testing.assert_allclose(cells.z, similarity(sinusoid, places, places), atol=2e-6)
    assert chart.figure.layout.yaxis.autorange == "reversed"
    assert axis_titles(chart.figure) == {"xaxis": "position", "yaxis": "position"}
    assert f"{cells.z.max():.1f}" in chart.alt
    assert f"{cells.z.min():.1f}" in chart.alt
    assert chart.data.shape == (len(places), len(places))
    assert {shape.y0 for shape in chart.figure.layout.shapes} == {first}


def test_a_large_matrix_is_thinned_and_says_so():
    chart = similarity_heatmap(Sinusoid(dim=128), 0, 999, LIGHT, position=20)
    (cells,) = chart.figure.data
    assert cells.z.shape[0] <= MATRIX_SIDE
    step = int(cells.x[1] - cells.x[0])
    assert step > 1
    assert str(step) in chart.alt
    exact = similarity(Sinusoid(dim=128), cells.y, cells.x)
    np.testing.assert_allclose(cells.z, exact, rtol=0, atol=1e-5)


@pytest.mark.parametrize("length", [300, 600, 1000, 5400])
def test_a_step_is_named_in_english(length):
    chart = similarity_heatmap(Sinusoid(dim=2), 0, length - 1, LIGHT)
    assert not re.search(r"(?<!1)[123]th", chart.alt)


def test_places_beyond_a_million_keep_their_digits():
    sinusoid = Sinusoid(dim=8, origin=2)
    chart = similarity_heatmap(sinusoid, 999_990, 1_000_009, LIGHT)
    assert chart.index == tuple(str(p) for p in range(999_992, 1_000_012))
    row = similarity_row(sinusoid, 999_999, 999_990, 1_000_009, LIGHT)
    assert row.index == chart.index
    assert "1000001" in row.alt


def test_the_highlight_stays_away_if_its_row_is_not_drawn():
    chart = similarity_heatmap(Sinusoid(dim=8), 10, 19, LIGHT, position=5)
    assert not chart.figure.layout.shapes


def test_hover_of_the_matrix():
    (cells,) = similarity_heatmap(Sinusoid(dim=64), 0, 9, LIGHT).figure.data
    text = hover(cells, x=int(cells.x[2]), y=int(cells.y[2]), z=cells.z[2, 2])
    assert text == "position 2 · position 2: 32.000"


@LOOKS
@pytest.mark.parametrize(
    ("dim", "length", "rise"), [(64, 1000, 6), (512, 1000, 44), (512, 40, None), (1, 1, None)]
)
def test_the_profile(look, dim, length, rise):
    sinusoid = Sinusoid(dim=dim)
    chart = similarity_profile(sinusoid, length, look)
    assert set(kinds(chart.figure)) == {"scatter"}
    curve = chart.figure.data[0]
    assert curve.x[0] == 0
    assert curve.x[-1] <= length - 1
    assert (np.diff(curve.x) > 0).all()
    # Two ways to sum 256 products of at most 1: an eps of the sum for each.
    exact = offset_similarity(sinusoid, curve.x)
    np.testing.assert_allclose(curve.y, exact, rtol=0, atol=256 * 256 * np.finfo(float).eps)
    np.testing.assert_allclose(chart.data[:, 1], curve.y / curve.y[0], rtol=1e-15)
    text = hover(curve, x=0, y=curve.y[0], customdata=curve.customdata[0])
    assert text.startswith(f"offset 0: {curve.y[0]:.3f}")
    assert "1.0000" in text
    titles = axis_titles(chart.figure)
    assert "offset" in titles["xaxis"]
    assert "dot product" in titles["yaxis"]
    assert "maximum" in titles["yaxis2"]
    notes = [a for a in chart.figure.layout.annotations if a.text]
    if rise is None:
        assert notes == []
    else:
        assert [note.x for note in notes] == [rise]
        assert f"{rise - 1} to {rise}" in chart.alt


def test_both_axes_of_the_profile_show_one_curve():
    chart = similarity_profile(Sinusoid(dim=64), 1000, LIGHT)
    left, right = chart.figure.layout.yaxis.range, chart.figure.layout.yaxis2.range
    np.testing.assert_allclose(np.divide(left, 32), right, rtol=1e-12)


def test_a_long_profile_keeps_each_of_the_near_offsets():
    curve = similarity_profile(Sinusoid(dim=64), 1_000_000, LIGHT).figure.data[0]
    np.testing.assert_array_equal(curve.x[:500], np.arange(500))
    assert len(curve.x) <= CURVE_POINTS + 2


@LOOKS
@pytest.mark.parametrize("dim", [1, 3, 64])
def test_a_row_of_the_matrix(look, dim):
    sinusoid = Sinusoid(dim=dim)
    chart = similarity_row(sinusoid, 20, 5, 99, look)
    (curve,) = chart.figure.data
    np.testing.assert_array_equal(curve.x, np.arange(5, 100))
    expected = similarity(sinusoid, [20], np.arange(5, 100))[0]
    np.testing.assert_allclose(chart.data[:, 0], expected, rtol=0, atol=1e-12)
    # Drawn in float32: half its rounding of sums up to 32.
    np.testing.assert_allclose(curve.y, expected, rtol=0, atol=2e-6)
    assert f"{float(expected.max()):.4g}" in chart.alt
    assert "20" in chart.alt
    assert hover(curve, x=30, y=curve.y[25]).startswith("position 20 · position 30: ")


def test_a_thinned_row_still_meets_itself():
    curve = similarity_row(Sinusoid(dim=64), 123_457, 0, 999_999, LIGHT).figure.data[0]
    assert 123_457 in curve.x
    assert np.max(curve.y) == pytest.approx(32, rel=1e-12)


@pytest.mark.parametrize(
    ("dim", "length", "limit"),
    [(128, 1000, 700_000), (1024, 1_000_000, 1_000_000), (4096, 1_000_000, 1_000_000)],
)
def test_weight(dim, length, limit):
    sinusoid = Sinusoid(dim=dim)
    charts = (
        similarity_heatmap(sinusoid, 0, length - 1, LIGHT, position=20),
        similarity_profile(sinusoid, length, LIGHT),
        similarity_row(sinusoid, 20, 0, length - 1, LIGHT),
    )
    assert sum(weight(chart.figure) for chart in charts) <= limit
