"""The closed form of the task, against drawn texts and finite differences."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_core.gap_task import (
    GapTask,
    attention_weights,
    best_errors,
    chance_errors,
    gap_errors,
    gap_gradient,
)
from pe_core.sinusoid import Sinusoid

TASK = GapTask(seen=8, length=12)


def test_the_closed_form_is_the_mean_over_drawn_texts():
    table = Sinusoid(dim=8).table(12)
    generator = np.random.default_rng(0)
    topics = generator.multivariate_normal(np.zeros(12), TASK.covariance(12), size=200_000)
    heard = topics + generator.normal(0, TASK.noise**0.5, topics.shape)
    guesses = heard @ attention_weights(table, 1.0).T
    drawn = np.square(topics - guesses).mean(0)
    # Squares with a relative spread of sqrt(2), over 200,000 texts: 0.3 %; five times that.
    np.testing.assert_allclose(gap_errors(table, 1.0, TASK), drawn, rtol=0.016)


def test_the_gradient_is_the_slope():
    table = np.random.default_rng(1).normal(size=(8, 3))
    error, by_table, by_gain = gap_gradient(table, 0.7, TASK)
    assert error == pytest.approx(gap_errors(table, 0.7, TASK).mean(), rel=1e-14)
    step = 1e-6
    for cell in np.ndindex(table.shape):
        up, down = table.copy(), table.copy()
        up[cell] += step
        down[cell] -= step
        slope = (gap_errors(up, 0.7, TASK) - gap_errors(down, 0.7, TASK)).mean() / (2 * step)
        # Central differences: step² from the cubic term, eps/step from rounding.
        assert by_table[cell] == pytest.approx(slope, abs=1e-9)
    errors = [gap_errors(table, 0.7 + side * step, TASK).mean() for side in (1, -1)]
    assert by_gain == pytest.approx((errors[0] - errors[1]) / (2 * step), abs=1e-9)


@given(
    rows=st.integers(2, 20),
    gain=st.floats(-50, 50),
    spread=st.sampled_from([0.0, 0.1, 10.0]),
    seed=st.integers(0, 99),
)
def test_weights_share_out_one_and_leave_the_hidden_word_out(rows, gain, spread, seed):
    table = spread * np.random.default_rng(seed).normal(size=(rows, 4))
    weights = attention_weights(table, gain)
    np.testing.assert_allclose(weights.sum(1), 1, rtol=1e-14)
    assert (np.diagonal(weights) == 0).all()
    assert (weights >= 0).all()


def test_best_errors_by_solving_for_each_position():
    covariance = TASK.covariance(12)
    observed = covariance + TASK.noise * np.eye(12)
    for hidden, found in enumerate(best_errors(TASK)):
        rest = [index for index in range(12) if index != hidden]
        share = covariance[hidden, rest]
        solved = 1 - share @ np.linalg.solve(observed[np.ix_(rest, rest)], share)
        assert found == pytest.approx(solved, rel=1e-12)


@given(
    task=st.builds(
        GapTask,
        seen=st.just(8),
        length=st.integers(9, 30),
        reach=st.floats(1, 64),
        noise=st.floats(0.01, 4),
    ),
    gain=st.floats(-3, 3),
    seed=st.integers(0, 99),
)
def test_nothing_beats_the_best(task, gain, seed):
    table = np.random.default_rng(seed).normal(size=(task.length, 3))
    assert (gap_errors(table, gain, task) >= best_errors(task) - 1e-12).all()


def test_equal_positions_are_chance():
    table = np.ones((TASK.length, 5))
    np.testing.assert_allclose(gap_errors(table, 2, TASK), chance_errors(TASK), rtol=1e-14)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: GapTask(seen=3), "seen must be an integer from 4 to 128; got 3"),
        (lambda: GapTask(seen=48, length=48), "length must be an integer from 49 to 256; got 48"),
        (lambda: GapTask(reach=0), "reach must be a number from 1 to 64; got 0"),
        (lambda: GapTask(noise=-1), "noise must be a number from 0 to 4; got -1"),
        (lambda: attention_weights([[1.0]], 1), "rows of the table must be an integer from 2"),
        (lambda: attention_weights([1.0], 1), "table must be an array of 2 dimension"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()
