"""Two conventions side by side: what is said to be a permutation is one, and nothing else is."""

import itertools

import numpy as np
import pytest

from pe_core.conventions import CONVENTIONS, compare
from pe_core.side_by_side import common_dim, side_by_side

PAIRS = list(itertools.combinations_with_replacement(CONVENTIONS, 2))


def made(left, right, dim, **options):
    entries = CONVENTIONS[left], CONVENTIONS[right]
    return side_by_side(*entries, common_dim(*entries, dim), **options)


@pytest.mark.parametrize("dim", [6, 9, 32])
def test_a_permutation_is_found_where_there_is_one_and_only_there(dim):
    for left, right in PAIRS:
        both = made(left, right, dim, length=40)
        # Nine digits tell apart every two waves of these tables.
        columns = [sorted(np.round(t.T, 9).tolist()) for t in (both.left + 0.0, both.right + 0.0)]
        assert (both.permutation is not None) == (columns[0] == columns[1]), (left, right)
        if both.permutation is not None:
            np.testing.assert_array_equal(np.sort(both.permutation), np.arange(both.left.shape[1]))
            np.testing.assert_allclose(both.left[:, both.permutation], both.right, atol=1e-11)
            # A dot product of 32 values of magnitude 1, summed in another order.
            assert both.dot_gap < 1e-12


def test_the_numbers_are_those_of_compare():
    both = made("paper", "tensor2tensor", 64, length=700)
    entries = [CONVENTIONS[name].sinusoid(64) for name in ("paper", "tensor2tensor")]
    known = compare(*entries, length=700)
    np.testing.assert_array_equal(both.by_row, known.by_position)
    for (row, value), (wanted, other) in zip(both.largest_at, known.largest_at, strict=True):
        assert row == wanted
        assert value == pytest.approx(other, abs=1e-12)
    assert both.bases == (known.left_base, known.right_base)


def test_rows_beyond_the_table_are_computed():
    short, long = (made("paper", "fairseq_table", 32, length=n) for n in (20, 600))
    assert len(short.left) == 20
    assert [row for row, _ in short.largest_at] == [1, 10, 100, 500]
    for (_, value), (_, other) in zip(short.largest_at[1:], long.largest_at[1:], strict=True):
        assert value == pytest.approx(other, abs=1e-12)


def test_rows_that_count_down_have_no_row_beyond_the_table():
    both = made("paper", "transformer_xl", 32, length=50)
    assert [value is None for _, value in both.largest_at] == [False, False, True, True]


def test_endpoint_spacing_at_512_is_base_10368():
    assert round(made("paper", "tensor2tensor", 512).bases[1], 1) == 10367.8


@pytest.mark.parametrize(
    ("left", "right", "dim", "wanted"),
    [
        ("paper", "tensor2tensor", 7, 7),
        ("paper", "mlx", 7, 6),
        ("mlx", "paper", 1, 2),
        ("paper", "mae", 7, 7),
        ("nerf", "paper", 128, 80),
        ("nerf", "mlx", 9, 8),
    ],
)
def test_a_dim_that_both_accept(left, right, dim, wanted):
    assert common_dim(CONVENTIONS[left], CONVENTIONS[right], dim) == wanted


@pytest.mark.parametrize("name", [e.name for e in CONVENTIONS.values() if e.grid])
def test_a_grid_is_its_librarys_table(name):
    both = made("paper", name, 24)
    shape = both.shapes[1]
    assert np.prod(shape) == len(both.left) == 512
    np.testing.assert_array_equal(both.right, CONVENTIONS[name].table(shape, 24))


@pytest.mark.parametrize("length", [1, 10**9])
@pytest.mark.parametrize("dim", [1, 4096])
def test_tables_are_bounded(dim, length):
    both = made("paper", "guided_diffusion", dim, length=length, base=500.0)
    assert 16 <= len(both.left) <= 2_000
    assert both.left.size <= 2**21
    if dim > 1:
        assert both.bases == (500.0, 500.0)


@pytest.mark.parametrize(
    ("options", "message"),
    [({"dim": 0}, "dim must be"), ({"dim": 4097}, "dim must be"), ({"length": 0}, "length must")],
    ids=str,
)
def test_what_is_refused(options, message):
    entries = CONVENTIONS["paper"], CONVENTIONS["marian"]
    with pytest.raises(ValueError, match=message):
        side_by_side(*entries, **({"dim": 4} | options))
