"""Buckets of T5, DeBERTa and Swin."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_core.bias import deberta_bucket, swin_index, t5_bucket
from tests.golden import golden

SQUARE = np.arange(50)[None] - np.arange(50)[:, None]


@pytest.mark.parametrize(
    ("name", "both"),
    [
        ("hf_t5_bucket_bi_50x50", True),
        ("hf_mpnet_bucket_bi_50x50", True),
        ("hf_t5_bucket_uni_50x50", False),
        ("xt_t5_bucket_causal_50x50", False),
    ],
)
def test_libraries(name, both):
    buckets = t5_bucket(SQUARE.reshape(-1), bidirectional=both).reshape(SQUARE.shape)
    np.testing.assert_array_equal(buckets, golden(name))


def test_far_offsets():
    offsets = np.arange(-300, 301)
    one_way = t5_bucket(offsets, bidirectional=False)
    np.testing.assert_array_equal(one_way, golden("hf_t5_bucket_uni_range300")[0])
    signed = deberta_bucket(offsets)
    np.testing.assert_array_equal(signed, golden("hf_deberta_v2_logbucket_range300")[0])


@pytest.mark.parametrize(
    ("both", "buckets"),
    [
        (True, {7: 7, 8: 8, 11: 8, 12: 9, 15: 9, 16: 10, 22: 10, 23: 11, 32: 12, 46: 13, 64: 14,
                91: 15, 128: 15}),
        (False, {16: 16, 19: 17, 21: 18, 24: 19, 32: 21, 64: 26, 113: 31}),
    ],
)  # fmt: skip
def test_published_buckets(both, buckets):
    found = t5_bucket([-distance for distance in buckets], bidirectional=both)
    assert found.tolist() == list(buckets.values())


@given(st.integers(2, 64).map(lambda half: 2 * half), st.integers(70, 5000), st.booleans())
def test_buckets_never_fall_with_distance_and_stay_in_range(buckets, farthest, both):
    offsets = -np.arange(farthest + 50)
    found = t5_bucket(offsets, bidirectional=both, num_buckets=buckets, max_distance=farthest)
    assert (np.diff(found) >= 0).all()
    limit = buckets // 2 if both else buckets
    assert (found[0], found[-1]) == (0, limit - 1)


def test_swin():
    index = swin_index(7)
    assert index.shape == (49, 49)
    assert sorted(set(index.reshape(-1).tolist())) == list(range(13 * 13))
    assert (np.diag(index) == 6 * 13 + 6).all()


@pytest.mark.parametrize(
    ("call", "match"),
    [
        (lambda: t5_bucket([[1]]), "offsets must be an array of 1 dimension"),
        (lambda: t5_bucket([1], num_buckets=2), "num_buckets must be an integer from 4"),
        (lambda: t5_bucket([1], max_distance=3), "max_distance must be an integer from 9"),
        (lambda: swin_index(0), "window must be an integer from 1 to 64; got 0"),
    ],
)
def test_refused(call, match):
    with pytest.raises(ValueError, match=match):
        call()
