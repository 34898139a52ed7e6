"""A tab of a browser that looks at charts: what they draw, and what is sent meanwhile."""

import contextlib
import json
from collections.abc import Iterator
from typing import Any

import numpy as np
from playwright.sync_api import BrowserContext, Locator

from tests.browser.conftest import PATIENCE

__all__ = ["DRAWN", "Tab", "opened"]

#: True when the script has run, and every chart is painted and waits for nothing.
DRAWN = """() => {
  const app = document.querySelector('[data-testid="stApp"]');
  const charts = [...document.querySelectorAll('.pe-host')];
  return app && app.dataset.testScriptState === 'notRunning' && charts.length > 0
    && charts.every((chart) => chart.dataset.drawn && chart.getAttribute('aria-busy') === 'false')
    && !document.querySelector('[data-stale="true"], [data-testid="stSkeleton"]');
}"""
# A property of a chart's Plotly figure, as JSON: numbers survive it to the last bit.
READ = """([name, path]) => {
  let thing = document.querySelector(`.st-key-chart-${name} .js-plotly-plot`);
  for (const key of path) thing = thing?.[key];
  return JSON.stringify(thing ?? null, (_, v) => ArrayBuffer.isView(v) ? Array.from(v) : v);
}"""
TWO_FRAMES = """() => new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0))))"""


class Tab:
    """Hold a page of the app.

    ``sent`` holds the sizes of the messages to the server, ``complaints`` what the console said.
    """

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.address = address
        self.sent: list[int] = []
        self.complaints: list[str] = []
        self.page = context.new_page()
        self.page.set_default_timeout(1000 * PATIENCE)
        self.page.on("websocket", self._listen)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _listen(self, socket) -> None:
        socket.on("framesent", lambda payload: self.sent.append(len(payload)))

    def open(self, path: str = "", query: str = "") -> None:
        """Open a page by its address, and wait until it is drawn."""
        self.page.goto(f"{self.address}/{path}{'?' if query else ''}{query}")
        self.settle()

    def settle(self) -> None:
        """Wait until the script has run to its end, with every chart drawn."""
        self.page.wait_for_function(DRAWN)

    def until(self, condition: str, argument: object = None) -> None:
        """Wait until a JavaScript function of ``argument`` returns something true."""
        self.page.wait_for_function(condition, arg=argument)

    def frames(self) -> None:
        """Wait until what moved in this frame is painted."""
        self.page.evaluate(TWO_FRAMES)

    def host(self, name: str) -> Locator:
        """Return the host of a chart."""
        return self.page.locator(f".st-key-chart-{name} .pe-host")

    def source(self, name: str) -> str | None:
        """Return who computed what a chart shows: "server" or "browser"."""
        return self.host(name).get_attribute("data-from")

    def read(self, name: str, *path: str | int) -> Any:
        """Return a property of a chart's Plotly figure."""
        return json.loads(self.page.evaluate(READ, [name, path]))

    def until_read(self, name: str, *path: str | int, value: object) -> None:
        """Wait until a property of a chart's Plotly figure has a value."""
        self.until(f"([of, value]) => ({READ})(of) === JSON.stringify(value)", [[name, path], value])

    def trace(self, name: str, key: str, number: int = 0) -> np.ndarray:
        """Return an array of a trace as it is drawn."""
        return np.array(self.read(name, "_fullData", number, key), dtype=float)

    def slider(self, label: str) -> Locator:
        """Return one of our sliders by its label."""
        return self.page.get_by_role("slider", name=label, exact=True)

    def output(self, label: str) -> Locator:
        """Return what stands beside a slider."""
        return self.page.locator(".pe-slider").filter(has=self.slider(label)).locator("output")

    def shown(self, label: str) -> float:
        """Return the number that stands beside a slider."""
        return float(self.output(label).inner_text().replace(",", ""))

    def drag(self, label: str, steps: int) -> float:
        """Move a slider by some steps, a frame each, and hold it there; return its value."""
        slider = self.slider(label)
        for _ in range(abs(steps)):
            slider.evaluate(
                """(input, step) => {
                  input.value = +input.value + step;
                  input.dispatchEvent(new Event('input', { bubbles: true }));
                }""",
                1 if steps > 0 else -1,
            )
            self.frames()
        return self.shown(label)

    def release(self, label: str) -> None:
        """Let a slider go, and wait for the server's numbers."""
        self.slider(label).evaluate("(i) => i.dispatchEvent(new Event('change', {bubbles: true}))")
        self.until("() => !document.querySelector('.pe-host:not([data-from=server])')")
        self.settle()


@contextlib.contextmanager
def opened(context: BrowserContext, address: str) -> Iterator[Tab]:
    """Open a tab; fail at its end if a script broke."""
    tab = Tab(context, address)
    yield tab
    tab.page.close()
    assert tab.complaints == []
