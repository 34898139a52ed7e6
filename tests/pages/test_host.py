"""What a browser sends is checked like a link, and what it loads lies there whole or not at all."""

import math
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.parts import host, state
from pe_core.export.pieces import bundle, plotly_address, plotly_bundle
from tests.pages.reading import chart_names, parts

ROOT = Path(__file__).parents[2]
DEFAULTS = {key: parameter.default for key, parameter in state.PARAMETERS.items()}
SCRIPTS = [*(ROOT / "assets" / "app").glob("*.js"), *(ROOT / "assets" / "widget").rglob("*.js")]
IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"([^"]+)";$', re.MULTILINE)
EXPORT = re.compile(r"^export \{([^}]*)\};$", re.MULTILINE)


@pytest.fixture
def view(monkeypatch):
    """Return the state of a visit at the defaults, with a note above the page."""
    session = {"view": dict(DEFAULTS), "notes": ["a note"]}
    monkeypatch.setattr(state, "st", SimpleNamespace(session_state=session))
    return session


def changed(session) -> dict:
    return {key: value for key, value in session["view"].items() if value != DEFAULTS[key]}


@pytest.mark.parametrize(
    ("key", "value", "wanted"),
    [
        ("d", 64, 64),
        ("d", 64.0, 64),
        ("base", 500, 500),
        ("base", 2.5, 2.5),
        ("k", -100, -100),
        ("length", 1_000_000, 1_000_000),
        ("to", 7, 7),
    ],
)
def test_a_released_slider_sets_its_parameter(view, key, value, wanted):
    seen = {}
    state.take({"values": {key: value}, "n": 3}, seen)
    assert changed(view) == {key: wanted}
    assert type(view["view"][key]) is type(state.PARAMETERS[key].parse(str(wanted)))
    assert view["notes"] == [], "the note goes when the reader moves on"
    assert seen == {"n": 3}


NO_NUMBERS = [None, "64", "", True, False, [], [64], {}, {"d": 64}, math.nan, math.inf, -math.inf]
OUT_OF_BOUNDS = [0, -1, 4_097, 2.5, 1e300, 10**400, -(10**400)]


@pytest.mark.parametrize("value", [*NO_NUMBERS, *OUT_OF_BOUNDS], ids=lambda v: repr(v)[:20])
def test_what_breaks_the_rule_of_d_changes_nothing(view, value):
    seen = {}
    state.take({"values": {"d": value}, "n": 3}, seen)
    state.pick({"d": value})
    assert changed(view) == {}
    assert view["notes"] == ["a note"]
    assert seen == {"n": 3}, "the slider was heard all the same"


@pytest.mark.parametrize("value", [0, 1, 2, 64.0, True, 5e-324, 10**400])
@pytest.mark.parametrize(
    "key", ["turned", "left", "chart", "view", "given", "first", "convention", "dims", "guess"]
)
def test_numbers_set_only_what_is_a_number(view, key, value):
    state.take({"values": {key: value}, "n": 1}, {})
    state.pick({key: value})
    assert changed(view) == {}


@pytest.mark.parametrize("key", [None, "", "no such key", "__class__", 5, ("d",), b"d"])
def test_unknown_keys_change_nothing(view, key):
    state.take({"values": {key: 64}, "n": 1}, {})
    assert changed(view) == {}
    assert set(view["view"]) == set(DEFAULTS)


@pytest.mark.parametrize(
    "moved", [None, 5, "d", [], ["key"], {}, {"values": 5}, {"values": ["d"]}, {"d": 64}]
)
def test_messages_of_another_shape_change_nothing(view, moved):
    seen = {"n": 2}
    state.take(moved, seen)
    if not isinstance(moved, dict):
        state.pick(moved)
    assert changed(view) == {}
    assert seen == {"n": 2}


@pytest.mark.parametrize("number", [None, "4", 4.0, True, math.nan, [4], {"n": 4}], ids=repr)
def test_only_a_whole_number_counts_as_heard(view, number):
    seen = {"n": 2}
    state.take({"values": {"d": 64}, "n": number}, seen)
    assert seen == {"n": 2}
    assert changed(view) == {"d": 64}


def test_a_message_tells_of_all_sliders_that_wait(view):
    state.take({"values": {"d": 32, "length": 50}, "n": 4}, {})
    assert changed(view) == {"d": 32, "length": 50}


@pytest.mark.parametrize("first", ["field", "slider"])
def test_a_field_that_has_not_heard_of_a_slider_takes_nothing_back(view, first):
    view["view"]["d"], view["d:field"] = 32, 30  # the server set 32, and the browser says 30 still
    view["overtaken"] = {"d:field": 30}
    for part in (first, "slider" if first == "field" else "field"):
        if part == "slider":
            state.take({"values": {"length": 50}, "n": 4}, {})
        else:
            state.echo("d")
            state.put(d=30)
    state._drop_echoes()
    assert changed(view) == {"d": 32, "length": 50}
    assert not {"echoes", "slid"} & set(view)


def test_typing_the_number_from_before_counts(view):
    view["view"]["d"] = 32
    state.echo("d")
    state.put(d=30)
    state._drop_echoes()
    assert changed(view) == {"d": 30}


def test_a_click_sets_what_it_can(view):
    state.pick({"position": 7, "dimension": "6", "no such key": 1, "length": math.nan})
    assert changed(view) == {"position": 7}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)
KEYS = st.sampled_from(sorted(DEFAULTS)) | JSON


@given(key=KEYS, value=JSON, number=JSON)
def test_whatever_comes_the_view_obeys_its_rules(key, value, number):
    with pytest.MonkeyPatch.context() as patch:
        session = {"view": dict(DEFAULTS), "notes": []}
        patch.setattr(state, "st", SimpleNamespace(session_state=session))
        values = {key: value} if isinstance(key, str) else value
        state.take({"values": values, "n": number}, {})
        state.pick({key: value} if isinstance(key, str) else value)
        for name, now in changed(session).items():
            assert type(now) in (int, float)
            assert state.PARAMETERS[name].parse(state.PARAMETERS[name].write(now)) == (
                pytest.approx(now, rel=1e-14)
            )


def forget() -> None:
    """Let the host look at its folder anew, as a new server does."""
    host._served.cache_clear()
    host._part.cache_clear()


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """Return a folder with the project's assets, from which the host serves."""
    (tmp_path / "assets").symlink_to(ROOT / "assets")
    monkeypatch.setattr(host, "ROOT", tmp_path)
    forget()
    yield tmp_path
    forget()


def files(folder: Path) -> dict[str, bytes]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def wanted(mark: str) -> dict[str, bytes]:
    """Return the files that are to be served below a folder's name."""
    sources = [*SCRIPTS, *(ROOT / "assets").rglob("*.css")]
    scripts = {p.relative_to(ROOT / "assets").as_posix(): p.read_bytes() for p in sources}
    name, plotly = plotly_bundle()
    return {f"{mark}/{path}": content for path, content in scripts.items()} | {
        name: plotly.encode()
    }


def test_scripts_are_served_whole_from_a_folder_named_by_what_they_hold(checkout):
    script, plotly = host._served()
    mark = re.fullmatch(r"/app/static/([0-9a-f]{12})/app/app\.js", script)[1]
    assert files(checkout / "static") == wanted(mark)
    assert plotly == f"/app/static/{plotly_bundle()[0]}"


def test_a_second_start_writes_nothing(checkout):
    host._served()
    before = {path: path.stat().st_mtime_ns for path in (checkout / "static").rglob("*")}
    forget()
    host._served()
    assert {path: path.stat().st_mtime_ns for path in (checkout / "static").rglob("*")} == before


def test_other_scripts_lie_in_another_folder(checkout, tmp_path):
    first, _ = host._served()
    (checkout / "assets").unlink()
    for path in [*SCRIPTS, *(ROOT / "assets").rglob("*.css")]:
        copy = checkout / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes() + b"\n")
    forget()
    second, _ = host._served()
    assert first != second
    assert len(list((checkout / "static").glob("*/app/app.js"))) == 2


def test_below_another_base_path(checkout, monkeypatch):
    monkeypatch.setattr(host.st, "get_option", {"server.baseUrlPath": "/explorer/"}.__getitem__)
    script, plotly = host._served()
    assert script.startswith("/explorer/app/static/")
    assert plotly.startswith("/explorer/app/static/")


def test_several_processes_may_start_at_once(checkout):
    code = (
        "import sys; from pathlib import Path; from pages.parts import host; "
        "host.ROOT = Path(sys.argv[1]); print(*host._served())"
    )
    started = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(checkout)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        for _ in range(3)
    ]
    told = {process.communicate(timeout=120)[0] for process in started}
    assert [process.returncode for process in started] == [0, 0, 0]
    (addresses,) = told
    assert files(checkout / "static") == wanted(addresses.split("/")[3])


def test_a_write_that_breaks_off_leaves_no_half_file(checkout, monkeypatch):
    whole = Path.write_bytes

    def full_disk(path, content):
        whole(path, content[: len(content) // 2])
        raise OSError("no space left on device")

    monkeypatch.setattr(Path, "write_bytes", full_disk)
    assert host._served() == (None, plotly_address())
    monkeypatch.undo()
    served = set(wanted("mark"))
    left = {re.sub("^[0-9a-f]{12}/", "mark/", name) for name in files(checkout / "static")}
    assert not served & left


@pytest.fixture
def unwritable(checkout):
    """Put a file where the served folder would be, so that nothing can be written there."""
    (checkout / "static").write_text("no folder")
    return checkout


def test_where_nothing_can_be_served_the_page_brings_its_scripts_itself(unwritable, open_page):
    app = open_page("pages/heatmap.py", d=6, length=4)
    assert chart_names(app) == ["heatmap"]
    for name in ("chart", "numbers", "sliders", "menu"):
        for proto in parts(app, name):
            assert proto.js_content == f"export default {bundle()}.{name};"
            assert ".pe-slider" in proto.js_content, "the style sheet comes with the scripts"
    (chart,) = parts(app, "chart")
    assert plotly_address().encode() in chart.bytes


def test_else_a_page_brings_one_line(checkout, open_page):
    app = open_page("pages/heatmap.py", d=6, length=4)
    script, plotly = host._served()
    for name in ("chart", "sliders", "menu"):
        for proto in parts(app, name):
            assert len(proto.js_content) < 200
            assert script in proto.js_content
            assert f"app.{name}(part)" in proto.js_content
            assert not proto.css_content
    assert plotly.encode() in parts(app, "chart")[0].bytes


def test_all_scripts_as_one_hold_no_import_and_no_export():
    lines = [line.strip() for line in bundle().splitlines()]
    assert [line for line in lines if line.startswith(("import ", "export "))] == []
    assert "import.meta" not in bundle()


def test_all_scripts_as_one_give_each_part_of_the_app():
    returned = re.findall(r"^return \{([^}]*)\};$", bundle(), re.M)[-1]
    assert {part.strip() for part in returned.split(",")} == set(host.HTML)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_what_a_script_imports_is_there(path):
    for names, address in IMPORT.findall(path.read_text(encoding="utf-8")):
        used = path.parent / address
        (exported,) = EXPORT.findall(used.read_text(encoding="utf-8")) or [""]
        known = {part.strip() for part in exported.split(",")}
        assert {part.strip() for part in names.split(",")} <= known, address
