"""Each number of the doctor has a case just inside and one just outside."""

import numpy as np
import pytest

from pe_core import Sinusoid
from pe_core.doctor import diagnose
from pe_core.doctor.case import Hints
from pe_core.doctor.fit import SURE, sure, usual_base
from pe_core.doctor.phases import measure, regress, round_amplitude
from pe_core.doctor.positions import whole_starts
from pe_core.doctor.precision import precisions
from pe_core.doctor.score import Model, score
from pe_core.doctor.shape import sheets

PAIR = np.array([0]), np.array([1])
FINE = precisions(np.ones((1, 2)), digits=3)[0]


@pytest.mark.parametrize(
    ("dtype", "inside", "outside"),
    [("float32", 1.5e-7, 2.5e-7), ("float16", 5e-4, 7e-4), ("bfloat16", 4e-3, 5e-3)],
)
def test_a_stored_value_may_be_off_by_its_rounding(dtype, inside, outside):
    table = Sinusoid(4).table(1)
    model, precision = Model(Sinusoid(4), np.arange(4)), precisions(table, dtype=dtype)[0]
    for off, kept in ((inside, True), (outside, False)):
        moved = table + np.array([0, off, 0, 0])
        assert (score(model, (moved, np.zeros(1), precision)) <= 1) == kept


@pytest.mark.parametrize(("off", "kept"), [(0.0018, True), (0.0023, False)])
def test_a_pair_is_on_a_circle_to_four_units(off, kept):
    table = Sinusoid(2).table(8)
    table[3] *= 1 + off  # the square is off by twice as much
    waves = measure(table, *PAIR, np.array([0]), FINE)
    assert (waves is not None) == kept


@pytest.mark.parametrize(("units", "kept"), [(1.4, True), (1.6, False)])
def test_a_first_position_may_be_off_by_half_a_unit_more(units, kept):
    model = Model(Sinusoid(4), np.arange(4))
    row = model.values(np.array([7.0]))[0] + np.array([0, 0, units * 1e-3, 0])
    assert (7.0 in whole_starts(model, row, FINE, None)) == kept


def test_a_slope_leaves_out_pairs_that_turn_too_fast_or_too_little():
    sinusoid = Sinusoid(16, base=1e8)
    table = sinusoid.table(6).round(3)
    model = Model(sinusoid, np.arange(16))
    sines, cosines, _ = model.pairs
    line = regress(measure(table, sines, cosines, np.arange(8), FINE))
    assert line.slope == pytest.approx(np.log(1e8) / 8, abs=4 * line.error)


def test_an_amplitude_near_one_in_use_is_that_one():
    assert round_amplitude(1.0009, 8, 1e-3) == 1
    assert round_amplitude(1.0011, 8, 1e-3) == 1.0011


@pytest.mark.parametrize(("rows", "status"), [(3, "unknown"), (6, "known")])
def test_a_fitted_base_needs_more_rows_than_were_fitted(rows, status):
    # each further row of the slow pair says about seven bits; ten more than the fit are asked
    told = diagnose(Sinusoid(4, base=14_200.0).table(rows).round(4), digits=4)
    assert told.status == status, told.verdict
    if status == "unknown":
        assert "so few digits would fit nearly any base" in told.verdict
        assert "row 1, column 2 would be 0.01" in told.verdict


def test_a_far_position_needs_digits():
    def believed(start, digits):
        table = Sinusoid(2).table(4, start).round(digits)
        precision = precisions(table, digits=digits)[0]
        sheet = next(iter(sheets(table, Hints(), precision)))
        return [sure(fit, sheet) for fit in usual_base(sheet) if fit.start == start]

    assert all(believed(50, 4))
    assert believed(50, 4)
    assert not any(believed(5000, 4))
    assert SURE == 10


def test_a_base_is_off_if_it_is_not_the_one_given():
    told = diagnose(Sinusoid(16, base=10_005.0).table(20), base=10_000)
    assert told.bug.id == "mismatch"
    assert "the base is 10005, not 10000" in told.verdict
    assert diagnose(Sinusoid(16).table(20), base=10_000).status == "known"


@pytest.mark.parametrize("origin", [0, 1, 2])
def test_the_nearest_table_starts_where_the_columns_agree(origin):
    table = Sinusoid(8, origin=origin).table(9)
    table[:, 5] = np.random.default_rng(1).random(9)
    told = diagnose(table)
    assert told.agreement.startswith("7 of 8 columns agree")
    np.testing.assert_allclose(told.expected[:, :5], table[:, :5], atol=1e-12)


@pytest.mark.parametrize("start", [1.2566, 0.5, 25134.0])
def test_a_whole_position_is_not_taken_for_a_near_fraction(start):
    table = Sinusoid(4).encode(start + np.arange(12.0)).astype(np.float32)
    told = diagnose(table)
    assert told.status == "known"
    near = start if start < 100 else start - 8000 * np.pi
    assert min(abs(told.sinusoid.origin - p) for p in (start, near)) < 1e-3
