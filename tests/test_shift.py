"""PE(p + k) = M_k PE(p): for every layout, every offset and every position."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_core.shift import (
    pair_path,
    paired_order,
    residual_bound,
    rotation_angles,
    shift_matrix,
    shift_residuals,
    sine_alone,
)
from pe_core.sinusoid import LAYOUTS, SPACINGS, Sinusoid

sinusoids = st.builds(
    Sinusoid,
    dim=st.integers(1, 40).map(lambda half: 2 * half),
    base=st.sampled_from([2.0, 100.0, 1e4, 5e5]),
    spacing=st.sampled_from(SPACINGS),
    layout=st.sampled_from(LAYOUTS),
    amplitude=st.sampled_from([1.0, 0.25]),
)
offsets = st.integers(-2000, 2000)


@given(sinusoid=sinusoids, position=st.integers(-2000, 2000), offset=offsets)
def test_the_matrix_moves_any_position(sinusoid, position, offset):
    here, there = sinusoid.encode([position, position + offset])
    # Angles of up to 4000 rad, each rounded by half an eps of itself.
    np.testing.assert_allclose(shift_matrix(sinusoid, offset) @ here, there, rtol=0, atol=3e-12)


@given(sinusoid=sinusoids, offset=st.floats(-100, 100))
def test_the_matrix_is_orthogonal(sinusoid, offset):
    matrix = shift_matrix(sinusoid, offset)
    # cos² + sin² of one angle: rounding only, whatever the angle.
    np.testing.assert_allclose(matrix @ matrix.T, np.eye(sinusoid.dim), rtol=0, atol=1e-15)
    np.testing.assert_array_equal(matrix.T, shift_matrix(sinusoid, -offset))


@given(sinusoid=sinusoids, first=st.integers(-500, 500), second=st.integers(-500, 500))
def test_two_moves_make_one(sinusoid, first, second):
    product = shift_matrix(sinusoid, first) @ shift_matrix(sinusoid, second)
    # Three angles of up to 1000 rad.
    np.testing.assert_allclose(product, shift_matrix(sinusoid, first + second), rtol=0, atol=5e-13)


@given(sinusoid=sinusoids, offset=offsets)
def test_paired_order_gives_blocks_on_the_diagonal(sinusoid, offset):
    order = paired_order(sinusoid)
    assert sorted(order) == list(range(sinusoid.dim))
    matrix = shift_matrix(sinusoid, offset)[np.ix_(order, order)]
    blocks = np.kron(np.eye(sinusoid.dim // 2), np.ones((2, 2)))
    assert (matrix[blocks == 0] == 0).all()
    angles = rotation_angles(sinusoid, offset)
    np.testing.assert_array_equal(np.diagonal(matrix)[::2], np.cos(angles))
    np.testing.assert_array_equal(np.diagonal(matrix, 1)[::2], np.sin(angles))


@pytest.mark.parametrize(
    ("sinusoid", "order"),
    [
        (Sinusoid(dim=4), [0, 1, 2, 3]),
        (Sinusoid(dim=4, layout="cos_sin"), [2, 0, 3, 1]),
        (Sinusoid(dim=5, layout="sin_cos"), [0, 3, 1, 4, 2]),
        (Sinusoid(dim=5, layout="cos_sin", tail="zero"), [2, 0, 3, 1, 4]),
    ],
)
def test_paired_order(sinusoid, order):
    assert paired_order(sinusoid).tolist() == order


@pytest.mark.parametrize("dim", [6, 128, 512])
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("offset", [1, -5, 100, 1000])
def test_residuals_are_at_most_1e_12(dim, layout, offset):
    residuals = shift_residuals(Sinusoid(dim=dim, layout=layout), offset, 4096)
    assert residuals.shape == (4096,)
    assert residuals.max() <= 1e-12


@given(
    sinusoid=sinusoids,
    offset=st.floats(-3000, 3000),
    start=st.floats(-1e6, 1e6),
)
def test_residuals_stay_below_their_bound(sinusoid, offset, start):
    residuals = shift_residuals(sinusoid, offset, 5, start=start)
    bounds = [residual_bound(sinusoid, offset, start + row) for row in range(5)]
    assert (residuals <= bounds).all()


def test_the_bound_keeps_the_documented_range():
    assert residual_bound(Sinusoid(dim=512), 0, 2900) < 1e-12


def test_residuals_are_those_of_the_matrix():
    sinusoid = Sinusoid(dim=12, layout="sin_cos", origin=1)
    here, there = sinusoid.table(50), sinusoid.table(50, start=7)
    direct = np.abs(there - here @ shift_matrix(sinusoid, 7).T).max(1)
    # Both are rounding errors of angles up to 57, and so differ by as much.
    np.testing.assert_allclose(shift_residuals(sinusoid, 7, 50), direct, rtol=0, atol=3e-14)


def test_residuals_see_a_wrong_frequency(monkeypatch):
    sinusoid = Sinusoid(dim=8)
    monkeypatch.setattr("pe_core.shift.rotation_angles", lambda s, k: s.frequencies * k * 1.001)
    assert shift_residuals(sinusoid, 10, 5).min() > 1e-3


def test_a_zero_tail_can_be_shifted():
    sinusoid = Sinusoid(dim=7, tail="zero")
    moved = shift_matrix(sinusoid, 3) @ sinusoid.encode([2])[0]
    # Angles up to 5 rad.
    np.testing.assert_allclose(moved, sinusoid.encode([5])[0], rtol=0, atol=2e-15)


@given(pair=st.integers(0, 7), offset=st.integers(1, 50), length=st.integers(2, 400))
def test_one_sine_alone_cannot_be_shifted(pair, offset, length):
    sinusoid = Sinusoid(dim=16)
    found = sine_alone(sinusoid, pair, offset, length)
    before, after = found.twins
    assert math.sin(found.frequency * before) == pytest.approx(found.sine, abs=1e-12)
    assert math.sin(found.frequency * after) == pytest.approx(found.sine, abs=1e-12)
    gap = math.sqrt(2) * abs(math.sin(found.frequency * offset))
    assert abs(found.moved[0] - found.moved[1]) == pytest.approx(gap, abs=1e-12)
    # The normal equation of least squares: what is left is orthogonal to the sine.
    sines = np.sin(found.frequency * np.arange(length))
    assert abs(found.residuals @ sines) < 1e-11


def test_the_best_factor_leaves_most_of_the_wave():
    found = sine_alone(Sinusoid(dim=2), 0, 1, 1000)
    # The residual is sin ω · cos ωp, once the factor has come close to cos ω.
    assert found.factor == pytest.approx(math.cos(1), abs=1e-3)
    assert np.abs(found.residuals).max() == pytest.approx(math.sin(1), abs=1e-3)
    for factor in (found.factor - 0.01, found.factor + 0.01):
        positions = np.arange(1000)
        worse = np.sin(positions + 1) - factor * np.sin(positions)
        assert worse @ worse > found.residuals @ found.residuals


@given(sinusoid=sinusoids, data=st.data(), length=st.integers(1, 10**6))
def test_paths_are_round_and_bounded(sinusoid, data, length):
    pair = data.draw(st.integers(0, sinusoid.dim // 2 - 1))
    path = pair_path(sinusoid, pair, length)
    assert 1 <= len(path) <= 4096
    np.testing.assert_allclose(np.hypot(*path.T[:2]), sinusoid.amplitude, rtol=1e-15)
    assert path[0, 2] == 0
    assert path[-1, 2] <= length - 1
    # No step is longer than 1/24 of a turn (up to rounding): nothing is aliased.
    turns = np.diff(path[:, 2]) * sinusoid.frequencies[pair] / (2 * np.pi)
    assert (turns < 1.001 / 24).all()


def test_path_passes_through_the_encoding():
    sinusoid = Sinusoid(dim=6, origin=2)
    path = pair_path(sinusoid, 2, 50)
    assert path[:, 2].tolist() == list(range(2, 52))
    # Angles below 1 rad.
    np.testing.assert_allclose(path[:, [1, 0]], sinusoid.table(50)[:, 4:], rtol=0, atol=1e-15)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: shift_matrix(Sinusoid(dim=3), 1), "dim must be even, as a lone sine .* got 3"),
        (lambda: shift_matrix(Sinusoid(dim=8), np.nan), "offset must be a number from .* got nan"),
        (lambda: shift_matrix(Sinusoid(dim=5000), 1), "dim must be at most 4096 .* got 5000"),
        (lambda: rotation_angles(Sinusoid(dim=5), 1), "dim must be even"),
        (
            lambda: shift_residuals(Sinusoid(dim=4096), 1, 5000),
            "length times dim must be at most 16777216; got 5000 x 4096",
        ),
        (lambda: shift_residuals(Sinusoid(dim=4), 1, 0), "length must be an integer from 1"),
        (lambda: sine_alone(Sinusoid(dim=4), 2, 1, 9), "pair must be an integer from 0 to 1"),
        (lambda: pair_path(Sinusoid(dim=5), 2, 9), "pair must be an integer from 0 to 1; got 2"),
        (lambda: pair_path(Sinusoid(dim=4), 0, 0), "length must be an integer from 1 to 1000000"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("layout", ["interleaved", "sin_cos", "cos_sin"])
@pytest.mark.parametrize("dimensions", [[], [0], [3, 2, 9], [*range(12)], [11, 5, 0, 6]], ids=str)
def test_a_part_of_the_matrix(layout, dimensions):
    sinusoid = Sinusoid(dim=12, layout=layout)
    part = shift_matrix(sinusoid, 7, dimensions=dimensions)
    whole = shift_matrix(sinusoid, 7)
    index = np.array(dimensions, dtype=int)
    np.testing.assert_array_equal(part, whole[np.ix_(index, index)])


@pytest.mark.parametrize("dimensions", [[12], [-1], [1, 1], [0.5], [[0]], ["0"], [True]], ids=str)
def test_bad_dimensions(dimensions):
    with pytest.raises(ValueError, match="dimensions must be distinct integers from 0 to 11"):
        shift_matrix(Sinusoid(dim=12), 7, dimensions=dimensions)
