"""Frames and the rules for text from readers."""

import html
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pe_core.export.embed import checked_address, checked_title, iframe_snippet

NASTY = [
    '"><script>alert(1)</script>',
    "</title></script><img src=x onerror=alert(1)>",
    "' onload='alert(1)",
    "&lt;b&gt; & <b>",
    "\u2028\u2029 line ends",
]


class Tags(HTMLParser):
    """Collect every element with its attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


@pytest.mark.parametrize("text", NASTY)
def test_iframe_carries_text_as_text(text):
    found = Tags(iframe_snippet("a b.html?x=1&y=2", title=text, height=300)).found
    assert found == [
        (
            "iframe",
            {
                "src": "a b.html?x=1&y=2",
                "title": text,
                "width": "100%",
                "height": "300",
                "style": "border:0",
                "loading": "lazy",
            },
        )
    ]


@given(st.text(max_size=130))
def test_any_title_is_refused_or_survives(text):
    control = any(c < " " or "\ud800" <= c <= "\udfff" for c in text)
    if control or len(text) > 120:
        with pytest.raises(ValueError, match="title must"):
            iframe_snippet("w.html", title=text, height=300)
    else:
        snippet = iframe_snippet("w.html", title=text, height=300)
        assert Tags(snippet).found[0][1]["title"] == text


@pytest.mark.parametrize(
    "src", ["javascript:alert(1)", "\tjava\nscript:alert(1)", "data:text/html,x", "file:///x"]
)
def test_iframe_refuses_other_schemes(src):
    with pytest.raises(ValueError, match=r"src must be an http\(s\) address or a path"):
        iframe_snippet(src, title="", height=300)


@pytest.mark.parametrize(
    "src", [1, [], True, None, b"w.html", "http://[", "x" * 2001], ids=lambda src: repr(src)[:9]
)
def test_iframe_refuses_what_is_no_path(src):
    with pytest.raises(ValueError, match=r"src must be an http\(s\) address or a path"):
        iframe_snippet(src, title="", height=300)


@pytest.mark.parametrize("character", ["\x00", "\ud800", "\x1b", "\n"], ids=ascii)
def test_iframe_refuses_characters_that_no_file_holds(character):
    with pytest.raises(ValueError, match="src must hold no control characters"):
        iframe_snippet(f"a{character}b.html", title="", height=300)


@pytest.mark.parametrize("height", [99, 4001, 10.5, "300"])
def test_iframe_refuses_other_heights(height):
    with pytest.raises(ValueError, match="height must be an integer from 100 to 4000"):
        iframe_snippet("w.html", title="", height=height)


@pytest.mark.parametrize(
    ("title", "message"),
    [
        (None, "title must be text of at most 120 characters; got NoneType"),
        ("x" * 121, "title must be text of at most 120 characters; got 121"),
        ("a\x00b", "title must hold no control characters"),
        ("a\ud800b", "title must hold no control characters"),
    ],
    ids=["none", "long", "null", "surrogate"],
)
def test_title_rules(title, message):
    with pytest.raises(ValueError, match=message):
        checked_title(title)


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "http://",
        "https:///path",
        "https://example.org:999999/",
        "https://exa mple.org",
        'https://example.org/"><script>',
        "//example.org",
        "page",
        7,
        "https://example.org/" + "x" * 2000,
    ],
)
def test_address_rules(address):
    with pytest.raises(ValueError, match="explorer must be an address that starts with http"):
        checked_address("explorer", address)


@pytest.mark.parametrize(
    "address",
    ["https://example.org", "http://localhost:8501/wave?d=4&x=%20#top", "https://a-b.example/"],
)
def test_address_passes(address):
    assert checked_address("explorer", address) == address
    assert html.unescape(iframe_snippet(address, title="", height=300)).count(address) == 1
