"""Serve a script on the loopback, and ask the machine what its process costs (Linux)."""

import contextlib
import http.client
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOOPBACK = "127.0.0.1"
#: The app, and what is measured beside it: an empty page, with the plain page in its menu.
APP, PLAIN = "app.py", "tests/benchmarks/plain/empty.py"
#: Seconds that a server is waited for.
PATIENCE = 120.0


def tree(pid: int) -> set[int]:
    """Return a process and all below it."""
    parents = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parents[int(status.parent.name)] = int(status.read_text().rpartition(")")[2].split()[1])
    found, new = {pid}, {pid}
    while new:
        new = {child for child, parent in parents.items() if parent in new} - found
        found |= new
    return found


def memory(pid: int) -> float:
    """Return the resident memory of a process and all below it, in MB."""
    pages = 0
    for each in tree(pid):
        with contextlib.suppress(OSError):
            pages += int(Path(f"/proc/{each}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def processor(pid: int) -> float:
    """Return the processor seconds of a process and all below it."""
    ticks = 0
    for each in tree(pid):
        with contextlib.suppress(OSError):
            text = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
            ticks += int(text[11]) + int(text[12])
    return ticks / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def serving(*words: str, **settings: str) -> Iterator[tuple[int, int]]:
    """Run Python with some words and a free port behind them; yield port and process id.

    ``settings`` are variables of the environment.
    """
    with socket.socket() as free:
        free.bind((LOOPBACK, 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryFile() as log:
        server = subprocess.Popen(
            [sys.executable, *words, str(port)],
            cwd=ROOT,
            env=os.environ | settings,
            stdout=log,
            stderr=log,
        )
        try:
            _wait_until_open(port, server)
            yield port, server.pid
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(30)


def streamlit(script: str) -> contextlib.AbstractContextManager[tuple[int, int]]:
    """Serve a script as `make run` serves the app; yield port and process id."""
    at = ("--server.address", LOOPBACK, "--server.port")
    return serving("-m", "streamlit", "run", script, *at, OPENBLAS_NUM_THREADS="1")


def _wait_until_open(port: int, server: subprocess.Popen) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and server.poll() is None:
        with contextlib.suppress(OSError, http.client.HTTPException):
            connection = http.client.HTTPConnection(LOOPBACK, port, timeout=5)
            connection.request("GET", "/_stcore/health")
            if connection.getresponse().status == http.client.OK:
                return
        time.sleep(0.1)
    sys.exit("the server did not start")
