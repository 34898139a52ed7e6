"""ALiBi: slopes, the forms of libraries, and what the softmax makes of them."""

import numpy as np
import pytest

from pe_core.bias import alibi_bias, alibi_slopes
from pe_core.bias.alibi import ALIBI_FORMS
from tests.golden import golden

RTOL = 4e-7  # slopes and products in float32

LIBRARIES = {
    "curated_alibi_inverted_h6_L8": (6, 8, None, "inverted"),
    "labml_alibi_causal_h6_L8": (6, 8, None, "causal"),
    "kerashub_alibi_h12_L10": (12, 10, None, "last_key"),
    "xt_alibi_h12_i4_j10": (12, 4, 10, "symmetric"),
    "xt_alibi_h8_L10": (8, 10, None, "symmetric"),
}


@pytest.mark.parametrize("name", LIBRARIES)
def test_libraries(name):
    heads, queries, keys, form = LIBRARIES[name]
    bias = alibi_bias(heads, queries, keys, form=form)
    np.testing.assert_allclose(bias.reshape(golden(name).shape), golden(name), rtol=RTOL)


def test_bloom_mpt_and_falcon():
    np.testing.assert_allclose(alibi_slopes(20), golden("hf_bloom_slopes_h20"), rtol=RTOL)
    counts = [0, 0, 0, 1, 2, 3, 4, 5, 6, 7]
    padded = np.outer(alibi_slopes(12), counts)
    np.testing.assert_allclose(padded, golden("hf_bloom_alibi_padded_h12_L10"), rtol=RTOL)
    mpt = alibi_bias(8, 1, 10, form="last_key")[:, 0]
    np.testing.assert_allclose(mpt, golden("hf_mpt_alibi_h8_L10"), rtol=RTOL)
    falcon = golden("hf_falcon_alibi_bf16slopes_h12_L32")
    # Two roundings to bfloat16, half a step of 2^-7 each.
    np.testing.assert_allclose(np.outer(alibi_slopes(12), np.arange(32)), falcon, rtol=2 * 2**-8)


@pytest.mark.parametrize("heads", [1, 2, 3, 6, 8, 12, 20, 25, 40, 64, 100])
def test_mpts_way_gives_the_same_slopes(heads):
    press = alibi_slopes(heads)
    above = 2 ** int(np.ceil(np.log2(heads)))
    all_of_them = 2.0 ** (-8 * np.arange(1, above + 1) / above)
    mpt = all_of_them
    if above != heads:
        mpt = np.concatenate([all_of_them[1::2], all_of_them[::2]])[:heads]
    np.testing.assert_allclose(press, mpt, rtol=1e-15)
    assert len(set(press.tolist())) == heads
    naive = alibi_slopes(heads, rule="naive")
    assert np.array_equal(naive, press) == (above == heads)


def test_behind_a_causal_mask_all_forms_give_the_same_attention():
    scores = np.random.default_rng(0).standard_normal((3, 7, 7))
    mask = np.tri(7, dtype=bool)
    weights = []
    for form in ALIBI_FORMS:
        masked = np.where(mask, scores + alibi_bias(3, 7, form=form), -np.inf)
        power = np.exp(masked - masked.max(axis=-1, keepdims=True))
        weights.append(power / power.sum(axis=-1, keepdims=True))
    for other in weights[1:]:
        np.testing.assert_allclose(other, weights[0], atol=1e-15)


@pytest.mark.parametrize(
    ("call", "match"),
    [
        (lambda: alibi_slopes(0), "heads must be an integer from 1 to 4096; got 0"),
        (lambda: alibi_slopes(8, rule="new"), "rule must be one of press, naive"),
        (lambda: alibi_bias(2, 4, 3), "keys must be an integer from 4"),
        (lambda: alibi_bias(4096, 4096), "heads times queries times keys must be at most"),
        (lambda: alibi_bias(2, 4, form="round"), "form must be one of symmetric"),
    ],
)
def test_refused(call, match):
    with pytest.raises(ValueError, match=match):
        call()
