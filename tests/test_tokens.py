"""Every number that the tutorial's script gives, and every option of the page about it."""

import numpy as np
import pytest

from pe_core.sinusoid import Sinusoid
from pe_core.tokens import (
    SOURCE_SENTENCE,
    balance,
    embed_words,
    explain_cell,
    position_shares,
)
from pe_core.words import Words, split_words


def source_steps(**options):
    return embed_words(split_words(SOURCE_SENTENCE), Sinusoid(dim=6), **options)


def test_the_source_is_reproduced():
    steps = source_steps()
    assert SOURCE_SENTENCE == "Transformers use positional encoding"
    assert steps.vocabulary == ("Transformers", "use", "positional", "encoding")
    assert steps.indices.tolist() == [0, 1, 2, 3]
    # The first row that NumPy's legacy generator gives for seed 42, to the printed 8 decimals.
    first = [0.37454012, 0.95071431, 0.73199394, 0.59865848, 0.15601864, 0.15599452]
    np.testing.assert_allclose(steps.weights[0], first, rtol=0, atol=5e-9)
    # Row 1 of the right encodings, to the printed 8 decimals.
    right = [0.84147098, 0.54030231, 0.04639922, 0.99892298, 0.00215443, 0.99999768]
    np.testing.assert_allclose(steps.encoding[1], right, rtol=0, atol=5e-9)
    np.testing.assert_array_equal(steps.encoding[0], [0, 1, 0, 1, 0, 1])
    np.testing.assert_array_equal(steps.total, steps.weights + steps.encoding)


def test_weights_are_those_of_the_legacy_generator():
    state = np.random.get_state()
    try:
        np.random.seed(42)
        np.testing.assert_array_equal(source_steps().weights, np.random.rand(4, 6))
    finally:
        np.random.set_state(state)


def test_the_global_generator_is_left_alone():
    before = np.random.get_state()[1].copy()
    source_steps()
    np.testing.assert_array_equal(np.random.get_state()[1], before)


def test_shapes_in_order():
    assert source_steps().shapes == {
        "indices": (4,),
        "weights": (4, 6),
        "embedded": (4, 6),
        "encoding": (4, 6),
        "total": (4, 6),
    }


def test_a_repeated_word_has_one_row_and_two_places():
    steps = embed_words(split_words("no pain no gain"), Sinusoid(dim=8))
    assert steps.vocabulary == ("no", "pain", "gain")
    assert steps.indices.tolist() == [0, 1, 0, 2]
    np.testing.assert_array_equal(steps.embedded[0], steps.embedded[2])
    assert np.abs(steps.total[0] - steps.total[2]).max() > 0.5


def test_origin_one_moves_the_encoding_by_a_row():
    words = split_words(SOURCE_SENTENCE)
    zero, one = (embed_words(words, Sinusoid(dim=6, origin=start)) for start in (0, 1))
    assert one.positions.tolist() == [1, 2, 3, 4]
    # The same positions are reached by another sum of coarse and fine step: a few roundings.
    np.testing.assert_allclose(one.encoding[:3], zero.encoding[1:], rtol=0, atol=1e-15)


@pytest.mark.parametrize(
    ("options", "factor"),
    [
        pytest.param({}, 1, id="plain"),
        pytest.param({"scale": 0.5}, 0.5, id="scale"),
        pytest.param({"multiply_by_root": True}, 6**0.5, id="root"),
        pytest.param({"multiply_by_root": True, "scale": 2}, 2 * 6**0.5, id="both"),
        pytest.param({"scale": 0}, 0, id="no meaning left"),
    ],
)
def test_factor(options, factor):
    steps = source_steps(**options)
    assert steps.factor == factor
    np.testing.assert_array_equal(steps.embedded, factor * steps.weights)


def test_every_cell_is_explained():
    words = split_words("no pain no gain")
    sinusoid = Sinusoid(dim=7, tail="zero", origin=1, layout="cos_sin")
    steps = embed_words(words, sinusoid, scale=3)
    for row, column in np.ndindex(4, 7):
        cell = explain_cell(steps, row, column)
        assert cell.token == words.tokens[row] == steps.vocabulary[cell.index]
        assert cell.formula.position == row + 1
        assert cell.value == steps.total[row, column]
        # One product and one sum of numbers below 4.
        assert cell.factor * cell.weight + cell.formula.value == pytest.approx(
            cell.value, abs=2e-15
        )


def test_balance_shifts_with_the_scale():
    loud, plain, quiet = (balance(source_steps(scale=scale)) for scale in (100, 1, 0.01))
    assert loud.position_share < 0.01
    assert 0.1 < plain.position_share < 0.9
    assert quiet.position_share > 0.99
    squares = plain.position_spread**2, plain.word_spread**2
    assert plain.position_share == pytest.approx(squares[0] / sum(squares), rel=1e-14)
    # Three complete pairs: the norm of every position is sqrt(3).
    np.testing.assert_allclose(plain.position_norms, 3**0.5, rtol=1e-15)
    np.testing.assert_allclose(loud.embedding_norms, 100 * plain.embedding_norms, rtol=1e-14)


def test_balance_by_pairs_of_rows():
    steps = source_steps()
    gaps = steps.embedded[:, None] - steps.embedded
    # The mean square distance of two rows drawn at random is twice that from the mean.
    expected = np.sqrt(np.square(gaps).sum(-1).mean() / 2)
    assert balance(steps).word_spread == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("text", ["", "alone"])
def test_too_few_words_have_no_balance(text):
    steps = embed_words(split_words(text), Sinusoid(dim=6))
    assert steps.total.shape == (len(text.split()), 6)
    assert np.isnan(balance(steps).position_share)


@pytest.mark.parametrize(
    "text", ["😀 😀 👍🏽", "مرحبا بالعالم", "<img src=x onerror=alert(1)>", "a\u202eb \x00"]
)
def test_any_script_is_only_text(text):
    steps = embed_words(split_words(text), Sinusoid(dim=4))
    assert steps.words.tokens == tuple(text.split())
    assert np.isfinite(steps.total).all()


def test_five_thousand_words():
    steps = embed_words(split_words(" ".join(map(str, range(5000)))), Sinusoid(dim=512))
    assert steps.total.shape == (5000, 512)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seed": -1}, "seed must be an integer from 0 to 4294967295; got -1"),
        ({"scale": -1}, "scale must be a number from 0 to 1e[+]06; got -1"),
        ({"scale": float("nan")}, "scale must be a number from 0 to 1e[+]06; got nan"),
    ],
)
def test_bad_options(options, message):
    with pytest.raises(ValueError, match=message):
        source_steps(**options)


def test_size_is_bounded():
    with pytest.raises(ValueError, match="tokens times dim must be at most 4000000; got 1000 x"):
        embed_words(split_words("w " * 1000), Sinusoid(dim=4096))


@pytest.mark.parametrize(
    ("row", "column", "message"),
    [
        (4, 0, "row must be an integer from 0 to 3; got 4"),
        (0, 6, "dimension must be an integer from 0 to 5; got 6"),
    ],
)
def test_cells_outside(row, column, message):
    with pytest.raises(ValueError, match=message):
        explain_cell(source_steps(), row, column)


def test_no_cell_without_words():
    steps = embed_words(split_words(""), Sinusoid(dim=6))
    with pytest.raises(ValueError, match="words must hold at least one token; got none"):
        explain_cell(steps, 0, 0)


def test_position_shares_are_those_of_each_factor():
    words, sinusoid = Words(("a", "b", "c", "a"), 4), Sinusoid(dim=6)
    steps = embed_words(words, sinusoid, multiply_by_root=True)
    factors = [0, 0.1, 1, 2.5, 40]
    singly = [balance(embed_words(words, sinusoid, scale=f)).position_share for f in factors]
    # A handful of roundings of numbers of the order of 1.
    np.testing.assert_allclose(position_shares(steps, factors), singly, rtol=1e-13)


def test_one_token_has_no_position_share():
    steps = embed_words(Words(("a",), 1), Sinusoid(dim=6))
    assert np.isnan(position_shares(steps, [1.0])).all()


def test_position_shares_refuse_other_factors():
    steps = embed_words(Words(("a", "b"), 2), Sinusoid(dim=6))
    with pytest.raises(ValueError, match="factors must be an array"):
        position_shares(steps, [np.inf])
