"""Rounding: which positions stay apart, and what a rounded frequency costs."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_core.rotary import Rotary
from pe_core.rotary.decay import mean_partial_sum, random_scores, rises, self_score
from pe_core.rotary.precision import (
    cast_buffer,
    distinct_positions,
    drifting_scores,
    phase_error,
    phase_errors,
    table_error,
)
from pe_core.rotary.rounding import is_bfloat16, round_to


@pytest.mark.parametrize(
    ("dtype", "kept"),
    [("bfloat16", 769), ("float16", 3073), ("float32", 4096), ("float64", 4096)],
)
def test_positions_that_stay_apart(dtype, kept):
    assert distinct_positions(4096, dtype) == kept


@given(st.floats(width=32, allow_nan=False, allow_infinity=False))
def test_bfloat16_is_the_nearest(value):
    rounded = float(round_to(value, "bfloat16"))
    bits = np.array([rounded], dtype=np.float32).view(np.uint32)[0]
    assert bits & 0xFFFF == 0
    neighbours = (bits.astype(np.int64) + np.array([-0x10000, 0x10000])).astype(np.uint32)
    other = neighbours.view(np.float32).astype(np.float64)
    if np.isfinite(rounded):
        nearest = np.abs(other[np.isfinite(other)] - value)
        assert abs(rounded - value) <= nearest.min(initial=np.inf) + 1e-45


def test_ties_go_to_even():
    assert round_to([257, 259, -257], "bfloat16").tolist() == [256, 260, -256]
    assert np.isinf(round_to([1e39], "bfloat16")).all()
    assert round_to([65_520.0], "float16").tolist() == [np.inf]


def test_what_bfloat16_can_hold():
    assert is_bfloat16(cast_buffer(Rotary(128)))
    assert not is_bfloat16(Rotary(128).frequencies)


@pytest.mark.parametrize(("base", "error"), [(1e4, 5.0), (5e5, 7.3)])
def test_a_cast_buffer_at_position_4096(base, error):
    found = phase_errors(Rotary(128, base=base), [4097], "bfloat16")
    assert found.by_length[0] == pytest.approx(error, abs=0.05)
    assert found.by_pair.max() == found.by_length[0]


def test_phase_errors_are_those_of_the_angles():
    rotary = Rotary(32)
    for what in ("positions", "frequencies"):
        slow = np.abs(phase_error(rotary, np.arange(700), "bfloat16", what))
        found = phase_errors(rotary, [100, 700], "bfloat16", what)
        np.testing.assert_allclose(found.by_length, [slow[:100].max(), slow.max()])
        np.testing.assert_allclose(found.by_pair, slow.max(axis=0))


def test_rounding_the_table_costs_little():
    rotary = Rotary(128)
    costs = {w: table_error(rotary, 512, "bfloat16", w).max() for w in ("table", "positions")}
    assert costs["table"] <= 2**-8 / 2
    assert costs["positions"] > 0.5


def test_scores_drift_when_positions_are_rounded():
    rotary = Rotary(16)
    query, key = np.random.default_rng(3).standard_normal((2, 16))
    places = np.arange(0, 2000, 7)
    exact = drifting_scores(rotary, query, key, 5, places, "float64")
    rounded = drifting_scores(rotary, query, key, 5, places, "bfloat16")
    assert np.ptp(exact) < 1e-12
    assert np.ptp(rounded) > 0.1


def test_it_does_not_simply_decay():
    rotary, offsets = Rotary(128), np.arange(4000)
    curve = self_score(rotary, offsets)
    assert curve[0] == 1
    found = rises(offsets, curve, least=0.02)
    assert len(found) > 10
    for rise in found[:5]:
        assert curve[int(rise.end)] - curve[int(rise.start)] == pytest.approx(rise.high - rise.low)
    assert curve[3000:].max() > curve[1000:2000].mean()


def test_random_pairs_have_no_reason_to_fall():
    offsets = np.arange(1, 2000)
    curves = random_scores(Rotary(128), offsets, seed=1, draws=64)
    assert curves.shape == (64, 1999)
    near, far = (np.abs(curves[:, part]).mean() for part in (slice(0, 50), slice(-50, None)))
    assert far > 0.7 * near
    np.testing.assert_array_equal(curves, random_scores(Rotary(128), offsets, seed=1, draws=64))


def test_the_papers_bound_falls():
    bound = mean_partial_sum(Rotary(128), [0, 10, 50, 200])
    assert bound[0] == pytest.approx(32.5)
    assert (np.diff(bound) < 0).all()


@pytest.mark.parametrize(
    ("call", "match"),
    [
        (lambda: distinct_positions(0, "float16"), "length must be an integer from 1"),
        (lambda: distinct_positions(10**9, "float16"), "length must be an integer from 1"),
        (lambda: round_to([1], "float8"), "dtype must be one of float64"),
        (lambda: phase_errors(Rotary(2), [5, 3], "float16"), "lengths must be 1 to 10000 rising"),
        (lambda: table_error(Rotary(2), 10, "float16", "what"), "what must be one of positions"),
        (lambda: rises([0], [1.0, 2.0]), "curve must have one value per offset, 1; got 2"),
    ],
)
def test_refused(call, match):
    with pytest.raises(ValueError, match=match):
        call()
