"""A tab of a browser that looks at charts: what they draw, and what is sent meanwhile."""

import json
from functools import partial
from typing import Any

import numpy as np
from playwright.sync_api import Locator

from tests.browser.conftest import Reader, reading

__all__ = ["Tab", "opened"]

# A property of a chart's Plotly figure, as JSON: numbers survive it to the last bit.
READ = """([name, path]) => {
  let thing = document.querySelector(`.st-key-chart-${name} .js-plotly-plot`);
  for (const key of path) thing = thing?.[key];
  return JSON.stringify(thing ?? null, (_, v) => ArrayBuffer.isView(v) ? Array.from(v) : v);
}"""
TWO_FRAMES = """() => new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0))))"""


class Tab(Reader):
    """Look at the charts of a page, and move its sliders."""

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
        same = f"([of, value]) => ({READ})(of) === JSON.stringify(value)"
        self.until(same, [[name, path], value])

    def trace(self, name: str, key: str, number: int = 0) -> np.ndarray:
        """Return an array of a trace as it is drawn."""
        return np.array(self.read(name, "_fullData", number, key), dtype=float)

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


#: Open a tab; fail at its end if the browser's console complained.
opened = partial(reading, kind=Tab)
