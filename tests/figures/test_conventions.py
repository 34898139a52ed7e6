"""How far apart the rows of two conventions are."""

import numpy as np

from pe_core import CONVENTIONS
from pe_core.figures.conventions import difference_curve
from pe_core.figures.theme import LIGHT
from pe_core.side_by_side import side_by_side
from tests.figures.reading import axis_titles, hover, kinds


def curve(left, right, **options):
    made = side_by_side(CONVENTIONS[left], CONVENTIONS[right], 32, **options)
    return made, difference_curve(made, (left, right), LIGHT, rows="row")


def test_the_curve_is_the_largest_difference_of_each_row():
    made, chart = curve("paper", "marian", length=600)
    assert kinds(chart.figure) == ["scatter", "scatter"]
    line, marks = chart.figure.data
    expected = np.abs(made.left - made.right).max(axis=1)
    np.testing.assert_allclose(line.y, expected, rtol=1e-7)
    assert list(marks.x) == [1, 10, 100, 500]
    np.testing.assert_allclose(marks.y, expected[[1, 10, 100, 500]], rtol=1e-12)
    assert axis_titles(chart.figure) == {"xaxis": "row", "yaxis": "largest difference"}
    assert hover(line, x=3, y=0.25) == "row 3: largest difference 0.25"
    assert "in each of 600 rows: 1 in the first, at most" in chart.alt
    assert chart.data.shape == (600, 1)


def test_marks_stay_inside_the_curve():
    _, chart = curve("paper", "marian", length=50)
    assert list(chart.figure.data[1].x) == [1, 10]


def test_equal_tables_have_a_flat_curve_and_say_so():
    _, chart = curve("marian", "diffusers_shift0")
    assert "the two tables are equal" in chart.alt
    assert list(chart.figure.layout.yaxis.range) == [0, 1]
