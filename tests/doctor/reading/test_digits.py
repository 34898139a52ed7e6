"""How exact each printed number is: one rule for each way of printing, and which one holds."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pe_core import Sinusoid
from pe_core.doctor import diagnose, read_pasted
from pe_core.doctor.reading.digits import power_of_ten, unit

TABLES = st.tuples(st.integers(2, 9), st.integers(4, 20).map(lambda n: 2 * n))


def unit_of(text, shape):
    return np.broadcast_to(np.asarray(read_pasted(text).resolution, dtype=float), shape)


@settings(max_examples=50, deadline=None)
@given(shape=TABLES, digits=st.integers(5, 9), base=st.sampled_from([100.0, 1e4, 1e6]))
def test_significant_digits_give_each_cell_its_own_unit(shape, digits, base):
    table = Sinusoid(shape[1], base=base).table(shape[0], 1)
    cells = [[f"%.{digits}g" % value for value in row] for row in table]
    text = "\n".join(" ".join(row) for row in cells)
    units = unit_of(text, table.shape)
    printed = np.array([[float(cell) for cell in row] for row in cells])
    assert (np.abs(printed - table) <= 0.5001 * units).all()
    # 10^(floor(log10 |x|) + 1 - digits) for every cell, wherever zeros at the end were dropped
    right = 10.0 ** (np.floor(np.log10(np.abs(printed))) + 1 - digits)
    np.testing.assert_allclose(units, right, rtol=1e-9)


@settings(max_examples=50, deadline=None)
@given(shape=TABLES, digits=st.integers(3, 9))
def test_fixed_decimals_give_one_unit_though_zeros_are_dropped(shape, digits):
    table = np.random.default_rng(shape[1]).uniform(-1, 1, shape)
    cells = [[f"%.{digits}f" % value for value in row] for row in table]
    cells = [[cell.rstrip("0").ljust(len(cell)) for cell in row] for row in cells]
    reading = read_pasted("\n".join(" ".join(row) for row in cells))
    assert reading.resolution == pytest.approx(10.0**-digits)


RULES = {
    "fixed": ("0.8415 0.5403 0.0100 0.9999\n0.9093 -0.4161 0.0200 0.9998", 1e-4),
    "fixed, zeros dropped": (
        "[[0.8415 0.5403 0.01   0.9999]\n [0.9093 -0.4161 0.02 0.9998]]",
        1e-4,
    ),
    "one row of %g": ("0.841471 0.00999983 1", [[1e-6, 1e-8, 1e-5]]),
    "%g with an exponent": ("0.841471 8.72875e-09 1", [[1e-6, 1e-14, 1e-5]]),
    "zero in %g is as exact as the finest": ("0.841471 0.00999983 0", [[1e-6, 1e-8, 1e-8]]),
    "scientific": ("8.4147e-01 5.4030e-04", [[1e-5, 1e-8]]),
    "columns of their own": (
        "0.84 0.5403\n0.91 -0.4161\n0.14 -0.9900",
        [[1e-2, 1e-4], [1e-2, 1e-4], [1e-2, 1e-4]],
    ),
    "typed by hand": (
        "0 1 0 1\n0.84 0.54 0.01 0.99995\n0.91 -0.42 0.02 0.9998",
        [[1e-2] * 4, [1e-2, 1e-2, 1e-2, 1e-5], [1e-2, 1e-2, 1e-2, 1e-4]],
    ),
    "whole numbers": ("0 1\n1 0", 1.0),
    "whole numbers with a point": ("0.0 1.0\n1.0 0.0", 0.1),
}


@pytest.mark.parametrize("name", RULES)
def test_the_rule_of_a_print(name):
    text, right = RULES[name]
    np.testing.assert_allclose(read_pasted(text).resolution, right, rtol=1e-9)


def test_numbers_in_full_have_no_unit():
    table = Sinusoid(8).table(4)
    reading = read_pasted(repr(table.tolist()))
    assert reading.resolution is None
    np.testing.assert_array_equal(reading.matrix, table)


@pytest.mark.parametrize("dim", [4, 8, 12])
@pytest.mark.parametrize("start", [0, 1, 7])
def test_float16_in_full_is_read_as_it_was_stored(dim, start):
    table = Sinusoid(dim, base=100).table(3, start).astype(np.float16)
    for text in (str(table), repr(table), str([list(map(float, row)) for row in table.tolist()])):
        if "e-" in text:
            continue
        reading = read_pasted(text)
        np.testing.assert_allclose(reading.matrix, table.astype(np.float64), rtol=2.0**-12)
    reading = read_pasted(str(table))
    if "e-" not in str(table):
        assert (reading.dtype, reading.resolution) == ("float16", None)
        np.testing.assert_array_equal(reading.matrix, table.astype(np.float64))
        assert diagnose(reading.matrix, **reading.arguments()).status == "known"


def test_four_decimals_are_not_taken_for_float16():
    cells = np.random.default_rng(0).uniform(-1, 1, (60, 2, 4)).round(4)
    taken = [read_pasted(str(rows.tolist())).dtype for rows in cells]
    # a number of four decimals is the name of a float16 with odds of 1 in 5 or more
    assert taken.count("float16") == 0


def test_torch_prints_of_half_precision_keep_their_four_decimals():
    text = "tensor([[0.8413, 0.5405, 0.0998, 0.9951]], dtype=torch.float16)"
    reading = read_pasted(text)
    assert (reading.dtype, reading.resolution) == ("float16", pytest.approx(1e-4))


def test_eight_digits_are_told_as_float32():
    table = Sinusoid(6).table(4, 1).astype(np.float32)
    assert read_pasted(str(table.tolist()).replace("array", "")).dtype is None  # in full
    assert read_pasted(repr(table).replace(", dtype=float32", "")).dtype == "float32"
    assert read_pasted(repr(table.astype(np.float64))).dtype is None


@pytest.mark.parametrize(
    ("text", "power"),
    [("", 0), ("-05", -5), ("+12", 12), ("9" * 5000, 1000), ("-" + "9" * 9, -1000)],
)
def test_exponents_are_bounded(text, power):
    assert power_of_ten(text) == power


def test_units_are_bounded():
    np.testing.assert_array_equal(unit([-5000, -4, 5000]), [1e-17, 1e-4, 1e300])
