"""Start and read the command that serves a class, for the tests with and without a browser."""

import contextlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.classroom import free_ports

ROOT = Path(__file__).parents[1]
LOOPBACK, PATIENCE = "127.0.0.1", 60


@contextlib.contextmanager
def classroom(*options, port=None):
    """Start the command and yield it with its port; it is ended at the end, whatever happens."""
    port = port or free_ports(1)[0]
    command = [sys.executable, "deploy/classroom.py", "--address", LOOPBACK, "--port", str(port)]
    started = subprocess.Popen(
        [*command, *options], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        yield started, port
    finally:
        if started.poll() is None:
            started.terminate()
        started.communicate(timeout=PATIENCE)


def read_until(started, words):
    """Return the lines of a command up to one with these words; fail if it ends before."""
    lines = []
    for line in started.stdout:
        lines.append(line)
        if words in line:
            return lines
    pytest.fail(f"it ended without {words!r}:\n{''.join(lines)}")


def children(pid):
    """Return the processes that a process has started, in order."""
    return [int(n) for n in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def command(pid):
    """Return the words with which a process was started."""
    return Path(f"/proc/{pid}/cmdline").read_text().split("\0")


def app_processes(started):
    """Return the process ids of the app, each by the number that the cookie gives it."""
    by_port, numbers = {}, {}
    for pid in children(started.pid):
        words = command(pid)
        if "--server.port" in words:
            by_port[words[words.index("--server.port") + 1]] = pid
        elif "-p" in words[0].split():  # nginx writes its title over its words
            folder = words[0].split()[words[0].split().index("-p") + 1]
            numbers = dict(re.findall(r"~:(\d+)\$ (\d+);", Path(folder, "nginx.conf").read_text()))
    return {int(numbers[port]): pid for port, pid in by_port.items()}
