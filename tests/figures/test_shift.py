"""The shift matrix, the turning clocks, the residuals, the lone sine and the paths."""

import numpy as np
import pytest

from pe_core.export.wire import pack
from pe_core.figures import shift as figures
from pe_core.figures.clocks import FEW, arcs, centres, drawn_pairs, hands
from pe_core.figures.theme import DARK, LIGHT
from pe_core.shift import residual_bound, shift_matrix, shift_residuals, sine_alone
from pe_core.sinusoid import Sinusoid
from tests.figures.reading import axis_titles, hover, kinds, weight
from tests.wire import assemble, open_message

LOOKS = pytest.mark.parametrize("look", [LIGHT, DARK], ids=lambda look: look.name)


@pytest.mark.parametrize(
    ("dim", "count", "pairs"),
    [(128, 3, [0, 32, 63]), (6, 8, [0, 1, 2]), (2, 1, [0]), (3, 5, [0]), (128, 1, [0])],
)
def test_drawn_pairs(dim, count, pairs):
    assert drawn_pairs(Sinusoid(dim=dim), count).tolist() == pairs


def test_hands_point_where_the_encoding_says():
    sinusoid = Sinusoid(dim=6)
    middles = centres(3)
    line = hands(middles, sinusoid.frequencies * 7)
    tips = line[1::3] - middles
    # A hand's tip is (sine, cosine): a few roundings of numbers up to 10.
    np.testing.assert_allclose(tips.ravel(), sinusoid.encode([7])[0], rtol=0, atol=1e-14)
    assert np.isnan(line[2::3]).all()


def test_arcs_stop_after_a_full_circle():
    line = arcs(np.zeros((1, 2)), np.array([1.0]), np.array([100.0]), 2.0)[:-1]
    np.testing.assert_allclose(np.hypot(*line.T), 2, rtol=1e-12)
    np.testing.assert_allclose(line[0], line[-1], rtol=0, atol=1e-12)
    assert arcs(np.zeros((0, 2)), np.zeros(0), np.zeros(0), 1.0).shape == (0, 2)


@LOOKS
@pytest.mark.parametrize("layout", ["interleaved", "sin_cos", "cos_sin"])
@pytest.mark.parametrize("paired", [False, True], ids=["as laid out", "paired"])
def test_all_pairs_give_the_whole_matrix(look, layout, paired):
    sinusoid = Sinusoid(dim=16, layout=layout)
    chart = figures.shift_heatmap(sinusoid, 5, drawn_pairs(sinusoid, 8), look, paired=paired)
    (trace,) = chart.figure.data
    assert (trace.zmin, trace.zmax) == (-1, 1)
    if paired:
        plain = shift_matrix(Sinusoid(dim=16), 5)
        assert "blocks" in chart.alt
    else:
        plain = shift_matrix(sinusoid, 5)
    np.testing.assert_allclose(trace.z, plain, rtol=0, atol=1e-7)  # float32
    blocks = np.kron(np.eye(8), np.ones((2, 2))) > 0
    assert (np.asarray(trace.z)[~blocks] == 0).all() == (paired or layout == "interleaved")
    assert f"{np.count_nonzero(trace.z)} of 256" in chart.alt
    assert axis_titles(chart.figure) == {"xaxis": "old dimension", "yaxis": "new dimension"}


def test_a_part_of_a_large_matrix_is_the_same_part():
    sinusoid = Sinusoid(dim=128, layout="sin_cos")
    chart = figures.shift_heatmap(sinusoid, 3, drawn_pairs(sinusoid, 8), LIGHT, paired=False)
    dims = [int(name) for name in chart.index]
    assert dims == sorted(dims)
    whole = shift_matrix(sinusoid, 3)
    np.testing.assert_allclose(chart.data, whole[np.ix_(dims, dims)], rtol=0, atol=1e-7)


def test_hover_of_the_matrix():
    sinusoid = Sinusoid(dim=4)
    (trace,) = figures.shift_heatmap(
        sinusoid, 1, drawn_pairs(sinusoid, 2), LIGHT, paired=False
    ).figure.data
    text = hover(trace, x=trace.x[1], y=trace.y[0], z=trace.z[0, 1])
    assert text.startswith("new dimension 0 (sine")
    assert "takes 0.8415 of old dimension 1 (cosine" in text


@LOOKS
@pytest.mark.parametrize("offset", [-100, -3, 0, 5, 100])
@pytest.mark.parametrize("count", [8, 64])
def test_clocks_turn_by_frequency_times_offset(look, offset, count):
    sinusoid = Sinusoid(dim=128)
    pairs = drawn_pairs(sinusoid, count)
    chart = figures.turning_clocks(sinusoid, 20, offset, pairs, look)
    assert kinds(chart.figure) == ["scatter"] * 5
    np.testing.assert_allclose(chart.data[:, 1], sinusoid.frequencies[pairs] * offset, rtol=1e-14)
    middles = centres(len(pairs))
    rest, moved, words, pointed = chart.figure.data[1:]
    np.testing.assert_array_equal(np.column_stack([pointed.x, pointed.y]), middles)
    for hand, k in ((rest, 0), (moved, offset)):
        tips = np.column_stack([hand.x[1::3], hand.y[1::3]]) - middles
        angles = sinusoid.frequencies[pairs] * (20 + k)
        wanted = np.column_stack([np.sin(angles), np.cos(angles)])
        # float32 of coordinates up to 32.
        np.testing.assert_allclose(tips, wanted, rtol=0, atol=4e-6)
    assert all(("pair" in text) == (len(pairs) <= FEW) for text in words.text)
    turned = np.degrees(sinusoid.frequencies[pairs[0]] * offset)
    assert f"{turned:,.0f}°".replace("-", "−") in words.text[0]
    assert weight(chart.figure) < 60_000


@pytest.mark.parametrize("offset", [-100, 0, 7])
@pytest.mark.parametrize("draw", ["clocks", "matrix"])
def test_a_browser_is_told_all_that_it_needs_to_turn_them_itself(draw, offset):
    sinusoid = Sinusoid(dim=64, base=500, layout="sin_cos", origin=1)
    pairs = drawn_pairs(sinusoid, 8)
    if draw == "clocks":
        chart = figures.turning_clocks(sinusoid, 20, offset, pairs, LIGHT)
        assert (chart.live["kind"], chart.live["position"]) == ("clocks", 20)
    else:
        chart = figures.shift_heatmap(sinusoid, offset, pairs, LIGHT, paired=True)
        assert (chart.live["kind"], chart.live["paired"]) == ("shift-matrix", True)
    assert Sinusoid(**chart.live["sinusoid"]) == sinusoid
    assert (chart.live["k"], chart.live["pairs"]) == (offset, 8)


def test_gaps_between_hands_reach_a_browser_as_numbers():
    sinusoid = Sinusoid(dim=4)
    chart = figures.turning_clocks(sinusoid, 0, 1, drawn_pairs(sinusoid, 2), LIGHT)
    sent = assemble(open_message(pack(chart).chart), {})["spec"]["data"][2]["x"]
    assert np.isnan(sent[2::3]).all()
    assert np.isfinite(sent[0::3]).all()
    assert np.isfinite(sent[1::3]).all()


@LOOKS
@pytest.mark.parametrize(
    ("dim", "length", "drawn"),
    [(2, 1, 1), (128, 1000, 1000), (128, 10**6, 4096), (4096, 10**6, 256)],
)
def test_residuals_stay_below_bound_and_limit(look, dim, length, drawn):
    sinusoid = Sinusoid(dim=dim)
    chart = figures.residual_curve(sinusoid, 5, length, look)
    values, bounds = chart.figure.data
    assert len(values.y) == drawn == figures.residual_length(sinusoid, length)
    np.testing.assert_array_equal(values.y, shift_residuals(sinusoid, 5, drawn))
    assert (np.asarray(values.y) <= np.asarray(bounds.y)).all()
    assert np.max(values.y) <= 1e-12
    assert bounds.y[-1] == residual_bound(sinusoid, 5, drawn - 1)
    assert [shape.y0 for shape in chart.figure.layout.shapes] == [1e-12]
    assert chart.figure.layout.yaxis.range[1] > max(1e-12, np.max(bounds.y))


@LOOKS
@pytest.mark.parametrize(("pair", "offset", "length"), [(0, 5, 1000), (63, -7, 2), (10, 0, 65_536)])
def test_the_lone_sine(look, pair, offset, length):
    sinusoid = Sinusoid(dim=128)
    alone = sine_alone(sinusoid, pair, offset, length)
    chart = figures.lone_sine(alone, pair, length, look)
    points, line, twins = chart.figure.data
    assert len(points.x) == min(length, figures.LONE_POINTS)
    places = np.arange(len(points.x))
    table = sinusoid.encode(places)[:, 2 * pair], sinusoid.encode(places + offset)[:, 2 * pair]
    np.testing.assert_allclose(points.x, table[0], rtol=0, atol=1e-7)  # float32
    np.testing.assert_allclose(points.y, table[1], rtol=0, atol=1e-7)
    assert line.y[1] == alone.factor
    assert twins.x[0] == twins.x[1]
    assert [*twins.y] == [*alone.moved]
    assert (abs(twins.y[0] - twins.y[1]) > 1e-9) == (offset != 0)


@LOOKS
@pytest.mark.parametrize(("dim", "length", "lines"), [(2, 1, 1), (128, 1000, 3), (4096, 10**6, 3)])
def test_paths_wind_round_a_tube(look, dim, length, lines):
    sinusoid = Sinusoid(dim=dim)
    chart = figures.pair_paths(sinusoid, drawn_pairs(sinusoid, 8), length, look)
    assert kinds(chart.figure) == ["scatter3d"] * lines
    for trace in chart.figure.data:
        np.testing.assert_allclose(np.hypot(trace.x, trace.y), 1, rtol=1e-6)  # float32
        assert trace.z[-1] == min(length, figures.PATH_POSITIONS) - 1
    assert chart.data.shape == (sum(len(t.x) for t in chart.figure.data), 4)
    scene = chart.figure.layout.scene
    titles = [scene.xaxis.title.text, scene.yaxis.title.text, scene.zaxis.title.text]
    assert titles == ["sine", "cosine", "position"]
    assert weight(chart.figure) < 100_000
