"""The sinusoid is a smooth binary counter: same wavelengths, same digits when rounded."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_core.counter import binary_columns, counter_sinusoid, smooth_bits, smooth_digits


@given(length=st.integers(1, 4096))
def test_columns_are_the_digits(length):
    table = binary_columns(length)
    assert (table @ 2.0 ** np.arange(table.shape[1]) == np.arange(length)).all()
    assert table.shape[1] == max(1, len(f"{length - 1:b}"))


def test_few_bits_start_again():
    np.testing.assert_array_equal(binary_columns(8, bits=2)[4:], binary_columns(4, bits=2))


@given(length=st.integers(1, 4096), bits=st.integers(1, 39))
def test_rounded_waves_are_the_digits(length, bits):
    smooth = smooth_bits(length, bits)
    assert ((smooth >= 0) & (smooth <= 1)).all()
    # Half a step away from its zeros, a slow wave is still at least π/2^(bits + 1) off 1/2.
    assert (np.abs(smooth - 0.5) > 1e-12).all()
    np.testing.assert_array_equal(smooth > 0.5, binary_columns(length, bits=bits) == 1)


@pytest.mark.parametrize("bits", [1, 2, 8, 39])
def test_wavelengths_double(bits):
    wavelengths = counter_sinusoid(bits).wavelengths / np.pi
    # Digit j repeats after 2^(j + 1) positions; 2π/ω is rounded once or twice.
    np.testing.assert_allclose(wavelengths, 2.0 ** np.arange(1, bits + 1), rtol=1e-15)


@pytest.mark.parametrize("digit", range(6))
def test_a_digit_repeats_after_its_wavelength(digit):
    column, period = binary_columns(256)[:, digit], 2 ** (digit + 1)
    np.testing.assert_array_equal(column[period:], column[:-period])
    assert (column[period // 2 :] != column[: -period // 2]).all()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: binary_columns(0), "length must be an integer from 1 to 4096; got 0"),
        (lambda: binary_columns(4, bits=0), "bits must be an integer from 1 to 39; got 0"),
        (lambda: counter_sinusoid(40), "bits must be an integer from 1 to 39; got 40"),
        (lambda: smooth_bits(5000, 3), "length must be an integer from 1 to 4096; got 5000"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("bits", [1, 4])
def test_digits_between_positions(bits):
    fine = np.linspace(0, 15, 61)
    smooth = smooth_digits(fine, bits)
    assert smooth.shape == (61, bits)
    np.testing.assert_array_equal(smooth[::4], smooth_bits(16, bits))
    # A sine of slope at most pi/2 a position moves less than 0.4 in a quarter of one.
    assert np.abs(np.diff(smooth, axis=0)).max() < 0.4
