"""The four steps from a pair's number to its sine and cosine."""

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_core.derivation import cell_formula, derive, exponents
from pe_core.sinusoid import LAYOUTS, SPACINGS, Sinusoid
from tests.strategies import junk, refusal

sinusoids = st.builds(
    Sinusoid,
    dim=st.integers(1, 60),
    base=st.sampled_from([2.0, 100.0, 1e4, 1e9]),
    spacing=st.sampled_from(SPACINGS),
    layout=st.sampled_from(LAYOUTS),
    amplitude=st.sampled_from([1.0, 0.25]),
    tail=st.sampled_from(["sine", "zero", "truncate"]),
)
positions = st.floats(-1e5, 1e5)


def test_the_tiny_example_step_by_step():
    steps = derive(Sinusoid(dim=6), 3)
    assert steps.position == 3
    np.testing.assert_allclose(steps.exponents, [0, 1 / 3, 2 / 3], rtol=1e-15)
    np.testing.assert_allclose(steps.frequencies, [1, 0.04641589, 0.002154435], rtol=1e-6)
    np.testing.assert_allclose(steps.angles, [3, 0.13924767, 0.006463304], rtol=1e-6)
    np.testing.assert_allclose(steps.sines, [0.14112001, 0.13879810, 0.006463259], rtol=1e-6)
    np.testing.assert_allclose(steps.cosines, [-0.98999250, 0.99032067, 0.99997911], rtol=1e-6)


@given(sinusoid=sinusoids, position=positions)
def test_each_step_follows_from_the_one_before(sinusoid, position):
    steps = derive(sinusoid, position)
    with mpmath.workdps(30):
        powers = [float(mpmath.mpf(sinusoid.base) ** -mpmath.mpf(e)) for e in steps.exponents]
    # An exponent of at most 1, rounded, times ln(1e9) = 21.
    np.testing.assert_allclose(steps.frequencies, powers, rtol=1e-14)
    np.testing.assert_array_equal(steps.angles, position * steps.frequencies)
    np.testing.assert_array_equal(steps.sines, sinusoid.amplitude * np.sin(steps.angles))
    np.testing.assert_array_equal(steps.cosines, sinusoid.amplitude * np.cos(steps.angles))
    np.testing.assert_array_equal(steps.vector, sinusoid.encode([position])[0])


@given(sinusoid=sinusoids, position=positions)
def test_sines_and_cosines_make_the_vector(sinusoid, position):
    steps = derive(sinusoid, position)
    built = np.zeros(sinusoid.dim)
    built[sinusoid.sine_columns] = steps.sines
    built[sinusoid.cosine_columns] = steps.cosines[: len(sinusoid.cosine_columns)]
    # Two calls of one sine may differ by a rounding when the arrays are laid out differently.
    np.testing.assert_allclose(built, steps.vector, rtol=0, atol=2 * np.finfo(float).eps)


@given(sinusoid=sinusoids)
def test_exponents_rise_evenly_from_zero(sinusoid):
    values = exponents(sinusoid)
    assert values.shape == sinusoid.frequencies.shape
    assert (values[:1] == 0).all()
    assert (values <= 1).all()
    if len(values) > 2:
        np.testing.assert_allclose(np.diff(values), values[1], rtol=1e-12)


@given(sinusoid=sinusoids, position=positions, data=st.data())
def test_a_cell_is_its_formula(sinusoid, position, data):
    dimension = data.draw(st.integers(0, sinusoid.dim - 1))
    cell = cell_formula(sinusoid, position, dimension)
    assert cell.dimension == dimension
    assert cell.value == sinusoid.encode([position])[0, dimension]
    if cell.wave == "zero":
        assert (cell.pair, cell.frequency, cell.value) == (-1, 0, 0)
        assert sinusoid.tail == "zero"
        assert dimension == sinusoid.dim - 1
        return
    columns = {"sin": sinusoid.sine_columns, "cos": sinusoid.cosine_columns}[cell.wave]
    assert columns[cell.pair] == dimension
    assert cell.exponent == exponents(sinusoid)[cell.pair]
    assert cell.frequency == sinusoid.frequencies[cell.pair]
    assert cell.wavelength == 2 * np.pi / cell.frequency
    assert cell.angle == position * cell.frequency
    wave = {"sin": np.sin, "cos": np.cos}[cell.wave]
    np.testing.assert_allclose(
        cell.value, sinusoid.amplitude * wave(cell.angle), rtol=0, atol=2 * np.finfo(float).eps
    )


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda s: derive(s, "3"), r"position must be a number from -1e\+15 to 1e\+15; got '3'"),
        (lambda s: derive(s, np.nan), r"position must be a number .*; got nan"),
        (lambda s: cell_formula(s, 0, 6), r"dimension must be an integer from 0 to 5; got 6"),
        (lambda s: cell_formula(s, 0, -1), r"dimension must be an integer from 0 to 5; got -1"),
        (lambda s: cell_formula(s, 1e16, 0), r"position must be a number .*; got 1e\+16"),
    ],
)
def test_arguments_are_checked(call, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        call(Sinusoid(dim=6))


@given(value=junk)
def test_only_a_value_error_escapes(value):
    sinusoid = Sinusoid(dim=6)
    for call in (
        lambda: derive(sinusoid, value),
        lambda: cell_formula(sinusoid, value, 0),
        lambda: cell_formula(sinusoid, 0, value),
    ):
        message = refusal(call)
        assert message is None or " must be " in message
