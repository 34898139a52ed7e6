"""What is new beyond the trained length, against plain brute force."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_core.extrapolation import (
    closest_positions,
    column_ranges,
    extrapolate,
    offset_distances,
    phase_coverage,
)
from pe_core.sinusoid import LAYOUTS, TAILS, Sinusoid

sinusoids = st.builds(
    Sinusoid,
    dim=st.integers(2, 40),
    base=st.sampled_from([2.0, 30.0, 1e4]),
    layout=st.sampled_from(LAYOUTS),
    tail=st.sampled_from(TAILS[:3]),
    origin=st.integers(-20, 20),
    amplitude=st.sampled_from([1.0, 0.5]),
)


def brute_distances(sinusoid, length):
    table = sinusoid.table(length)
    if sinusoid.unpaired:
        table[:, sinusoid.sine_columns[-1]] = 0
    return np.linalg.norm(table[:, None] - table, axis=-1)


@given(sinusoid=sinusoids, length=st.integers(2, 60))
def test_smallest_distance_of_any_two_positions(sinusoid, length):
    found = closest_positions(sinusoid, length)
    distances = brute_distances(sinusoid, length)
    pairs = distances[np.triu_indices(length, 1)]
    # Rows of norm up to 5 at angles up to 80 rad.
    assert found.smallest_distance == pytest.approx(pairs.min(), abs=1e-12)
    assert distances[0, found.offset] == pytest.approx(found.smallest_distance, abs=1e-12)
    assert distances[0, 1] == pytest.approx(found.neighbour_distance, abs=1e-12)
    nearer = np.flatnonzero(distances[0, 2:] < distances[0, 1] - 1e-9)
    assert found.first_confusion == (nearer[0] + 2 if len(nearer) else None)


@given(sinusoid=sinusoids, length=st.integers(2, 40))
def test_distance_depends_on_the_offset_alone(sinusoid, length):
    expected = offset_distances(sinusoid, np.abs(np.subtract.outer(*[np.arange(length)] * 2))[0])
    for row in range(length):
        found = np.diagonal(brute_distances(sinusoid, length), row)
        np.testing.assert_allclose(found, expected[row], rtol=0, atol=1e-12)


@pytest.mark.parametrize(
    ("sinusoid", "length", "offset", "confusion"),
    [
        # 44 is near 7 turns of 2π, 333 near 53, and 6 is nearer to a turn than 1.
        pytest.param(Sinusoid(dim=2), 100, 44, 6, id="one pair comes round"),
        pytest.param(Sinusoid(dim=2), 500, 333, 6, id="and nearer in a longer text"),
        pytest.param(Sinusoid(dim=128), 5120, 1, None, id="the paper's base keeps all apart"),
    ],
)
def test_known_repeats(sinusoid, length, offset, confusion):
    found = closest_positions(sinusoid, length)
    assert (found.offset, found.first_confusion) == (offset, confusion)


def test_tiny_distances_are_not_lost_to_cancellation():
    # 103993 / 33102 is a convergent of π, so offset 103993 is nearly 16551 turns. From the dot
    # product, 1 - 2e-10 with an error of 1e-11 and more, no digit of the distance would be left.
    distance = closest_positions(Sinusoid(dim=2), 300_000).smallest_distance
    assert distance == pytest.approx(33102 * np.pi - 103993, rel=1e-6)


@pytest.mark.parametrize(
    ("length", "coverage"),
    [(1, [0, 0, 0]), (101, [1, 0.7387, 0.0343]), (3000, [1, 1, 1])],
)
def test_coverage(length, coverage):
    # 100 positions: 15.9 turns, 0.7387 and 0.0343 of a turn, to four decimals.
    found = phase_coverage(Sinusoid(dim=6), length)
    np.testing.assert_allclose(found, coverage, rtol=0, atol=5e-5)


@given(sinusoid=sinusoids, length=st.integers(1, 200))
def test_ranges_hold_every_value_and_are_reached(sinusoid, length):
    ranges = column_ranges(sinusoid, length)
    fine = sinusoid.encode(sinusoid.origin + np.linspace(0, length - 1, 100 * length))
    # Between samples a wave of frequency 1 strays by up to 1/200² / 2 from a crest.
    np.testing.assert_allclose(ranges[:, 0], fine.min(0), rtol=0, atol=2e-5)
    np.testing.assert_allclose(ranges[:, 1], fine.max(0), rtol=0, atol=2e-5)
    table = sinusoid.table(length)
    assert (table >= ranges[:, 0] - 1e-13).all()
    assert (table <= ranges[:, 1] + 1e-13).all()


def test_ten_times_the_trained_length():
    found = extrapolate(Sinusoid(dim=128), 512, 5120)
    assert found.longer.smallest_distance == found.trained.smallest_distance
    assert np.abs(found.longer_ranges).max() <= 1
    # Wavelengths above 511 positions: i > 64 · log10000(511 / 2π) = 30.6, so pairs 31 … 63.
    assert found.new_pairs == tuple(range(31, 64))
    assert min(found.new_columns) >= 62
    assert (found.longer_coverage >= found.trained_coverage).all()


@given(sinusoid=sinusoids, trained=st.integers(2, 60), more=st.integers(1, 200))
def test_new_columns_leave_their_trained_range(sinusoid, trained, more):
    found = extrapolate(sinusoid, trained, trained + more)
    seen, later = found.trained_ranges, found.longer_ranges
    for column in range(sinusoid.dim):
        below = seen[column, 0] - later[column, 0] > 1e-3 * sinusoid.amplitude
        above = later[column, 1] - seen[column, 1] > 1e-3 * sinusoid.amplitude
        assert (column in found.new_columns) == (below or above)


def test_slow_sines_rise_and_slow_cosines_fall_beyond_training():
    # Pair 2 turns by 0.11 rad in 50 positions and by 1.07 rad in 500.
    assert {4, 5} <= set(extrapolate(Sinusoid(dim=6), 50, 500).new_columns)


def test_fast_encodings_meet_nothing_new():
    found = extrapolate(Sinusoid(dim=8, base=2), 100, 1000)
    assert found.new_pairs == found.new_columns == ()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: extrapolate(Sinusoid(dim=4), 9, 9), "trained must be an integer from 2 to 8"),
        (lambda: extrapolate(Sinusoid(dim=4), 9, 2**21), "longer must be an integer from 3"),
        (lambda: closest_positions(Sinusoid(dim=4), 1), "length must be an integer from 2"),
        (lambda: closest_positions(Sinusoid(dim=1), 9), "dim must be at least 2 .* got 1"),
        (lambda: phase_coverage(Sinusoid(dim=4), 0), "length must be an integer from 1"),
        (lambda: column_ranges(Sinusoid(dim=4), 0), "length must be an integer from 1"),
        (lambda: offset_distances(Sinusoid(dim=4), ["a"]), "offsets must be an array"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()
