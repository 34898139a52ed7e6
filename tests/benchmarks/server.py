"""What one slider step sends to the browser, how long it takes, and what the server keeps.

Starts the app, opens each page in Chromium, moves the selected slider by one key and counts the
bytes that come over the web socket, at the article's size and at a million positions.
"""

import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which

from playwright.sync_api import Page, sync_playwright

from pages.parts.frame import PAGES

ROOT = Path(__file__).resolve().parents[2]
NAMES = ["" if page.path == "app.py" else Path(page.path).stem for page in PAGES]
SIZES = ("d=128&length=1000", "d=1024&length=1000000")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@contextmanager
def server() -> Iterator[tuple[str, int]]:
    """Serve the app on a free port; yield its address and process id."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
    address = f"http://localhost:{port}"
    try:
        for _ in range(240):
            try:
                urllib.request.urlopen(f"{address}/_stcore/health", timeout=1).close()
                break
            except OSError:
                time.sleep(0.25)
        yield address, process.pid
    finally:
        process.terminate()
        process.wait(timeout=20)


def memory(pid: int) -> float:
    """Return the resident memory of a process in MB (Linux)."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return float("nan")


def step(page: Page, address: str, path: str, size: str) -> tuple[int, float]:
    """Open a page, move its base slider by one step; return bytes received and seconds."""
    received: list[int] = []
    page.on("websocket", lambda ws: ws.on("framereceived", lambda data: received.append(len(data))))
    page.goto(f"{address}/{path}?{size}")
    page.wait_for_selector(".js-plotly-plot .main-svg, iframe, h1", timeout=60_000)
    idle(page, received)
    before = sum(received)
    page.get_by_role("slider", name="base").first.focus()
    begin = time.perf_counter()
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**base=20000**")
    last = idle(page, received)
    return sum(received) - before, last - begin


def idle(page: Page, received: list[int]) -> float:
    """Wait until nothing has come for a second; return the time of the last frame."""
    count, changed = -1, time.perf_counter()
    while time.perf_counter() - changed < 1:
        if len(received) != count:
            count, changed = len(received), time.perf_counter()
        page.wait_for_timeout(20)
    return changed


def main() -> None:
    """Print bytes, seconds and memory for each page and size."""
    path = next(filter(None, map(which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if path is None:
        print("no Chromium found: not measured")
        return
    with server() as (address, pid), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        for round_ in ("first", "again"):
            for size in SIZES:
                start = memory(pid)
                for name in NAMES:
                    page = browser.new_page()
                    sent, seconds = step(page, address, name, size)
                    page.close()
                    print(
                        f"{round_:6} {size:24} {name or 'home':12} {sent / 1e3:8.0f} kB"
                        f" {seconds:6.2f} s"
                    )
                print(f"{round_:6} {size:24} server memory {start:.0f} → {memory(pid):.0f} MB")
        browser.close()
