"""Single dimensions as waves."""

import numpy as np
import pytest

from pe_core import Sinusoid
from pe_core.dimension import dimension_values

EPS = np.finfo(float).eps


@pytest.mark.parametrize("layout", ["interleaved", "sin_cos", "cos_sin"])
@pytest.mark.parametrize("dim", [1, 7, 16])
def test_columns_are_those_of_the_table(layout, dim):
    sinusoid = Sinusoid(dim, layout=layout, amplitude=2, tail="zero" if dim == 7 else "sine")
    positions = [-3, 0, 0.5, 1_000]
    # the same frequencies and functions; only the order of the products differs
    np.testing.assert_allclose(
        dimension_values(sinusoid, range(dim), positions),
        sinusoid.encode(positions),
        rtol=0,
        atol=8 * EPS * 1_000,
    )


@pytest.mark.parametrize("block", [1, 2, 7])
def test_blocks_are_means(block):
    sinusoid = Sinusoid(8)
    starts = np.arange(0, 10 * block, block)
    means = dimension_values(sinusoid, [0, 3], starts, blocks=[block] * 10)
    brute = sinusoid.table(10 * block).reshape(10, block, 8).mean(axis=1)[:, [0, 3]]
    np.testing.assert_allclose(means, brute, rtol=0, atol=1e-12)


@pytest.mark.parametrize(
    ("dimensions", "positions", "blocks", "message"),
    [
        ([8], [0], None, "dimension must be an integer from 0 to 7; got 8"),
        ([0], [[0]], None, "positions must be an array"),
        ([0], [np.nan], None, "positions must be .*; got nan at index"),
        ([0], [0], [0], "blocks must hold a number from 1 up for each position; got"),
        ([0], [0], [1, 1], "blocks must hold a number from 1 up for each position; got"),
        ([0] * 1_000, np.zeros(10**6), None, "positions times dimensions must be at most"),
    ],
)
def test_bad_input(dimensions, positions, blocks, message):
    with pytest.raises(ValueError, match=message):
        dimension_values(Sinusoid(8), dimensions, positions, blocks=blocks)
