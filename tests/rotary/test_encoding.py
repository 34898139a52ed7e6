"""The rotary encoding: what must hold for any of them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_core import Rotary
from pe_core.rotary import Linear, Proportional, Yarn, pair_columns, pairing_permutation
from pe_core.shift import shift_matrix
from tests.golden import golden

#: A vector of entries k/8 that the golden rotations were made of; see the manifest's x_in.


def x_in(length, dim):
    return ((5 * np.arange(length)[:, None] + 4 * np.arange(dim)) % 13 - 6) / 8


encodings = st.builds(
    Rotary,
    head_dim=st.integers(2, 40).map(lambda half: 2 * half),
    base=st.sampled_from([100.0, 1e4, 5e5, 1e6]),
    pairing=st.sampled_from(["adjacent", "halves"]),
)
seeds = st.integers(0, 2**16)


def vectors(rotary, seed, count=2):
    return np.random.default_rng(seed).standard_normal((count, rotary.head_dim))


@given(encodings, seeds, st.integers(0, 10_000), st.integers(-200, 200))
def test_the_score_depends_on_the_offset_alone(rotary, seed, position, offset):
    query, key = vectors(rotary, seed)
    places = [position + 200, position + 200 + offset]
    left, right = rotary.rotate([query, key], places)
    # The product of angle and eps, and as many roundings as there are pairs.
    tolerance = 1e-12 * (1 + np.abs(query) @ np.abs(key)) * (1 + position / 1000)
    score = rotary.score(query, key, [offset])
    assert left @ right == pytest.approx(score[0], abs=tolerance)


@given(encodings, seeds, st.integers(-1000, 1000))
def test_lengths_stay(rotary, seed, position):
    rows = vectors(rotary, seed)
    turned = rotary.rotate(rows, [position, position])
    np.testing.assert_allclose(
        np.linalg.norm(turned, axis=1), np.linalg.norm(rows, axis=1), rtol=1e-13
    )


@given(encodings, seeds, st.integers(-500, 500))
def test_it_is_the_rotation_that_shifts_a_sinusoid(rotary, seed, position):
    row = vectors(rotary, seed, 1)
    matrix = shift_matrix(rotary.sinusoid, -position)
    np.testing.assert_allclose(rotary.rotate(row, [position])[0], matrix @ row[0], atol=1e-12)


@given(encodings, seeds, st.integers(0, 500))
def test_the_pairings_are_one_permutation(rotary, seed, position):
    adjacent = Rotary(rotary.head_dim, base=rotary.base, pairing="adjacent")
    halves = Rotary(rotary.head_dim, base=rotary.base, pairing="halves")
    row = vectors(rotary, seed, 1)
    order = pairing_permutation(rotary.head_dim, to="halves")
    left = adjacent.rotate(row, [position])[:, order]
    np.testing.assert_allclose(halves.rotate(row[:, order], [position]), left, atol=1e-12)


@pytest.mark.parametrize("dim", [2, 6, 64])
def test_the_permutation_goes_back(dim):
    there, back = (pairing_permutation(dim, to=to) for to in ("halves", "adjacent"))
    assert there[back].tolist() == list(range(dim))
    first, second = pair_columns(dim, "adjacent")
    assert there.tolist() == [*first, *second]


@pytest.mark.parametrize("pairing", ["adjacent", "halves"])
def test_what_does_not_turn_stays(pairing):
    rotary = Rotary(32, 8, pairing=pairing)
    rows = np.random.default_rng(0).standard_normal((5, 32))
    turned = rotary.rotate(rows, np.arange(5))
    assert (turned[:, 8:] == rows[:, 8:]).all()
    assert (np.abs(turned[1:, :8] - rows[1:, :8]).max(axis=1) > 0.1).all()


def test_the_factor_enters_the_score_squared_and_the_turning_part_alone():
    plain, scaled = (
        Rotary(8, 4, attention_factor=factor, pairing="adjacent") for factor in (1.0, 1.5)
    )
    query, key = np.random.default_rng(1).standard_normal((2, 8))
    still = float(query[4:] @ key[4:])
    offsets = np.arange(-5, 6)
    turning = plain.score(query, key, offsets) - still
    np.testing.assert_allclose(scaled.score(query, key, offsets), 2.25 * turning + still)
    cosine, sine = scaled.cos_sin([3])
    np.testing.assert_allclose(cosine**2 + sine**2, 2.25)


@pytest.mark.parametrize(
    ("name", "rotary", "positions"),
    [
        ("kerashub_rope_rotated_32x16", Rotary(16), np.arange(32)),
        ("labml_rope_rotated_32x16", Rotary(16), np.arange(32)),
        ("local_attention_rotated_32x16", Rotary(16), np.arange(32)),
        ("hf_gptj_rotated_32x16", Rotary(16, pairing="adjacent"), np.arange(32)),
        ("torchtune_rope_rotated_32x16", Rotary(16, pairing="adjacent"), np.arange(32)),
        ("xt_rotated_partial_32x30", Rotary(30, 16, pairing="adjacent"), np.arange(32)),
        (
            "ret_interpolate2_rotated_32x16",
            Rotary(16, pairing="adjacent", rule=Linear(2)),
            np.arange(32),
        ),
    ],
)
def test_libraries_turn_alike(name, rotary, positions):
    # float32 angles up to 31 rad: 31 · 2^-24, and the rounding of a product.
    turned = rotary.rotate(x_in(len(positions), rotary.head_dim), positions)
    np.testing.assert_allclose(turned, golden(name), atol=1e-6)


@pytest.mark.parametrize(
    ("name", "rotary", "part", "positions"),
    [
        ("hf_llama_sin_50x16", Rotary(16), 1, np.arange(50)),
        ("esm_rotary_sin_50x16", Rotary(16), 1, np.arange(50)),
        ("fairseq_rotary_cos_50x16", Rotary(16), 0, np.arange(50)),
        ("curated_rotary_cos_50x16", Rotary(16), 0, np.arange(50)),
        ("hf_gpt_neox_partial_cos_32x8", Rotary(32, 8), 0, np.arange(32)),
        ("hf_llama_yarn4_sin_32x30", Rotary(30, rule=Yarn(4, 2048)), 1, np.arange(100, 132)),
        (
            "diffusers_1d_rope_half_ntk4_lin2_sin_32x16",
            Rotary(16, base=4e4, rule=Linear(2)),
            1,
            np.arange(32),
        ),
    ],
)
def test_libraries_tables(name, rotary, part, positions):
    # float32 angles: up to 131 rad · 2^-23, times the factor.
    np.testing.assert_allclose(rotary.cos_sin(positions)[part], golden(name), atol=1.6e-5)


@pytest.mark.parametrize(
    ("name", "pairing", "base"),
    [
        ("local_attention_angles_50x16", "halves", 1e4),
        ("xt_rotary_angles_50x16", "adjacent", 1e4),
        ("xt_rotary_ntk4_angles_50x16", "adjacent", 1e4 * 4 ** (16 / 14)),
    ],
)
def test_libraries_angles(name, pairing, base):
    angles = Rotary(16, base=base).angles(np.arange(50))
    both = np.hstack([angles, angles]) if pairing == "halves" else np.repeat(angles, 2, axis=1)
    np.testing.assert_allclose(both, golden(name), atol=2e-6)


@pytest.mark.parametrize(
    ("arguments", "match"),
    [
        ({"head_dim": 1}, "head_dim must be an integer from 2"),
        ({"head_dim": 8, "rotary_dim": 3}, "rotary_dim must be even"),
        ({"head_dim": 8, "rotary_dim": 10}, "rotary_dim must be an integer from 2 to 8"),
        ({"head_dim": 8, "base": 0}, "base must be a number"),
        ({"head_dim": 8, "pairing": "thirds"}, "pairing must be one of adjacent, halves"),
        ({"head_dim": 8, "rule": "yarn"}, "rule must be a Rule; got str"),
        ({"head_dim": 8, "attention_factor": -1}, "attention_factor must be a number"),
    ],
)
def test_refused(arguments, match):
    with pytest.raises(ValueError, match=match):
        Rotary(**arguments)


def test_refused_shapes():
    rotary = Rotary(8)
    with pytest.raises(ValueError, match=r"vectors must have shape \(1, 8\); got \(2, 8\)"):
        rotary.rotate(np.ones((2, 8)), [0])
    with pytest.raises(ValueError, match=r"query and key must have shape \(8,\)"):
        rotary.score([1.0], [1.0], [0])
    with pytest.raises(ValueError, match="positions times rotary_dim must be at most"):
        Rotary(65_536).angles(np.zeros(10_000))
    with pytest.raises(ValueError, match="rule must be default for a sinusoid; got linear"):
        _ = Rotary(8, rule=Linear(2)).sinusoid


def test_wavelengths_of_still_pairs_are_infinite():
    waves = Rotary(8, rule=Proportional(0.5)).wavelengths
    assert waves[:2].tolist() == pytest.approx([2 * np.pi, 20 * np.pi])
    assert np.isinf(waves[2:]).all()
