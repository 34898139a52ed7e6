"""Without positions self-attention sees a bag of words; with them it sees a sentence."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_core.order import (
    LEFT_SENTENCE,
    MAX_WORDS,
    RIGHT_SENTENCE,
    bag,
    compare_order,
    match_words,
    pairwise_products,
    self_attention,
    token_vectors,
)
from pe_core.sinusoid import Sinusoid

words = st.lists(st.sampled_from(["the", "cat", "chased", "dog", "a"]), min_size=2, max_size=12)


def test_the_two_sentences():
    found = compare_order(LEFT_SENTENCE, RIGHT_SENTENCE, Sinusoid(dim=64))
    assert (LEFT_SENTENCE, RIGHT_SENTENCE) == ("The cat chased the dog", "The dog chased the cat")
    assert found.same_bag
    assert found.matches.tolist() == [0, 4, 2, 3, 1]
    # Rounding only: outputs of size 1, summed in another order.
    assert found.largest_plain_change < 1e-14
    # "cat" and "dog" change places and so their own encodings; every other word has other
    # neighbours at other places.
    assert (found.placed_change > 1e-3).all()
    assert found.placed_change[[1, 4]].min() > 1


def test_products_are_the_same_numbers_in_another_order_without_positions_only():
    found = compare_order(LEFT_SENTENCE, RIGHT_SENTENCE, Sinusoid(dim=64))
    moved = np.ix_(found.matches, found.matches)
    # Sums of 64 products of size 1.
    np.testing.assert_allclose(found.plain_left, found.plain_right[moved], rtol=0, atol=1e-13)
    assert np.abs(found.placed_left - found.placed_right[moved]).max() > 1
    # Words and encodings are equally long: 32 each, before they meet.
    np.testing.assert_allclose(np.diagonal(found.plain_left), 32, rtol=1e-14)


@given(tokens=words, data=st.data(), dim=st.integers(1, 40))
def test_attention_follows_any_reordering(tokens, data, dim):
    order = data.draw(st.permutations(range(len(tokens))))
    vectors = token_vectors(tokens, dim)
    # At most 12 terms of size sqrt(dim / 2) < 5 in another order.
    np.testing.assert_allclose(
        self_attention(vectors)[order], self_attention(vectors[order]), rtol=0, atol=1e-13
    )


@given(tokens=words, data=st.data())
def test_any_shuffled_sentence_is_the_same_bag(tokens, data):
    other = data.draw(st.permutations(tokens))
    found = compare_order(" ".join(tokens), " ".join(other), Sinusoid(dim=32))
    assert found.same_bag
    assert found.largest_plain_change < 1e-13
    # An unchanged order changes nothing; a changed one moves some word to another encoding.
    assert (found.largest_placed_change > 1e-3) == (list(other) != tokens)


@given(tokens=words)
def test_attention_output_is_a_weighted_mean(tokens):
    vectors = token_vectors(tokens, 6)
    out = self_attention(vectors)
    # A mean with weights that sum to 1 in rounding only.
    assert (out <= vectors.max(0) + 1e-14).all()
    assert (out >= vectors.min(0) - 1e-14).all()


def test_attention_of_two_orthogonal_rows():
    # Scores 1/sqrt(2) against itself and 0 against the other.
    own = np.exp(2**-0.5) / (np.exp(2**-0.5) + 1)
    expected = [[own, 1 - own], [1 - own, own]]
    np.testing.assert_allclose(self_attention(np.eye(2)), expected, rtol=1e-15)


def test_word_vectors_depend_on_the_word_alone():
    left, right = token_vectors(["cat", "dog"], 16), token_vectors(["dog", "x", "cat"], 16)
    np.testing.assert_array_equal(left, right[[2, 0]])
    np.testing.assert_allclose(np.linalg.norm(right, axis=1), 8**0.5, rtol=1e-14)
    assert np.abs(left[0] - left[1]).max() > 0.1


def test_case_and_punctuation_do_not_count():
    found = compare_order("Dog bites man.", "Man bites dog.", Sinusoid(dim=8))
    assert found.left.tokens == ("dog", "bites", "man", ".")
    assert found.same_bag


def test_other_words_have_no_match():
    found = compare_order("red car", "red bus", Sinusoid(dim=8))
    assert not found.same_bag
    assert found.matches.tolist() == [0, -1]
    assert np.isnan(found.plain_change).tolist() == [False, True]
    # "red" stands beside another word: its output differs even without positions.
    assert found.largest_plain_change > 1e-3


@pytest.mark.parametrize(
    ("left", "right"),
    [
        pytest.param("", "", id="both empty"),
        pytest.param("", "a b", id="left empty"),
        pytest.param("a b", "", id="right empty"),
        pytest.param("a", "b", id="nothing shared"),
    ],
)
def test_nothing_to_compare(left, right):
    found = compare_order(left, right, Sinusoid(dim=4))
    assert found.largest_plain_change == found.largest_placed_change == 0
    assert found.plain_left.shape == (len(left.split()),) * 2
    assert found.placed_right.shape == (len(right.split()),) * 2


def test_long_sentences_are_cut_and_say_so():
    found = compare_order("w " * 5000, "😀 <b>x</b> שלום", Sinusoid(dim=4))
    assert found.placed_left.shape == (MAX_WORDS, MAX_WORDS)
    assert found.left.note == "Only the first 64 of 5,000 words are used."
    assert found.right.tokens[1] == "<b>x</b>"


def test_bag_and_match():
    assert bag(["b", "a", "b"]) == {"a": 1, "b": 2}
    assert match_words(["x", "y", "x", "x"], ["x", "x"]).tolist() == [0, -1, 1, -1]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: token_vectors(["a"], 0), "dim must be an integer from 1 to 4096; got 0"),
        (lambda: pairwise_products([1.0]), "vectors must be an array of 2 dimension"),
        (lambda: self_attention([[float("nan")]]), "vectors must be .* got nan at index"),
        (lambda: compare_order("a", None, Sinusoid(dim=2)), "text must be a string"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(
    ("left", "right", "placed"),
    [
        (LEFT_SENTENCE, RIGHT_SENTENCE, True),
        (LEFT_SENTENCE, LEFT_SENTENCE, False),
        ("a b c", "c d a", True),
        ("", "a", False),
    ],
)
def test_changes_of_the_products(left, right, placed):
    comparison = compare_order(left, right, Sinusoid(dim=64))
    plain_change, placed_change = comparison.product_changes
    assert plain_change < 1e-12  # sums of 64 products of numbers near 1
    assert (placed_change > 0.1) == placed


def test_the_largest_change_of_a_product_by_hand():
    comparison = compare_order("a b", "b a", Sinusoid(dim=8))
    left, right = comparison.placed_left, comparison.placed_right
    by_hand = max(abs(left[0, 0] - right[1, 1]), abs(left[1, 1] - right[0, 0]))
    by_hand = max(by_hand, abs(left[0, 1] - right[1, 0]))
    assert comparison.product_changes[1] == by_hand
