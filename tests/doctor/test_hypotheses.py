"""Every bug is named whatever else was done to the table."""

import numpy as np
import pytest

from pe_core import Sinusoid
from pe_core.doctor import BUGS, diagnose
from pe_core.doctor.hypotheses import HYPOTHESES

CHANGES = {
    "a padding row": (16, 1e4, lambda m: np.vstack([np.zeros((1, m.shape[1])), m[1:]])),
    "an amplitude": (16, 1e4, lambda m: 0.3 * m),
    "another base": (16, 1000.0, lambda m: m),
    "an odd dim": (15, 1e4, lambda m: m),
    "on its side": (16, 1e4, lambda m: m.T.copy()),
    "in float32": (64, 1e4, lambda m: m.astype(np.float32)),
}
NAMES = ("B2", "B5", "B6", "B10", "B19", "B20", "B33", "B34", "B35", "B36", "B37", "B38")


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", NAMES)
def test_a_bug_with_a_change_is_named(name, change):
    dim, base, changed = CHANGES[change]
    rows = np.arange(400.0 if name == "B19" else 40.0)
    told = diagnose(changed(BUGS[name].make(Sinusoid(dim, base=base), rows)))
    if name == "B10" and change in ("another base", "on its side", "in float32"):
        # cosine before sine in each pair is a right rotary table as well
        assert told.status == "unknown"
        assert "B10" in told.verdict
        return
    assert told.status == "bug", told.verdict
    assert name in (told.bug.id, *told.bug.also), told.verdict


@pytest.mark.parametrize("form", BUGS["B19"].variants, ids=range(4))
def test_half_precision_in_another_place(form):
    table = form.make(Sinusoid(64), np.arange(700.0))
    assert diagnose(table).bug.id == "B19"


@pytest.mark.parametrize("name", ["B2", "B5"])
def test_an_own_exponent_at_a_base_of_nobody(name):
    told = diagnose(BUGS[name].make(Sinusoid(16, base=777.0), np.arange(40.0)))
    assert told.status == "bug"
    assert name in (told.bug.id, *told.bug.also)


def test_each_hypothesis_predicts_in_one_way():
    for bug in HYPOTHESES:
        ways = (bug.numbers, bug.positions, bug.waves, bug.cells)
        assert sum(way is not None for way in ways) == 1, bug.id


RIGHT = {
    "d4 endpoint, half": (Sinusoid(4, spacing="endpoint"), np.float16),
    "d4 endpoint, cosine first": (Sinusoid(4, spacing="endpoint", layout="cos_sin"), np.float64),
    "d8 endpoint, 1e6": (Sinusoid(8, spacing="endpoint", base=1e6), np.float64),
    "d8 endpoint, 1e6, halves": (
        Sinusoid(8, spacing="endpoint", base=1e6, layout="sin_cos"), np.float32),
}  # fmt: skip


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_table_is_not_slandered(name):
    sinusoid, dtype = RIGHT[name]
    told = diagnose(sinusoid.table(12).astype(dtype))
    assert told.status == "known", told.verdict
    assert "endpoint spacing" in told.verdict
    assert "Or B3" in told.verdict
    assert any(reading.startswith("B3") for reading in told.alternatives)


def test_an_odd_dim_is_not_slandered_either():
    assert diagnose(Sinusoid(9, spacing="endpoint", base=1e6).table(12)).status == "known"


@pytest.mark.parametrize("base", [29.99, 30.0])
def test_a_base_near_a_round_one_is_told_as_it_is(base):
    assert diagnose(Sinusoid(16, base=base).table(40)).sinusoid.base == base


def test_digits_count_for_sums_too():
    words = np.random.default_rng(5).standard_normal((20, 16)).round(3)
    summed = (words + Sinusoid(16).table(20)).round(3)
    assert diagnose(summed, embedding=words).status == "unknown"
    told = diagnose(summed, embedding=words, digits=3)
    assert told.status == "known"
    assert told.precision == "3 decimals"


def test_the_dim_of_a_table_on_its_side():
    told = diagnose(Sinusoid(16).table(20).T, dim=16)
    assert told.status == "known"
    assert "paper" in told.names
