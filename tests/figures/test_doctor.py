"""Pictures of a matrix and of its frequencies."""

import numpy as np
import pytest

from pe_core import CONVENTIONS, Sinusoid
from pe_core.doctor import diagnose
from pe_core.figures.doctor import colour_limit, frequency_fit, matrix_heatmap
from pe_core.figures.theme import DARK, LIGHT
from pe_core.gallery import ask, puzzle
from pe_core.picture import picture
from tests.figures.reading import axis_titles, hover, kinds, weight


def drawn(matrix, **options):
    made = picture(matrix, **options)
    return matrix_heatmap(made, LIGHT, name="yours", what="your table")


def test_a_matrix_is_drawn_as_it_is_written():
    matrix = Sinusoid(dim=6).table(4)
    chart = drawn(matrix)
    assert kinds(chart.figure) == ["heatmap"]
    (trace,) = chart.figure.data
    # Values are sent as float32.
    np.testing.assert_allclose(trace.z, matrix, rtol=0, atol=6e-8)
    assert (trace.zmin, trace.zmax) == (-1, 1)
    assert chart.figure.layout.yaxis.autorange == "reversed"
    assert axis_titles(chart.figure) == {"xaxis": "column", "yaxis": "row"}
    text = hover(trace, x="2", y="1", z=float(trace.z[1][2]))
    assert text == "row 1, column 2: 0.046399"
    assert chart.alt.startswith("Heatmap of your table: 4 rows down, 6 columns across")
    assert chart.data.shape == (4, 6)
    assert chart.index == ("0", "1", "2", "3")


def test_a_large_matrix_says_what_a_row_is():
    chart = drawn(Sinusoid(dim=600).table(2_000), cells=20_000)
    assert axis_titles(chart.figure)["yaxis"] == "row (averages)"
    assert "mean of row 0–" in hover(chart.figure.data[0], x="0", y=chart.index[0], z=0.5)
    assert "Each drawn row is the mean of" in chart.alt
    assert weight(chart.figure) < 250_000


def test_a_difference_keeps_its_largest_cell():
    matrix = np.zeros((5_000, 300))
    matrix[4_321, 123] = -0.7
    chart = drawn(matrix, kind="extreme")
    assert chart.data.min() == np.float32(-0.7)
    assert chart.figure.data[0].zmax == 0.7
    assert axis_titles(chart.figure)["yaxis"] == "row (largest of each block)"


def test_rounding_errors_stay_white():
    chart = drawn(np.full((3, 3), 1e-7), kind="extreme")
    assert chart.figure.data[0].zmax == 0.01


@pytest.mark.parametrize(
    ("largest", "limit"),
    [(1.0, 1.0), (0.6, 1.0), (0.1, 0.1), (8.0, 8.0), (0.0, 1.0), (1e300, 1e38)],
)
def test_the_ends_of_the_colours(largest, limit):
    assert colour_limit(picture([[largest, 0.0]])) == limit


def test_right_frequencies_lie_on_the_curve():
    found = diagnose(CONVENTIONS["tensor2tensor"].table(50, 32))
    chart = frequency_fit(found.pairs, found.fitted, found.curve, DARK)
    assert kinds(chart.figure) == ["scatter", "scatter"]
    assert chart.figure.layout.yaxis.type == "log"
    assert axis_titles(chart.figure)["yaxis"] == "frequency (rad per row)"
    line, dots = chart.figure.data
    np.testing.assert_allclose(dots.y, line.y, rtol=1e-6)
    assert "all lie within 1 %" in chart.alt
    assert "pair 0, expected: 1 rad per row" in hover(line, x=0, y=1.0)


def test_wrong_frequencies_leave_it():
    number = next(n for n in range(1, 22) if puzzle(n, Sinusoid(dim=8), 8).bug.id == "B3")
    found, _ = ask(puzzle(number, Sinusoid(dim=32), 200))
    chart = frequency_fit(found.pairs, found.fitted, found.curve, LIGHT)
    off = np.abs(found.fitted - found.curve) > 0.01 * found.curve
    assert off.sum() == 15
    assert "15 of 16 are off by more than 1 %" in chart.alt


def test_a_pair_that_does_not_turn_is_left_out_of_the_logarithm():
    chart = frequency_fit(np.arange(2), np.array([1.0, 0.0]), np.array([1.0, 0.01]), LIGHT)
    assert np.isnan(chart.figure.data[1].y[1])
    assert chart.data[1, 0] == 0
