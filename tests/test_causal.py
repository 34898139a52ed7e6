"""Order through the causal mask: not for one layer, for two, and never without the mask."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_core.causal import causal_attention, order_seen

SEEDS = st.integers(0, 2**16)
#: Sums in another order; outputs are of size 1 to 100.
NOTHING = 2e-13


@given(SEEDS, st.integers(3, 24))
def test_one_causal_layer_does_not_see_the_order_of_earlier_tokens(seed, length):
    assert order_seen(length=length, seed=seed).difference < NOTHING


@given(SEEDS, st.integers(4, 24), st.integers(2, 4))
def test_more_layers_do(seed, length, layers):
    assert order_seen(length=length, seed=seed, layers=layers).difference > 1e-6


@given(SEEDS, st.integers(1, 4))
def test_without_a_mask_none_does(seed, layers):
    assert order_seen(seed=seed, layers=layers, mask=False).difference < NOTHING * 10**layers


def test_the_same_seed_gives_the_same():
    left, right = order_seen(seed=3, layers=2), order_seen(seed=3, layers=2)
    np.testing.assert_array_equal(left.first, right.first)
    assert left.order.tolist() == [4, 3, 2, 1, 0, 5]


def test_a_masked_token_is_not_seen():
    rows = np.random.default_rng(0).standard_normal((5, 4))
    weights = np.random.default_rng(1).standard_normal((3, 4, 4))
    changed = rows.copy()
    changed[4] += 1
    before, after = (causal_attention(x, *weights) for x in (rows, changed))
    np.testing.assert_array_equal(before[:4], after[:4])
    assert np.abs(before[4] - after[4]).max() > 0.1


@pytest.mark.parametrize(
    ("call", "match"),
    [
        (lambda: order_seen(length=2), "length must be an integer from 3 to 256; got 2"),
        (lambda: order_seen(layers=9), "layers must be an integer from 1 to 8; got 9"),
        (
            lambda: causal_attention([[1.0]], [[1.0, 2.0]], [[1.0]], [[1.0]]),
            r"weights must have shape \(1, 1\)",
        ),
    ],
)
def test_refused(call, match):
    with pytest.raises(ValueError, match=match):
        call()
