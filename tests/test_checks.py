"""The rules for values from outside, and the one form of their errors."""

import decimal
import fractions
import re

import numpy as np
import pytest
from hypothesis import given

from pe_core.checks import choice, finite_array, integer, real
from tests.strategies import junk, refusal


@pytest.mark.parametrize(
    ("value", "expected"),
    [(6, 6), (6.0, 6), (np.int16(6), 6), (np.float32(6), 6), (1, 1), (9, 9)],
    ids=["int", "whole float", "int16", "float32", "lowest", "highest"],
)
def test_integer_takes_whole_numbers(value, expected):
    got = integer("dim", value, 1, 9)
    assert got == expected
    assert type(got) is int


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0, "0"),
        (10, "10"),
        (1.5, "1.5"),
        (True, "True"),
        (np.True_, "True"),
        ("6", "'6'"),
        (b"6", "b'6'"),
        (None, "None"),
        (float("nan"), "nan"),
        (float("inf"), "inf"),
        (3 + 0j, "(3+0j)"),
        (10**80, "an integer of more than 60 digits"),
        ([6], "an object of type list"),
        (np.array([6, 7]), "an object of type ndarray"),
        (decimal.Decimal("1.5"), "an object of type Decimal"),
        ("x" * 200, "'" + "x" * 56 + "..."),
    ],
)
def test_integer_refuses(value, shown):
    message = f"dim must be an integer from 1 to 9; got {shown}"
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        integer("dim", value, 1, 9)


@pytest.mark.parametrize(
    ("value", "expected"),
    [(2, 2.0), (1e9, 1e9), (np.float32(2.5), 2.5), (fractions.Fraction(5, 2), 2.5)],
    ids=["lowest", "highest", "float32", "fraction"],
)
def test_real_takes_numbers(value, expected):
    got = real("base", value, 2, 1e9)
    assert got == expected
    assert type(got) is float


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (1.999, "1.999"),
        (1.1e9, "1100000000.0"),
        (float("nan"), "nan"),
        (-float("inf"), "-inf"),
        (10**400, "an integer of more than 60 digits"),
        (False, "False"),
        ("3", "'3'"),
        (2j, "2j"),
        ({}, "an object of type dict"),
    ],
)
def test_real_refuses(value, shown):
    message = f"base must be a number from 2 to 1e+09; got {shown}"
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        real("base", value, 2, 1e9)


@pytest.mark.parametrize(
    "value", ["PAPER", "", None, 1, ["paper"], b"paper", np.array(["paper"])], ids=repr
)
def test_choice_refuses(value):
    with pytest.raises(ValueError, match=r"^spacing must be one of paper, endpoint; got "):
        choice("spacing", value, ("paper", "endpoint"))


@pytest.mark.parametrize(
    "values",
    [[1, 2], (1.0, 2.0), np.array([1, 2], dtype=np.uint8), range(1, 3), np.float32([1, 2])],
    ids=["list", "tuple", "uint8", "range", "float32"],
)
def test_finite_array_gives_float64(values):
    got = finite_array("positions", values, ndim=1)
    assert got.dtype == np.float64
    np.testing.assert_array_equal(got, [1, 2])


@pytest.mark.parametrize(
    ("values", "end"),
    [
        (5, "got shape ()"),
        ([[1]], "got shape (1, 1)"),
        (["1"], "got dtype <U1"),
        ([1j], "got dtype complex128"),
        ([True], "got dtype bool"),
        ([None], "got dtype object"),
        ([10**30], "got dtype object"),
        ([1, [2, 3]], "got an object of type list"),
        ([0, np.nan], "up to 1e+15; got nan at index (1,)"),
        ([-np.inf], "up to 1e+15; got -inf at index (0,)"),
        ([1e16], "up to 1e+15; got 1e+16 at index (0,)"),
    ],
)
def test_finite_array_refuses(values, end):
    start = "positions must be an array of 1 dimension(s) of finite real numbers"
    with pytest.raises(ValueError, match=f"^{re.escape(start)}.*{re.escape(end)}$"):
        finite_array("positions", values, ndim=1)


@pytest.mark.parametrize(
    "check",
    [
        lambda value: integer("x", value, -5, 5),
        lambda value: real("x", value, -5, 5),
        lambda value: choice("x", value, ("a", "b")),
        lambda value: finite_array("x", value, ndim=1),
        lambda value: finite_array("x", value, ndim=2),
    ],
    ids=["integer", "real", "choice", "finite_array 1", "finite_array 2"],
)
@given(value=junk)
def test_only_a_value_error_escapes(check, value):
    message = refusal(check, value)
    if message is not None:
        assert message.startswith("x must be ")
        assert "; got " in message
        assert len(message) < 300


def _endless():
    endless: list = []
    endless.append(endless)
    return endless


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(decimal.Decimal("sNaN"), id="signalling NaN"),
        pytest.param(decimal.Decimal("NaN"), id="decimal NaN"),
        pytest.param(np.array([5]), id="array of one"),
        pytest.param(np.array([], dtype="M8[D]"), id="no dates"),
        pytest.param(np.array(["2020-01-01"], dtype="M8[D]"), id="dates"),
        pytest.param(np.timedelta64(2, "D"), id="timedelta"),
        pytest.param(np.zeros(0, dtype=[("a", int)]), id="no records"),
        pytest.param(np.zeros(1, dtype=[("a", int)]), id="records"),
        pytest.param(np.ma.masked, id="masked"),
        pytest.param(np.ma.masked_array([1.0], mask=[True]), id="masked array"),
        pytest.param(np.finfo(np.longdouble).max, id="long double"),
        pytest.param(np.array([np.finfo(np.longdouble).max]), id="long doubles"),
        pytest.param(_endless(), id="a list that holds itself"),
    ],
)
@pytest.mark.parametrize(
    "check",
    [
        lambda value: integer("x", value, -5, 5),
        lambda value: real("x", value, -5, 5),
        lambda value: finite_array("x", value, ndim=1),
    ],
    ids=["integer", "real", "finite_array"],
)
def test_odd_types_pass_or_raise_a_value_error(check, value):
    message = refusal(check, value)
    assert message is None or message.startswith("x must be ")
