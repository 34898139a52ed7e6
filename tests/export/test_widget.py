"""Widgets as text: size, stability, escaping and the rules of their fields."""

import html
import json
import re

import pytest

import pe_core.export.pieces as pieces
from pe_core.export.widget import (
    KINDS,
    Widget,
    notebook_snippet,
    widget_fragment,
    widget_height,
    widget_html,
)
from pe_core.export.widget_kinds import looks
from pe_core.figures.theme import DARK, LIGHT
from pe_core.sinusoid import Sinusoid

# The longest title and address that pass, in characters of four bytes where they may be.
LONGEST = {"title": "\U0001f600" * 120, "explorer": "https://example.org/" + "x" * 100}


@pytest.mark.parametrize("kind", KINDS)
def test_page_is_small(kind):
    assert len(widget_html(kind, **LONGEST).encode()) <= 20_000


@pytest.mark.parametrize("kind", KINDS)
def test_offline_page_is_below_five_megabytes_and_loads_nothing(kind):
    page = widget_html(kind, offline=True, **LONGEST)
    assert len(page.encode()) <= 5_000_000
    assert not re.search(r"<(script|link|img|iframe)[^>]*\b(src|href)=", page)


@pytest.mark.parametrize("kind", KINDS)
def test_same_arguments_give_the_same_bytes(kind):
    assert widget_html(kind, dim=6) == widget_html(kind, dim=6)
    assert widget_fragment(kind, dim=6) == widget_fragment(kind, dim=6)
    assert widget_fragment(kind, dim=6) != widget_fragment(kind, dim=8)


def test_plotly_tag_is_the_one_that_plotly_writes():
    import plotly.graph_objects as go

    tag = re.search(r"<script[^>]*\ssrc=[^>]*></script>", widget_html("wave")).group()
    assert tag in go.Figure().to_html(include_plotlyjs="cdn")
    assert re.search(r'integrity="sha256-[^"]{44}"', tag)
    assert re.search(r"plotly-\d+\.\d+\.\d+\.min\.js", tag)


def test_fragment_can_do_without_plotly():
    fragment = widget_fragment("wave", plotly="none")
    assert fragment.count("<script") == 1
    assert "src=" not in fragment
    assert not re.search(r"\sid=", fragment)


@pytest.mark.parametrize(
    "title", ["</script><script>alert(1)</script>", '"><img src=x>', "</title>", "$script ${x} $$"]
)
def test_title_appears_as_text(title):
    page = widget_html("wave", title=title)
    assert f"<title>{html.escape(title)}</title>" in page
    assert page.count("<script") == page.count("</script>") == 2
    assert page.count("</title>") == 1


def test_settings_cannot_leave_their_script():
    assert "<" not in pieces.script_json({"a": "</script><!--\u2028"})
    assert json.loads(pieces.script_json(["</script>&\u2028"])) == ["</script>&\u2028"]


def test_missing_file_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(pieces, "_ASSETS", tmp_path)
    with pytest.raises(ValueError, match=r"assets/widget/\S+ of the project; it is missing"):
        widget_html("wave")


def leaves(part):
    """Return all that is no dict in a piece of JSON; a list of plain values counts as one."""
    if isinstance(part, dict):
        return [leaf for value in part.values() for leaf in leaves(value)]
    if isinstance(part, list) and any(isinstance(item, dict | list) for item in part):
        return [leaf for value in part for leaf in leaves(value)]
    return [part]


@pytest.mark.parametrize("kind", KINDS)
def test_looks_hold_no_numbers_and_name_their_colours(kind):
    found = leaves(looks(kind, Sinusoid(128), 1000))
    assert all(len(leaf) <= 2 for leaf in found if isinstance(leaf, list))
    variables = {leaf for leaf in found if isinstance(leaf, str) and leaf.startswith("--")}
    assert "--paper" in variables
    assert variables <= set(re.findall(r"--\w+(?=:)", pieces.style_sheet()))
    colours = {leaf for leaf in found if isinstance(leaf, str) and leaf.startswith("#")}
    assert not colours & {LIGHT.paper, LIGHT.text, LIGHT.grid, LIGHT.sine, LIGHT.cosine}


@pytest.mark.parametrize("kind", KINDS)
def test_scripts_of_a_widget_share_no_name(kind):
    """They stand in one function, without their imports."""
    roots = (f"pictures/{kind}", f"words/{kind}", "widget")
    sources = [
        pieces._asset(name) for name in pieces.modules(*(f"widget/{root}.js" for root in roots))
    ]
    found = re.findall(r"^(?:const|let|function) (\w+)", "\n".join(sources), flags=re.MULTILINE)
    assert len(found) >= 20
    assert sorted(found) == sorted(set(found))


def test_both_looks_have_the_same_scales():
    """A widget has one spec for both, in which only single colours are variables."""
    assert (LIGHT.diverging, LIGHT.magnitude) == (DARK.diverging, DARK.magnitude)


def test_compact_keeps_code_and_drops_the_rest(monkeypatch, tmp_path):
    monkeypatch.setattr(pieces, "_ASSETS", tmp_path)
    script = "// why\n\n  const a = (x) => `a  = ${x}` + b;\nexport { a };\n"
    (tmp_path / "a.js").write_text(f'import {{ b }} from "./b.js";\n{script}', encoding="utf-8")
    assert pieces.compact("a.js") == "const a=(x)=>`a  = ${x}` + b;"


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"kind": "pie"}, "kind must be one of wave, heatmap"),
        ({"dim": 0}, "dim must be an integer from 1 to 512; got 0"),
        ({"dim": 513}, "dim must be an integer from 1 to 512; got 513"),
        ({"length": 4097}, "length must be an integer from 1 to 4096; got 4097"),
        ({"base": 0.5}, "base must be a number from 1 to"),
        ({"base": float("nan")}, "base must be a number from 1 to"),
        ({"position": 10, "length": 10}, "position must be a number from 0 to 9; got 10"),
        ({"position": 1, "origin": 2}, "position must be a number from 2 to 1001; got 1"),
        ({"offset": 10, "length": 10}, "offset must be an integer from 0 to 9; got 10"),
        ({"theme": "blue"}, "theme must be one of auto, light, dark; got 'blue'"),
        ({"spacing": "even"}, "spacing must be one of paper, endpoint"),
        ({"dim": 7, "tail": "error"}, "dim must be even when tail is error; got 7"),
        ({"dim": 1, "tail": "zero"}, "dim must be at least 2 when tail is zero; got 1"),
        ({"title": "x" * 121}, "title must be text of at most 120 characters"),
        ({"explorer": "javascript:alert(1)"}, "explorer must be an address"),
    ],
    ids=lambda value: "-".join(map(str, value)) if isinstance(value, dict) else "",
)
def test_rules(fields, message):
    with pytest.raises(ValueError, match=message):
        Widget(**{"kind": "wave", **fields})


def test_unknown_choice_of_plotly():
    with pytest.raises(ValueError, match="plotly must be one of cdn, inline, none"):
        widget_fragment("wave", plotly="local")


def test_defaults_suit_a_short_table():
    widget = Widget("shift", length=3, origin=2)
    assert (widget.position, widget.offset) == (4, 2)
    assert widget.sinusoid == Sinusoid(128, origin=2)


def test_notebook_snippet_holds_the_page():
    snippet = notebook_snippet("wave", title="A")
    assert html.escape(widget_html("wave", title="A")) in snippet
    assert f'height="{widget_height("wave")}"' in snippet


def test_height_of_another_kind():
    with pytest.raises(ValueError, match="kind must be one of wave"):
        widget_height("pie")
