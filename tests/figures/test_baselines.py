"""Plain numberings beside the sinusoid, and the smooth counter."""

import numpy as np
import pytest

from pe_core.baselines import (
    BASELINES,
    baseline_table,
    beyond,
    similarity_by_offset,
)
from pe_core.counter import binary_columns
from pe_core.figures.baselines import (
    BASELINE_NAMES,
    DRAWN_COLUMNS,
    DRAWN_ROWS,
    baseline_tables,
    neighbour_steps,
    similarity_bands,
    smooth_counter,
    value_ranges,
)
from pe_core.figures.theme import DARK, LIGHT
from pe_core.sinusoid import Sinusoid
from tests.figures.reading import axis_titles, hover, kinds, weight

LOOKS = pytest.mark.parametrize("look", [LIGHT, DARK], ids=lambda look: look.name)
SINUSOID = Sinusoid(dim=16)


@LOOKS
@pytest.mark.parametrize(("dim", "length"), [(1, 3), (16, 50), (128, 1000), (1024, 1024)])
def test_four_tables_side_by_side(look, dim, length):
    sinusoid = Sinusoid(dim=dim)
    chart = baseline_tables(length, 20, sinusoid, look)
    assert kinds(chart.figure) == ["heatmap"] * 4
    for name, trace in zip(BASELINES, chart.figure.data, strict=True):
        whole = baseline_table(name, length, sinusoid)
        assert trace.name == BASELINE_NAMES[name]
        # float32 keeps 24 bits; the integers stay below 2**7 here.
        np.testing.assert_allclose(trace.z, whole[:DRAWN_ROWS, :DRAWN_COLUMNS], atol=1e-7)
    assert (chart.figure.data[3].zmin, chart.figure.data[3].zmax) == (-1, 1)
    assert chart.figure.layout.yaxis.autorange == "reversed"
    assert chart.data.shape == (min(length, DRAWN_ROWS), len(chart.columns))
    assert weight(chart.figure) < 200_000


@pytest.mark.parametrize(("trained", "lines"), [(20, [19.5]), (60, []), (200, [])])
def test_a_line_where_the_short_text_ends(trained, lines):
    chart = baseline_tables(60, trained, SINUSOID, LIGHT)
    assert [shape.y0 for shape in chart.figure.layout.shapes] == lines


def test_hover_of_a_table():
    trace = baseline_tables(60, 20, SINUSOID, LIGHT).figure.data[2]
    assert hover(trace, x=0, y=3, z=trace.z[3, 0]) == "position 3, binary, column 0: 1"


@LOOKS
@pytest.mark.parametrize(
    ("draw", "ends"),
    [(value_ranges, ("lowest", "highest")), (neighbour_steps, ("shortest_step", "longest_step"))],
)
def test_bars_for_both_lengths(look, draw, ends):
    compared = tuple(beyond(name, 10, 100, SINUSOID) for name in BASELINES)
    chart = draw(compared, look)
    assert kinds(chart.figure) == ["scatter", "scatter"]
    for kind, trace in zip(("trained", "longer"), chart.figure.data, strict=True):
        wanted = [[getattr(getattr(b, kind), end) for end in ends] for b in compared]
        drawn = np.array([v for v in trace.y if v is not None]).reshape(-1, 2)
        np.testing.assert_array_equal(drawn, wanted)
    assert [t.name for t in chart.figure.data] == ["10 positions", "100 positions"]
    assert "10 and 100 positions" in chart.alt
    assert chart.data.shape == (4, 4)


def test_what_the_bars_say():
    compared = tuple(beyond(name, 10, 100, SINUSOID) for name in BASELINES)
    ranges, steps = value_ranges(compared, LIGHT).data, neighbour_steps(compared, LIGHT).data
    assert ranges[0].tolist() == [1, 10, 1, 100]
    assert ranges[1].tolist() == [0, 1, 0, 1]
    assert ranges[2].tolist() == [0, 1, 0, 1]
    assert np.abs(ranges[3]).max() <= 1
    np.testing.assert_allclose(steps[1], [1 / 9, 1 / 9, 1 / 99, 1 / 99], rtol=1e-12)
    # The sinusoid's step is one number; rounding leaves a few units of the last place.
    assert np.ptp(steps[3]) < 1e-13


@LOOKS
def test_bands_by_offset(look):
    bands = {
        name: similarity_by_offset(baseline_table(name, 40, SINUSOID), count=16)
        for name in BASELINES
    }
    chart = similarity_bands(bands, look)
    assert kinds(chart.figure) == ["scatter"] * 8
    for number, band in enumerate(bands.values()):
        low, high = chart.figure.data[2 * number : 2 * number + 2]
        np.testing.assert_array_equal(low.y, band.lowest)
        np.testing.assert_array_equal(high.y, band.highest)
        assert high.fill == "tonexty"
    sine = chart.figure.data[7]
    assert np.abs(np.subtract(sine.y, chart.figure.data[6].y)).max() < 1e-12
    assert hover(sine, x=0, y=8.0, customdata=8.0) == "sinusoid, offset 0: 8 to 8"
    assert chart.data.shape == (16, 8)
    assert axis_titles(chart.figure)["yaxis"] == "dot product"


@LOOKS
@pytest.mark.parametrize("bits", [1, 3, 5, 8])
def test_the_sine_rounds_to_the_digit(look, bits):
    chart = smooth_counter(bits, look)
    assert kinds(chart.figure) == ["scatter"] * 2 * bits
    length = len(chart.index)
    digits = binary_columns(length, bits=bits)
    np.testing.assert_array_equal(chart.data[:, :bits], digits)
    np.testing.assert_array_equal(chart.data[:, bits:].round(), digits)
    for digit in range(bits):
        step, wave = chart.figure.data[2 * digit : 2 * digit + 2]
        np.testing.assert_array_equal(step.y, digits[:, digit])
        np.testing.assert_allclose(np.interp(step.x, wave.x, wave.y).round(), step.y)
        assert f"wavelength {2 ** (digit + 1)}" in wave.hovertemplate
    assert weight(chart.figure) < 200_000
