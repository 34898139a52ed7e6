"""The app as a reader meets it: in a real Chromium, from a real server."""

import json
import re

import numpy as np
import pytest
from playwright.sync_api import expect

from pages.parts.controls import D_STEPS
from pages.parts.frame import PAGES
from pe_core.figures.theme import DARK, LIGHT
from pe_core.sinusoid import Sinusoid
from tests.browser.conftest import Reader, reading, serving

pytestmark = pytest.mark.browser

ADDRESSES = {page.path: "" if page.path == "app.py" else page.path[6:-3] for page in PAGES}
EVERY = pytest.mark.parametrize("path", ADDRESSES)
PHONE = {"width": 390, "height": 844}
# What a trace of a chart holds, as JSON: plotly.js has unpacked it.
TRACE = """([chart, trace, key]) => {
  const plot = document.querySelectorAll('.js-plotly-plot')[chart];
  const full = plot && plot._fullData && plot._fullData[trace];
  return full ? JSON.stringify(full[key], (_, v) => ArrayBuffer.isView(v) ? Array.from(v) : v) : '';
}"""
SHAPE = """([rows, columns]) => {
  const plot = document.querySelector('.js-plotly-plot');
  const z = plot && plot._fullData && plot._fullData[0].z;
  return z && z.length === rows && z[0].length === columns;
}"""
# What makes a reader scroll sideways.
TOO_WIDE = """[document.scrollingElement, document.querySelector('[data-testid="stMain"]'),
    ...document.querySelectorAll('.js-plotly-plot')]
  .filter((box) => box.scrollWidth > box.clientWidth
    || box.getBoundingClientRect().right > window.innerWidth)"""
HEADING = "(title) => document.querySelector('h1')?.innerText.trim() === title"


def trace(reader: Reader, key: str, *, chart: int = 0, number: int = 0) -> np.ndarray:
    """Return an array of a trace as it is drawn."""
    return np.array(json.loads(reader.page.evaluate(TRACE, [chart, number, key])), dtype=float)


def query(reader: Reader) -> str:
    """Return the query string of the address bar."""
    return reader.page.url.partition("?")[2]


def heading(path: str) -> str:
    page = next(page for page in PAGES if page.path == path)
    return "Positional-encoding explorer" if path == "app.py" else page.title


def received(reader: Reader) -> int:
    """Return how many bytes came over the websocket since the last call."""
    size = sum(reader.received)
    reader.received.clear()
    return size


def test_a_deep_link_is_the_first_thing_a_fresh_server_sees(context):
    with serving() as address, reading(context, address) as reader:
        reader.open("heatmap", "d=6&length=4")
        reader.until(HEADING, "Heatmap")
        np.testing.assert_allclose(trace(reader, "z"), Sinusoid(dim=6).table(4), atol=1e-7)


@EVERY
def test_a_page_opens_by_its_link_and_each_step_is_light(reader, path):
    reader.open(ADDRESSES[path], "d=1024&length=1000000&base=500")
    reader.until(HEADING, heading(path))
    assert query(reader) == "d=1024&length=1000000&base=500"
    expect(reader.field("d (dimensions)")).to_have_value("1024")
    expect(reader.field("base")).to_have_value("500")
    assert reader.page.locator('[data-testid="stException"]').count() == 0

    received(reader)
    reader.slider("base").press("ArrowRight")
    reader.page.wait_for_url("**base=1000")
    reader.settle()
    assert 1_000 < received(reader) <= 1_000_000

    reader.page.locator(".st-key-reset button").click()
    reader.page.wait_for_url(lambda url: "?" not in url)
    reader.settle()
    assert 1_000 < received(reader) <= 700_000

    reader.page.set_viewport_size(PHONE)
    reader.until(f"() => {TOO_WIDE}.length === 0")


def test_sliders_move_by_keyboard(reader):
    reader.open("heatmap", "d=30&length=10")
    steps = [step for step in D_STEPS if step > 30]
    reader.slider("d (dimensions)").press("ArrowRight")
    reader.until(SHAPE, [10, steps[0]])
    reader.page.wait_for_url(f"**d={steps[0]}&length=10")
    reader.slider("length").press("ArrowLeft")
    reader.until(SHAPE, [8, steps[0]])
    reader.page.wait_for_url(f"**d={steps[0]}&length=8")
    reader.settle()
    expected = Sinusoid(dim=steps[0]).table(8)
    np.testing.assert_allclose(trace(reader, "z"), expected, rtol=0, atol=1e-7)
    reader.page.reload()
    reader.settle()
    reader.until(SHAPE, [8, steps[0]])
    assert query(reader) == f"d={steps[0]}&length=8"
    np.testing.assert_allclose(trace(reader, "z"), expected, rtol=0, atol=1e-7)


def test_the_picture_of_the_home_page_follows_the_settings(reader):
    reader.open("", "d=30&length=10")
    steps = [step for step in D_STEPS if step > 30]
    reader.until(SHAPE, [10, 30])
    reader.slider("d (dimensions)").press("ArrowRight")
    reader.until(SHAPE, [10, steps[0]])
    reader.page.wait_for_url(f"**d={steps[0]}&**")
    reader.settle()
    expected = Sinusoid(dim=steps[0]).table(10)
    np.testing.assert_allclose(trace(reader, "z"), expected, rtol=0, atol=1e-7)


def test_a_number_can_be_typed(reader):
    reader.open("heatmap", "d=6&length=4")
    reader.type("d (dimensions)", 7)
    reader.until(SHAPE, [4, 7])
    assert query(reader) == "d=7&length=4"
    np.testing.assert_allclose(trace(reader, "z"), Sinusoid(dim=7).table(4), rtol=0, atol=1e-7)


def test_the_waves_follow_the_position_slider(reader):
    reader.open("waves", "d=30&length=50")
    sinusoid = Sinusoid(dim=30)
    np.testing.assert_allclose(
        trace(reader, "y"), sinusoid.encode([20])[0, 0::2], rtol=0, atol=1e-7
    )
    reader.slider("Position (solid)").press("ArrowRight")
    reader.page.wait_for_url("**position=21**")
    reader.until(
        """(value) => Math.abs(
          document.querySelector('.js-plotly-plot')._fullData[0].y[0] - value) < 1e-6""",
        float(np.sin(21)),
    )
    np.testing.assert_allclose(
        trace(reader, "y", number=1), sinusoid.encode([21])[0, 1::2], rtol=0, atol=1e-7
    )


def test_the_frequencies_follow_the_base(reader):
    reader.open("frequencies", "d=30&base=500")
    reader.slider("base").press("ArrowRight")
    reader.page.wait_for_url("**base=1000")
    reader.settle()
    np.testing.assert_allclose(
        trace(reader, "y", chart=1), Sinusoid(dim=30, base=1000).frequencies, rtol=1e-12
    )


def test_the_similarity_follows_d(reader):
    reader.open("similarity", "d=64&length=50")
    table = Sinusoid(dim=64).table(50)
    np.testing.assert_allclose(trace(reader, "z"), table @ table.T, rtol=0, atol=1e-5)
    (following,) = [step for step in D_STEPS if step > 64][:1]
    reader.slider("d (dimensions)").press("ArrowRight")
    reader.page.wait_for_url(f"**d={following}**")
    reader.settle()
    table = Sinusoid(dim=following).table(50)
    np.testing.assert_allclose(trace(reader, "z"), table @ table.T, rtol=0, atol=1e-5)


def test_every_link_of_the_menu_keeps_the_view(reader):
    reader.open("", "d=64&length=77")
    for page in (*PAGES[1:], PAGES[0]):
        reader.page.locator(".pe-menu a").filter(
            has_text=re.compile(rf"{re.escape(page.title)}\s*$")
        ).first.click()
        reader.until(HEADING, heading(page.path))
        reader.settle()
        assert query(reader) == "d=64&length=77"
        assert reader.page.url.startswith(f"{reader.address}/{ADDRESSES[page.path]}?")
        expect(reader.field("d (dimensions)")).to_have_value("64")
        expect(reader.field("length")).to_have_value("77")
        expect(reader.slider("d (dimensions)")).to_have_attribute("aria-valuetext", "64")


def test_going_back_returns_to_the_page_and_its_view(reader):
    reader.open("heatmap", "d=64&length=77")
    reader.page.locator(".pe-menu a").filter(has_text="Frequencies").click()
    reader.until(HEADING, "Frequencies")
    reader.settle()
    reader.page.go_back()
    reader.until(HEADING, "Heatmap")
    reader.settle()
    reader.until(SHAPE, [77, 64])
    assert query(reader) == "d=64&length=77"
    expect(reader.field("length")).to_have_value("77")


def test_a_phone_opens_the_chart_and_not_the_menu(chromium, server):
    phone = chromium.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    with reading(phone, server) as reader:
        reader.open("heatmap")
        reader.until(f"() => {TOO_WIDE}.length === 0")
        assert reader.page.locator("h1").is_visible()
        assert reader.slider("base").bounding_box()["x"] <= 0
    phone.close()


@pytest.mark.parametrize("path", ["app.py", "pages/waves.py"])
def test_one_chart_alone_fills_a_frame(reader, path):
    reader.open(ADDRESSES[path], "embed=true&view=chart&d=64&length=77")
    assert reader.page.locator(".js-plotly-plot").count() == 1
    assert reader.page.locator("h1").count() == 0
    assert reader.page.locator('[data-testid="stSidebar"]').count() == 0
    assert reader.page.locator("input").count() == 0
    assert "embed=true" in query(reader)


def test_an_embedded_page_keeps_its_view(reader):
    reader.open("heatmap", "embed=true&d=30&length=10")
    assert reader.page.locator('[data-testid="stToolbar"]').count() == 0
    np.testing.assert_allclose(trace(reader, "z"), Sinusoid(dim=30).table(10), atol=1e-7)
    reader.slider("Selected position").press("Home")
    reader.page.wait_for_url("**position=0**")
    assert {"embed=true", "d=30", "length=10"} <= set(query(reader).split("&"))


def test_nonsense_is_noted_in_the_page(reader):
    reader.open("heatmap", "d=abc&base=-1&length=1e99&unknown=%3Cscript%3E")
    expect(reader.page.locator('[data-testid="stAlert"]')).to_have_count(4)
    assert query(reader) == ""
    expect(reader.field("d (dimensions)")).to_have_value("128")


def test_the_slider_and_play_need_no_server(reader):
    reader.open("waves", "d=30&length=100")
    sinusoid = Sinusoid(dim=30)
    reader.sent.clear()
    slider = reader.slider("Position (solid)")
    box = slider.bounding_box()
    middle = box["y"] + box["height"] / 2
    reader.page.mouse.move(box["x"] + 0.2 * box["width"], middle)
    reader.page.mouse.down()
    reader.page.mouse.move(box["x"] + 0.7 * box["width"], middle, steps=5)
    drawn = "(value) => document.querySelector('.js-plotly-plot')._fullData[0].name === value"
    found = int(slider.input_value())
    assert 60 <= found <= 80
    reader.until(drawn, f"sine, position {found}")
    for number, first in ((0, 0), (1, 1)):
        expected = sinusoid.encode([found])[0, first::2]
        np.testing.assert_allclose(trace(reader, "y", number=number), expected, rtol=0, atol=1e-12)
    second = trace(reader, "y", number=2)
    np.testing.assert_allclose(second, sinusoid.encode([99])[0, 0::2], rtol=0, atol=1e-6)
    assert reader.sent == []
    reader.page.mouse.up()
    reader.page.wait_for_url(f"**position={found}")
    reader.settle()
    reader.sent.clear()
    reader.page.get_by_role("button", name="Play: Position (solid)").click()
    reader.until(drawn, f"sine, position {found + 2}")
    assert reader.sent == []
    reader.page.get_by_role("button", name="Pause").click()
    reader.page.wait_for_url(lambda url: f"position={found}" not in url)


def test_hover_reads_as_a_sentence(reader):
    reader.open("heatmap", "d=30&length=10")
    box = reader.page.locator(".js-plotly-plot .nsewdrag").first.bounding_box()
    reader.page.mouse.move(box["x"] + box["width"] * 0.52, box["y"] + box["height"] * 0.52)
    label = reader.page.locator(".js-plotly-plot .hoverlayer .hovertext")
    label.first.wait_for()
    text = label.first.text_content().replace("\u2212", "-")
    match = re.fullmatch(
        r"position (\d+), dimension (\d+) \((sine|cosine), wavelength ([\d.,]+)\): (-?\d\.\d{4})",
        text,
    )
    assert match, text
    position, dimension = int(match[1]), int(match[2])
    assert match[3] == ("cosine" if dimension % 2 else "sine")
    value = Sinusoid(dim=30).encode([position])[0, dimension]
    assert float(match[5]) == pytest.approx(value, abs=5.1e-5)


@pytest.mark.parametrize("look", [LIGHT, DARK], ids=lambda look: look.name)
def test_charts_wear_the_readers_look(chromium, server, look):
    context = chromium.new_context(color_scheme=look.name)
    with reading(context, server) as reader:
        reader.open("heatmap", "d=30&length=10")
        reader.until(
            "(paper) => document.querySelector('.js-plotly-plot')?._fullLayout.paper_bgcolor === "
            "paper",
            look.paper,
        )
    context.close()


def test_a_chart_has_words_and_numbers_to_take_away(reader):
    reader.open("heatmap", "d=6&length=4")
    chart = reader.page.get_by_role("img", name=re.compile("positions 0 to 3"))
    expect(chart).to_have_count(1)
    button = reader.page.get_by_role("button", name=re.compile("as CSV"))
    with reader.page.expect_download() as download:
        button.click()
    lines = download.value.path().read_text().splitlines()
    assert (
        lines[0]
        == "position,dimension 0,dimension 1,dimension 2,dimension 3,dimension 4,dimension 5"
    )
    numbers = np.array([line.split(",") for line in lines[1:]], dtype=float)
    np.testing.assert_array_equal(numbers[:, 0], np.arange(4))
    np.testing.assert_allclose(numbers[:, 1:], Sinusoid(dim=6).table(4), rtol=0, atol=1e-7)
