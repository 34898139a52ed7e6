"""A sentence as a list of tokens.

A token is what stands between white space, as ``str.split`` sees it. That rule is plain and
works for any script that writes spaces; real models cut words into smaller pieces. Whatever a
reader types is text and nothing else: emoji, right-to-left words and mark-up are tokens too.
"""

import unicodedata
from dataclasses import dataclass

from pe_core.checks import choice, integer

__all__ = ["MAX_TOKENS", "Words", "split_words", "visible"]

MAX_TOKENS = 5_000
MAX_CHARACTERS = 1_000_000
PUNCTUATION = ("attached", "separate")


@dataclass(frozen=True)
class Words:
    """Hold the tokens of a sentence, and how many there were before the limit cut them."""

    tokens: tuple[str, ...]
    count: int

    @property
    def note(self) -> str:
        """Return a sentence on what is special about this input; empty if nothing is.

        >>> split_words("one").note
        'One word: there is no order to lose yet.'
        """
        if not self.count:
            return "There are no words yet: type a sentence."
        if self.count > len(self.tokens):
            return f"Only the first {len(self.tokens):,} of {self.count:,} words are used."
        return "One word: there is no order to lose yet." if self.count == 1 else ""


def split_words(
    text: str, *, lowercase: bool = False, punctuation: str = "attached", limit: int = MAX_TOKENS
) -> Words:
    """Cut ``text`` into tokens at white space.

    ``text`` has at most 1,000,000 characters. ``punctuation``: ``"attached"`` leaves a word as
    it is, ``"separate"`` makes the punctuation marks at its two ends tokens of their own (Unicode
    categories P*). ``limit``: keep that many tokens, an integer from 1 to 5,000. Mark-up has no
    meaning here: ``<b>`` is a token like any other.

    Raises ``ValueError`` for anything else.

    >>> split_words("Stop, thief!", punctuation="separate").tokens
    ('Stop', ',', 'thief', '!')
    """
    if not isinstance(text, str):
        raise ValueError(f"text must be a string; got a {type(text).__name__}")
    if len(text) > MAX_CHARACTERS:
        raise ValueError(f"text must have at most {MAX_CHARACTERS} characters; got {len(text)}")
    choice("punctuation", punctuation, PUNCTUATION)
    limit = integer("limit", limit, 1, MAX_TOKENS)
    pieces = (text.lower() if lowercase else text).split()
    if punctuation == "separate":
        pieces = [part for piece in pieces for part in _peel(piece) if part]
    return Words(tuple(pieces[:limit]), len(pieces))


def _peel(piece: str) -> tuple[str, str, str]:
    """Return the leading punctuation, the word, and the trailing punctuation of one piece."""
    marks = [unicodedata.category(character).startswith("P") for character in piece]
    if all(marks):
        return piece, "", ""
    first, last = marks.index(False), len(piece) - marks[::-1].index(False)
    return piece[:first], piece[first:last], piece[last:]


def visible(token: str, *, width: int = 24) -> str:
    """Return a short form of ``token`` that is safe to set in a line of text.

    Control characters and marks that turn the direction of the text around would garble what
    stands beside them: each becomes U+FFFD. Longer tokens than ``width`` end in an ellipsis.
    This is not an escape for HTML.

    >>> visible("a" * 30, width=5)
    'aaaa…'
    """
    turning = {*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x2028, 0x2029}
    short = token if len(token) <= width else token[: width - 1] + "…"
    return "".join(
        "\ufffd" if ord(c) in turning or unicodedata.category(c) in ("Cc", "Cs") else c
        for c in short
    )
