"""Sentences of every kind become tokens, and none of them breaks anything."""

import pytest

from pe_core.words import MAX_TOKENS, Words, split_words, visible


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        pytest.param("", (), id="empty"),
        pytest.param(" \t\n\u00a0\u3000 ", (), id="white space only"),
        pytest.param("word", ("word",), id="one word"),
        pytest.param("The cat, the dog.", ("The", "cat,", "the", "dog."), id="punctuation stays"),
        pytest.param("a\u3000b\u00a0c\nd", ("a", "b", "c", "d"), id="other white space"),
        pytest.param("👩‍👩‍👧 👍🏽 ok", ("👩‍👩‍👧", "👍🏽", "ok"), id="emoji stay whole"),
        pytest.param("שלום עולם", ("שלום", "עולם"), id="right to left in logical order"),
        pytest.param("नमस्ते दुनिया", ("नमस्ते", "दुनिया"), id="combining marks"),
        pytest.param(
            "<script>alert(1)</script> <b>x</b>",
            ("<script>alert(1)</script>", "<b>x</b>"),
            id="mark-up is text",
        ),
    ],
)
def test_white_space_cuts(text, tokens):
    assert split_words(text).tokens == tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Stop, thief!", ("Stop", ",", "thief", "!")),
        ("(don't) ...", ("(", "don't", ")", "...")),
        ("well-known", ("well-known",)),
        ("«да» ¿qué?", ("«", "да", "»", "¿", "qué", "?")),
    ],
)
def test_punctuation_can_be_cut_off(text, tokens):
    assert split_words(text, punctuation="separate").tokens == tokens


def test_lowercase():
    assert split_words("The THE", lowercase=True).tokens == ("the", "the")


def test_a_limit_is_kept_and_said():
    words = split_words("w " * 6000)
    assert len(words.tokens) == MAX_TOKENS == 5000
    assert words.count == 6000
    assert words.note == "Only the first 5,000 of 6,000 words are used."
    assert split_words("a b c", limit=2).tokens == ("a", "b")


def test_five_thousand_words_are_all_kept():
    words = split_words("word " * 5000)
    assert (len(words.tokens), words.note) == (5000, "")


@pytest.mark.parametrize(
    ("words", "note"),
    [
        (Words((), 0), "There are no words yet: type a sentence."),
        (Words(("a",), 1), "One word: there is no order to lose yet."),
        (Words(("a", "b"), 2), ""),
    ],
)
def test_notes(words, note):
    assert words.note == note


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"text": None}, "text must be a string; got a NoneType"),
        ({"text": b"a"}, "text must be a string; got a bytes"),
        ({"text": "a" * 1_000_001}, "text must have at most 1000000 characters; got 1000001"),
        ({"text": "a", "limit": 0}, "limit must be an integer from 1 to 5000; got 0"),
        ({"text": "a", "punctuation": "no"}, "punctuation must be one of attached, separate"),
    ],
)
def test_bad_input(arguments, message):
    with pytest.raises(ValueError, match=message):
        split_words(**arguments)


@pytest.mark.parametrize(
    ("token", "shown"),
    [
        pytest.param("plain", "plain", id="plain"),
        pytest.param("a" * 24, "a" * 24, id="just fits"),
        pytest.param("a" * 25, "a" * 23 + "…", id="cut"),
        pytest.param("a\x00b\u202ec\ud800", "a�b�c�", id="control, direction, lone surrogate"),
        pytest.param("\u202a\u202e\u2066\u2069\u2028", "�����", id="every kind of turn and break"),
        pytest.param("👩‍👩‍👧", "👩‍👩‍👧", id="joined emoji stay joined"),
        pytest.param("<b>", "<b>", id="mark-up is left to the page"),
    ],
)
def test_visible(token, shown):
    assert visible(token) == shown
