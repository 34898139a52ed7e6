"""The table as a picture: its cells, its words, its cross-hair and its weight."""

import numpy as np
import pytest

from pe_core.figures.heatmap import encoding_heatmap
from pe_core.figures.theme import DARK, LIGHT, scale
from pe_core.overview import overview, wave_names
from pe_core.sinusoid import LAYOUTS, Sinusoid
from tests.figures.reading import axis_titles, hover, kinds, weight


def _chart(sinusoid, first, last, look=LIGHT, *, keep=None, **options):
    view = overview(sinusoid, first, last, keep=keep)
    return encoding_heatmap(sinusoid, view, look, **options), view


@pytest.mark.parametrize("look", [LIGHT, DARK], ids=lambda look: look.name)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_cells_and_scale(look, layout):
    sinusoid = Sinusoid(dim=30, layout=layout)
    chart, _ = _chart(sinusoid, 0, 9, look)
    cells = chart.figure.data[0]
    assert kinds(chart.figure) == ["heatmap", "heatmap"]
    assert cells.z.dtype == np.float32
    np.testing.assert_array_equal(cells.z, sinusoid.table(10).astype(np.float32))
    assert (cells.zmin, cells.zmax) == (-1, 1)
    assert [list(stop) for stop in cells.colorscale] == scale(look)
    assert chart.figure.layout.yaxis.autorange == "reversed", "row 0 is on top"
    assert axis_titles(chart.figure) == {"yaxis": "position", "xaxis": "dimension"}
    assert chart.figure.layout.template.layout.paper_bgcolor == look.paper


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_strip_marks_sines_and_cosines(layout):
    sinusoid = Sinusoid(dim=7, layout=layout)
    chart, _ = _chart(sinusoid, 0, 3)
    strip = chart.figure.data[1]
    assert np.flatnonzero(strip.z[0]).tolist() == sorted(sinusoid.cosine_columns.tolist())
    assert [colour for _, colour in strip.colorscale] == [LIGHT.sine, LIGHT.cosine]


def test_turned_puts_positions_across():
    sinusoid = Sinusoid(dim=6)
    chart, view = _chart(sinusoid, 0, 3, turned=True)
    cells, strip = chart.figure.data
    np.testing.assert_array_equal(cells.z, view.values.T)
    assert strip.z.shape == (6, 1)
    assert axis_titles(chart.figure) == {"xaxis": "position", "yaxis": "dimension"}
    np.testing.assert_array_equal(chart.data, view.values)
    text = hover(cells, x=cells.x[3], y=cells.y[2], z=cells.z[2, 3])
    assert text == "position 3, dimension 2 (sine, wavelength 135): 0.1388"


def test_hover_reads_as_a_sentence():
    chart, _ = _chart(Sinusoid(dim=128), 0, 49)
    cells = chart.figure.data[0]
    value = np.sin(20 * 10_000 ** (-6 / 128))
    text = hover(cells, x=cells.x[6], y=cells.y[20], z=cells.z[20, 6])
    assert text == f"position 20, dimension 6 (sine, wavelength 9.68): {value:.4f}"


def test_hover_of_an_averaged_row_says_so():
    chart, view = _chart(Sinusoid(dim=128), 0, 99_999)
    cells = chart.figure.data[0]
    text = hover(cells, x=cells.x[-1], y=cells.y[1], z=cells.z[1, -1])
    block = view.block
    assert text.startswith(f"mean of positions {block}–{2 * block - 1}, dimension 127 (cosine, ")


@pytest.mark.parametrize("dim", [1, 3, 128])
@pytest.mark.parametrize("last", [0, 999, 999_999])
def test_alt_text_and_data_tell_what_is_drawn(dim, last):
    sinusoid = Sinusoid(dim=dim, base=500)
    chart, view = _chart(sinusoid, 0, last)
    low, high = float(view.values.min()), float(view.values.max())
    for part in (f"{last}", f"{dim} dimensions", "base 500", f"{low:.2f}", f"{high:.2f}"):
        assert part in chart.alt
    assert (f"{view.block} positions" in chart.alt) == (view.block > 1)
    assert chart.data.shape == (len(chart.index), len(chart.columns))
    np.testing.assert_array_equal(chart.data, view.values)
    assert chart.columns == tuple(f"dimension {c}" for c in view.dimensions)
    assert chart.index[0].split("–")[0] == "0"
    assert chart.index[-1].split("–")[-1] == str(last)


@pytest.mark.parametrize(("first", "last"), [(0, 9), (95, 1_215), (123_456, 999_999)])
@pytest.mark.parametrize("turned", [False, True])
def test_a_browser_is_told_all_that_it_needs_to_follow_a_slider(first, last, turned):
    sinusoid = Sinusoid(dim=600, base=500, layout="sin_cos", origin=1, amplitude=0.5)
    chart, view = _chart(
        sinusoid, first, last, position=first + 3, dimension=7, turned=turned, keep=7
    )
    live = chart.live
    assert live["kind"] == "heatmap"
    told = overview(Sinusoid(**live["sinusoid"]), live["first"], live["last"], keep=7)
    np.testing.assert_array_equal(told.values, view.values)
    assert (live["position"], live["dimension"], live["turned"]) == (first + 3, 7, turned)


def test_origin_is_counted_in():
    chart, _ = _chart(Sinusoid(dim=4, origin=2), 0, 3)
    assert chart.index == ("2", "3", "4", "5")


def test_amplitude_widens_the_scale():
    chart, _ = _chart(Sinusoid(dim=4, amplitude=0.25), 0, 3)
    assert (chart.figure.data[0].zmin, chart.figure.data[0].zmax) == (-0.25, 0.25)


def _lines(figure):
    """Return the places of the cross-hair's lines: rows and columns by their index."""
    shapes = figure.layout.shapes
    rows = {s.y0 for s in shapes if s.xref == "x domain"}
    columns = {s.x0 for s in shapes if s.yref == "y domain"}
    return rows, columns


def test_a_cross_hair_at_the_chosen_cell():
    sinusoid = Sinusoid(dim=30)
    chart, _ = _chart(sinusoid, 5, 14, position=7, dimension=3)
    assert _lines(chart.figure) == ({2}, {3})
    turned, _ = _chart(sinusoid, 5, 14, position=7, dimension=3, turned=True)
    assert _lines(turned.figure) == ({3}, {2})
    outside, _ = _chart(sinusoid, 5, 14, position=4, dimension=99)
    assert _lines(outside.figure) == (set(), set())
    nowhere, _ = _chart(sinusoid, 5, 14)
    assert _lines(nowhere.figure) == (set(), set())


def test_the_cross_hair_of_an_overview_finds_row_and_column():
    sinusoid = Sinusoid(dim=4096)
    chart, view = _chart(sinusoid, 0, 999_999, keep=7, position=123_456, dimension=7)
    ((row,), (column,)) = _lines(chart.figure)
    assert view.starts[row] <= 123_456 <= view.stops[row]
    assert view.dimensions[column] == 7


@pytest.mark.parametrize("dim", [1, 2, 30, 127, 128, 513, 4096])
@pytest.mark.parametrize(
    ("first", "length"), [(0, 1), (7, 2), (0, 50), (95, 1121), (0, 5000), (123_456, 98_765)]
)
def test_ticks_are_few_and_stand_on_the_cell_of_their_number(dim, first, length):
    chart, view = _chart(Sinusoid(dim=dim), first, first + length - 1)
    layout = chart.figure.layout
    for axis, values in ((layout.yaxis, view.starts), (layout.xaxis, view.dimensions)):
        assert 1 <= len(axis.tickvals) <= 14
        assert len(axis.ticktext) == len(axis.tickvals) == len(set(axis.tickvals))
        ends = [*values[1:].tolist(), np.inf]
        for index, text in zip(axis.tickvals, axis.ticktext, strict=True):
            assert values[index] <= int(text.replace(",", "")) < ends[index]


def test_no_two_columns_have_one_name():
    sinusoid = Sinusoid(dim=513)
    names = wave_names(sinusoid, overview(sinusoid, 0, 9).dimensions)
    assert len(set(names)) == len(names), "equal names would fall on one another"


@pytest.mark.parametrize(
    ("dim", "length", "limit"),
    [
        (128, 1000, 700_000),
        (1024, 1_000_000, 1_000_000),
        (4096, 1_000_000, 1_000_000),
        (4096, 1000, 1_000_000),
        (512, 500, 1_000_000),
        (1, 1_000_000, 1_000_000),
    ],
)
@pytest.mark.parametrize("turned", [False, True], ids=["down", "turned"])
def test_weight(dim, length, limit, turned):
    chart, _ = _chart(
        Sinusoid(dim=dim), 0, length - 1, keep=dim - 1, position=1, dimension=0, turned=turned
    )
    assert weight(chart.figure) <= limit
