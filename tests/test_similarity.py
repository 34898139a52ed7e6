"""Dot products of positions: by offset alone, as one vector, and where they rise again."""

import dataclasses
import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_core.similarity import (
    MAX_LENGTH,
    first_rise,
    offset_profile,
    offset_similarity,
    similarity,
    similarity_matrix,
)
from pe_core.sinusoid import LAYOUTS, SPACINGS, Sinusoid
from tests.strategies import junk, refusal

sinusoids = st.builds(
    Sinusoid,
    dim=st.integers(1, 130),
    base=st.sampled_from([2.0, 100.0, 1e4, 1e9]),
    spacing=st.sampled_from(SPACINGS),
    layout=st.sampled_from(LAYOUTS),
    origin=st.sampled_from([0.0, 2.0]),
    amplitude=st.sampled_from([1.0, 0.5]),
    tail=st.sampled_from(["sine", "zero", "truncate"]),
)
even = sinusoids.filter(lambda s: not s.unpaired)


@given(sinusoid=even, length=st.integers(1, 60))
def test_the_matrix_is_the_product_of_the_table_with_itself(sinusoid, length):
    table = sinusoid.table(length)
    matrix = similarity_matrix(sinusoid, length)
    # Sums of up to 65 terms below 1 whose angles stay below 100 rad.
    np.testing.assert_allclose(matrix, table @ table.T, rtol=0, atol=1e-12)


@pytest.mark.parametrize("dim", [2, 64, 127, 512])
def test_a_long_matrix_is_right_everywhere(dim):
    sinusoid = Sinusoid(dim=dim, tail="zero")
    length = 1500
    table = sinusoid.table(length)
    matrix = similarity_matrix(sinusoid, length)
    # 256 terms, angles of up to 1500 rad: 256 · 1500 · eps at the very worst.
    np.testing.assert_allclose(matrix, table @ table.T, rtol=0, atol=1e-10)


@given(sinusoid=sinusoids, length=st.integers(1, 80))
def test_the_matrix_is_toeplitz_and_symmetric(sinusoid, length):
    matrix = similarity_matrix(sinusoid, length)
    assert matrix.shape == (length, length)
    np.testing.assert_array_equal(matrix, matrix.T)
    np.testing.assert_array_equal(matrix[1:, 1:], matrix[:-1, :-1])
    np.testing.assert_array_equal(matrix[0], offset_profile(sinusoid, length))


def test_the_matrix_is_a_read_only_view_of_one_vector():
    length = 2**20
    step = np.dtype(float).itemsize
    tracemalloc.start()
    matrix = similarity_matrix(Sinusoid(dim=2), length)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert matrix.shape == (length, length)
    assert matrix.strides == (-step, step)
    low, high = np.lib.array_utils.byte_bounds(matrix)
    assert high - low == (2 * length - 1) * step
    assert peak < 10 * length * step
    with pytest.raises(ValueError, match="read-only"):
        matrix[0, 0] = 1


@given(sinusoid=sinusoids, length=st.integers(1, 300))
def test_profile_is_the_similarity_of_each_offset(sinusoid, length):
    np.testing.assert_allclose(
        offset_profile(sinusoid, length),
        offset_similarity(sinusoid, np.arange(length)),
        rtol=0,
        atol=1e-11,
    )


@given(sinusoid=even, position=st.floats(-500, 500), offset=st.floats(-500, 500))
def test_similarity_depends_on_the_offset_alone(sinusoid, position, offset):
    exact = similarity(sinusoid, [position], [position + offset])[0, 0]
    # position + offset is rounded too, so angles are off by eps · 1000 rad in each of 65 pairs.
    np.testing.assert_allclose(offset_similarity(sinusoid, [offset])[0], exact, rtol=0, atol=1e-10)
    np.testing.assert_array_equal(
        offset_similarity(sinusoid, [offset]), offset_similarity(sinusoid, [-offset])
    )


@given(sinusoid=sinusoids.filter(lambda s: s.unpaired), offset=st.integers(0, 50))
def test_a_lone_sine_counts_by_its_mean_over_all_positions(sinusoid, offset):
    lone = sinusoid.frequencies[-1]
    # One whole turn in 64 equal steps: the mean over it is the mean over all positions.
    places = np.arange(64) * (2 * np.pi / lone / 64)
    exact = np.mean([similarity(sinusoid, [p], [p + offset])[0, 0] for p in places.tolist()])
    # Slow waves make places of up to 6e9, known to eps · 6e9 of a position.
    bound = 1e-11 + 130 * np.finfo(float).eps * places[-1]
    np.testing.assert_allclose(offset_similarity(sinusoid, [offset])[0], exact, rtol=0, atol=bound)


@given(sinusoid=even)
def test_a_position_is_most_like_itself(sinusoid):
    profile = offset_profile(sinusoid, 200)
    np.testing.assert_allclose(
        profile[0], sinusoid.amplitude**2 * (sinusoid.columns // 2), rtol=1e-14
    )
    assert (profile <= profile[0] * (1 + 1e-12)).all()


@given(sinusoid=sinusoids)
def test_layout_and_origin_do_not_matter(sinusoid):
    other = dataclasses.replace(sinusoid, layout="cos_sin", origin=7)
    # The same terms in another order.
    np.testing.assert_allclose(
        offset_profile(sinusoid, 50), offset_profile(other, 50), rtol=0, atol=1e-12
    )


@pytest.mark.parametrize(
    ("dim", "rise"), [(64, 6), (128, 12), (512, 44), (1024, 69)], ids=lambda v: str(v)
)
def test_where_similarity_first_rises_again(dim, rise):
    sinusoid = Sinusoid(dim=dim)
    assert first_rise(offset_profile(sinusoid, 1000)) == rise
    brute = sinusoid.encode([0]) @ sinusoid.encode(np.arange(rise + 1)).T
    steps = np.diff(brute[0])
    assert (steps[:-1] < 0).all()
    assert steps[-1] > 0


@pytest.mark.parametrize(
    ("profile", "rise"),
    [([], None), ([1.0], None), ([3, 2, 1], None), ([3, 2, 2.5], 2), ([1, 2], 1)],
    ids=["empty", "one", "falls", "rises", "at once"],
)
def test_first_rise(profile, rise):
    assert first_rise(profile) == rise


def test_first_rise_does_not_see_rounding():
    assert first_rise([1.0, 0.5, 0.5 + 1e-16, 0.4]) is None


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda s: offset_similarity(s, 3), r"offsets must be an array of 1 dimension\(s\)"),
        (lambda s: offset_similarity(s, [np.inf]), r"offsets must be .*; got inf at index \(0,\)"),
        (lambda s: offset_profile(s, 0), r"length must be an integer from 1 to 16777216; got 0"),
        (lambda s: similarity_matrix(s, MAX_LENGTH + 1), r"length must be an integer .*; got 16"),
        (lambda s: similarity(s, ["x"], [1]), r"left must be an array .*; got dtype <U1"),
        (lambda s: similarity(s, np.zeros(2**20), np.zeros(2**20)), r".*must .*; got "),
        (lambda s: first_rise([[1.0]]), r"profile must be an array .*; got shape \(1, 1\)"),
    ],
)
def test_arguments_are_checked(call, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        call(Sinusoid(dim=2))


@pytest.mark.parametrize(
    "call",
    [
        offset_similarity,
        offset_profile,
        similarity_matrix,
        lambda s, value: similarity(s, value, [0]),
        lambda s, value: similarity(s, [0], value),
        lambda s, value: first_rise(value),
    ],
    ids=["offset_similarity", "profile", "matrix", "left", "right", "first_rise"],
)
@given(value=junk)
def test_only_a_value_error_escapes(call, value):
    for sinusoid in (Sinusoid(dim=3), Sinusoid(dim=1, tail="zero")):
        message = refusal(call, sinusoid, value)
        assert message is None or " must be " in message
