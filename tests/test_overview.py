"""What a picture shows of a table that is larger than the screen."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_core.overview import MAX_CELLS, MAX_COLUMNS, MAX_ROWS, overview, short, wave_names
from pe_core.sinusoid import LAYOUTS, Sinusoid
from tests.strategies import junk, refusal

sinusoids = st.builds(
    Sinusoid,
    dim=st.sampled_from([1, 2, 3, 6, 30, 127, 128, 512, 513, 1024, 1025, 4096]),
    base=st.sampled_from([2.0, 1e4, 1e9]),
    layout=st.sampled_from(LAYOUTS),
    origin=st.sampled_from([0.0, 2.0]),
    tail=st.sampled_from(["sine", "zero", "truncate"]),
)
ranges = st.tuples(st.integers(0, 1000), st.integers(0, 3000)).map(lambda r: (r[0], sum(r)))


@given(sinusoid=sinusoids, ends=ranges, cells=st.sampled_from([1, 2000, 40_000, MAX_CELLS]))
def test_rows_cover_the_range_without_gaps(sinusoid, ends, cells):
    first, last = ends
    view = overview(sinusoid, first, last, cells=cells)
    assert view.starts[0] == first
    assert view.stops[-1] == last
    np.testing.assert_array_equal(view.starts[1:], view.stops[:-1] + 1)
    np.testing.assert_array_equal(
        (view.stops - view.starts + 1)[:-1], np.full(len(view.starts) - 1, view.block)
    )
    assert view.values.dtype == np.float32
    assert view.values.shape == (len(view.starts), len(view.dimensions))
    assert view.values.size <= max(cells, len(view.dimensions))
    assert len(view.starts) <= MAX_ROWS
    assert len(view.dimensions) <= MAX_COLUMNS + 2


@given(sinusoid=sinusoids, ends=ranges)
def test_values_are_means_of_what_a_row_covers(sinusoid, ends):
    first, last = ends
    view = overview(sinusoid, first, last, cells=5000)
    table = sinusoid.table(last - first + 1, start=first)[:, view.dimensions]
    brute = [
        table[a - first : b - first + 1].mean(axis=0)
        for a, b in zip(view.starts, view.stops, strict=True)
    ]
    # float32 keeps 24 bits of values up to 1.
    np.testing.assert_allclose(view.values, brute, rtol=0, atol=1e-7)


def test_the_article_fits_in_rows_of_two():
    view = overview(Sinusoid(dim=128), 0, 999)
    assert view.block == -(-1000 // min(MAX_ROWS, MAX_CELLS // 128))
    assert view.pairs_step == 1


def test_a_small_table_is_drawn_as_it_is():
    sinusoid = Sinusoid(dim=30)
    view = overview(sinusoid, 5, 14)
    assert (view.block, view.pairs_step) == (1, 1)
    np.testing.assert_array_equal(view.values, sinusoid.table(10, start=5).astype(np.float32))
    np.testing.assert_array_equal(view.starts, view.stops)
    assert len(view.blurred) == 0


@given(sinusoid=sinusoids.filter(lambda s: s.dim > MAX_COLUMNS), keep=st.integers(0, 4095))
def test_whole_pairs_are_left_out_but_never_the_chosen_one(sinusoid, keep):
    keep %= sinusoid.dim
    view = overview(sinusoid, 0, 9, keep=keep)
    drawn = set(view.dimensions.tolist())
    if sinusoid.tail != "zero" or sinusoid.dim % 2 == 0 or keep < sinusoid.dim - 1:
        assert keep in drawn
        assert view.dimensions[view.column_of(keep)] == keep
    for sine, cosine in zip(
        sinusoid.sine_columns.tolist(), sinusoid.cosine_columns.tolist(), strict=False
    ):
        assert (sine in drawn) == (cosine in drawn)
    assert set(sinusoid.sine_columns[:: view.pairs_step].tolist()) <= drawn
    assert (np.diff(view.dimensions) > 0).all()


def test_blurred_dimensions_turn_more_than_once_in_two_rows():
    sinusoid = Sinusoid(dim=128)
    view = overview(sinusoid, 0, 99_999)
    wavelengths = np.repeat(sinusoid.wavelengths, 2)
    np.testing.assert_array_equal(view.blurred, np.flatnonzero(wavelengths < 2 * view.block))
    assert 0 < len(view.blurred) < 128


@pytest.mark.parametrize("dim", [1, 128, 4096])
def test_a_trillion_positions_fit_too(dim):
    view = overview(Sinusoid(dim=dim), 0, 10**12)
    assert len(view.starts) <= MAX_ROWS
    assert np.abs(view.values).max() <= 1
    assert view.stops[-1] == 10**12


def test_rows_and_columns_are_found_again():
    view = overview(Sinusoid(dim=1024), 100, 99_999)
    assert view.row_of(99) is None
    assert view.row_of(100_000) is None
    assert view.row_of(100) == 0
    assert view.row_of(99_999) == len(view.starts) - 1
    assert view.row_of(int(view.stops[3])) == 3
    assert view.row_of(int(view.starts[4])) == 4
    assert view.column_of(0) == 0
    assert view.column_of(2) is None
    assert view.column_of(4) == 2


def test_names_of_waves():
    assert wave_names(Sinusoid(dim=4), np.array([3, 0])) == [
        "3 (cosine, wavelength 628)",
        "0 (sine, wavelength 6.28)",
    ]
    assert wave_names(Sinusoid(dim=3, tail="zero"), np.array([2])) == ["2 (zero)"]
    assert wave_names(Sinusoid(dim=4, layout="cos_sin"), np.arange(2))[0].startswith("0 (cosine")


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0"), (6.2832, "6.28"), (99.96, "100"), (1234.5, "1,234"), (1e9, "1,000,000,000")],
)
def test_short_numbers(number, text):
    assert short(number) == text


def test_no_number_is_infinite():
    assert short(float("inf")) == "∞"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda s: overview(s, -1, 5), r"first must be an integer from 0 to \d+; got -1"),
        (lambda s: overview(s, 6, 5), r"last must be an integer from 6 to \d+; got 5"),
        (lambda s: overview(s, 0, 1.5), r"last must be an integer from 0 to \d+; got 1\.5"),
        (lambda s: overview(s, 0, 5, keep="a"), r"keep must .*; got 'a'"),
        (lambda s: overview(s, 0, 5, cells="a"), r"cells must .*; got 'a'"),
    ],
)
def test_arguments_are_checked(call, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        call(Sinusoid(dim=6))


@given(value=junk)
def test_only_a_value_error_escapes(value):
    for call in (
        lambda: overview(Sinusoid(dim=6), value, 10**12),
        lambda: overview(Sinusoid(dim=1), 0, value),
        lambda: overview(Sinusoid(dim=1024), 0, 5, keep=value),
        lambda: overview(Sinusoid(dim=6), 0, 5, cells=value),
    ):
        message = refusal(call)
        assert message is None or " must be " in message
