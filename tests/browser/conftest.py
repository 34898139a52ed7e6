"""A real Chromium and a real server for the tests that need them."""

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    TimeoutError,
    expect,
    sync_playwright,
)

ROOT = Path(__file__).parents[2]
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE = 40
DESK = {"width": 1280, "height": 900}
expect.set_options(timeout=1000 * PATIENCE)


def _chromium_path() -> str:
    """Return the machine's own Chromium; skip where there is none, or fail if it is required."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        words = f"NO CHROMIUM: none of {', '.join(NAMES)} is on the PATH; browser tests cannot run"
        if os.environ.get("PE_REQUIRE_BROWSER") == "1":
            pytest.fail(words, pytrace=False)
        pytest.skip(words)
    return found


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Start Chromium, once for a file of tests."""
    path = _chromium_path()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield browser
        browser.close()


def free_port() -> int:
    """Return the number of a port that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@contextlib.contextmanager
def serving(port: int | None = None) -> Iterator[str]:
    """Start the app as a reader's machine does, and yield its address."""
    port = port or free_port()
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "streamlit", "run", "app.py"]
    options = ["--server.address", "127.0.0.1", "--server.port", str(port)]
    environment = {k: v for k, v in os.environ.items() if not k.lower().endswith("_proxy")}
    with tempfile.TemporaryFile() as log:
        server = subprocess.Popen(
            [*command, *options], cwd=ROOT, env=environment, stdout=log, stderr=log
        )
        try:
            _wait_until_healthy(address, server, log)
            yield address
        finally:
            server.terminate()
            server.wait(PATIENCE)


def _wait_until_healthy(address, server, log) -> None:
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and server.poll() is None:
        with (
            contextlib.suppress(urllib.error.URLError, OSError),
            direct.open(f"{address}/_stcore/health", timeout=PATIENCE),
        ):
            return
        time.sleep(0.05)
    log.seek(0)
    pytest.fail(f"the server did not start:\n{log.read().decode(errors='replace')}")


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """Serve the app, once for all browser tests."""
    with serving() as address:
        yield address


class Reader:
    """One person's tab: opens views of the app, and remembers what went over the wire.

    ``sent`` and ``received`` hold the sizes of the websocket's messages; ``complaints`` what the
    browser's console said, and requests that left this machine; those that hold one of
    ``tolerated`` are expected.
    """

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.address = address
        self.page = context.new_page()
        self.page.set_default_timeout(1000 * PATIENCE)
        self.sent: list[int] = []
        self.received: list[int] = []
        self.complaints: list[str] = []
        self.tolerated: tuple[str, ...] = ()
        self.page.on("websocket", self._listen)
        self.page.on("console", self._note)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", self._requested)

    def _listen(self, socket) -> None:
        socket.on("framesent", lambda payload: self.sent.append(len(payload)))
        socket.on("framereceived", lambda payload: self.received.append(len(payload)))

    def _note(self, message) -> None:
        # Streamlit itself asks for these below a page's own address first, and is told no.
        probe = ("/_stcore/health", "/_stcore/host-config")
        if message.type == "error" and not message.location["url"].endswith(probe):
            self.complaints.append(f"{message.text} ({message.location['url']})")

    def _requested(self, request) -> None:
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.complaints.append(f"request to {request.url}")

    def open(self, path: str = "", query: str = "") -> None:
        """Open a page by its address, and wait until it is drawn."""
        self.page.goto(f"{self.address}/{path}{'?' if query else ''}{query}")
        self.settle()

    def settle(self) -> None:
        """Wait until the script has run to its end, with every chart drawn."""
        try:
            self.page.wait_for_function(SETTLED)
        except TimeoutError as error:
            shown = self.page.locator("body").inner_text()[:2000]
            raise AssertionError(f"{self.page.url} did not settle; it shows:\n{shown}") from error

    def until(self, condition: str, argument: object = None) -> None:
        """Wait until a JavaScript function of ``argument`` returns something true."""
        self.page.wait_for_function(condition, arg=argument)

    def slider(self, label: str):
        """Return a slider of the sidebar or of the page by its label."""
        label = "length (positions)" if label == "length" else label
        return self.page.get_by_role("slider", name=label, exact=True)

    def field(self, label: str):
        """Return the field for exact typing of a slider's number."""
        shared = {"d (dimensions)": "d =", "length": "length =", "base": "base ="}
        name = shared.get(label, f"{label}, exact")
        return self.page.locator(f'input[type="number"][aria-label="{name}"]')

    def type(self, label: str, value: object) -> None:
        """Type a value into a field and press enter."""
        self.field(label).fill(str(value))
        self.field(label).press("Enter")


#: True when the script has run, nothing is still being loaded, and every chart has its picture.
SETTLED = """() => {
  const app = document.querySelector('[data-testid="stApp"]');
  const charts = [...document.querySelectorAll('.pe-host')];
  return app && app.dataset.testScriptState === 'notRunning'
    && charts.length + document.querySelectorAll('iframe').length > 0
    && charts.every((chart) => chart.dataset.drawn && chart.getAttribute('aria-busy') === 'false')
    && !document.querySelector('[data-stale="true"], [data-testid="stSkeleton"]');
}"""


@pytest.fixture(scope="module")
def context(chromium) -> Iterator[BrowserContext]:
    """Share one browser profile, so that each new tab finds the scripts in its cache."""
    shared = chromium.new_context(viewport=DESK, reduced_motion="reduce")
    yield shared
    shared.close()


@contextlib.contextmanager
def reading(context: BrowserContext, address: str, kind: type[Reader] = Reader) -> Iterator[Reader]:
    """Open a tab; fail at its end if the browser's console complained."""
    tab = kind(context, address)
    yield tab
    tab.page.close()
    heard = tab.complaints
    assert [words for words in heard if not any(part in words for part in tab.tolerated)] == []


@pytest.fixture
def reader(context, server) -> Iterator[Reader]:
    """Give a tab of its own."""
    with reading(context, server) as tab:
        yield tab
