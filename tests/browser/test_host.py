"""The one host of all charts, in a real Chromium: what it keeps, saves, says and lets through."""

import io
import re

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import expect

from pages.parts.chart import PROJECTED_HEIGHT
from pages.parts.host import HTML
from pe_core.export.wire import pack
from pe_core.figures.chart import Chart
from pe_core.figures.heatmap import encoding_heatmap
from pe_core.figures.theme import DARK, LIGHT
from pe_core.figures.waves import position_vector
from pe_core.overview import overview
from pe_core.sinusoid import Sinusoid
from tests.browser.tab import opened

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}
SMALL = "d=30&length=40"
SINUSOID = Sinusoid(dim=30)
DAMAGED = "This chart's data did not arrive whole. Reload the page to draw it again."
UNDRAWN = (
    "The drawing library did not load, so there is no picture. The numbers can be saved below."
)
KEEP_WEAKLY = """() => {
  window.shown ||= [];
  for (const plot of document.querySelectorAll('.js-plotly-plot')) shown.push(new WeakRef(plot));
  return shown.length;
}"""
STILL_HELD = "() => window.shown.filter((chart) => chart.deref()).length"
# Where the page has its scripts from: the folder of the style sheet that they brought.
SCRIPT = """(name) => new URL(name, document.querySelector(
  'link[rel="stylesheet"][href*="/app/static/"]').href).href"""
# Give a host outside of any page some bytes; return what it shows.
RECEIVE = """async ([address, html, bytes]) => {
  const { chart } = await import(address);
  const parent = document.createElement('div');
  parent.innerHTML = html;
  document.body.append(parent);
  chart({ data: bytes && Uint8Array.from(bytes), parentElement: parent, setTriggerValue() {} });
  await new Promise((done) => setTimeout(done, 300));
  const trouble = parent.querySelector('.pe-trouble');
  const shown = [trouble.hidden ? '' : trouble.textContent,
    parent.firstChild.getAttribute('aria-busy'), parent.querySelectorAll('.main-svg').length > 0];
  parent.remove();
  return shown;
}"""


@pytest.fixture
def tab(context, server):
    """Give a tab of its own."""
    with opened(context, server) as tab:
        yield tab


def wave_chart() -> Chart:
    return position_vector(SINUSOID, 20, 39, LIGHT)


def heatmap_chart() -> Chart:
    view = overview(SINUSOID, 0, 39, keep=6)
    return encoding_heatmap(SINUSOID, view, LIGHT, position=20, dimension=6)


def keep_nodes(tab, name: str) -> None:
    """Remember the nodes that make up a chart."""
    tab.page.evaluate(
        """(name) => {
          const plot = document.querySelector(`.st-key-chart-${name} .js-plotly-plot`);
          window.kept = [plot, plot.querySelector('.main-svg')];
        }""",
        name,
    )


def kept_nodes(tab, name: str) -> bool:
    """Return whether a chart still consists of the nodes that were remembered."""
    return tab.page.evaluate(
        """(name) => {
          const plot = document.querySelector(`.st-key-chart-${name} .js-plotly-plot`);
          return window.kept[0] === plot && window.kept[1] === plot.querySelector('.main-svg');
        }""",
        name,
    )


def test_a_chart_stands_through_twenty_steps(tab):
    tab.open("waves", "d=30&length=60")
    keep_nodes(tab, "wave")
    before = int(tab.host("wave").get_attribute("data-drawn"))
    for step in range(20):
        tab.drag("Position (solid)", 1)
        tab.release("Position (solid)")
        assert f"position={21 + step}" in tab.page.url
    assert kept_nodes(tab, "wave")
    # Once for each step: the server's numbers are the browser's, and are not drawn again.
    assert int(tab.host("wave").get_attribute("data-drawn")) == before + 20
    expected = SINUSOID.encode([40])[0, SINUSOID.sine_columns]
    np.testing.assert_allclose(tab.trace("wave", "y"), expected, rtol=0, atol=1e-12)


def test_zoom_survives_a_new_number(tab):
    tab.open("waves", SMALL)
    area = tab.host("wave").locator(".nsewdrag").first.bounding_box()
    left, top = area["x"] + 0.3 * area["width"], area["y"] + 0.3 * area["height"]
    tab.page.mouse.move(left, top)
    tab.page.mouse.down()
    tab.page.mouse.move(left + 200, top + 100, steps=5)
    tab.page.mouse.up()
    tab.frames()
    axes = [("_fullLayout", axis, "range") for axis in ("xaxis", "yaxis")]
    tab.until(
        "() => document.querySelector('.st-key-chart-wave .js-plotly-plot')"
        "._fullLayout.xaxis.range[1] < 25"
    )
    zoomed = [tab.read("wave", *axis) for axis in axes]
    before = tab.trace("wave", "y")

    tab.drag("Position (solid)", 3)
    assert [tab.read("wave", *axis) for axis in axes] == zoomed
    tab.release("Position (solid)")
    assert "position=23" in tab.page.url
    assert not np.array_equal(tab.trace("wave", "y"), before)
    assert [tab.read("wave", *axis) for axis in axes] == zoomed


def saved(tab, name: str, kind: str) -> tuple[str, bytes]:
    """Press a button of a chart; return the name and the bytes of the file."""
    with tab.page.expect_download() as download:
        tab.host(name).locator(".pe-tools button", has_text=re.compile(f"^{kind}$")).click()
    return download.value.suggested_filename, download.value.path().read_bytes()


@pytest.mark.parametrize(
    ("path", "chart", "kind"),
    [
        pytest.param("heatmap", heatmap_chart(), "float32", id="32 bits, in the picture"),
        pytest.param("waves", wave_chart(), "float64", id="64 bits, sent on demand"),
    ],
)
def test_files_are_those_of_pandas_and_numpy(tab, path, chart, kind):
    assert chart.data.dtype == kind
    tab.open(path, SMALL)
    frame = pd.DataFrame(chart.data, index=chart.index, columns=chart.columns)
    text = frame.to_csv(index_label=chart.index_name, lineterminator="\n")
    np.save(raw := io.BytesIO(), np.ascontiguousarray(chart.data))
    for _ in range(2):  # the second time the numbers are there already
        assert saved(tab, chart.name, "CSV") == (f"{chart.name}.csv", text.encode())
        assert saved(tab, chart.name, "NPY") == (f"{chart.name}.npy", raw.getvalue())


def test_a_table_on_demand_is_that_of_the_present_numbers(tab):
    tab.open("waves", SMALL)
    saved(tab, "wave", "NPY")
    tab.drag("Position (solid)", 2)
    tab.release("Position (solid)")
    np.testing.assert_array_equal(
        np.load(io.BytesIO(saved(tab, "wave", "NPY")[1])), SINUSOID.encode([22, 39]).T
    )


def test_pictures_are_saved_by_the_browser(tab):
    tab.open("heatmap", SMALL)
    before = len(tab.sent)
    name, png = saved(tab, "heatmap", "PNG")
    assert name == "heatmap.png"
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width = tab.host("heatmap").locator(".pe-plot").evaluate("(plot) => plot.clientWidth")
    assert int.from_bytes(png[16:20], "big") == 2 * width
    name, svg = saved(tab, "heatmap", "SVG")
    assert name == "heatmap.svg"
    assert b"<svg" in svg[:200]
    assert "dimension" in svg.decode()
    assert len(tab.sent) == before


def listeners(session) -> int:
    """Return how many event listeners the page holds, those of garbage left out."""
    session.send("HeapProfiler.collectGarbage")
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(int(m["value"]) for m in metrics if m["name"] == "JSEventListeners")


REDRAW = """async (count) => {
  const input = document.querySelector('.st-key-sliders-position input');
  const host = document.querySelector('.pe-host');
  const before = +host.dataset.drawn;
  for (let n = 0; n < count; n++) {
    input.value = 5 + (n % 30);
    input.dispatchEvent(new Event('input'));
    await new Promise(requestAnimationFrame);
  }
  await new Promise(requestAnimationFrame);
  return +host.dataset.drawn - before;
}"""


def test_listeners_do_not_grow_over_two_hundred_redraws(tab):
    tab.open("heatmap", SMALL)
    session = tab.page.context.new_cdp_session(tab.page)
    session.send("Performance.enable")
    tab.page.evaluate(REDRAW, 10)
    before = listeners(session)
    assert tab.page.evaluate(REDRAW, 200) >= 200
    assert listeners(session) - before < 20

    tab.release("Selected position")
    asked = len(tab.sent)
    area = tab.host("heatmap").locator(".nsewdrag").first
    for place in (60, 90, 120):
        tab.page.evaluate(
            """() => {
              window.clicks = 0;
              document.querySelector('.pe-host .js-plotly-plot').once('plotly_click',
                () => window.clicks++);
            }"""
        )
        area.click(position={"x": place, "y": place})
        tab.until("() => window.clicks === 1")
        tab.settle()
        asked += 1
        expect(tab.host("heatmap")).to_have_attribute("data-from", "server")
        assert len(tab.sent) == asked


def test_charts_of_pages_that_were_left_are_let_go(tab):
    tab.open("heatmap", SMALL)
    session = tab.page.context.new_cdp_session(tab.page)
    for name in ("Waves", "Similarity", "Heatmap"):
        shown = tab.page.evaluate(KEEP_WEAKLY)
        tab.page.get_by_role("link", name=name, exact=True).click()
        expect(tab.page.locator("h1")).to_have_text(name)
        tab.settle()
    assert shown >= 6
    session.send("HeapProfiler.collectGarbage")
    assert tab.page.evaluate(STILL_HELD) == 0


def test_charts_side_by_side_share_one_plotly(tab):
    asked = []
    tab.page.on("request", lambda request: asked.append(request.url))
    tab.open("similarity", SMALL)
    assert tab.page.locator(".pe-host .js-plotly-plot .main-svg:first-child").count() >= 3
    assert len([url for url in asked if re.search(r"/plotly-[^/]*\.js$", url)]) == 1
    assert tab.page.locator('head script[src*="plotly"]').count() == 1
    boxes = [tab.host(name).bounding_box() for name in ("similarity", "profile")]
    assert boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"]


def test_a_chart_follows_the_switch_to_dark(tab):
    tab.page.emulate_media(color_scheme="light")
    tab.open("heatmap", SMALL)
    keep_nodes(tab, "heatmap")
    paper = ("heatmap", "_fullLayout", "paper_bgcolor")
    tab.until_read(*paper, value=LIGHT.paper)
    tab.page.emulate_media(color_scheme="dark")
    tab.until_read(*paper, value=DARK.paper)
    assert kept_nodes(tab, "heatmap")
    strip = tab.read("heatmap", "_fullData", 1, "colorscale")
    assert [colour for _, colour in strip] == [DARK.sine, DARK.cosine]
    tab.page.emulate_media(color_scheme="light")
    tab.until_read(*paper, value=LIGHT.paper)


def message(address: str) -> bytes:
    """Return a whole message of a chart, as the server sends it."""
    look = f"{LIGHT.name}-{LIGHT.size}"
    return pack(wave_chart(), plotly=address, look=look, height=PROJECTED_HEIGHT, fill=False).chart


def test_damaged_bytes_become_one_sentence(tab):
    tab.page.emulate_media(color_scheme="light")
    tab.open("waves", SMALL)
    script = tab.page.evaluate(SCRIPT, "./host.js")
    whole = message(tab.page.locator('head script[src*="plotly"]').get_attribute("src"))

    def shown(data: bytes | None) -> list:
        return tab.page.evaluate(RECEIVE, [script, HTML["chart"], data and list(data)])

    assert shown(whole) == ["", "false", True]
    damaged = {
        "nothing": None,
        "three bytes": whole[:3],
        "half a head": whole[:200],
        "arrays cut off": whole[:-64],
        "a wrong length": b"\xff\xff\xff\x7f" + whole[4:],
        "no JSON": whole[:4] + whole[4:].replace(b"{", b"[", 1),
        "no chart": (4).to_bytes(4, "little") + b"null",
    }
    found = {why: shown(data) for why, data in damaged.items()}
    assert found == {why: [DAMAGED, "false", False] for why in damaged}
    # What stands on the page already is not touched.
    assert tab.source("wave") == "server"


def test_without_plotly_there_is_a_sentence_and_the_numbers(chromium, server):
    blocked = chromium.new_context()
    blocked.route(re.compile(r"/plotly-[^/]*\.js"), lambda route: route.abort())
    try:
        with opened(blocked, server) as tab:
            tab.tolerated = ("net::ERR_FAILED",)
            tab.page.goto(f"{server}/waves?{SMALL}")
            expect(tab.host("wave").locator(".pe-trouble")).to_have_text(UNDRAWN)
            expect(tab.host("wave").locator(".pe-trouble")).to_be_visible()
            raw = saved(tab, "wave", "NPY")[1]
            np.testing.assert_array_equal(np.load(io.BytesIO(raw)), wave_chart().data)
            text = saved(tab, "wave", "CSV")[1]
            chart = wave_chart()
            frame = pd.DataFrame(chart.data, index=chart.index, columns=chart.columns)
            assert text.decode() == frame.to_csv(index_label=chart.index_name, lineterminator="\n")
    finally:
        blocked.close()


def swipe(tab, x: float, y: float, *, up: float) -> None:
    """Draw a finger over the screen."""
    session = tab.page.context.new_cdp_session(tab.page)
    points = [{"x": x, "y": y - up * part / 10} for part in range(11)]
    for kind, at in zip(("touchStart", *["touchMove"] * 10), points, strict=True):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})
        tab.frames()
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_swipe_that_starts_on_a_chart_scrolls_the_page(chromium, server):
    phone = chromium.new_context(viewport=PHONE, is_mobile=True, has_touch=True)
    try:
        with opened(phone, server) as tab:
            tab.open("waves", SMALL)
            area = tab.host("wave").locator(".nsewdrag").first
            area.scroll_into_view_if_needed()
            box = area.bounding_box()
            main = "() => document.querySelector('[data-testid=stMain]').scrollTop"
            before = tab.page.evaluate(main)
            ranges = tab.read("wave", "_fullLayout", "xaxis", "range")
            swipe(tab, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, up=150)
            tab.frames()
            assert tab.page.evaluate(main) > before + 100
            assert tab.read("wave", "_fullLayout", "xaxis", "range") == ranges
            assert tab.read("wave", "_fullLayout", "dragmode") is False
    finally:
        phone.close()


def test_a_finger_finds_its_targets(chromium, server):
    phone = chromium.new_context(viewport=PHONE, is_mobile=True, has_touch=True)
    try:
        with opened(phone, server) as tab:
            tab.open("waves", SMALL)
            slider = tab.slider("Position (solid)")
            tools = tab.host("wave").locator(".pe-tools button")
            play = tab.page.get_by_role("button", name="Play: Position (solid)")
            targets = (slider, play, *tools.all())
            assert len(targets) == 7
            assert min(target.bounding_box()["height"] for target in targets) >= 44
            # The default's mark is where the thumb, of 24 pixels here, would stand.
            tab.open("waves", "d=30&length=21&position=5")
            rail = slider.locator("xpath=..").bounding_box()
            mark = slider.locator("xpath=../i").bounding_box()
            end = rail["x"] + rail["width"] - 12
            assert mark["x"] + mark["width"] / 2 == pytest.approx(end, abs=1)
    finally:
        phone.close()


def test_a_chart_says_what_it_shows(tab):
    tab.open("heatmap", SMALL)
    picture = tab.page.get_by_role("img", name=heatmap_chart().alt, exact=True)
    expect(picture).to_be_visible()
    tab.drag("length (positions)", 1)
    tab.release("length (positions)")
    expect(picture).to_have_count(0)
    assert "positions 0 to 49 down" in tab.host("heatmap").locator(".pe-plot").get_attribute(
        "aria-label"
    )


def test_a_chart_fills_the_whole_screen_and_comes_back(tab):
    tab.open("heatmap", SMALL)
    button = tab.host("heatmap").get_by_role("button", name="Show this picture on the whole screen")
    expect(button).to_have_text("Full screen")
    before = tab.read("heatmap", "_fullLayout", "height")
    button.click()
    tab.until("() => document.fullscreenElement?.matches('.st-key-chart-heatmap .pe-host')")
    tab.until(
        "() => document.querySelector('.pe-host .js-plotly-plot')._fullLayout.height"
        " > window.innerHeight - 120"
    )
    button.click()
    tab.until("() => !document.fullscreenElement")
    tab.until_read("heatmap", "_fullLayout", "height", value=before)
