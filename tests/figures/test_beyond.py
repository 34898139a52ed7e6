"""What is new in a text longer than any in training, as pictures."""

import numpy as np
import pytest

from pe_core.extrapolation import extrapolate, offset_distances
from pe_core.figures.beyond import distance_curve, phase_clocks, phase_shares, range_bands
from pe_core.figures.clocks import centres, drawn_pairs
from pe_core.figures.theme import DARK, LIGHT
from pe_core.sinusoid import Sinusoid
from tests.figures.reading import axis_titles, hover, kinds, weight

LOOKS = pytest.mark.parametrize("look", [LIGHT, DARK], ids=lambda look: look.name)
SIZES = pytest.mark.parametrize(
    ("dim", "trained", "longer"), [(2, 2, 3), (16, 20, 60), (128, 100, 1000), (4096, 100, 8192)]
)


@LOOKS
@SIZES
def test_clocks_show_seen_and_new_parts(look, dim, trained, longer):
    sinusoid = Sinusoid(dim=dim)
    made = extrapolate(sinusoid, trained, longer)
    chart = phase_clocks(sinusoid, made, look)
    pairs = drawn_pairs(sinusoid, 12)
    assert kinds(chart.figure) == ["scatter"] * 4
    seen, fresh = chart.figure.data[1:3]
    assert int(np.isnan(seen.x).sum()) == len(pairs)
    new = np.isin(pairs, made.new_pairs)
    assert int(np.isnan(fresh.x).sum()) == new.sum()
    assert f"{new.sum()} of them enter" in chart.alt
    np.testing.assert_array_equal(chart.data[:, 0], made.trained_coverage[pairs])
    assert weight(chart.figure) < 60_000


@LOOKS
@SIZES
def test_shares_of_the_circle(look, dim, trained, longer):
    sinusoid = Sinusoid(dim=dim)
    made = extrapolate(sinusoid, trained, longer)
    chart = phase_shares(sinusoid, made, look)
    before, after = chart.figure.data
    np.testing.assert_array_equal(before.y, 100 * made.trained_coverage)
    np.testing.assert_array_equal(after.y, 100 * made.longer_coverage)
    assert (np.asarray(after.y) >= np.asarray(before.y)).all()
    assert axis_titles(chart.figure) == {"xaxis": "pair i", "yaxis": "share of the circle (%)"}
    assert "new phase" in chart.alt


def test_all_familiar_is_said():
    sinusoid = Sinusoid(dim=2)
    made = extrapolate(sinusoid, 100, 1000)
    assert "no pair enters a new phase" in phase_shares(sinusoid, made, LIGHT).alt
    assert len(phase_clocks(sinusoid, made, LIGHT).figure.data[2].x) == 0


@LOOKS
@pytest.mark.parametrize("layout", ["interleaved", "sin_cos", "cos_sin"])
@SIZES
def test_ranges(look, layout, dim, trained, longer):
    sinusoid = Sinusoid(dim=dim, layout=layout)
    made = extrapolate(sinusoid, trained, longer)
    chart = range_bands(sinusoid, made, look)
    assert kinds(chart.figure) == ["scatter"] * 8
    for start, columns in ((0, sinusoid.sine_columns), (4, sinusoid.cosine_columns)):
        low, high, wide_low, wide_high = chart.figure.data[start : start + 4]
        np.testing.assert_array_equal(low.y, made.trained_ranges[columns, 0])
        np.testing.assert_array_equal(high.y, made.trained_ranges[columns, 1])
        np.testing.assert_array_equal(wide_low.y, made.longer_ranges[columns, 0])
        np.testing.assert_array_equal(wide_high.y, made.longer_ranges[columns, 1])
        text = hover(high, customdata=high.customdata[0])
        assert text.startswith(f"dimension {columns[0]:.0f}")
    assert np.abs(chart.data).max() <= 1
    assert f"{len(made.new_columns)} take values outside" in chart.alt
    assert chart.data.shape == (dim, 4)


@LOOKS
@SIZES
def test_distances(look, dim, trained, longer):
    sinusoid = Sinusoid(dim=dim)
    made = extrapolate(sinusoid, trained, longer)
    chart = distance_curve(sinusoid, made, look)
    curve, before, after = chart.figure.data
    np.testing.assert_array_equal(curve.y, offset_distances(sinusoid, curve.x))
    assert (curve.x[0], curve.x[-1]) == (1, longer - 1)
    assert min(curve.y) == after.y[0] == made.longer.smallest_distance > 0
    assert before.y[0] == made.trained.smallest_distance
    assert (before.x[0], after.x[0]) == (made.trained.offset, made.longer.offset)
    assert f"{made.longer.smallest_distance:.4g}" in chart.alt
    assert chart.figure.layout.xaxis.range[1] >= np.log10(longer)
    assert weight(chart.figure) < 100_000


def test_without_marks_no_word_about_a_training():
    made = extrapolate(Sinusoid(dim=16), 20, 60)
    marked, plain = (
        distance_curve(Sinusoid(dim=16), made, LIGHT, marked=m).figure.layout for m in (True, False)
    )
    assert [(line.x0, line.x1) for line in marked.shapes] == [(19, 19)]
    assert [note.text for note in marked.annotations] == ["training ends"]
    assert not plain.shapes
    assert not plain.annotations
    assert not plain.showlegend


def test_a_new_part_begins_where_training_ended():
    sinusoid = Sinusoid(dim=16)
    made = extrapolate(sinusoid, 20, 60)
    chart = phase_clocks(sinusoid, made, LIGHT)
    middles = centres(8)
    seen, fresh = (np.column_stack([t.x, t.y]) for t in chart.figure.data[1:3])
    last = 7  # the slowest pair stands last, before a gap
    end, stop = (
        middles[last] + [np.sin(angle), np.cos(angle)]
        for angle in sinusoid.frequencies[last] * np.array([19, 59])
    )
    # float32 of coordinates up to 8.
    np.testing.assert_allclose(seen[-2], end, rtol=0, atol=1e-6)
    np.testing.assert_allclose(fresh[-3], end, rtol=0, atol=1e-6)
    np.testing.assert_allclose(fresh[-2], stop, rtol=0, atol=1e-6)


def test_a_far_closest_offset_is_on_the_curve():
    sinusoid = Sinusoid(dim=2)
    made = extrapolate(sinusoid, 1000, 1_000_000)
    curve = distance_curve(sinusoid, made, LIGHT).figure.data[0]
    assert made.longer.offset > 10_000
    assert made.longer.offset in curve.x
    assert min(curve.y) == made.longer.smallest_distance
