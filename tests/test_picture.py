"""Pictures of matrices: nothing is lost that matters, and nothing grows without bound."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_core.picture import MAX_COLUMNS, MAX_ROWS, picture


def test_a_small_matrix_is_drawn_as_it_is():
    matrix = np.arange(12.0).reshape(3, 4)
    made = picture(matrix)
    np.testing.assert_array_equal(made.values, matrix)
    assert made.whole
    assert made.block == 1
    assert made.largest == 11


def test_rows_are_averaged_in_blocks_and_the_last_block_may_be_short():
    matrix = np.random.default_rng(0).normal(size=(1_001, 10))
    made = picture(matrix, cells=1_000)
    assert made.block == 11
    for row, (start, stop) in enumerate(zip(made.starts, made.stops, strict=True)):
        mean = matrix[start : stop + 1].mean(axis=0)
        # float32 keeps 24 bits of values below 4.
        np.testing.assert_allclose(made.values[row], mean, rtol=0, atol=4e-7)
    assert made.stops[-1] == 1_000


def test_columns_are_left_out_by_pairs():
    made = picture(np.zeros((2, 1_024)))
    assert made.columns[:6].tolist() == [0, 1, 8, 9, 16, 17]
    assert len(made.columns) == MAX_COLUMNS


@given(
    rows=st.integers(1, 3_000),
    columns=st.integers(1, 700),
    place=st.floats(0, 1, exclude_max=True),
    value=st.sampled_from([1.0, -1.0]),
)
def test_one_wrong_cell_shows_in_a_difference(rows, columns, place, value):
    matrix = np.zeros((rows, columns))
    matrix.flat[int(place * matrix.size)] = value
    made = picture(matrix, kind="extreme", cells=2_000)
    assert np.abs(made.values).max() == 1
    assert made.values.sum() == value
    assert made.values.shape[0] <= MAX_ROWS
    assert made.values.shape[1] <= MAX_COLUMNS
    assert made.values.size <= 2_000


def test_huge_values_stay_finite():
    made = picture(np.full((1_000, 300), 1.7e308))
    assert np.isfinite(made.values).all()
    assert made.largest == 1.7e308


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"matrix": [[np.nan]]}, "matrix must be an array of 2 dimension"),
        ({"matrix": [1.0]}, "got shape"),
        ({"matrix": np.empty((0, 3))}, "at least one cell"),
        ({"matrix": [[1.0]], "kind": "median"}, "kind must be one of mean, extreme"),
        ({"matrix": [[1.0]], "cells": 10}, "cells must be an integer from 512"),
    ],
    ids=str,
)
def test_what_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        picture(**arguments)
