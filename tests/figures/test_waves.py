"""Vectors and waves as curves, and what a browser needs to draw them itself."""

import itertools

import numpy as np
import pytest

from pe_core.derivation import derive
from pe_core.figures.theme import DARK, LIGHT
from pe_core.figures.waves import derivation_panels, dimension_waves, position_vector
from pe_core.sinusoid import LAYOUTS, Sinusoid
from tests.figures.reading import axis_titles, hover, kinds, weight

LOOKS = pytest.mark.parametrize("look", [LIGHT, DARK], ids=lambda look: look.name)


@LOOKS
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dim", [1, 3, 128])
def test_two_vectors_with_sine_and_cosine_told_apart(look, layout, dim):
    sinusoid = Sinusoid(dim=dim, layout=layout)
    chart = position_vector(sinusoid, 20, 100, look)
    traces = chart.figure.data
    assert kinds(chart.figure) == ["scatter"] * 4
    vectors = sinusoid.encode([20, 100]).astype(np.float32)
    for trace, vector, columns, colour in zip(
        traces,
        vectors[[0, 0, 1, 1]],
        [sinusoid.sine_columns, sinusoid.cosine_columns] * 2,
        [look.sine, look.cosine] * 2,
        strict=True,
    ):
        np.testing.assert_array_equal(trace.x, columns)
        np.testing.assert_array_equal(trace.y, vector[columns])
        assert trace.line.color == colour
    assert traces[0].line.dash != traces[2].line.dash
    assert {"position 20", "position 100"} == set(chart.columns)
    np.testing.assert_array_equal(chart.data, sinusoid.encode([20, 100]).T)
    assert "dimension" in axis_titles(chart.figure)["xaxis"]
    gap = np.abs(chart.data[:, 0] - chart.data[:, 1])
    assert f"dimension {gap.argmax()}" in chart.alt
    assert f"{gap.max():.2f}" in chart.alt


def test_hover_of_a_vector():
    trace = position_vector(Sinusoid(dim=128), 20, 100, LIGHT).figure.data[0]
    text = hover(trace, x=trace.x[3], y=trace.y[3], customdata=trace.customdata[3])
    value = np.sin(20 * 10_000 ** (-6 / 128))
    assert text == f"position 20, dimension 6 (sine, wavelength 9.68): {value:.4f}"


@pytest.mark.parametrize("dim", [1, 3, 128, 1024, 4096])
@pytest.mark.parametrize("length", [1, 2, 4, 1000, 1_000_000])
def test_any_position_is_its_true_vector(dim, length):
    sinusoid = Sinusoid(dim=dim)
    for position in {0, length // 3, length - 1}:
        chart = position_vector(sinusoid, position, 0, LIGHT)
        vector = sinusoid.encode([position])[0].astype(np.float32)
        sines, cosines = chart.figure.data[:2]
        np.testing.assert_array_equal(sines.y, vector[sinusoid.sine_columns])
        np.testing.assert_array_equal(cosines.y, vector[sinusoid.cosine_columns])


@pytest.mark.parametrize("position", [0, 20, 999])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_browser_is_told_all_that_it_needs_to_follow_a_slider(position, layout):
    sinusoid = Sinusoid(dim=7, base=500, layout=layout, origin=2, amplitude=0.5)
    wave = position_vector(sinusoid, position, 1, LIGHT)
    steps = derivation_panels(sinusoid, position, LIGHT)
    for chart, kind in ((wave, "wave"), (steps, "derivation")):
        assert chart.live["kind"] == kind
        told = Sinusoid(**chart.live["sinusoid"])
        place = chart.live["position"] + told.origin
        assert f" {place:.0f} " in chart.alt.replace(":", " ")
        assert told == sinusoid
    np.testing.assert_array_equal(told.encode([place])[0], wave.data[:, 0])
    assert wave.live["other"] == 1


def test_positions_beyond_a_million_keep_their_digits():
    chart = position_vector(Sinusoid(dim=4), 1_000_001, 1_000_002, LIGHT)
    assert chart.columns == ("position 1000001", "position 1000002")
    assert "1000001" in derivation_panels(Sinusoid(dim=4), 1_000_001, LIGHT).alt


@LOOKS
@pytest.mark.parametrize("dim", [1, 3, 128])
def test_the_four_steps(look, dim):
    sinusoid = Sinusoid(dim=dim)
    chart = derivation_panels(sinusoid, 7, look)
    steps = derive(sinusoid, 7)
    assert kinds(chart.figure) == ["scatter"] * 5
    wanted = (
        steps.exponents,
        steps.frequencies,
        steps.angles,
        steps.sines,
        steps.cosines[: dim // 2],
    )
    for trace, values in zip(chart.figure.data, wanted, strict=True):
        np.testing.assert_array_equal(trace.y, values)
        np.testing.assert_array_equal(trace.x, np.arange(len(values)))
    axes = [trace.yaxis or "y" for trace in chart.figure.data]
    assert axes == ["y", "y2", "y3", "y4", "y4"]
    assert {trace.xaxis for trace in chart.figure.data} <= {None, "x"}, "panels are linked"
    assert chart.figure.data[3].line.color == look.sine
    assert chart.figure.data[4].line.color == look.cosine
    titles = axis_titles(chart.figure)
    assert {"xaxis", "yaxis", "yaxis2", "yaxis3", "yaxis4"} <= set(titles)
    assert f"{steps.angles[-1]:.4g}" in chart.alt
    np.testing.assert_array_equal(chart.data[:, 2], steps.angles)
    assert chart.data.shape == (len(steps.exponents), 5)


def test_panels_do_not_overlap():
    layout = derivation_panels(Sinusoid(dim=8), 7, LIGHT).figure.layout
    bands = sorted((layout[f"yaxis{n or ''}"].domain for n in ("", 2, 3, 4)), key=lambda b: b[0])
    assert all(low[1] < high[0] for low, high in itertools.pairwise(bands))


def test_a_sine_without_a_cosine_has_no_made_up_partner():
    chart = derivation_panels(Sinusoid(dim=3), 7, LIGHT)
    assert chart.data.shape == (2, 5)
    # The second pair of three dimensions is a sine alone.
    assert np.isnan(chart.data[1, 4])


@LOOKS
@pytest.mark.parametrize(("first", "last"), [(0, 59), (5, 64), (0, 999), (0, 999_999), (3, 3)])
def test_chosen_dimensions_along_positions(look, first, last):
    sinusoid = Sinusoid(dim=128)
    chosen = [0, 4, 65]
    chart = dimension_waves(sinusoid, chosen, first, last, look)
    assert chart.columns == ("dimension 0", "dimension 4", "dimension 65")
    length = last - first + 1
    if length <= 1000:
        exact = sinusoid.table(length, start=first)[:, chosen]
        np.testing.assert_allclose(chart.data, exact, rtol=0, atol=1e-12)
        assert chart.index == tuple(map(str, range(first, last + 1)))
    curves = [trace for trace in chart.figure.data if trace.hovertemplate]
    assert len(curves) == 3
    for number, (trace, column) in enumerate(zip(curves, chosen, strict=True)):
        np.testing.assert_array_equal(trace.y, chart.data[:, number].astype(np.float32))
        assert trace.line.color == (look.cosine if column % 2 else look.sine)
        assert f"dimension {column} (" in hover(trace, x=trace.x[0], y=trace.y[0])
        assert str(column) in chart.alt
    assert len({trace.yaxis for trace in curves}) == 3
    assert "position" in axis_titles(chart.figure)["xaxis"]
    assert f"{first} to {last}" in chart.alt


def test_dots_lie_on_a_smooth_curve():
    sinusoid = Sinusoid(dim=6)
    smooth, dots = dimension_waves(sinusoid, [0], 0, 9, LIGHT).figure.data
    assert dots.mode == "markers"
    np.testing.assert_array_equal(smooth.y, np.sin(smooth.x).astype(np.float32))
    assert len(smooth.x) >= 10 * len(dots.x)


def test_long_waves_are_means_and_say_so():
    sinusoid = Sinusoid(dim=128)
    chart = dimension_waves(sinusoid, [64], 0, 9_999, LIGHT)
    (curve,) = chart.figure.data
    block = int(curve.x[1] - curve.x[0])
    assert block > 1
    brute = sinusoid.table(10_000)[:, 64].reshape(-1, 1)
    means = [brute[i : i + block].mean() for i in range(0, 10_000, block)]
    np.testing.assert_allclose(chart.data[:, 0], means, rtol=0, atol=1e-11)
    assert f"mean of {block} positions" in hover(curve, x=0, y=curve.y[0])
    assert str(block) in chart.index_name


@pytest.mark.parametrize("chosen", [[], [99], [-1], [2, 2]], ids=str)
def test_dimensions_that_are_not_there_are_left_out(chosen):
    chart = dimension_waves(Sinusoid(dim=6), chosen, 0, 9, LIGHT)
    assert chart.columns == tuple(f"dimension {c}" for c in {c for c in chosen if 0 <= c < 6})
    assert chart.data.shape == (10, len(chart.columns))


@pytest.mark.parametrize(
    ("dim", "length", "limit"),
    [(128, 1000, 700_000), (1024, 1_000_000, 1_000_000)],
)
def test_weight_of_the_page(dim, length, limit):
    sinusoid = Sinusoid(dim=dim)
    charts = (
        position_vector(sinusoid, 20, 100, LIGHT),
        derivation_panels(sinusoid, 20, LIGHT),
        dimension_waves(sinusoid, [0, 4, 16, 64], 0, length - 1, LIGHT),
    )
    assert sum(weight(chart.figure) for chart in charts) <= limit


def test_weight_of_each_chart_at_the_far_end():
    sinusoid = Sinusoid(dim=4096)
    for chart in (
        position_vector(sinusoid, 20, 100, LIGHT),
        derivation_panels(sinusoid, 20, LIGHT),
        dimension_waves(sinusoid, range(0, 4096, 360), 0, 999_999, LIGHT),
    ):
        assert weight(chart.figure) <= 1_000_000
