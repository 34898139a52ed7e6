"""Frequencies: correctly rounded, geometric, in the spacing of each library."""

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_core.frequencies import geometric_frequencies
from pe_core.sinusoid import Sinusoid

BASES = (1e-3, 1.0, 2.0, 30.0, 100.0, 1e4, 5e5, 1e9)


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("dim", [1, 2, 3, 6, 30, 64, 127, 128, 512])
def test_each_frequency_is_the_nearest_float(base, dim):
    with mpmath.workdps(50):
        exact = [
            float(mpmath.mpf(base) ** (mpmath.mpf(-2 * i) / dim)) for i in range((dim + 1) // 2)
        ]
    np.testing.assert_array_equal(Sinusoid(dim=dim, base=base).frequencies, exact)


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("dim", [4, 30, 512])
def test_endpoint_spacing_ends_at_one_over_base(base, dim):
    frequencies = Sinusoid(dim=dim, base=base, spacing="endpoint").frequencies
    with mpmath.workdps(50):
        last = dim // 2 - 1
        exact = [float(mpmath.mpf(base) ** (mpmath.mpf(-i) / last)) for i in range(last + 1)]
        assert frequencies[-1] == float(1 / mpmath.mpf(base))
    np.testing.assert_array_equal(frequencies, exact)


def test_the_documents_own_numbers():
    # 1 / 10000^(2/6) and 1 / 10000^(4/6)
    np.testing.assert_allclose(
        Sinusoid(dim=6).frequencies, [1, 0.0464158883361278, 0.00215443469003188], rtol=1e-14
    )


@given(base=st.floats(1.001, 1e12), count=st.integers(1, 300), denominator=st.integers(1, 600))
def test_frequencies_fall_by_one_factor(base, count, denominator):
    frequencies = geometric_frequencies(base, count, 2, denominator)
    assert frequencies[0] == 1
    assert len(frequencies) == count
    assert (np.diff(frequencies) <= 0).all()
    if count > 2 and frequencies[-1] > 0:
        ratios = frequencies[1:] / frequencies[:-1]
        # Three roundings of half an eps each.
        np.testing.assert_allclose(ratios, ratios[0], rtol=4 * np.finfo(float).eps)


def test_no_pairs_no_frequencies():
    assert geometric_frequencies(10.0, 0, 2, 1).shape == (0,)


def test_nobody_can_change_shared_frequencies():
    with pytest.raises(ValueError, match="read-only"):
        Sinusoid(dim=6).frequencies[0] = 2


@given(dim=st.integers(1, 300), base=st.sampled_from(BASES))
def test_a_wave_turns_once_in_its_wavelength(dim, base):
    sinusoid = Sinusoid(dim=dim, base=base)
    np.testing.assert_allclose(
        sinusoid.wavelengths * sinusoid.frequencies, 2 * np.pi, rtol=2 * np.finfo(float).eps
    )


def test_wavelengths_run_from_two_pi_towards_base_times_two_pi():
    wavelengths = Sinusoid(dim=512).wavelengths
    assert wavelengths[0] == 2 * np.pi
    assert wavelengths[-1] < 2 * np.pi * 10_000 < wavelengths[-1] ** 2 / wavelengths[-2] * 1.0001
