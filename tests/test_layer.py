"""The position table as a layer, frozen or trainable."""

import numpy as np
import pytest

from pe_core.layer import (
    SOURCE_LENGTH,
    SOURCE_SINUSOID,
    layer_step,
    layer_table,
    look_up,
    train_layer,
    trainable_count,
)
from pe_core.sinusoid import Sinusoid


def test_the_small_table_of_ten_positions():
    table = layer_table(Sinusoid(dim=30), 10)
    assert table.shape == (10, 30)
    assert trainable_count(table, trainable=True) == 300
    assert trainable_count(table, trainable=False) == 0


def test_padding_puts_tokens_at_one_and_up():
    table = layer_table(Sinusoid(dim=30, origin=1), 10, padding=True)
    assert table.shape == (11, 30)
    assert not table[0].any()
    # Token 3 of a sentence numbered from 1 stands at position 3. Angles below 10 rad.
    np.testing.assert_allclose(table[3], Sinusoid(dim=30).encode([3])[0], rtol=0, atol=5e-15)


def test_look_up_takes_rows_in_any_order():
    table = layer_table(Sinusoid(dim=6), 5)
    np.testing.assert_array_equal(look_up(table, [4, 0, 4]), table[[4, 0, 4]])
    assert look_up(table, []).shape == (0, 6)


def test_a_step_moves_only_rows_looked_up():
    table, gradients = layer_table(Sinusoid(dim=6), 5), np.ones((3, 6))
    moved = layer_step(table, [1, 3, 3], gradients, rate=0.5)
    np.testing.assert_array_equal(moved[[0, 2, 4]], table[[0, 2, 4]])
    np.testing.assert_array_equal(moved[1], table[1] - 0.5)
    np.testing.assert_array_equal(moved[3], table[3] - 0.5 - 0.5)


def test_a_frozen_layer_stays():
    table = layer_table(Sinusoid(dim=6), 5)
    found = layer_step(table, [1], np.ones((1, 6)), trainable=False)
    np.testing.assert_array_equal(found, table)
    assert found is not table


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: look_up(np.eye(3), [3]), "rows must be integers from 0 to 2; got 3"),
        (lambda: look_up(np.eye(3), [-1]), "rows must be integers from 0 to 2; got -1"),
        (lambda: look_up(np.eye(3), [0.5]), "rows must be integers from 0 to 2; got 0.5"),
        (lambda: layer_table(Sinusoid(dim=6), 0), "length must be an integer from 1"),
        (lambda: layer_step(np.eye(3), [0], np.eye(3)), r"gradients must have shape \(1, 3\)"),
        (lambda: layer_step(np.eye(1), [0], [[1.0]], rate=-1), "rate must be a number from 0"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_the_table_of_the_tutorial():
    table = layer_table(SOURCE_SINUSOID, SOURCE_LENGTH, padding=True)
    assert table.shape == (11, 30)
    assert not table[0].any()
    # Row k belongs to token k; angles up to 10 rad.
    np.testing.assert_allclose(
        table[1:], Sinusoid(dim=30).encode(np.arange(1, 11)), rtol=0, atol=5e-15
    )


@pytest.mark.parametrize("seen", [4, 6, 9])
def test_training_moves_a_trainable_layer_where_it_is_looked_up(seen):
    layer = train_layer(SOURCE_SINUSOID, SOURCE_LENGTH, seen=seen, trainable=True)
    assert layer.numbers == 300
    assert (layer.moved[:seen] > 0.01).all()
    np.testing.assert_array_equal(layer.after[seen:], layer.before[seen:])
    np.testing.assert_array_equal(layer.moved, np.linalg.norm(layer.after - layer.before, axis=1))


def test_training_leaves_a_frozen_layer_alone():
    layer = train_layer(SOURCE_SINUSOID, SOURCE_LENGTH, seen=6, trainable=False)
    assert layer.numbers == 0
    np.testing.assert_array_equal(layer.after, layer_table(SOURCE_SINUSOID, SOURCE_LENGTH))


def test_a_layer_with_no_unseen_row_is_refused():
    with pytest.raises(ValueError, match="length must be an integer from 11"):
        train_layer(SOURCE_SINUSOID, SOURCE_LENGTH, seen=10, trainable=True)
