"""Which pairs complete a turn within a text, and which barely move."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_core.sinusoid import Sinusoid
from pe_core.spectrum import BARELY, turns
from tests.strategies import junk, refusal


@given(
    dim=st.integers(1, 300),
    base=st.sampled_from([2.0, 1e4, 1e9]),
    length=st.integers(1, 10**6),
)
def test_turns_are_positions_by_wavelength(dim, base, length):
    sinusoid = Sinusoid(dim=dim, base=base)
    made = turns(sinusoid, length)
    # Three roundings.
    np.testing.assert_allclose(made.turns, (length - 1) / sinusoid.wavelengths, rtol=1e-15)
    assert made.complete + made.partly + made.barely == len(sinusoid.frequencies)
    assert made.complete == sum(w <= length - 1 for w in sinusoid.wavelengths.tolist())
    assert made.barely == sum(w > (length - 1) / BARELY for w in sinusoid.wavelengths.tolist())
    assert (np.diff(made.turns) <= 0).all()


def test_the_article():
    # d = 128 over 1000 positions: 10000^(i/64) · 2π <= 999 holds for i = 0 … 35.
    made = turns(Sinusoid(dim=128), 1000)
    assert made.complete == 36
    assert made.complete == 1 + int(64 * np.log(999 / (2 * np.pi)) / np.log(10_000))


def test_one_position_turns_nothing():
    made = turns(Sinusoid(dim=8), 1)
    assert (made.complete, made.partly, made.barely) == (0, 0, 4)


@pytest.mark.parametrize("length", [0, -1, 1.5, "9", None, 1e13])
def test_length_is_checked(length):
    with pytest.raises(
        ValueError, match=r"^length must be an integer from 1 to 1000000000000; got"
    ):
        turns(Sinusoid(dim=8), length)


@given(value=junk)
def test_only_a_value_error_escapes(value):
    message = refusal(turns, Sinusoid(dim=8), value)
    assert message is None or message.startswith("length must be ")
