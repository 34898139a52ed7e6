"""What is wrong with plain numbers, in numbers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_core.baselines import (
    BASELINES,
    baseline_table,
    beyond,
    integer_positions,
    measure,
    scaled_positions,
    similarity_by_offset,
)
from pe_core.similarity import offset_similarity
from pe_core.sinusoid import Sinusoid

SINUSOID = Sinusoid(dim=64)


def test_tables():
    assert integer_positions(4).ravel().tolist() == [1, 2, 3, 4]
    assert scaled_positions(5).ravel().tolist() == [0, 0.25, 0.5, 0.75, 1]
    assert scaled_positions(1).ravel().tolist() == [0]
    assert baseline_table("binary", 9, SINUSOID).shape == (9, 4)
    np.testing.assert_array_equal(baseline_table("sinusoid", 9, SINUSOID), SINUSOID.table(9))


@pytest.mark.parametrize(
    ("name", "lowest", "highest"),
    [("integers", 1, 500), ("scaled", 0, 1), ("binary", 0, 1), ("sinusoid", -1, 1)],
)
def test_ranges(name, lowest, highest):
    found = measure(name, 500, SINUSOID)
    # Among 500 whole positions a sine comes this near to its crest.
    assert (found.lowest, found.highest) == pytest.approx((lowest, highest), abs=1e-4)


@pytest.mark.parametrize(
    ("name", "short", "long"),
    [
        pytest.param("integers", (1, 1), (1, 1), id="integers: one"),
        pytest.param("scaled", (1 / 9,) * 2, (1 / 99,) * 2, id="scaled: shrinks with the length"),
        # 7 → 8 flips four digits, 63 → 64 seven.
        pytest.param("binary", (1, 2), (1, 7**0.5), id="binary: from one flip to many"),
    ],
)
def test_steps(name, short, long):
    for length, expected in ((10, short), (100, long)):
        found = measure(name, length, SINUSOID)
        # linspace rounds each position: a few eps.
        assert (found.shortest_step, found.longest_step) == pytest.approx(expected, rel=1e-12)


@given(length=st.integers(2, 300), dim=st.integers(1, 64).map(lambda half: 2 * half))
def test_sinusoid_steps_are_all_alike(length, dim):
    sinusoid = Sinusoid(dim=dim)
    found = measure("sinusoid", length, sinusoid)
    expected = np.sqrt(np.square(2 * np.sin(sinusoid.frequencies / 2)).sum())
    # Angles up to 300 are rounded by 3e-14 each.
    assert (found.shortest_step, found.longest_step) == pytest.approx((expected,) * 2, abs=1e-12)


def test_one_position_has_no_step():
    assert measure("integers", 1, SINUSOID).longest_step == 0


@pytest.mark.parametrize(
    ("name", "moved", "overshoot", "new_columns"),
    [
        pytest.param("integers", 0, 10, 0, id="integers leave the range ten times over"),
        # Position 9 of 10 is 1; of 100 it is 9/99.
        pytest.param("scaled", 1 - 9 / 99, 0, 0, id="scaled: one position, two values"),
        pytest.param("binary", 0, 0, 3, id="binary needs new columns"),
        # The trained lowest is cos 3 = -0.98999, of a range of 1.98999.
        pytest.param("sinusoid", 0, 0.00503, 0, id="sinusoid stays"),
    ],
)
def test_beyond_the_trained_length(name, moved, overshoot, new_columns):
    found = beyond(name, 10, 100, SINUSOID)
    assert (found.trained.length, found.longer.length) == (10, 100)
    assert found.moved == pytest.approx(moved, abs=1e-12)
    assert found.overshoot == pytest.approx(overshoot, abs=1e-5)
    assert found.new_columns == new_columns


def test_similarity_depends_on_the_offset_alone_for_the_sinusoid_only():
    bands = {
        name: similarity_by_offset(baseline_table(name, 100, SINUSOID), count=20)
        for name in BASELINES
    }
    widths = {name: (band.highest - band.lowest).max() for name, band in bands.items()}
    # Sums of 64 products with angles up to 100.
    assert widths["sinusoid"] < 1e-11
    assert widths["integers"] > 1000
    assert widths["scaled"] > 0.9
    assert widths["binary"] > 3
    expected = offset_similarity(SINUSOID, np.arange(20))
    np.testing.assert_allclose(bands["sinusoid"].mean, expected, rtol=0, atol=1e-11)


@given(
    table=st.integers(1, 12).flatmap(
        lambda rows: st.lists(
            st.lists(st.floats(-10, 10), min_size=3, max_size=3), min_size=rows, max_size=rows
        )
    )
)
def test_bands_are_the_diagonals_of_the_products(table):
    products = np.array(table) @ np.array(table).T
    band = similarity_by_offset(table)
    for offset in band.offsets:
        values = np.diagonal(products, offset)
        expected = values.min(), values.mean(), values.max()
        found = band.lowest[offset], band.mean[offset], band.highest[offset]
        # Sums of three products of up to 100.
        assert found == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: baseline_table("roman", 3, SINUSOID), "baseline must be one of integers, scaled"),
        (lambda: integer_positions(0), "length must be an integer from 1 to 4096; got 0"),
        (lambda: scaled_positions(4097), "length must be an integer from 1 to 4096; got 4097"),
        (
            lambda: baseline_table("sinusoid", 4096, Sinusoid(dim=4096)),
            "length times dim must be at most 4194304; got 4096 x 4096",
        ),
        (lambda: beyond("scaled", 10, 10, SINUSOID), "trained must be an integer from 2 to 9"),
        (lambda: similarity_by_offset([[1.0]], count=0), "count must be an integer from 1 to 512"),
        (lambda: similarity_by_offset(np.zeros((0, 2))), "table must have 1 to 4096 rows"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()
