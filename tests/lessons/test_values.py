"""The computations against formulas that are worked out here in another way."""

import itertools
import math

import numpy as np
import pytest

from pe_core.lessons import compute

PAPER = {"d": 64, "base": 10_000.0, "length": 1_000}


def omega(pair, d=64, base=10_000.0):
    return base ** (-2 * pair / d)


@pytest.mark.parametrize(
    ("call", "wanted"),
    [
        ("cell position=3 dimension=5", math.cos(3 * omega(2))),
        ("cells", 64_000),
        ("columns_of d=7 wave=sine", 4),
        ("columns_of d=7 wave=cosine", 3),
        ("squared_length position=12", 32),
        ("pair_square position=12 pair=3", 1),
        ("pair_of dimension=7", 3),
        ("exponent pair=16", 0.5),
        ("frequency pair=16", 0.01),
        ("frequency_of dimension=33", 0.01),
        ("frequency_step d=8", 10),
        ("wavelength pair=16", 200 * math.pi),
        ("slowest_wavelength", 2 * math.pi / omega(31)),
        ("quarter pair=0", math.pi / 2),
        ("angle position=20 pair=16", 0.2),
        ("turns_of pair=16", 999 * 0.01 / (2 * math.pi)),
        ("pairs d=7", 4),
        ("complete_pairs", sum(999 * omega(i) >= 2 * math.pi for i in range(32))),
        ("still_share length=20", sum(19 * omega(i) < 0.02 * math.pi for i in range(32)) / 32),
        ("similarity_at offset=5", sum(math.cos(5 * omega(i)) for i in range(32))),
        ("similarity_of position=10 other=15", sum(math.cos(5 * omega(i)) for i in range(32))),
        ("turn pair=16 offset=-3", -0.03),
        ("turn_degrees pair=0 offset=2", 360 / math.pi),
        ("turn_between pair=0 position=5 offset=2", 2),
        ("shift_entries d=8 offset=3", 16),
        ("repeated_offset d=8 offset=3 times=2", 6),
        ("undoing_offset d=8 offset=5", -5),
        ("bag_orders left=a", 1),
        ("plain_step baseline=scaled length=11", 0.1),
        ("plain_highest baseline=integers length=11", 11),
        ("unpaired_square position=0", 1),
        ("convention_base convention=tensor2tensor d=512", 10_000 ** (256 / 255)),
        ("convention_cell convention=fairseq position=0 dimension=0", math.sin(2)),
        ("convention_cell convention=fairseq_table position=1 dimension=0", 0),
        ("convention_slowest convention=tensor2tensor", 20_000 * math.pi),
        ("cosine_column convention=marian pair=3", 35),
    ],
)
def test_numbers(call, wanted):
    # Both sides are a few roundings of float64 from the true value.
    np.testing.assert_allclose(compute(call, PAPER), wanted, rtol=1e-11, atol=1e-12)


@pytest.mark.parametrize(("d", "offset"), [(64, 6), (128, 12), (512, 44), (1024, 69)])
def test_the_first_rise_is_where_it_was_recomputed(d, offset):
    """Offsets from a public collection of questions, recomputed with NumPy."""
    assert compute("first_rise", PAPER | {"d": d}) == offset
    assert compute("before_rise", PAPER | {"d": d}) == offset - 1
    assert f"{offset - 1} to {offset}" in compute("rise_sentence", PAPER | {"d": d})
    assert f"{offset - 1} to {offset}" in compute("shrinking_sentence", PAPER | {"d": d})


def test_orders_of_a_bag_are_counted_one_by_one():
    words = ["the", "cat", "chased", "the", "dog"]
    orders = len(set(itertools.permutations(words)))
    assert compute("bag_orders", {"left": "The cat chased the dog"}) == orders


def test_errors_of_shifts():
    assert compute("shift_error offset=7", PAPER) < 1e-12
    alone = compute("sine_alone_error pair=0 offset=1", PAPER)
    positions = np.arange(512)
    here, there = np.sin(positions), np.sin(positions + 1)
    factor = np.linalg.lstsq(here[:, None], there, rcond=None)[0][0]
    # Two ways to solve one least-squares problem.
    np.testing.assert_allclose(alone, np.abs(there - factor * here).max(), rtol=1e-9)


def test_rotary_scores_need_the_permutation():
    assert compute("rotary_gap permuted=yes", PAPER) < 1e-12
    assert compute("rotary_gap permuted=no", PAPER) > 0.1


def test_a_learned_table_is_better_where_it_was_trained_and_at_chance_behind():
    seen, unseen = (compute(f"gap_error table=learned part={p}", {}) for p in ("seen", "unseen"))
    formula = compute("gap_error table=formula part=unseen", {})
    assert seen < compute("gap_error table=formula part=seen", {}) < 0.5
    assert formula < 0.5
    assert abs(unseen - compute("gap_chance", {})) < 0.01


@pytest.mark.parametrize(
    ("call", "wanted"),
    [
        ("compare left=1 right=2", "less"),
        ("compare left=2 right=2.0000000001", "same"),
        ("compare left=3 right=2", "more"),
        ("compare left=3 right=2 tolerance=1", "same"),
        ("differs what=same", "same"),
        ("differs what=less", "different"),
        ("wave_of dimension=7", "cos"),
        ("sign position=4 dimension=0", "negative"),
        ("sign position=0 dimension=0", "zero"),
        ("steadily", "no"),
    ],
)
def test_words(call, wanted):
    assert compute(call, PAPER) == wanted


@pytest.mark.parametrize(
    "call",
    [
        "mean_change half=left length=1",
        "mean_change half=left d=1",
        "rotary_gap d=7 permuted=yes",
        "closest_offset length=1",
        "at_least low=65",
        "shift_error d=7 offset=1",
        "word_product left=a right=b side=left placed=no one=zebra two=a",
    ],
)
def test_what_cannot_be_computed_is_refused(call):
    with pytest.raises(ValueError, match="must be"):
        compute(call, PAPER)
