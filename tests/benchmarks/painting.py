"""How a step feels in a real browser: the app beside a plain page, in headless Chromium, one run.

A step begins with the key that moves a slider and ends in the first task after the frame that
shows the last change inside any chart, with the server's run over: the browser's own picture in
between does not count as the end. A drag's frame is measured from the slider's input event.
"""

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median, quantiles

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.benchmarks._figures import Figure
from tests.benchmarks._server import APP, LOOPBACK, PLAIN, streamlit
from tests.benchmarks.reruns import ARTICLE, LARGE, NAMES

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "chrome")
#: As in the browser tests.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESK = {"width": 1280, "height": 900}
#: Steps of the heatmap and of every other page; frames of a drag; visits of each kind.
STEPS, FEW, FRAMES, VISITS = 12, 5, 40, 3
#: The base begins low, so that each step to the right is a new one.
LOW = "base=100"
PATIENCE = 40_000
#: The live pages, each with its own sliders beside the base.
DRAGGED = {
    "": ("d (dimensions)",),
    "heatmap": ("Selected position",),
    "waves": ("Position (solid)",),
    "frequencies": ("d (dimensions)",),
    "similarity": ("Highlighted position",),
    "shift": ("Offset k", "Start from position"),
}
#: Notes when charts were last changed and painted, when the first was, and when a key went down.
WATCH = """() => {
  const seen = (window.seen = { changed: 0, painted: 0, first: 0, key: 0, count: 0 });
  const painted = (act) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => act(performance.now());
    port2.postMessage(0);
  });
  const drawn = () => document.querySelector(".js-plotly-plot .heatmaplayer image[*|href]")
    || document.querySelector(".js-plotly-plot .trace");
  let asked = false;
  seen.observer = new MutationObserver((records) => {
    if (!records.some(({ target }) => target.closest?.(".js-plotly-plot"))) return;
    seen.changed = performance.now();
    if (asked) return;
    asked = true;
    painted((now) => {
      asked = false;
      seen.painted = now;
      seen.count += 1;
      if (!seen.first && drawn()) seen.first = now;
    });
  });
  seen.observer.observe(document, { subtree: true, childList: true, attributes: true });
  addEventListener("keydown", () => (seen.key = performance.now()), true);
  window.slider = (label) => [...document.querySelectorAll("input[type=range]")]
    .find((input) => input.ariaLabel === label || input.labels[0]?.textContent === label);
}"""
#: True when the script is not running, no chart waits, and none has changed for a while.
QUIET = """() => {
  const app = document.querySelector('[data-testid="stApp"]');
  const busy = '[data-testid="stSkeleton"], .pe-host[aria-busy="true"]';
  if (app?.dataset.testScriptState !== "notRunning" || document.querySelector(busy)) return false;
  seen.ended ??= performance.now();
  return performance.now() - Math.max(seen.changed, seen.ended) > 400;
}"""
DRAG = """async ({ label, frames }) => {
  seen.observer.disconnect();
  const input = slider(label);
  const drawn = () =>
    [...document.querySelectorAll(".pe-host")].map((host) => +host.dataset.drawn || 0);
  const before = drawn();
  const [low, high] = [+input.min, +input.max];
  const start = +input.value;
  const times = [];
  for (let i = 1; i <= frames; i++) {
    await new Promise((done) => setTimeout(done, 25));
    const begin = performance.now();
    input.value = low + ((start - low + i) % (high - low + 1));
    input.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((done) => requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = done;
      port2.postMessage(0);
    }));
    times.push(performance.now() - begin);
  }
  return { times, drawn: Math.max(...drawn().map((n, i) => n - before[i])) };
}"""


class Tab:
    """Be a reader's tab, with what went over its web socket."""

    def __init__(self, context: BrowserContext) -> None:
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.add_init_script(f"({WATCH})()")
        self.bytes = 0
        self.page.on("websocket", self._listen)

    def _listen(self, socket) -> None:
        socket.on("framesent", self._count)
        socket.on("framereceived", self._count)

    def _count(self, data) -> None:
        self.bytes += len(data)

    def open(self, address: str) -> None:
        """Open a page and wait until it is still."""
        self.page.goto(address)
        self.page.wait_for_function("() => window.seen?.first")
        self.settle()

    def settle(self) -> None:
        """Wait until the script has run and every chart is painted."""
        self.page.evaluate("() => { delete seen.ended; }")
        self.page.wait_for_function(QUIET)

    def step(self, label: str) -> float:
        """Move a slider by one key; return milliseconds until the last chart is painted."""
        before = self.bytes
        self.page.evaluate(
            "(label) => { slider(label).focus(); seen.painted = 0; delete seen.ended; }", label
        )
        self.page.keyboard.press("ArrowRight")
        until = time.monotonic() + PATIENCE / 1e3
        while self.bytes == before and time.monotonic() < until:
            self.page.wait_for_timeout(5)
        self.page.wait_for_function(QUIET)
        begin, painted, ended = self.page.evaluate("() => [seen.key, seen.painted, seen.ended]")
        return (painted or ended) - begin

    def drag(self, label: str) -> tuple[list[float], int, int]:
        """Drag a slider; return milliseconds of each frame, pictures drawn, and bytes sent."""
        before = self.bytes
        found = self.page.evaluate(DRAG, {"label": label, "frames": FRAMES})
        return found["times"], found["drawn"], self.bytes - before


@contextmanager
def reading(browser: Browser) -> Iterator[Tab]:
    """Open a tab with an empty cache of its own."""
    context = browser.new_context(viewport=DESK, reduced_motion="reduce")
    yield Tab(context)
    context.close()


def stepped(browser: Browser, address: str, count: int) -> list[float]:
    """Return milliseconds of steps of the base; one more comes before them."""
    with reading(browser) as tab:
        tab.open(address)
        return [tab.step("base") for _ in range(count + 1)][1:]


def steps(browser: Browser, app: str, plain: str) -> Iterator[Figure]:
    """Measure what lies between a slider's release and the picture."""
    heatmap, page, large = [], [], []
    for _ in range(2):  # by turns, so that a busy moment of the machine meets all of them
        page += stepped(browser, f"{plain}/heatmap", STEPS // 2)
        heatmap += stepped(browser, f"{app}/heatmap?{ARTICLE}&{LOW}", STEPS // 2)
        large += stepped(browser, f"{app}/heatmap?{LARGE}&{LOW}", STEPS // 2)
    beside, ours = median(page), median(heatmap)
    note = f"{ours:.0f} ms, the plain page {beside:.0f} ms"
    yield Figure(
        "slider → painted, ratio to the plain page: heatmap", ours / beside, 0.35, note=note
    )
    ratio = median(large) / ours
    note = f"{median(large):.0f} ms"
    yield Figure("heatmap 1,000,000 × 1,024, ratio to 1,000 × 128", ratio, 1.3, note=note)
    for name in NAMES:
        if name != "heatmap":
            ms = median(stepped(browser, f"{app}/{name}?{ARTICLE}&{LOW}", FEW))
            what = f"slider → painted, ratio to the plain page: {name or 'home'}"
            yield Figure(what, ms / beside, 0.5, note=f"{ms:.0f} ms")


def drags(browser: Browser, app: str) -> Iterator[Figure]:
    """Measure what lies between an input of a dragged slider and its frame."""
    for name, labels in DRAGGED.items():
        with reading(browser) as tab:
            for label in ("base", *labels):
                tab.open(f"{app}/{name}?{ARTICLE}&{LOW}")
                times, drawn, sent = tab.drag(label)
                what = f"drag, {name or 'home'}, {label}: "
                note = f"{drawn} pictures for {FRAMES} inputs"
                yield Figure(f"{what}median", median(times), 33, "{:.0f} ms", note)
                yield Figure(f"{what}p95", quantiles(times, n=20)[-1], 60, "{:.0f} ms")
                yield Figure(f"{what}bytes", sent, 0, "{:.0f}")


def visit(context: BrowserContext, address: str) -> tuple[int, float]:
    """Return bytes of a whole visit, and milliseconds until its first chart is painted."""
    tab = Tab(context)
    session = context.new_cdp_session(tab.page)
    session.send("Network.enable")
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    tab.open(address)
    first = tab.page.evaluate("() => seen.first")
    tab.page.close()
    return int(sum(sizes)) + tab.bytes, first


def visits(browser: Browser, app: str, plain: str) -> Iterator[Figure]:
    """Measure the first visit, and one that finds what the first one brought."""
    pages = {"plain": f"{plain}/heatmap", "home": f"{app}/", "heatmap": f"{app}/heatmap"}
    found: dict[tuple[str, str], list[tuple[int, float]]] = {}
    for _ in range(VISITS):
        for name, address in pages.items():
            with_cache = browser.new_context(viewport=DESK, reduced_motion="reduce")
            for state in ("cold", "warm"):
                found.setdefault((name, state), []).append(visit(with_cache, address))
            with_cache.close()
    middle = {key: tuple(map(median, zip(*each, strict=True))) for key, each in found.items()}
    for state in ("cold", "warm"):
        size, ms = middle["plain", state]
        for name in ("home", "heatmap"):
            what = f"visit, {state} cache, ratio to the plain page: {name}, "
            ours, took = middle[name, state]
            note = f"{ours / 1e3:.0f} kB, the plain page {size / 1e3:.0f} kB"
            yield Figure(f"{what}bytes", ours / size, 1, note=note)
            note = f"{took:.0f} ms, the plain page {ms:.0f} ms"
            yield Figure(f"{what}time to the first chart", took / ms, 1, note=note)


def main() -> list[Figure]:
    """Print and return the figures."""
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if path is None:
        print("no Chromium found: not measured")
        return []
    figures = []
    with streamlit(APP) as app, streamlit(PLAIN) as plain, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        ours, beside = (f"http://{LOOPBACK}:{port}" for port, _ in (app, plain))
        measures: tuple[Callable[[], Iterator[Figure]], ...] = (
            lambda: visits(browser, ours, beside),
            lambda: steps(browser, ours, beside),
            lambda: drags(browser, ours),
        )
        for measured in measures:
            for figure in measured():
                print(figure.line(), flush=True)
                figures.append(figure)
        browser.close()
    return figures
