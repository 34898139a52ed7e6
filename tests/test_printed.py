"""The tutorial's printed encodings are wrong from the third column on."""

import numpy as np
import pytest

from pe_core.printed import PRINTED_D6, compare_printed
from pe_core.sinusoid import Sinusoid


def test_printed_illustration_is_wrong_from_the_third_column_on():
    found = compare_printed(PRINTED_D6, Sinusoid(dim=6))
    assert found.wrong_columns == (2, 3, 4, 5)
    assert not found.wrong[0].any()
    assert found.wrong[1:, 2:].all()
    # Row 1 as the formula gives it, to 8 decimals.
    right = [0.84147098, 0.54030231, 0.04639922, 0.99892298, 0.00215443, 0.99999768]
    np.testing.assert_allclose(found.right[1], right, rtol=0, atol=5e-9)
    np.testing.assert_array_equal(found.difference, np.array(PRINTED_D6) - found.right)


def test_right_numbers_pass():
    right = Sinusoid(dim=6).table(4).round(8)
    found = compare_printed(right, Sinusoid(dim=6))
    assert found.wrong_columns == ()
    assert not found.wrong.any()


def test_no_base_gives_the_printed_ones():
    # The second pair fixes the base by its sine; the third pair then contradicts it.
    frequency = np.arcsin(PRINTED_D6[1][2])
    base = frequency ** (-3)
    found = compare_printed(PRINTED_D6, Sinusoid(dim=6, base=base))
    assert {4, 5} <= set(found.wrong_columns)


@pytest.mark.parametrize(
    ("printed", "message"),
    [
        ([[1.0, 2.0]], "printed must have 6 columns; got 2"),
        ([1.0], "printed must be an array of 2 dimension"),
        ([["a"] * 6], "printed must be an array of 2 dimension"),
    ],
)
def test_bad_input(printed, message):
    with pytest.raises(ValueError, match=message):
        compare_printed(printed, Sinusoid(dim=6))
