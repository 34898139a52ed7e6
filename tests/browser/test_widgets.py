"""Widgets in a real Chromium: their numbers, their sliders, and their manners as guests."""

import base64
import html
import json
import os
import re
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from plotly.offline import get_plotlyjs

from pe_core.export.widget import KINDS, widget_fragment, widget_height, widget_html
from pe_core.figures.similarity import similarity_profile
from pe_core.figures.theme import LIGHT
from pe_core.similarity import offset_similarity
from pe_core.sinusoid import Sinusoid

pytestmark = pytest.mark.browser
ENCODING = Path(__file__).resolve().parents[2] / "assets" / "widget" / "encoding.js"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# Two frames: the first paints what an event asked for.
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
# What a chart shows as JSON, which is much faster here than Playwright's own way.
DRAWN = """(chart) => JSON.stringify(chart.data, (key, value) =>
  ArrayBuffer.isView(value) ? Array.from(value) : value)"""


@pytest.fixture(scope="module")
def browser():
    names = ("chromium", "chromium-browser", "google-chrome")
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None:
        if os.environ.get("PE_REQUIRE_BROWSER") == "1":
            pytest.fail("PE_REQUIRE_BROWSER is 1, but there is no Chromium")
        pytest.skip("there is no Chromium")
    api = pytest.importorskip("playwright.sync_api")
    with api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser):
    """Give a page without a network; the test fails if it asks for one, or logs an error."""
    context = browser.new_context(viewport={"width": 820, "height": 700})
    context.set_offline(True)
    page = context.new_page()
    page.wrong = []
    page.on("console", lambda m: page.wrong.append(m.text) if m.type != "log" else None)
    page.on("pageerror", lambda error: page.wrong.append(str(error)))
    page.on("dialog", lambda dialog: page.wrong.append(f"dialog {dialog.message}"))
    page.on(
        "request",
        lambda r: page.wrong.append(r.url) if not r.url.startswith(("file:", "data:")) else None,
    )
    yield page
    assert page.wrong == []
    context.close()


@pytest.fixture
def show(page, tmp_path):
    """Open a widget from a file and return the page."""

    def opened(kind: str, query: str = "", **fields):
        path = tmp_path / f"{kind}.html"
        path.write_text(widget_html(kind, offline=True, **fields), encoding="utf-8")
        page.goto(path.as_uri() + query)
        page.wait_for_selector(".pe-chart .main-svg")
        return page

    return opened


def state(page) -> dict[str, float]:
    """Return the numbers that stand beside the sliders."""
    names = page.locator(".pe-slider input").evaluate_all("all => all.map((i) => i.ariaLabel)")
    texts = page.locator(".pe-slider output").all_inner_texts()
    return {
        name: float(text.replace(",", "").replace("−", "-"))
        for name, text in zip(names, texts, strict=True)
    }


def drawn(page) -> list[dict]:
    page.locator(".pe-chart").evaluate(PAINTED)
    return json.loads(page.locator(".pe-chart").evaluate(DRAWN))


def numbers(values) -> np.ndarray:
    """Return a list, or what JSON makes of nested typed arrays, as an array."""
    return np.array(values, dtype=np.float64)


def pairs_of_traces(kind: str, traces: list[dict], sinusoid: Sinusoid, now: dict[str, float]):
    """Return drawn and expected numbers, one pair of arrays for each thing that is drawn."""
    if kind == "wave":
        vector = sinusoid.encode([now["Position p"]])[0]
        columns = (sinusoid.sine_columns, sinusoid.cosine_columns)
        for trace, own in zip(traces, columns, strict=True):
            yield trace["x"], own
            yield trace["y"], vector[own]
    elif kind == "heatmap":
        cells = traces[0]
        yield cells["z"], sinusoid.block_means(int(now["Length"]), rows_together(cells))
        strip = np.isin(np.arange(sinusoid.dim), sinusoid.cosine_columns)
        yield traces[1]["z"][0], strip
    elif kind == "frequencies":
        yield traces[0]["y"], sinusoid.frequencies
    elif kind == "similarity":
        chart = similarity_profile(sinusoid, int(now["Length"]), LIGHT)
        yield traces[0]["x"], chart.spec["data"][0]["x"]
        yield traces[0]["y"], chart.data[:, 0]
    else:
        after, labels = traces[2], traces[3]
        sinusoid = replace(sinusoid, dim=sinusoid.dim + sinusoid.unpaired)
        vector = sinusoid.encode([now["Position p"] + now["Offset k"]])[0] / sinusoid.amplitude
        pair = [int(text.split("<br>")[0].removeprefix("pair ")) for text in labels["text"]]
        assert pair[-1] == len(sinusoid.cosine_columns) - 1
        # A hand is a line from the middle to the tip, with a gap behind it.
        x, y = (numbers(after[axis]).reshape(-1, 3) for axis in "xy")
        yield x[:, 1] - x[:, 0], vector[sinusoid.sine_columns[pair]]
        yield y[:, 1] - y[:, 0], vector[sinusoid.cosine_columns[pair]]


def rows_together(cells: dict) -> int:
    """Return how many positions a row of a heatmap stands for, from the names of the rows."""
    first, _, last = cells["y"][0].partition("–")
    return int(float(last or first) - float(first)) + 1


def article(*fragments: str) -> str:
    body = "<p>Between two charts.</p>".join(fragments)
    return (
        "<!doctype html><meta charset=utf-8><title>Article</title><style>"
        f"body {{ max-width: 700px }}</style>{body}"
    )


def assert_shows_numpy(page, kind: str, **fields) -> None:
    now = state(page)
    sinusoid = Sinusoid(int(now["Dimensions d"]), now["Base"], **fields)
    for got, expected in pairs_of_traces(kind, drawn(page), sinusoid, now):
        np.testing.assert_allclose(numbers(got), expected, rtol=0, atol=1e-12)


GRID = [
    {"dim": dim, "base": base, "spacing": spacing, "layout": layout, "tail": tail, **more}
    for dim, base in [(1, 10_000.0), (2, 2.0), (7, 100.0), (128, 10_000.0), (511, 1e12)]
    for spacing in ("paper", "endpoint")
    for layout in ("interleaved", "sin_cos", "cos_sin")
    for tail, more in (("sine", {}), ("zero", {"origin": 2}), ("truncate", {"amplitude": 0.125}))
]
POSITIONS = [0, 1, 2.5, -3, 100, 4095, 9_999, 10_000]


def test_module_equals_numpy(page):
    """The module is imported as it is, and compared over a grid of settings."""
    page.goto("about:blank")
    source = base64.b64encode(ENCODING.read_bytes()).decode()
    results = page.evaluate(
        """async ([source, grid, positions]) => {
          const js = await import(`data:text/javascript;base64,${source}`);
          return JSON.stringify(grid.map((settings) => {
            const s = js.sinusoid(settings);
            return [Array.from(s.frequencies), positions.map((p) => Array.from(js.encode(s, p)))];
          }));
        }""",
        [source, GRID, POSITIONS],
    )
    for settings, shown in zip(GRID, json.loads(results), strict=True):
        frequencies, rows = shown
        sinusoid = Sinusoid(**settings)
        assert frequencies == sinusoid.frequencies.tolist()  # to the last bit
        np.testing.assert_allclose(
            numbers(rows), sinusoid.encode(POSITIONS), rtol=0, atol=1e-12, err_msg=f"{settings}"
        )


@pytest.mark.parametrize("kind", KINDS)
def test_every_slider_shows_numpys_numbers(show, kind):
    page = show(kind, length=300)
    assert_shows_numpy(page, kind)
    sliders = page.locator(".pe-slider input")
    for index in range(sliders.count()):
        for key in ("ArrowRight", "End", "ArrowLeft", "Home", "PageUp"):
            before = state(page)
            sliders.nth(index).press(key)
            assert state(page) != before, f"{key} on slider {index}"
            assert_shows_numpy(page, kind)


FIELDS = {
    "halves, odd": {"dim": 9, "layout": "sin_cos"},
    "cosine first, endpoint": {"dim": 8, "layout": "cos_sin", "spacing": "endpoint"},
    "zero tail": {"dim": 9, "tail": "zero"},
    "truncated": {"dim": 9, "tail": "truncate", "spacing": "endpoint"},
    "origin and amplitude": {"dim": 6, "origin": -2.5, "amplitude": 0.25},
    "one": {"dim": 1},
}


@pytest.mark.parametrize("kind", ["wave", "heatmap", "frequencies", "similarity"])
def test_other_conventions(page, tmp_path, kind):
    fragments = [
        widget_fragment(kind, plotly="none", length=40, base=50, **fields)
        for fields in FIELDS.values()
    ]
    path = tmp_path / "article.html"
    path.write_text(article(f"<script>{get_plotlyjs()}</script>", *fragments), encoding="utf-8")
    page.goto(path.as_uri())
    page.wait_for_function("(n) => document.querySelectorAll('.js-plotly-plot').length === n",
                           arg=len(FIELDS))  # fmt: skip
    for index, fields in enumerate(FIELDS.values()):
        more = {key: value for key, value in fields.items() if key != "dim"}
        assert_shows_numpy(page.locator(".pe-w").nth(index), kind, **more)


@pytest.mark.parametrize("fields", [{"dim": 9, "origin": -2.5}, {"dim": 1}, {"length": 1}])
def test_clocks_of_odd_cases(show, fields):
    page = show("shift", **fields)
    labels = drawn(page)[3]
    pairs = (fields.get("dim", 128) + 1) // 2  # a sine that stands alone gets its cosine
    assert len(labels["text"]) == min(pairs, 8)
    assert ("Drawn for d =" in page.locator(".pe-note").inner_text()) == bool(
        fields.get("dim", 128) % 2
    )
    assert_shows_numpy(page, "shift", **{k: v for k, v in fields.items() if k == "origin"})


@pytest.mark.parametrize(
    ("width", "height", "clocks"), [(390, 560, 12), (820, 560, 8), (600, 450, 4)]
)
def test_as_many_clocks_as_fit(show, page, width, height, clocks):
    page.set_viewport_size({"width": width, "height": height})
    show("shift")
    assert len(drawn(page)[3]["text"]) == clocks


def test_similarity_matrix(show):
    page = show("similarity", length=30, dim=6)
    page.get_by_label("As a matrix").press("Space")
    (cells,) = drawn(page)
    assert page.get_by_role("img", name=re.compile("^Matrix of dot products")).count() == 1
    offsets = np.subtract.outer(np.arange(30), np.arange(30))
    expected = offset_similarity(Sinusoid(6), offsets.ravel()).reshape(30, 30)
    np.testing.assert_allclose(numbers(cells["z"]), expected, rtol=0, atol=1e-12)


def test_linear_and_logarithmic_axis(show):
    page = show("frequencies")
    kinds = []
    for _ in range(2):
        page.evaluate(PAINTED)
        kinds.append(page.evaluate("document.querySelector('.pe-chart').layout.yaxis.type"))
        page.get_by_label("Logarithmic axis").press("Space")
    assert kinds == ["log", "linear"]


def test_hover_reads_as_a_sentence(show):
    page = show("wave", dim=64)
    page.evaluate(PAINTED)
    page.evaluate("Plotly.Fx.hover(document.querySelector('.pe-chart'),"
                  "[{curveNumber: 0, pointNumber: 3}])")  # fmt: skip
    wavelength = 2 * np.pi / Sinusoid(64).frequencies[3]
    value = Sinusoid(64).encode([20])[0, 6]
    expected = f"position 20, dimension 6 (sine, wavelength {wavelength:.3g}): {value:.4f}"
    text = page.locator(".pe-chart .hoverlayer").text_content()
    assert text.replace("−", "-") == expected


def test_hover_on_the_heatmap(show):
    page = show("heatmap", dim=8, length=10)
    page.evaluate(PAINTED)
    box = page.locator(".pe-chart .nsewdrag[data-subplot=xy]").bounding_box()
    # The middle of row 4 of 10 and column 2 of 8.
    page.mouse.move(box["x"] + box["width"] * 2.5 / 8, box["y"] + box["height"] * 4.5 / 10)
    page.wait_for_selector(".hovertext")
    wavelength = 2 * np.pi / Sinusoid(8).frequencies[1]
    value = Sinusoid(8).encode([4])[0, 2]
    expected = f"position 4, dimension 2 (sine, wavelength {wavelength:.3g}): {value:.4f}"
    assert page.locator(".hovertext").text_content().replace("−", "-") == expected


def test_long_table_shows_exact_means(show):
    page = show("heatmap", length=4096, dim=8)
    assert_shows_numpy(page, "heatmap")
    assert rows_together(drawn(page)[0]) > 1
    assert "the mean of" in page.locator(".pe-note").inner_text()


def test_alt_text_follows_the_sliders(show):
    page = show("wave", dim=6)
    chart = page.get_by_role("img", name=re.compile("^Position 20 as a vector of 6 values"))
    assert chart.count() == 1
    page.get_by_label("Position p").press("ArrowRight")
    page.evaluate(PAINTED)
    assert page.locator(".pe-chart").get_attribute("aria-label").startswith("Position 21 as")
    assert page.get_by_label("Position p").get_attribute("aria-valuetext") == "21"


def test_keyboard_reaches_everything_in_order(show):
    page = show("wave", explorer="https://example.org/wave")
    names = []
    for _ in range(6):
        page.keyboard.press("Tab")
        names.append(page.evaluate("document.activeElement.ariaLabel || "
                                   "document.activeElement.textContent"))  # fmt: skip
    assert names == [
        "Open in the explorer ↗",
        "Play, position by position",
        "Position p",
        "Dimensions d",
        "Length",
        "Base",
    ]


def test_play_by_keyboard(show):
    page = show("wave", length=22)
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.wait_for_function("document.querySelector('output').textContent === '0'")  # 21, then 0
    page.keyboard.press("Space")
    assert page.get_by_role("button", name="Play, position by position").count() == 1
    before = state(page)
    page.wait_for_timeout(300)
    assert state(page) == before
    assert_shows_numpy(page, "wave")


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("?d=7&length=50&position=3&base=100", [3, 7, 50, 100]),
        ("?d=0&length=-5&position=99&base=-1", [0, 2, 1, 1]),
        ("?d=1e9&length=1e9&position=1e9&base=1e99", [4095, 512, 4096, 1e12]),
        ("?d=<b>&length=NaN&position=&base=Infinity&x=1", [20, 128, 1000, 10_000]),
    ],
    ids=["good", "low", "high", "nonsense"],
)
def test_address_sets_the_sliders(show, query, expected):
    page = show("wave", query)
    assert list(state(page).values()) == expected
    assert_shows_numpy(page, "wave")


def test_link_to_the_explorer_follows(show):
    page = show("shift", explorer="https://example.org/shift?view=chart#top", dim=6)
    page.get_by_label("Position p").press("ArrowRight")
    page.evaluate(PAINTED)
    assert page.locator(".pe-link").get_attribute("href") == (
        "https://example.org/shift?view=chart&d=6&length=1000&base=10000&position=21#top"
    )


def test_no_link_without_an_address(show):
    assert not show("wave").locator(".pe-link").is_visible()


WHITE, BLACK = "rgb(255, 255, 255)", "rgb(20, 22, 26)"


@pytest.mark.parametrize(
    ("prefers", "theme", "query", "colour"),
    [
        ("light", "auto", "", WHITE),
        ("dark", "auto", "", BLACK),
        ("light", "dark", "", BLACK),
        ("light", "auto", "?theme=dark", BLACK),
        ("dark", "auto", "?theme=light", WHITE),
        ("dark", "light", "?theme=<b>", WHITE),
    ],
)
def test_theme(show, page, prefers, theme, query, colour):
    page.emulate_media(color_scheme=prefers)
    show("wave", query, theme=theme)
    own = "getComputedStyle(document.querySelector('.pe-w')).backgroundColor"
    assert page.evaluate(own) == colour
    page.evaluate(PAINTED)
    line = page.evaluate("document.querySelector('.pe-chart').data[0].line.color")
    assert line == ("#56b4e9" if colour == BLACK else "#0072b2")


def test_theme_follows_the_reader(show, page):
    show("wave")
    page.emulate_media(color_scheme="dark")
    page.evaluate(PAINTED)
    assert page.evaluate("document.querySelector('.pe-chart').data[0].line.color") == "#56b4e9"


@pytest.mark.parametrize("kind", KINDS)
def test_adapts_to_its_width(show, page, kind):
    show(kind)
    for width in (1280, 390, 320):
        page.set_viewport_size({"width": width, "height": widget_height(kind)})
        page.wait_for_function(
            "(w) => document.querySelector('.pe-chart').clientWidth === w - 36"
            " && +document.querySelector('.main-svg').getAttribute('width') === w - 36",
            arg=width,
        )
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_title_is_text(show):
    title = "</title></script><script>alert(1)</script>\"'><img src=x onerror=alert(1)><!-- &lt; $x"
    page = show("wave", title=title)
    assert page.locator(".pe-title").evaluate("node => node.textContent") == title
    assert page.evaluate("document.querySelector('title').textContent") == title
    assert page.evaluate("document.scripts.length") == 2
    assert page.locator("img").count() == 0


def test_three_frames_in_one_article(page, tmp_path):
    kinds = ("wave", "heatmap", "shift")
    for kind in kinds:
        text = widget_html(kind, offline=True, length=100)
        (tmp_path / f"{kind}.html").write_text(text, encoding="utf-8")
    frames = "".join(
        f'<h2>{kind}</h2><iframe src="{kind}.html" width="100%" height="{widget_height(kind)}">'
        "</iframe>"
        for kind in kinds
    )
    (tmp_path / "article.html").write_text(f"<!doctype html><body>{frames}", encoding="utf-8")
    page.goto((tmp_path / "article.html").as_uri())
    for kind, frame in zip(kinds, page.frames[1:], strict=True):
        frame.wait_for_selector(".pe-chart .main-svg")
        frame.locator("input").last.press("ArrowLeft")
        assert_shows_numpy(frame, kind)


def test_three_fragments_in_one_article(page, tmp_path):
    """The same chart twice and another one share a page, and nothing else."""
    first = widget_fragment("wave", plotly="inline", length=100, dim=6)
    twice = widget_fragment("wave", plotly="none", length=100, dim=6)
    other = widget_fragment("heatmap", plotly="none", length=100, dim=6)
    path = tmp_path / "article.html"
    path.write_text(article(first, twice, other), encoding="utf-8")
    (tmp_path / "plain.html").write_text(
        article(f"<script>{get_plotlyjs()}</script>"), encoding="utf-8"
    )
    page.goto((tmp_path / "plain.html").as_uri())
    known = set(page.evaluate("Object.getOwnPropertyNames(window)"))
    page.goto(path.as_uri())
    page.wait_for_function("document.querySelectorAll('.pe-chart .main-svg').length >= 6")
    figures = page.locator(".pe-w")
    assert figures.count() == 3
    figures.nth(1).get_by_label("Position p").press("End")
    shown = [state(figures.nth(i)).get("Position p") for i in range(3)]
    assert shown == [20, 99, None]
    page.evaluate(PAINTED)
    for index, position in ((0, 20), (1, 99)):
        trace = drawn(figures.nth(index))[0]
        expected = Sinusoid(6).encode([position])[0, ::2]
        np.testing.assert_allclose(numbers(trace["y"]), expected, rtol=0, atol=1e-12)
    assert set(page.evaluate("Object.getOwnPropertyNames(window)")) == known
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map((node) => node.id)")
    assert len(ids) == len(set(ids))


def serve(page, bundle: bytes) -> list[str]:
    """Answer the address of Plotly's content network with ``bundle``; return what was asked."""
    asked = []
    address = re.search(r'<script[^>]*src="([^"]+)"', widget_html("wave")).group(1)

    def answer(route):
        asked.append(route.request.url)
        headers = {"Access-Control-Allow-Origin": "*", "Content-Type": "text/javascript"}
        route.fulfill(body=bundle, headers=headers)

    page.route(address, answer)
    page.context.set_offline(False)
    return asked


def test_content_network_serves_plotly(page, tmp_path):
    asked = serve(page, get_plotlyjs().encode())
    path = tmp_path / "wave.html"
    path.write_text(widget_html("wave"), encoding="utf-8")
    page.goto(path.as_uri())
    page.wait_for_selector(".pe-chart .main-svg")
    assert_shows_numpy(page, "wave")
    assert page.evaluate("document.scripts[0].integrity").startswith("sha256-")
    assert page.wrong == asked
    page.wrong.clear()


def test_changed_plotly_is_refused_and_said(page, tmp_path):
    """The integrity hash holds, and a reader without Plotly is told so."""
    asked = serve(page, get_plotlyjs().encode() + b"\n//")
    page.clock.install()
    path = tmp_path / "wave.html"
    path.write_text(widget_html("wave"), encoding="utf-8")
    page.goto(path.as_uri())
    page.clock.run_for(30_000)
    assert "Plotly has not loaded" in page.locator(".pe-note").inner_text()
    assert page.evaluate("typeof Plotly") == "undefined"
    assert page.wrong[0] == asked[0]
    assert "integrity" in page.wrong[1]
    page.wrong.clear()


def test_late_plotly(page, tmp_path):
    """A notebook may run the widget's script before Plotly's has arrived."""
    path = tmp_path / "late.html"
    late = json.dumps(get_plotlyjs()).replace("<", "\\u003c")
    adding = "Object.assign(document.createElement('script'), { textContent: text })"
    path.write_text(
        article(widget_fragment("wave", plotly="none"))
        + f"<script>setTimeout((text = {late}) => document.body.append({adding}), 200)</script>",
        encoding="utf-8",
    )
    page.goto(path.as_uri())
    page.wait_for_selector(".pe-chart .main-svg")
    assert_shows_numpy(page, "wave")


def test_notebook_frame(page, tmp_path):
    """A frame that holds its page as text, here with Plotly inside."""
    path = tmp_path / "notebook.html"
    inside = html.escape(widget_html("wave", offline=True))
    path.write_text(f'<!doctype html><iframe srcdoc="{inside}" height="480"></iframe>')
    page.goto(path.as_uri())
    frame = page.frames[1]
    frame.wait_for_selector(".pe-chart .main-svg")
    assert_shows_numpy(frame, "wave")
