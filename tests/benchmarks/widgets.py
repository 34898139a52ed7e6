"""Measure how long a slider step of each widget takes until it is painted, in headless Chromium.

Run with ``python -m tests.benchmarks.widgets``. A step sets a slider, and the clock stops in the
first task after the frame that shows the new picture, so waiting for the frame counts too.
"""

import shutil
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from pe_core.export.widget import KINDS, widget_height, widget_html

STEPS = 40
STEP = """async ({ steps }) => {
  const input = [...document.querySelectorAll("input[type=range]")].at(-1);
  const times = [];
  for (let i = 0; i < steps; i++) {
    await new Promise((done) => setTimeout(done, 30));
    const start = performance.now();
    input.value = +input.value + (i % 2 ? -0.01 : 0.01) * (1 + (i % 7));
    input.dispatchEvent(new Event("input"));
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    times.push(performance.now() - start);
  }
  return times;
}"""


def times(page: Page, kind: str, folder: Path) -> list[float]:
    """Return the milliseconds of each step of the base slider, at 1000 × 128."""
    path = folder / f"{kind}.html"
    path.write_text(widget_html(kind, offline=True, length=1000, dim=128), encoding="utf-8")
    page.set_viewport_size({"width": 820, "height": widget_height(kind)})
    page.goto(path.as_uri())
    page.wait_for_selector(".pe-chart .main-svg")
    return list(page.evaluate(STEP, {"steps": STEPS}))


def main() -> None:
    """Print the median and the slowest step of each kind."""
    browser_path = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        options = ["--no-sandbox", "--disable-gpu"]
        browser = playwright.chromium.launch(executable_path=browser_path, args=options)
        page = browser.new_page()
        for kind in KINDS:
            taken = times(page, kind, Path(folder))
            print(f"{kind:12} median {statistics.median(taken):6.1f} ms, max {max(taken):6.1f} ms")
        browser.close()


if __name__ == "__main__":
    main()
