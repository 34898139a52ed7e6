"""Frames for a page of one's own, and the rules for text that goes into one.

Titles and addresses come from readers. They appear as text and as links, never as HTML.
"""

import html
import re
from typing import Any
from urllib.parse import urlsplit

from pe_core.checks import integer

__all__ = ["checked_address", "checked_title", "iframe", "iframe_snippet"]

MAX_TITLE = 120
MAX_ADDRESS = 2000
#: Narrower than the standard, so that every browser can read what passes.
_WEB_ADDRESS = re.compile(r"https?://[A-Za-z0-9.-]+(:[0-9]{1,4})?([/?#][^\s<>\"'\\]*)?")


def iframe_snippet(src: str, *, title: str, height: int) -> str:
    """Return the HTML that shows the page at ``src`` inside another one, at its full width.

    ``src`` is an http(s) address or a path, ``height`` an integer from 100 to 4000 pixels.

    Raises ``ValueError`` for other values.

    >>> iframe_snippet("wave.html", title="Wave", height=480)[:40]
    '<iframe src="wave.html" title="Wave" wid'
    """
    rule = "src must be an http(s) address or a path"
    if not isinstance(src, str):
        raise ValueError(f"{rule}; got {type(src).__name__}")
    if len(src) > MAX_ADDRESS:
        raise ValueError(f"{rule}, of at most {MAX_ADDRESS} characters; got {len(src)}")
    try:
        scheme = urlsplit(src).scheme
    except ValueError:  # such as a [ without its ]
        raise ValueError(f"{rule}; got {src[:60]!r}") from None
    if scheme not in ("", "http", "https"):
        raise ValueError(f"{rule}; got {src[:60]!r}")
    if _unfit(src):
        raise ValueError(f"src must hold no control characters; got {src[:60]!r}")
    return iframe("src", src, title, height)


def iframe(attribute: str, content: str, title: str, height: int) -> str:
    """Return an iframe element; all text is escaped."""
    height = integer("height", height, 100, 4000)
    return (
        f'<iframe {attribute}="{html.escape(content)}" title="{html.escape(checked_title(title))}" '
        f'width="100%" height="{height}" style="border:0" loading="lazy"></iframe>'
    )


def checked_title(title: Any) -> str:
    """Return the title, if it is text that a file can hold."""
    rule = f"title must be text of at most {MAX_TITLE} characters"
    if not isinstance(title, str):
        raise ValueError(f"{rule}; got {type(title).__name__}")
    if len(title) > MAX_TITLE:
        raise ValueError(f"{rule}; got {len(title)}")
    if _unfit(title):
        raise ValueError(f"title must hold no control characters; got {title[:40]!r}")
    return title


def _unfit(text: str) -> bool:
    """Return whether text holds what no file of text can: control characters, half a pair."""
    return any(c < " " or "\ud800" <= c <= "\udfff" for c in text)


def checked_address(name: str, address: Any) -> str:
    """Return an address of a web page; refuse others, such as a script in disguise."""
    rule = f"{name} must be an address that starts with http:// or https://"
    if not isinstance(address, str) or len(address) > MAX_ADDRESS:
        raise ValueError(f"{rule}, of at most {MAX_ADDRESS} characters")
    if not _WEB_ADDRESS.fullmatch(address):
        raise ValueError(f"{rule}; got {address[:60]!r}")
    return address
