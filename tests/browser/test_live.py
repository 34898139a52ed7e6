"""Direct manipulation, in a real Chromium: pictures move under the finger, nothing is sent."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import pytest
from playwright.sync_api import expect

from pages.parts import state
from pages.parts.controls import BASE_STEPS, D_STEPS, LENGTH_STEPS
from pe_core.conventions import CONVENTIONS
from pe_core.similarity import offset_similarity
from pe_core.sinusoid import Sinusoid
from tests.browser.conftest import free_port, serving
from tests.browser.tab import Tab, opened

pytestmark = pytest.mark.browser

D, LENGTH, BASE = "d (dimensions)", "length (positions)", "base"
SMALL = "d=30&length=40"
#: Sines of angles below 10^3, from two computers of the same double numbers.
CLOSE = partial(np.testing.assert_allclose, rtol=1e-12, atol=1e-12)


@pytest.fixture
def tab(context, server):
    """Give a tab of its own."""
    with opened(context, server) as tab:
        yield tab


def dots(sinusoid: Sinusoid, rows: range, columns: range) -> np.ndarray:
    """Return the dot products of positions."""
    return sinusoid.encode(list(rows)) @ sinusoid.encode(list(columns)).T


def heatmap_rows(base: float) -> np.ndarray:
    return Sinusoid(dim=30, base=base).table(40)


def home_rows(d: float) -> np.ndarray:
    return Sinusoid(dim=int(d)).table(40)


def wave_sines(position: float) -> np.ndarray:
    sinusoid = Sinusoid(dim=30)
    return sinusoid.encode([position])[0, sinusoid.sine_columns]


def frequencies(base: float) -> np.ndarray:
    return Sinusoid(dim=30, base=base).frequencies


def similarity_row(position: float) -> np.ndarray:
    return dots(Sinusoid(dim=30), range(int(position), int(position) + 1), range(40))[0]


def clock_hands(k: float) -> np.ndarray:
    """Return the heights of the thick hands of eight clocks, of which the drawn axes are no part.

    A hand runs from its clock's middle to the angle of position 20 + k; then comes a gap.
    """
    pairs = np.rint(np.linspace(0, 14, 8)).astype(int)
    angles = Sinusoid(dim=30).frequencies[pairs] * (20 + k)
    middles = -3.1 * (np.arange(8) // 4)
    return np.stack([middles, middles + np.cos(angles), np.full(8, np.nan)], axis=1).ravel()


def odd_halves(base: float) -> np.ndarray:
    return Sinusoid(dim=31, base=base, layout="cos_sin").table(40)


def fairseq_cosines(position: float) -> np.ndarray:
    """Return the cosines of a row of fairseq's, whose rows begin at position 2."""
    sinusoid = CONVENTIONS["fairseq"].sinusoid(30)
    return sinusoid.table(1, start=int(position))[0, sinusoid.cosine_columns]


def endpoint_frequencies(d: float) -> np.ndarray:
    return CONVENTIONS["tensor2tensor"].sinusoid(int(d)).frequencies


def scaled_profile(base: float) -> np.ndarray:
    return offset_similarity(CONVENTIONS["mlx"].sinusoid(30, base=base), np.arange(40))


@dataclass(frozen=True)
class Live:
    """Hold a chart that follows a slider, and what NumPy says that it draws."""

    page: str
    label: str
    key: str
    chart: str
    trace: int
    axis: str
    numbers: Callable[[float], np.ndarray]
    steps: int = 3
    query: str = SMALL


LIVE = (
    Live("heatmap", BASE, "base", "heatmap", 0, "z", heatmap_rows, -2),
    Live("waves", "Position (solid)", "position", "wave", 0, "y", wave_sines),
    Live("frequencies", BASE, "base", "frequencies", 0, "y", frequencies),
    Live("similarity", "Highlighted position", "position", "row", 0, "y", similarity_row),
    Live("shift", "Offset k", "k", "clocks", 2, "y", clock_hands),
    Live("", D, "d", "heatmap", 0, "z", home_rows),
    Live(
        "heatmap", BASE, "base", "heatmap", 0, "z", odd_halves, 2, "d=31&length=40&layout=cos_sin"
    ),
    Live(
        *("waves", "Position (solid)", "position", "wave", 1, "y", fairseq_cosines, 3),
        f"{SMALL}&convention=fairseq",
    ),
    Live(
        *("frequencies", D, "d", "frequencies", 0, "y", endpoint_frequencies, 3),
        f"{SMALL}&convention=tensor2tensor",
    ),
    Live(
        *("similarity", BASE, "base", "profile", 0, "y", scaled_profile, 2),
        f"{SMALL}&convention=mlx",
    ),
)
CONNECTION = "() => document.querySelector('[data-testid=stApp]').dataset.testConnectionState"
LOOKS = (
    ("xaxis", "range"),
    ("yaxis", "range"),
    ("xaxis", "type"),
    ("yaxis", "type"),
    ("width",),
    ("height",),
)
SCALES = ("zmin", "zmax", "colorscale", "mode", "name")


def looks(tab: Tab, live: Live) -> list:
    """Return what must not jump: the axes, the size and the colours of a chart."""
    axes = [tab.read(live.chart, "_fullLayout", *path) for path in LOOKS]
    return axes + [tab.read(live.chart, "_fullData", live.trace, key) for key in SCALES]


def is_range(thing: object) -> bool:
    """Return whether a look holds the numbers of an axis, which follow the drawn ones."""
    return isinstance(thing, list) and all(isinstance(end, int | float) for end in thing)


def _name(live: Live) -> str:
    return f"{live.page or 'home'} {live.query.removeprefix(SMALL).strip('&')}".strip()


@pytest.mark.parametrize("live", LIVE, ids=_name)
def test_a_picture_follows_its_slider_without_the_server(tab, live):
    tab.open(live.page, live.query)
    if live.page == "similarity":
        tab.until("() => document.querySelectorAll('.pe-host').length === 3")
    before = len(tab.sent)
    values = set()
    for _ in range(3):
        value = tab.drag(live.label, np.sign(live.steps))
        values.add(value)
        assert tab.source(live.chart) == "browser"
        CLOSE(tab.trace(live.chart, live.axis, live.trace), live.numbers(value))
    assert len(values) == 3
    assert len(tab.sent) == before
    dragged = looks(tab, live)

    tab.release(live.label)
    assert len(tab.sent) == before + 1
    assert re.search(rf"[?&]{live.key}={value:g}(&|$)", tab.page.url)
    assert tab.source(live.chart) == "server"
    drawn = tab.trace(live.chart, live.axis, live.trace)
    # What is drawn from single precision is as fine as a screen's pixel.
    np.testing.assert_allclose(drawn, live.numbers(value), rtol=1e-6, atol=1e-6)
    for now, then in zip(looks(tab, live), dragged, strict=True):
        assert now == (pytest.approx(then, rel=1e-6) if is_range(then) else then)
    assert len(tab.sent) == before + 1


def test_a_long_table_shows_means_while_it_is_dragged(tab):
    tab.open("heatmap")
    value = tab.drag(BASE, -1)
    assert tab.source("heatmap") == "browser"
    CLOSE(
        tab.trace("heatmap", "z"),
        Sinusoid(dim=128, base=value).block_means(1_000, 2),
        atol=2e-12,  # angles of a thousand lose three digits
    )
    assert BASE_STEPS.index(value) == BASE_STEPS.index(10_000) - 1


def test_a_slider_that_comes_back_leaves_the_servers_picture(tab):
    tab.open("waves", SMALL)
    before = len(tab.sent)
    tab.drag("Position (solid)", 2)
    tab.drag("Position (solid)", -2)
    tab.release("Position (solid)")
    assert tab.source("wave") == "server"
    assert len(tab.sent) == before


def test_a_mouse_that_comes_back_leaves_the_servers_picture(tab):
    tab.open("waves", SMALL)
    before = len(tab.sent)
    slider = tab.slider("Position (solid)")
    box = slider.bounding_box()
    left, middle = box["x"] + 8, box["y"] + box["height"] / 2
    step = (box["width"] - 16) / 39
    tab.page.mouse.move(left + 20 * step, middle)
    tab.page.mouse.down()
    tab.page.mouse.move(left + 28 * step, middle, steps=4)
    tab.frames()
    assert tab.source("wave") == "browser"
    assert tab.shown("Position (solid)") == 28
    tab.page.mouse.move(left + 20 * step, middle, steps=4)
    tab.page.mouse.up()
    expect(tab.host("wave")).to_have_attribute("data-from", "server")
    assert tab.shown("Position (solid)") == 20
    assert len(tab.sent) == before


def test_a_step_while_the_server_is_away_counts_when_it_is_back(context):
    port = free_port()
    with opened(context, f"http://127.0.0.1:{port}") as tab:
        tab.tolerated = ("ERR_", "reaching server endpoint", "server is not responding")
        with serving(port):
            tab.open("waves", SMALL)
        tab.until(f"() => ({CONNECTION})() !== 'CONNECTED'")
        assert tab.drag("Position (solid)", 3) == 23
        tab.slider("Position (solid)").dispatch_event("change")
        with serving(port):
            tab.page.wait_for_url("**position=23")
            expect(tab.host("wave")).to_have_attribute("data-from", "server")
            tab.settle()
            expect(tab.field("Position (solid)")).to_have_value("23")
            assert tab.shown("Position (solid)") == 23


KEYS = (
    ("ArrowRight", 1),
    ("ArrowUp", 1),
    ("ArrowLeft", -1),
    ("ArrowDown", -1),
)
SHARED = ((D, "d", D_STEPS), (LENGTH, "length", LENGTH_STEPS), (BASE, "base", BASE_STEPS))


@pytest.mark.parametrize(("label", "key", "steps"), SHARED, ids=[key for _, key, _ in SHARED])
def test_a_slider_of_steps_moves_by_keyboard(tab, label, key, steps):
    default = state.PARAMETERS[key].default
    tab.open("frequencies")
    slider = tab.slider(label)
    expect(slider).to_have_accessible_name(label)
    for name, by in KEYS:
        before = tab.shown(label)
        slider.press(name)
        assert tab.shown(label) == steps[steps.index(before) + by]
    assert tab.shown(label) == default
    for name, low, high in (("PageUp", 2, len(steps)), ("PageDown", -len(steps), -2)):
        before = steps.index(tab.shown(label))
        slider.press(name)
        assert low <= steps.index(tab.shown(label)) - before <= high
    slider.press("End")
    assert tab.shown(label) == steps[-1]
    slider.press("Home")
    assert tab.shown(label) == steps[0]
    expect(slider).to_have_attribute("aria-valuetext", f"{steps[0]:g}")
    tab.page.wait_for_url(re.compile(rf"[?&]{key}={steps[0]:g}(&|$)"))
    tab.settle()
    assert tab.shown(label) == steps[0]


def test_a_slider_of_whole_numbers_moves_by_keyboard(tab):
    tab.open("shift", SMALL)
    slider = tab.slider("Offset k")
    expect(slider).to_have_accessible_name("Offset k")
    expected = (
        ("ArrowRight", 6),
        ("ArrowDown", 5),
        ("Home", -100),
        ("End", 100),
        ("PageDown", 80),
        ("PageUp", 100),
    )
    for name, value in expected:
        slider.press(name)
        assert tab.shown("Offset k") == value
    tab.page.wait_for_url("**k=100")
    expect(tab.page.get_by_role("spinbutton", name="Offset k, exact")).to_have_value("100")


#: How many sliders a page has of its own, beside the shared ones.
OWN_SLIDERS = {
    "numbers": 1,
    "heatmap": 2,
    "waves": 2,
    "similarity": 1,
    "shift": 4,
    "tokens": 5,
    "learned": 3,
    "beyond": 1,
    "diffusion": 2,
    "rotary": 5,
    "biases": 2,
}


@pytest.mark.parametrize("path", OWN_SLIDERS)
def test_every_slider_of_a_page_moves_by_keyboard(tab, path):
    tab.open(path, SMALL)
    own = tab.page.get_by_test_id("stMain").locator(".pe-slider input")
    labels = own.evaluate_all("(inputs) => inputs.map((input) => input.labels[0].textContent)")
    assert len(set(labels)) == len(labels) == OWN_SLIDERS[path]
    for label in labels:
        slider = tab.slider(label)
        low, high = (int(slider.get_attribute(end)) for end in ("min", "max"))
        for key, place in (
            ("End", high),
            ("Home", low),
            ("ArrowRight", low + 1),
            ("ArrowLeft", low),
        ):
            slider.press(key)
            assert int(slider.input_value()) == place, (label, key)
        slider.press("PageUp")
        assert low < int(slider.input_value()) <= high, label
        slider.press("PageDown")
        assert int(slider.input_value()) == low, label
        slider.press("ArrowRight")
        expect(slider).to_have_attribute("aria-valuetext", tab.output(label).inner_text())
        expect(tab.field(label)).to_have_value(f"{tab.shown(label):.10g}")
        tab.settle()
        assert int(slider.input_value()) == low + 1, label


def test_keys_in_a_row_ask_the_server_once(tab):
    tab.open("waves", SMALL)
    before = len(tab.sent)
    tab.slider("Position (solid)").focus()
    tab.page.evaluate(
        """() => {
          const input = document.activeElement;
          for (let n = 0; n < 5; n++) {
            input.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
            input.stepUp();
            input.dispatchEvent(new Event('input', { bubbles: true }));
            input.dispatchEvent(new Event('change', { bubbles: true }));
          }
        }"""
    )
    tab.page.wait_for_url("**position=25")
    tab.settle()
    assert len(tab.sent) == before + 1


def test_two_sliders_in_a_row_both_count(tab):
    # The second message leaves before the first has changed the address.
    tab.open("heatmap", "d=30&length=40")
    tab.page.evaluate(
        """async () => {
          for (const input of document.querySelectorAll('.st-key-sliders-shared input')) {
            input.stepUp();
            for (const name of ['input', 'change']) input.dispatchEvent(new Event(name));
            await new Promise((done) => setTimeout(done, 30));
          }
        }"""
    )
    tab.page.wait_for_url("**d=32&length=50&base=20000")
    expect(tab.host("heatmap")).to_have_attribute("data-from", "server")
    assert (tab.shown(D), tab.shown(LENGTH), tab.shown(BASE)) == (32, 50, 20_000)


def test_a_mark_shows_the_default(tab):
    tab.open("shift", "d=64&length=1000&k=90")
    for label, key, steps in (*SHARED, ("Offset k", "k", range(-100, 101))):
        default = state.PARAMETERS[key].default
        place = list(steps).index(default) / (len(steps) - 1)
        rail = tab.page.locator(".pe-slider").filter(has=tab.slider(label)).locator(".pe-rail")
        box, mark = rail.bounding_box(), rail.locator("i").bounding_box()
        # The thumb is 16 pixels wide, and stays within the rail.
        middle = box["x"] + 8 + place * (box["width"] - 16)
        assert mark["x"] + mark["width"] / 2 == pytest.approx(middle, abs=1)
        expect(rail.locator("i")).to_be_visible()
    tab.open("waves", "d=64&length=10")
    rail = tab.page.locator(".pe-slider").filter(has=tab.slider("Position (solid)"))
    expect(rail.locator(".pe-rail i")).to_be_hidden()


def test_play_counts_up_and_stop_tells_the_server_once(tab):
    tab.open("waves", SMALL)
    before = len(tab.sent)
    tab.page.get_by_role("button", name="Play: Position (solid)").click()
    tab.until("() => +document.querySelector('.st-key-sliders-position input').value >= 23")
    expect(tab.host("wave")).to_have_attribute("data-from", "browser")
    assert len(tab.sent) == before
    tab.page.get_by_role("button", name="Pause").click()
    value = int(tab.shown("Position (solid)"))
    tab.page.wait_for_url(f"**position={value}")
    expect(tab.host("wave")).to_have_attribute("data-from", "server")
    assert len(tab.sent) == before + 1
    assert tab.shown("Position (solid)") == value
    np.testing.assert_allclose(tab.trace("wave", "y"), wave_sines(value), atol=1e-6)


def test_what_plays_ends_where_the_page_is_presented(tab):
    tab.open("waves", SMALL)
    tab.page.get_by_role("button", name="Play: Position (solid)").click()
    tab.until("() => +document.querySelector('.st-key-sliders-position input').value >= 23")
    tab.page.get_by_role("button", name="Present").click()
    tab.page.wait_for_url("**present=true")
    expect(tab.page.locator(".pe-slider")).to_have_count(0)
    expect(tab.host("wave")).to_have_attribute("data-from", "server")
    np.testing.assert_allclose(tab.trace("wave", "y"), wave_sines(20), rtol=0, atol=1e-6)
