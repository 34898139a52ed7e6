"""The gallery: every class is there once, and the doctor names it at ordinary settings."""

import numpy as np
import pytest

from pe_core import CONVENTIONS, Sinusoid
from pe_core.doctor import BUGS
from pe_core.gallery import MAX_GALLERY_DIM, ask, puzzle

NUMBERS = range(1, len(BUGS) + 1)


def test_every_class_is_a_puzzle_and_the_order_gives_nothing_away():
    ids = [puzzle(number, Sinusoid(dim=16), 8).bug.id for number in NUMBERS]
    assert sorted(ids) == sorted(BUGS)
    assert ids != sorted(ids, key=lambda name: int(name[1:]))


@pytest.mark.parametrize("number", NUMBERS)
def test_four_options_with_one_right(number):
    made = puzzle(number, Sinusoid(dim=16), 8)
    assert len(set(made.options)) == 4
    assert [name for name in made.options if made.right(name)] == [made.bug.id]
    assert made.options == puzzle(number, Sinusoid(dim=99), 50).options


@pytest.mark.parametrize(
    "sinusoid",
    [Sinusoid(dim=30), CONVENTIONS["tensor2tensor"].sinusoid(24)],
    ids=["paper", "tensor2tensor"],
)
def test_the_doctor_names_every_class(sinusoid):
    for number in NUMBERS:
        made = puzzle(number, sinusoid, 60)
        diagnosis, told = ask(made)
        assert diagnosis.status == "bug", made.bug.id
        assert made.right(diagnosis.bug.id), (made.bug.id, diagnosis.bug.id)
        assert told in made.knowledge


def test_the_doctor_is_told_as_little_as_it_needs():
    numbers = {puzzle(n, Sinusoid(dim=8), 8).bug.id: n for n in NUMBERS}
    assert ask(puzzle(numbers["B2"], Sinusoid(dim=32, base=500), 60))[1] == {}
    number = numbers["B3"]
    assert ask(puzzle(number, Sinusoid(dim=32), 60))[1] == {}
    assert ask(puzzle(number, Sinusoid(dim=32, base=500), 60))[1] == {"base": 500.0}


@pytest.mark.parametrize("dim", [1, 2, 3, 4096])
@pytest.mark.parametrize("length", [1, 10**6])
def test_any_setting_makes_a_bounded_picture(dim, length):
    for number in NUMBERS:
        made = puzzle(number, Sinusoid(dim=dim), length)
        assert 4 <= len(made.matrix) <= 640
        assert made.matrix.shape[1] <= MAX_GALLERY_DIM
        assert np.isfinite(made.matrix).all()


def test_a_mistake_that_changes_no_number_is_not_visible():
    visible = {
        made.bug.id: made.visible for made in (puzzle(n, Sinusoid(dim=2), 20) for n in NUMBERS)
    }
    assert not visible["B3"], "one pair has the exponent 0, doubled or not"
    assert visible["B10"]


@pytest.mark.parametrize("number", [0, len(BUGS) + 1])
def test_what_is_refused(number):
    with pytest.raises(ValueError, match="number must be an integer from 1"):
        puzzle(number, Sinusoid(dim=4), 8)
