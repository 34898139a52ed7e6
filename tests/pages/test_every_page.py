"""What holds on every page: it opens in any state, says what it shows, and never breaks."""

import json
from pathlib import Path

import pytest

from pages.parts import state
from pages.parts.frame import ENCODING, PAGES, SHARE
from tests.pages.reading import (
    body_alone,
    chart_names,
    charts,
    menu,
    movable,
    move,
    parts,
    sliders,
    texts,
)

ROOT = Path(__file__).parents[2]
EVERY = pytest.mark.parametrize("path", [page.path for page in PAGES])
#: Home and the pages that show the encoding itself: they take any setting without a word.
PLAIN = [page.path for page in PAGES if page.group in ("", ENCODING)]
EXTREMES = (
    {"d": 1, "length": 1},
    {"d": 2, "length": 2},
    {"d": 3},
    {"d": 127, "layout": "cos_sin"},
    {"d": 4096, "length": 1_000_000},
    {"d": 4096, "length": 1},
    {"d": 1, "length": 1_000_000, "position": 999_999, "from": 500_000},
    {"base": 2},
    {"base": 1e9, "log": "true", "turned": "true"},
    {"from": 900, "to": 5, "dims": "0,127,4095", "dimension": 4095, "other": 999_999},
)
NONSENSE = (
    {"d": "abc"},
    {"d": "0"},
    {"d": "4097"},
    {"d": "2.5"},
    {"d": ""},
    {"d": "nan"},
    {"d": "-inf"},
    {"base": "-1"},
    {"base": "1e10"},
    {"length": "1e99"},
    {"length": "0x10"},
    {"position": "999999999"},
    {"position": "-1"},
    {"dimension": "1e400"},
    {"from": "x"},
    {"to": "-3"},
    {"dims": "1,2,x"},
    {"dims": ",".join(map(str, range(13)))},
    {"layout": "upside_down"},
    {"turned": "maybe"},
    {"log": "1"},
    {"view": "nothing"},
    {"no_such_key": "1"},
    {"<script>alert(1)</script>": "`*_[x](y)"},
    {"d": "9" * 5_000},
    {"d": "\u202e\x00`$\\frac{1}{2}$"},
)


def test_the_menu_lists_every_page_that_streamlit_finds():
    scripts = {f"pages/{path.name}" for path in (ROOT / "pages").glob("*.py")}
    assert {page.path for page in PAGES} == scripts | {"app.py"}
    assert len({page.title for page in PAGES}) == len(PAGES)


@EVERY
def test_title_menu_and_charts(open_page, path):
    page = next(page for page in PAGES if page.path == path)
    app = open_page(path)
    assert len(app.title) == 1
    if path != "app.py":
        assert app.title[0].value == page.title
    links = [link for _, pages in menu(app) for link in pages]
    assert [link["title"] for link in links] == [p.title for p in PAGES]
    here = {json.loads(proto.json)["current"] for proto in parts(app, "menu")}
    assert [link["title"] for link in links if link["path"] in here] == [page.title]
    assert not app.warning
    names = chart_names(app)
    assert len(names) == len(set(names))
    if page.group != SHARE:
        assert set(names) <= set(page.charts), "the table of pages knows every chart"
    for chart in charts(app):
        assert len(chart["alt"]) > 30


def test_the_menu_links_to_where_streamlit_has_the_pages(open_page):
    app = open_page()
    links = [link["path"] for _, pages in menu(app) for link in pages]
    names = [Path(page.path).stem for page in PAGES]
    assert links == ["./" if name == "app" else name for name in names]
    assert [group for group, _ in menu(app)] == list(dict.fromkeys(p.group for p in PAGES))


def test_the_cards_of_the_home_page_say_what_each_page_shows(open_page):
    cards = [card for _, pages in menu(open_page(), cards=True) for card in pages]
    assert [(card["title"], card["shows"]) for card in cards] == [
        (page.title, page.shows) for page in PAGES if page.path != "app.py"
    ]


def _never_breaks(app):
    assert app.title
    for chart in charts(app):
        for word in ("nan", "inf ", "None"):
            assert word not in chart["alt"]


@pytest.mark.parametrize("path", PLAIN)
@pytest.mark.parametrize("query", EXTREMES, ids=str)
def test_extreme_settings_of_the_encoding(open_page, path, query):
    app = open_page(path, **query)
    assert not app.warning
    _never_breaks(app)


@pytest.mark.parametrize("path", [page.path for page in PAGES if page.path not in PLAIN])
@pytest.mark.parametrize("query", [EXTREMES[0], EXTREMES[2], EXTREMES[4], {"base": 2}], ids=str)
def test_extreme_settings(open_page, path, query):
    _never_breaks(open_page(path, **query))


@EVERY
def test_links_keep_the_view(open_page, path):
    app = open_page(path, d=64, base=500, length=77)
    assert app.query_params == {"d": "64", "base": "500", "length": "77"}
    assert app.number_input(key="d:field").value == 64
    assert app.number_input(key="base:field").value == 500
    assert {key: sliders(app)[key]["value"] for key in ("d", "length", "base")} == {
        "d": 64,
        "length": 77,
        "base": 500,
    }
    app.switch_page("pages/heatmap.py").run()
    assert not app.exception
    assert app.query_params == {"d": "64", "base": "500", "length": "77"}
    assert app.number_input(key="d:field").value == 64


@EVERY
def test_every_control_moves_something_and_breaks_nothing(open_page, path):
    app = open_page(path, d=64)
    assert {"d:field", "length:field", "base:field"} <= {key for _, key in movable(app)}
    for kind, key in movable(app):
        if (kind, key) not in movable(app):
            continue
        before = dict(app.query_params)
        app = move(app, kind, key)
        assert not app.exception, (key, app.exception)
        name = key.split(":")[0]
        if name in state.PARAMETERS:
            assert app.query_params != before, f"{key} is not in the link"
        if name in sliders(app):
            field = app.number_input(key=f"{name}:field")
            assert sliders(app)[name]["value"] == field.value, "slider and field agree"


@EVERY
def test_each_slider_has_a_field_for_exact_typing(open_page, path):
    app = open_page(path, d=64)
    assert {"d", "length", "base"} <= set(sliders(app))
    for key, item in sliders(app).items():
        field = app.number_input(key=f"{key}:field")
        ends = item.get("steps", [item.get("low"), item.get("high")])
        assert (ends[0], ends[-1]) == (field.min, field.max)
        assert item["value"] == field.value
        assert item["default"] == state.PARAMETERS[key].default
        assert item["label"]


def _said(app):
    """Return what the body of a page shows."""
    words = [element.value for element in (*app.main.markdown, *app.main.latex, *app.main.info)]
    return words, [(chart["name"], chart["alt"]) for chart in charts(app)]


@EVERY
def test_a_control_of_the_body_leaves_the_page_as_its_link_opens_it(open_page, path):
    for kind, key in movable(open_page(path, d=64, layout="sin_cos").main):
        if key.split(":")[0] not in state.PARAMETERS:
            continue
        app = open_page(path, d=64, layout="sin_cos")
        side = {name: item["value"] for name, item in sliders(app).items()}
        with body_alone(app):
            app = move(app, kind, key)
        assert not app.exception, (key, app.exception)
        fresh = open_page(path, **{f"{k}_": v for k, v in app.query_params.items()})
        assert _said(app) == _said(fresh), key
        now = {name: item["value"] for name, item in sliders(app).items()}
        assert side | now == {name: item["value"] for name, item in sliders(fresh).items()}


@pytest.mark.parametrize("path", PLAIN[:2])
@pytest.mark.parametrize(
    ("preset", "wanted"),
    [
        ("Article", {}),
        ("Paper", {"d": "512"}),
        ("Tiny", {"d": "6", "length": "4"}),
        ("Small table", {"d": "30", "length": "10"}),
    ],
)
def test_presets(open_page, path, preset, wanted):
    app = open_page(path, d=99, length=55, base=3, from_=5, to=9)
    assert not [button for button in app.button if str(button.key).startswith("preset:")]
    app.session_state["presets"] = True  # what opening the list does
    app.run()
    app.button(key=f"preset:{preset}").click().run()
    assert not app.exception
    assert app.query_params == wanted
    assert app.number_input(key="d:field").value == int(wanted.get("d", 128))
    assert app.number_input(key="length:field").value == int(wanted.get("length", 1000))


@EVERY
def test_reset(open_page, path):
    app = open_page(path, d=99, length=55, base=3, position=7, turned="true", layout="cos_sin")
    app.button(key="reset").click().run()
    assert not app.exception
    assert app.query_params == {}
    assert sliders(app)["d"]["value"] == app.number_input(key="d:field").value == 128


@EVERY
def test_a_page_with_only_nonsense_in_its_link(open_page, path):
    query = {
        "d": "abc",
        "base": "-1",
        "length": "1e99",
        "position": "999999999",
        "other": "0.5",
        "dims": "x" * 10_000,
        "no_such_key": "<b>1</b>",
    }
    app = open_page(path, **query)
    assert len(app.warning) == len(query)
    assert app.query_params == {}
    assert app.number_input(key="d:field").value == 128
    assert app.number_input(key="length:field").value == 1000
    assert app.number_input(key="base:field").value == 10_000


@pytest.mark.parametrize("query", NONSENSE, ids=lambda query: str(query)[:50])
def test_each_kind_of_nonsense(open_page, query):
    app = open_page("pages/heatmap.py", **query)
    (key,) = query
    assert len(app.warning) == 1
    note = app.warning[0].value
    assert len(note) < 300
    assert "<script>" not in note.replace("`<script>alert(1)</script>`", "")
    assert app.query_params == {}
    if key in state.PARAMETERS:
        assert key in note
    app.number_input(key="d:field").set_value(64).run()
    assert not app.warning, "the note goes when the reader moves on"
    assert app.query_params == {"d": "64"}


@pytest.mark.parametrize("page", [p for p in PAGES if p.charts], ids=lambda page: page.path)
def test_a_view_of_one_chart_shows_one_chart(open_page, page):
    app = open_page(page.path, view="chart")
    assert chart_names(app) == [page.charts[0]]
    for things in (app.title, app.button, app.caption, movable(app)):
        assert not things
    drawn = chart_names(open_page(page.path, open=",".join(state.FOLDS)))
    assert drawn
    for name in page.charts:
        alone = chart_names(open_page(page.path, view="chart", chart=name))
        assert alone == ([name] if name in drawn else [])


@pytest.mark.parametrize("path", PLAIN)
@pytest.mark.parametrize("d", [1, 4096])
def test_every_chart_can_stand_alone(open_page, path, d):
    (page,) = (page for page in PAGES if page.path == path)
    for name in page.charts:
        app = open_page(path, view="chart", chart=name, d=d, length=2)
        assert chart_names(app) == [name]
        assert not app.warning


@pytest.mark.parametrize("page", [p for p in PAGES if p.charts], ids=lambda page: page.path)
def test_a_chart_that_is_not_there_is_said_to_be_missing(open_page, page):
    app = open_page(page.path, view="chart", chart="no-such-chart")
    assert app.warning
    assert chart_names(app) == [page.charts[0]]


def test_no_page_renders_text_as_html():
    for script in (ROOT / "app.py", *sorted((ROOT / "pages").rglob("*.py"))):
        assert "unsafe_allow_html" not in script.read_text(encoding="utf-8"), script


def test_reserved_keys_are_left_alone(open_page):
    app = open_page("pages/heatmap.py", embed="true", d=64)
    assert not app.warning
    assert app.number_input(key="d:field").value == 64
    assert texts(app)
