"""The made-up query and key: what the page on the rotary encoding turns."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from pe_core.rotary import Rotary, pair_columns
from pe_core.rotary.example import (
    drift,
    example_key,
    example_query,
    key_angles,
    mixed_score,
    paired_score,
    turned_score,
)

HEADS = pytest.mark.parametrize(
    "rotary",
    [Rotary(2), Rotary(128), Rotary(64, base=5e5, pairing="adjacent"), Rotary(80, 32)],
    ids=["two", "usual", "adjacent", "partial"],
)


@HEADS
def test_both_have_length_one_and_angles_of_their_own(rotary):
    query, key = example_query(rotary), example_key(rotary)
    assert_allclose([query @ query, key @ key], 1, rtol=1e-14)
    first, second = pair_columns(rotary.width, rotary.pairing)
    pairs = len(first)
    assert_allclose(key[first] * pairs**0.5, np.cos(key_angles(pairs)), atol=1e-14)
    assert_allclose(key[second] * pairs**0.5, np.sin(key_angles(pairs)), atol=1e-14)
    assert len(np.unique(key_angles(pairs).round(6))) == pairs


@HEADS
def test_the_score_is_the_mean_cosine_of_the_angles_between(rotary):
    angles = key_angles(rotary.width // 2) + rotary.frequencies * (31 - 7)
    assert_allclose(turned_score(rotary, [7], [31]), np.cos(angles).mean(), atol=1e-14)


@HEADS
def test_moving_both_changes_nothing_and_rounding_does(rotary):
    made = drift(rotary, 20, 100, np.arange(4_096))
    assert made.spread <= 1e-12
    assert_allclose(made.exact, turned_score(rotary, [20], [100])[0], atol=1e-12)
    # At 0 both positions are whole numbers that bfloat16 holds.
    assert_allclose(made.rounded[0], made.exact[0], atol=1e-14)
    assert made.worst > 1e-3
    assert drift(rotary, 20, 100, np.arange(4_096), "float32").worst <= 1e-12


@pytest.mark.parametrize("places", [(0, 0), (3, 5), (900, 17)])
def test_pairings_agree_and_mixing_them_does_not(places):
    rotary = Rotary(64)
    assert paired_score(rotary, *places, "halves") == paired_score(rotary, *places, "adjacent")
    same = mixed_score(rotary, *places) == paired_score(rotary, *places, "halves")
    assert same == (places == (0, 0)), "at position 0 nothing turns"


@pytest.mark.parametrize("pairing", ["halves", "adjacent"])
def test_mixing_turns_a_vector_of_the_other_pairing(pairing):
    rotary = Rotary(16, pairing=pairing)
    other = Rotary(16, pairing="adjacent" if pairing == "halves" else "halves")
    query = rotary.rotate(example_query(other)[None], [3])[0]
    key = rotary.rotate(example_key(other)[None], [5])[0]
    assert_allclose(mixed_score(rotary, 3, 5), query @ key, atol=1e-12)
