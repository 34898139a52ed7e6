"""A learned table fits the positions it has seen and knows nothing of the others."""

import itertools

import numpy as np
import pytest

from pe_core.gap_task import GapTask, best_errors, chance_errors, gap_errors
from pe_core.learned import (
    assess,
    cosine_profile,
    cosine_similarities,
    noise_table,
    train,
    train_fully,
)
from pe_core.sinusoid import Sinusoid

TASK = GapTask(seen=32, length=64)
START = noise_table(64, 16)
FORMULA = Sinusoid(dim=16).table(64)


@pytest.fixture(scope="module")
def learned():
    return train_fully(START, TASK)


@pytest.fixture(scope="module")
def formula():
    return train_fully(FORMULA, TASK, trainable=False)


def test_training_lowers_the_error_close_to_the_best(learned):
    uniform = gap_errors(np.zeros((32, 1)), 1, TASK).mean()
    # Noise of spread 0.02 is nearly the same vector everywhere.
    assert learned.errors[0] == pytest.approx(uniform, rel=0.01)
    assert learned.errors[-1] < best_errors(TASK)[:32].mean() + 0.05
    # 401 errors: before the first step and after each of 400.
    assert len(learned.errors) == 401


def test_rows_never_seen_stay_the_noise_they_were(learned):
    np.testing.assert_array_equal(learned.table[32:], START[32:])
    assert (np.abs(learned.table[:32] - START[:32]).max(1) > 0.1).all()


def test_a_frozen_table_stays_and_its_gain_does_not(formula):
    np.testing.assert_array_equal(formula.table, FORMULA)
    # From 1/sqrt(16), the factor of the paper's attention.
    assert formula.gain > 2 * 0.25


def test_learned_fails_where_it_was_never_trained_and_the_formula_does_not(learned, formula):
    by_learning = assess(learned.table, learned.gain, TASK)
    by_formula = assess(formula.table, formula.gain, TASK)
    chance = chance_errors(TASK)[32:].mean()
    assert by_learning.seen_error < by_formula.seen_error < 0.4
    assert by_learning.seen_hits == by_formula.seen_hits == 1
    assert by_learning.unseen_error > 0.95 * chance
    assert by_learning.unseen_hits < 0.2
    assert by_formula.unseen_hits == 1
    assert by_formula.unseen_error == pytest.approx(by_formula.seen_error, abs=0.02)


def test_learned_neighbours_are_alike(learned):
    profile = cosine_profile(learned.table[:32])
    assert profile[0] == pytest.approx(1)
    assert profile[1] > 0.8
    assert (np.diff(profile[:8]) < 0).all()
    assert np.abs(cosine_profile(learned.table[32:])[1:4]).max() < 0.2


def test_frozen_noise_cannot_do_the_task():
    found = train_fully(START, TASK, trainable=False)
    assert found.errors[-1] > 0.95 * found.errors[0]


def test_a_trainable_sinusoid_moves_only_where_it_is_trained():
    found = train_fully(FORMULA, TASK, steps=50)
    np.testing.assert_array_equal(found.table[32:], FORMULA[32:])
    assert np.abs(found.table[:32] - FORMULA[:32]).max() > 0.1
    assert found.errors[-1] < found.errors[0]


def test_training_is_seeded_and_leaves_its_input_alone():
    start = noise_table(12, 4, seed=7)
    before = start.copy()
    first, second = (train_fully(start, GapTask(seen=8, length=12), steps=30) for _ in range(2))
    np.testing.assert_array_equal(start, before)
    np.testing.assert_array_equal(first.table, second.table)
    assert np.abs(noise_table(12, 4, seed=8) - start).max() > 0


def test_progress_comes_step_by_step_and_can_be_left():
    states = train(START, TASK, steps=100, every=30)
    seen = list(itertools.islice(states, 2))
    assert [(state.step, state.steps) for state in seen] == [(0, 100), (30, 100)]
    assert [len(state.errors) for state in seen] == [1, 31]
    np.testing.assert_array_equal(seen[0].table, START)
    kept = seen[1].table.copy()
    assert [state.step for state in states] == [60, 90, 100]
    # The states handed out before are copies, not views of the table in training.
    np.testing.assert_array_equal(seen[0].table, START)
    np.testing.assert_array_equal(seen[1].table, kept)


def test_cosines():
    table = [[2.0, 0.0], [0.0, 0.0], [-1.0, 0.0]]
    assert cosine_similarities(table).tolist() == [[1, 0, -1], [0, 0, 0], [-1, 0, 1]]
    assert cosine_profile(table).tolist() == [pytest.approx(2 / 3), 0, -1]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: noise_table(1, 4), "length must be an integer from 2 to 256; got 1"),
        (lambda: noise_table(9, 129), "dim must be an integer from 1 to 128; got 129"),
        (lambda: noise_table(9, 4, seed=-1), "seed must be an integer from 0"),
        (lambda: train(START[:10], TASK), "table must have 64 rows; got 10"),
        (lambda: train(START, TASK, steps=0), "steps must be an integer from 1 to 5000; got 0"),
        (lambda: train(START, TASK, rate=0), "rate must be a number from 1e-06 to 1; got 0"),
        (lambda: train(START, TASK, every=0), "every must be an integer from 1 to 5000; got 0"),
        (lambda: assess(START[:10], 1, TASK), "table must have 64 rows; got 10"),
        (lambda: cosine_similarities(np.ones((300, 2))), "rows of the table must be an integer"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()
