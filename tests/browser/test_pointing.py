"""What a click selects, what is marked, where the menu leads: in a real Chromium."""

import re

import numpy as np
import pytest
from playwright.sync_api import expect

from pages.parts.controls import D_STEPS
from pe_core.sinusoid import Sinusoid
from tests.browser.tab import Tab, opened

pytestmark = pytest.mark.browser

D, BASE = "d (dimensions)", "base"
SMALL = "d=30&length=40"


@pytest.fixture
def tab(context, server):
    """Give a tab of its own."""
    with opened(context, server) as tab:
        yield tab


# The middle of a cell of a chart in pixels of its drawing area, from Plotly's own axes.
PLACE = """([name, x, y]) => {
  const plot = document.querySelector(`.st-key-chart-${name} .js-plotly-plot`);
  const { xaxis, yaxis } = plot._fullLayout;
  const at = (axis, v) => axis.d2p(axis.type === 'category' ? axis._categories[v] : v);
  return { x: at(xaxis, x), y: at(yaxis, y) };
}"""


MARKED = """([name, place]) => {
  const { shapes } = document.querySelector(`.st-key-chart-${name} .js-plotly-plot`)._fullLayout;
  return shapes.some((line) => Object.keys(place).every((key) => line[key] === place[key]));
}"""


def area(tab: Tab, name: str):
    """Return the part of a chart that takes clicks."""
    return tab.host(name).locator(".plotly .nsewdrag[data-subplot='xy']")


def place(tab: Tab, name: str, x: float, y: float) -> dict[str, float]:
    return tab.page.evaluate(PLACE, [name, x, y])


@pytest.mark.parametrize("turned", [False, True], ids=["upright", "turned"])
def test_a_click_on_a_cell_selects_its_position_and_dimension(tab, turned):
    tab.open("heatmap", SMALL + "&turned=true" * turned)
    before = len(tab.sent)
    cell = (31, 11) if turned else (11, 31)
    area(tab, "heatmap").click(position=place(tab, "heatmap", *cell))
    tab.page.wait_for_url(lambda url: "position=31" in url and "dimension=11" in url)
    expect(tab.output("Selected position")).to_have_text("31")
    expect(tab.output("Selected dimension")).to_have_text("11")
    tab.until(MARKED, ["heatmap", {"y0": cell[1], "y1": cell[1]}])
    assert len(tab.sent) == before + 1
    tab.until(MARKED, ["heatmap", {"x0": cell[0], "x1": cell[0]}])


def test_a_click_on_the_matrix_selects_the_position(tab):
    tab.open("similarity", SMALL)
    area(tab, "similarity").click(position=place(tab, "similarity", 5, 33))
    tab.page.wait_for_url("**position=33")
    expect(tab.output("Highlighted position")).to_have_text("33")
    tab.until(MARKED, ["row", {"x0": 33, "x1": 33}])


def test_a_click_selects_only_where_it_is_said(tab):
    tab.open("waves", SMALL)
    before = len(tab.sent)
    area(tab, "wave").click(position=place(tab, "wave", 4, 0))
    tab.frames()
    assert len(tab.sent) == before


def marks(tab: Tab, name: str) -> list[tuple[str, float]]:
    """Return the direction of each thin line over a chart, and its place from the chart's edge."""
    return tab.host(name).evaluate(
        """(host) => [...host.querySelectorAll('.pe-marks i')].map(({ className, style }) =>
          [className, parseFloat(className === 'down' ? style.left : style.top)])"""
    )


def expected_mark(tab: Tab, name: str, x: float) -> list:
    offset = tab.read(name, "_fullLayout", "xaxis", "_offset")
    return [["down", pytest.approx(offset + place(tab, name, x, 1)["x"], abs=0.01)]]


def test_a_row_of_the_matrix_is_marked_in_the_other_chart(tab):
    tab.open("similarity", SMALL)
    area(tab, "similarity").hover(position=place(tab, "similarity", 5, 33))
    expect(tab.host("row").locator(".pe-marks i")).to_have_count(1)
    assert marks(tab, "row") == expected_mark(tab, "row", 33)
    assert marks(tab, "profile") == []  # it runs along offsets
    assert marks(tab, "similarity") == []
    tab.page.mouse.move(5, 5)
    expect(tab.host("row").locator(".pe-marks i")).to_have_count(0)


def test_a_pair_is_marked_in_all_charts_of_frequencies(tab):
    tab.open("frequencies", SMALL)
    here = place(tab, "exponents", 7, tab.trace("exponents", "y")[7])
    area(tab, "exponents").hover(position=here)
    for name in ("frequencies", "wavelengths"):
        expect(tab.host(name).locator(".pe-marks i")).to_have_count(1)
        assert marks(tab, name) == expected_mark(tab, name, 7)
    assert marks(tab, "exponents") == []


def test_a_pair_of_the_derivation_is_marked_in_both_its_columns(tab):
    tab.open("waves", SMALL)
    area(tab, "derivation").first.hover(position=place(tab, "derivation", 5, 0.5))
    expect(tab.host("wave").locator(".pe-marks i")).to_have_count(2)
    assert marks(tab, "wave") == [
        mark for column in (10, 11) for mark in expected_mark(tab, "wave", column)
    ]


def test_a_cell_of_the_shift_matrix_is_marked_on_its_clock(tab):
    tab.open("shift", SMALL)
    area(tab, "shift-matrix").hover(position=place(tab, "shift-matrix", 4, 4))
    ring = tab.host("clocks").locator(".pe-marks .ring")
    expect(ring).to_have_count(1)
    found = ring.evaluate("(i) => [parseFloat(i.style.left), parseFloat(i.style.top)]")
    # The third of eight clocks, in their first row: each has two cells, and is 2.5 wide.
    spot = place(tab, "clocks", 5, 0)
    edges = [tab.read("clocks", "_fullLayout", f"{axis}axis", "_offset") for axis in "xy"]
    assert found == pytest.approx([edges[0] + spot["x"], edges[1] + spot["y"]], abs=0.01)


VIEW = "d=64&length=200&base=500"


def test_the_menu_changes_the_page_without_a_reload_and_keeps_the_view(tab):
    tab.open("heatmap", VIEW)
    tab.page.evaluate("() => { window.marker = 'here' }")
    link = tab.page.get_by_role("link", name="Waves", exact=True)
    expect(link).to_have_attribute("href", f"{tab.address}/waves?{VIEW}")
    expect(tab.page.locator(".pe-menu a[aria-current=page]")).to_have_text(re.compile("Heatmap$"))

    # The links are those of the present view, not of the one that they were made in.
    tab.drag("Selected position", 2)
    tab.release("Selected position")
    link.hover()
    expect(link).to_have_attribute("href", f"{tab.address}/waves?{VIEW}&position=22")
    link.click()
    expect(tab.page.locator("h1")).to_have_text("Waves")
    tab.settle()
    assert tab.page.evaluate("() => window.marker") == "here"
    assert tab.page.url == f"{tab.address}/waves?{VIEW}&position=22"
    assert tab.shown("Position (solid)") == 22
    expect(tab.page.locator(".pe-menu a[aria-current=page]")).to_have_text(re.compile("Waves$"))

    tab.page.go_back()
    expect(tab.page.locator("h1")).to_have_text("Heatmap")
    tab.settle()
    assert tab.page.evaluate("() => window.marker") == "here"
    assert (tab.shown(D), tab.shown("Selected position")) == (64, 22)


def test_a_click_with_control_is_left_to_the_browser(tab):
    tab.open("heatmap", VIEW)
    with tab.page.context.expect_page() as opened_page:
        tab.page.get_by_role("link", name="Waves", exact=True).click(modifiers=["Control"])
    assert opened_page.value.url in ("about:blank", f"{tab.address}/waves?{VIEW}")
    opened_page.value.wait_for_url(f"{tab.address}/waves?{VIEW}")
    opened_page.value.close()
    expect(tab.page.locator("h1")).to_have_text("Heatmap")
    assert tab.page.url == f"{tab.address}/heatmap?{VIEW}"


def test_back_and_reload_keep_the_view(tab):
    tab.open("heatmap", VIEW)
    tab.drag("Selected position", 1)
    tab.release("Selected position")
    tab.page.reload()
    tab.settle()
    assert (tab.shown(D), tab.shown(BASE), tab.shown("Selected position")) == (64, 500, 21)
    assert tab.trace("heatmap", "z").shape == (200, 64)
    tab.drag(D, -1)
    tab.release(D)
    assert f"d={D_STEPS[D_STEPS.index(64) - 1]}" in tab.page.url
    tab.page.get_by_role("link", name="Frequencies", exact=True).click()
    expect(tab.page.locator("h1")).to_have_text("Frequencies")
    tab.settle()
    tab.page.go_back()
    expect(tab.page.locator("h1")).to_have_text("Heatmap")
    tab.settle()
    assert tab.shown(D) == D_STEPS[D_STEPS.index(64) - 1]
    assert tab.trace("heatmap", "z").shape == (200, tab.shown(D))


def test_a_frame_and_a_projector_show_the_view(tab):
    tab.open("similarity", f"{VIEW}&view=chart&chart=row&position=50&embed=true")
    assert tab.page.locator(".pe-host").count() == 1
    assert tab.read("row", "layout", "shapes", 0, "x0") == 50
    expect(tab.page.locator("h1, .pe-slider, .pe-menu")).to_have_count(0)
    assert tab.read("row", "_fullLayout", "height") > 700

    tab.open("waves", f"{VIEW}&present=true&position=50")
    expect(tab.page.locator(".pe-slider, .pe-menu")).to_have_count(0)
    expect(tab.host("wave").locator(".pe-tools")).to_be_hidden()
    sinusoid = Sinusoid(dim=64, base=500)
    np.testing.assert_allclose(
        tab.trace("wave", "y"), sinusoid.encode([50])[0, sinusoid.sine_columns], atol=1e-6
    )
    tab.page.get_by_role("button", name="Leave").click()
    expect(tab.page.locator(".pe-menu a").first).to_be_visible()
    tab.settle()
    assert tab.page.url == f"{tab.address}/waves?{VIEW}&position=50"


def test_what_is_unfolded_is_in_the_link(tab):
    tab.open("shift", SMALL)
    expect(tab.host("paths")).to_have_count(0)
    tab.page.get_by_text("The path of a few pairs").click()
    expect(tab.host("paths")).to_be_visible()
    tab.page.wait_for_url(f"**{SMALL}&open=paths")
    tab.page.reload()
    tab.settle()
    expect(tab.host("paths")).to_be_visible()
    tab.page.get_by_text("The path of a few pairs").click()
    tab.page.wait_for_url(lambda url: url.endswith(SMALL))
    expect(tab.host("paths")).to_have_count(0)
