"""Text that came from outside, made safe to stand among Markdown."""

import re

__all__ = ["plain"]

LONGEST = 600
#: Invisible, and no break: it keeps ":smile:", "www.", "-->" and addresses from being read as such.
JOINER = "\u2060"
BREAKS = re.compile(r"(?<=[:@])(?=\S)|(?<=\.)(?=[^\W\d])|(?<=[<>~=-])(?=[<>=-])|(?<=www)", re.I)


def plain(text: str) -> str:
    """Return Markdown that shows ``text`` as it is: no markup, link, icon or formula.

    Line breaks and other unprintable characters become spaces; a long text is cut.
    """
    short = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
    printed = "".join(c if c.isprintable() else " " for c in short)
    broken = BREAKS.sub(JOINER, printed)
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", broken)
