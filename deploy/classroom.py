"""Serve a class: one app process a core, and nginx before them. Started by ``make class``.

Python runs one script at a time in a process, so a second core needs a second process. nginx
spreads the browsers over the processes and keeps each with its own (see ``nginx.conf``). This
program starts all of them, watches them, starts a process again that has ended, and stops
everything when it is stopped itself. Without nginx one process serves alone.
"""

import argparse
import contextlib
import ctypes
import gzip
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOOPBACK = "127.0.0.1"
#: Seconds: for the start of a process, for its end, and of silence after which it is ended.
START, END, SILENCE = 90, 10, 60
#: Files that are worth compressing, and the largest upload in MB, as in .streamlit/config.toml.
TEXT, UPLOAD = (".js", ".css", ".html", ".json", ".svg", ".ttf", ".wasm"), 50
#: Open files and connections of a process, as in nginx.conf.
FILES = 8192
NO_NGINX = (
    "nginx is not installed, so one process serves the class on one core. "
    "For one process a core: apt-get install nginx"
)


class ClassError(Exception):
    """Say in a sentence why the class cannot be served."""


@dataclass
class Process:
    """Hold a running app process: where it listens and when it last answered."""

    number: int
    port: int
    child: subprocess.Popen | None = None
    answered: float = field(default_factory=time.monotonic)


def nginx_path(name: str = "nginx") -> str | None:
    """Return where nginx is; Debian keeps it where an ordinary user's PATH does not look."""
    path = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"))
    return shutil.which(name, path=path)


def configuration(ports: list[int], listen: str, *, user: str = "") -> str:
    """Return nginx's configuration for app processes on these ports of the loopback."""
    numbers = range(len(ports))
    groups = [
        f"    upstream process_{own} {{\n"
        f"        server {LOOPBACK}:{ports[own]} max_fails=0;\n"
        + "".join(
            f"        server {LOOPBACK}:{ports[n]} max_fails=0 backup;\n"
            for n in numbers
            if n != own
        )
        + "    }"
        for own in numbers
    ]
    share = f"{100 / len(ports):.2f}%"
    lines = {
        "groups": groups,
        "shares": [f"        {share if n else '*'} process_{n};" for n in reversed(numbers)],
        "cookies": [f"        {n} process_{n};" for n in numbers],
        "addresses": [f"        ~:{ports[n]}$ {n};" for n in numbers],
    }
    filled = {name: "\n".join(each) for name, each in lines.items()}
    filled |= {"listen": listen, "upload": str(UPLOAD), "user": user}
    template = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    return re.sub(r"@\{(\w+)\}", lambda found: filled[found[1]], template)


def pack(folder: Path) -> None:
    """Copy Streamlit's own scripts into a folder, with a compressed twin of each text."""
    source = Path(find_spec("streamlit").submodule_search_locations[0], "static", "static")
    shutil.copytree(source, folder / "static")
    for path in (folder / "static").rglob("*"):
        if path.suffix in TEXT:
            packed = path.with_name(f"{path.name}.gz")
            packed.write_bytes(gzip.compress(path.read_bytes(), 6, mtime=0))


def free_ports(count: int) -> list[int]:
    """Return ports of the loopback on which nobody listens."""
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind((LOOPBACK, 0))
        return [each.getsockname()[1] for each in sockets]


def check_free(address: str, port: int) -> None:
    """Raise :class:`ClassError` if somebody listens on the port."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
        except OSError as error:
            raise ClassError(
                f"Port {port} cannot be used ({error.strerror}); "
                f"try another one: make class PORT={port + 1 if port < 65535 else 8501}"
            ) from error


def lan_address() -> str | None:
    """Return this machine's address in its network, or None without one; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation, so nobody's
        except OSError:
            return None
        address = probe.getsockname()[0]
    return None if address.startswith("127.") else address


def die_with_parent() -> None:
    """Ask Linux to end this child when the program that started it ends, however it ends."""
    if sys.platform == "linux":
        set_death_signal = 1
        ctypes.CDLL(None).prctl(set_death_signal, signal.SIGTERM)


def healthy(port: int, timeout: float) -> bool:
    """Return whether an app process answers."""
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with direct.open(f"http://{LOOPBACK}:{port}/_stcore/health", timeout=timeout):
            return True
    except (urllib.error.URLError, OSError):
        return False


class Classroom:
    """Run the processes of a class, from start to stop."""

    def __init__(self, address: str, port: int, count: int, nginx: str | None) -> None:
        self.address, self.port, self.nginx = address, port, nginx
        ports = free_ports(count) if nginx else [port]
        self.processes = [Process(number, own) for number, own in enumerate(ports)]
        self.balancer: subprocess.Popen | None = None
        self.environment = os.environ | {
            # Cookies that one process has signed are good for the others.
            "STREAMLIT_SERVER_COOKIE_SECRET": secrets.token_hex(32),
            # Each run of a script is a thread. With a heap for each, and freed memory kept in
            # reserve, little of it comes back when students leave (measured: +23 % against +8 %).
            "MALLOC_ARENA_MAX": "2",
            "MALLOC_TRIM_THRESHOLD_": "131072",
            "MALLOC_MMAP_THRESHOLD_": "131072",
            # The processes share the cores already.
            "OPENBLAS_NUM_THREADS": "1",
            "OMP_NUM_THREADS": "1",
        }

    def start(self, process: Process) -> None:
        """Start (or start again) one app process."""
        address = LOOPBACK if self.nginx else self.address
        options = ["--server.address", address, "--server.port", str(process.port)]
        options += ["--logger.level", "warning"]
        process.child = subprocess.Popen(
            [sys.executable, "-m", "streamlit", "run", "app.py", *options],
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=die_with_parent,
        )
        process.answered = time.monotonic()

    def open(self, folder: Path) -> None:
        """Start everything, and return when it serves."""
        check_free(self.address, self.port)
        for process in self.processes:
            self.start(process)
        if self.nginx:
            pack(folder / "files")
        for process in self.processes:
            self._wait(process)
        if self.nginx:
            self._balance(folder)

    def _wait(self, process: Process) -> None:
        until = time.monotonic() + START
        while not healthy(process.port, 1):
            if process.child.poll() is not None:
                raise ClassError(
                    f"App process {process.number + 1} ended before it served anything."
                )
            if time.monotonic() > until:
                raise ClassError(f"App process {process.number + 1} did not answer in {START} s.")
            time.sleep(0.1)
        process.answered = time.monotonic()

    def _balance(self, folder: Path) -> None:
        """Start nginx, and return when it listens."""
        # As root, nginx would hand its work to a user who may not enter the folder.
        user = "user root;" if os.geteuid() == 0 else ""
        ports = [process.port for process in self.processes]
        text = configuration(ports, f"{self.address}:{self.port}", user=user)
        (folder / "nginx.conf").write_text(text, encoding="utf-8")
        log = folder / "nginx.log"
        self.balancer = subprocess.Popen(
            [self.nginx, "-p", str(folder), "-c", "nginx.conf", "-e", "nginx.log"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=die_with_parent,
        )
        until = time.monotonic() + START
        while not healthy_front(self.address, self.port):
            if self.balancer.poll() is not None or time.monotonic() > until:
                words = log.read_text(errors="replace").strip() if log.exists() else ""
                raise ClassError(f"nginx did not start: {words or 'it gave no reason'}")
            time.sleep(0.05)

    def watch(self) -> None:
        """Start again what has ended; return only by an exception."""
        while True:
            time.sleep(1)
            if self.balancer and self.balancer.poll() is not None:
                raise ClassError("nginx has ended, so the class was closed.")
            for process in self.processes:
                self._look_after(process)

    def _look_after(self, process: Process) -> None:
        if process.child.poll() is not None:
            say(f"App process {process.number + 1} has ended; it is started again.")
            self.start(process)
        elif healthy(process.port, 2):
            process.answered = time.monotonic()
        elif time.monotonic() - process.answered > SILENCE:
            say(f"App process {process.number + 1} has not answered for {SILENCE} s; it is ended.")
            end_group(process.child, signal.SIGKILL)
            process.child.wait()

    def close(self) -> None:
        """Stop everything."""
        children = [p.child for p in self.processes if p.child]
        children = [self.balancer, *children] if self.balancer else children
        for child in children:
            end_group(child, signal.SIGTERM)
        until = time.monotonic() + END
        for child in children:
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.wait(max(0, until - time.monotonic()))
            end_group(child, signal.SIGKILL)
            child.wait()


def end_group(child: subprocess.Popen, number: signal.Signals) -> None:
    """Send a signal to a child and all that it has started, even where the child has ended."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, number)


def healthy_front(address: str, port: int) -> bool:
    """Return whether somebody listens where the students will come."""
    with socket.socket() as probe:
        return probe.connect_ex((LOOPBACK if address == "0.0.0.0" else address, port)) == 0


def say(words: str) -> None:
    """Print at once, also into a pipe."""
    print(words, flush=True)


def announce(address: str, port: int, count: int) -> None:
    """Print the addresses that can be opened."""
    near = "localhost" if address in ("0.0.0.0", LOOPBACK) else address
    far = lan_address() if address == "0.0.0.0" else None
    say(f"{count} app process{'es serve' if count > 1 else ' serves'} the class.")
    say(f"On this machine:  http://{near}:{port}")
    if far:
        say(f"In this network:  http://{far}:{port}")
    say("Stop with Ctrl-C.")


def stop(*_: object) -> None:
    """Turn a signal into the ordinary way out."""
    raise KeyboardInterrupt


def allow_connections() -> None:
    """Let the children have as many files and connections open as this user may."""
    import resource  # not on Windows, where the tests still import this module

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY:
        most = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))


def run(address: str, port: int, count: int, nginx: str | None) -> None:
    """Serve until stopped."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, stop)
    allow_connections()
    if not nginx:
        say(NO_NGINX)
        count = 1
    classroom = Classroom(address, port, count, nginx)
    with tempfile.TemporaryDirectory(prefix="class-") as folder:
        try:
            classroom.open(Path(folder))
            announce(address, port, count)
            classroom.watch()
        finally:
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                signal.signal(number, signal.SIG_IGN)
            classroom.close()


def main() -> int:
    """Read the command line and serve."""
    parser = argparse.ArgumentParser(description="Serve the app to a class.")
    parser.add_argument("--port", type=int, default=8501)
    parser.add_argument("--address", default="0.0.0.0", help="where to listen")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--nginx", default="nginx", help="the program to balance with")
    given = parser.parse_args()
    if not 1 <= given.processes <= 64:
        parser.error(f"--processes must be an integer from 1 to 64; got {given.processes}")
    if not 1 <= given.port <= 65535:
        parser.error(f"--port must be an integer from 1 to 65535; got {given.port}")
    try:
        run(given.address, given.port, given.processes, nginx_path(given.nginx))
    except ClassError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        say("The class is closed.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
