"""Rows at any positions: each is placed by its own phases, and the positions are described."""

import numpy as np
import pytest

from pe_core import Sinusoid
from pe_core.doctor import diagnose
from pe_core.doctor.positions import described_positions
from pe_core.doctor.rounding import round_bfloat16

RUN = np.arange(40.0)
#: The positions of the rows and words of the sentence on them.
KNOWN = {
    "packed": (np.r_[RUN[:5], RUN[:3], RUN[:4]], "Rows are positions 0–4, 0–2, 0–3: packed"),
    "restart": (np.r_[RUN[:10], 0, 1, 2], "Row 10 repeats position 0 (row 0)."),
    "jump": (np.r_[RUN[:10], RUN[20:26]], "At row 10 positions jump from 9 to 20."),
    "one repeated": (np.r_[RUN[:6], 0, RUN[7:14]], "Row 6 repeats position 0 (row 0)."),
    "sampler": (np.r_[999:0:-20].astype(float), "999 to 19, in steps of 20 downwards"),
    "uneven": (np.array([999.0, 988, 941, 837, 642, 12]), "from 999 to 12, downwards in uneven"),
    "periodic": (np.r_[RUN[:25], RUN[:25], RUN[:10]], "Positions repeat every 25 rows: 0–24."),
    "random": (np.array([7.0, 3, 90, 1, 55, 8, 2]), "Rows are whole positions between 1 and 90"),
    "clamped": (np.clip(np.arange(12.0, -13, -1), -5, 5), "they stay between -5 and 5"),
    "real": (np.array([2.5, 7.25, 3.125, 90.5]), "Rows are positions between 2.5 and 90.5"),
}
BUGS = {
    "times": (np.array([0.31, 0.02, 0.77, 0.5, 0.11]), "B11", "Rows are times between 0.02"),
    "rounded": (round_bfloat16(np.arange(400.0)), "B19", "rounded to bfloat16: 0 to 399"),
    "clamped at the end": (np.minimum(RUN, 25), "B15", "the last one repeats"),
    "mirrored": (np.abs(np.arange(8.0, -9, -1)), "B23", "8 down to 0 and up again to 8"),
    "all the same": (np.full(5, 3.0), "B14", "Every row is position 3."),
}
ENCODINGS = {
    "paper": Sinusoid(32),
    "endpoint halves": Sinusoid(64, layout="sin_cos", spacing="endpoint"),
    "odd dim": Sinusoid(15),
    "another base": Sinusoid(24, base=500.0, layout="cos_sin"),
    "a base of nobody": Sinusoid(48, base=12_345.0),
}


@pytest.mark.parametrize("sinusoid", ENCODINGS.values(), ids=ENCODINGS)
@pytest.mark.parametrize("name", KNOWN)
def test_positions_are_recovered_and_described(name, sinusoid):
    positions, words = KNOWN[name]
    if sinusoid.base == 12_345 and name in ("uneven", "real"):
        pytest.skip("so few rows apart do not tell a base that nobody uses")
    told = diagnose(sinusoid.encode(positions).astype(np.float32))
    assert told.status == "known", told.verdict
    np.testing.assert_allclose(told.positions.values, positions, rtol=0, atol=1e-4)
    assert words in " ".join(told.positions.sentences)


@pytest.mark.parametrize("name", BUGS)
def test_positions_that_are_a_bug(name):
    positions, bug, words = BUGS[name]
    told = diagnose(Sinusoid(32).encode(positions))
    assert told.bug.id == bug, told.verdict
    assert words in " ".join(told.positions.sentences)


def test_padding_inside_is_left_out():
    table = Sinusoid(16).encode([0.0, 1, 2, 0, 3, 4, 0, 5])
    table[[3, 6]] = 0
    told = diagnose(table)
    assert told.zero_rows == (3, 6)
    np.testing.assert_array_equal(told.positions.values, [0, 1, 2, np.nan, 3, 4, np.nan, 5])


def test_positions_are_in_the_summary():
    told = diagnose(Sinusoid(32).encode(KNOWN["packed"][0])).summary()
    assert told["positions"]["values"][:6] == [0, 1, 2, 3, 4, 0]
    assert told["positions"]["rows"] == 12
    assert "packed" in told["positions"]["text"][0]


def test_two_positions_are_told_apart_from_noise():
    # 2 pairs place nearly any phases somewhere: four digits of them are no evidence
    rng = np.random.default_rng(0)
    angles = rng.uniform(0, 2 * np.pi, (3, 2))
    rows = np.stack([np.sin(angles), np.cos(angles)], axis=2).reshape(3, 4).round(4)
    assert diagnose(rows, digits=4).status == "unknown"


def test_a_single_row_is_one_position():
    assert described_positions(np.array([3.0])).sentences == ("The row is position 3.",)
