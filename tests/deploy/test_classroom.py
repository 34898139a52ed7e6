"""The command that serves a class: its configuration, and that it starts and stops as one."""

import contextlib
import http.client
import os
import re
import signal
import socket
import subprocess
import time
from pathlib import Path

import pytest
import streamlit

from deploy.classroom import configuration, free_ports, lan_address, nginx_path
from tests.classroom import (
    LOOPBACK,
    PATIENCE,
    app_processes,
    children,
    classroom,
    command,
    read_until,
)

ROOT = Path(__file__).parents[2]
SHARES = {1: [], 2: ["50.00%"], 3: ["33.33%"] * 2, 8: ["12.50%"] * 7}


def get(port, path="/_stcore/health", **headers):
    """Return status, headers and length of what is served."""
    connection = http.client.HTTPConnection(LOOPBACK, port, timeout=PATIENCE)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    with contextlib.closing(connection):
        return answer.status, answer.headers, len(answer.read())


def process_of(headers):
    """Return the process that a cookie of these headers names, or None."""
    for text in headers.get_all("Set-Cookie") or ():
        if found := re.match(r"pe_process=(\d+);", text):
            return int(found[1])
    return None


def alive(pid):
    """Return whether a process still runs."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def eventually(condition):
    """Wait until a condition holds; return whether it does."""
    until = time.monotonic() + PATIENCE
    while not condition() and time.monotonic() < until:
        time.sleep(0.05)
    return condition()


@pytest.mark.parametrize("count", SHARES)
def test_each_process_has_its_share_and_the_others_to_step_in(count):
    ports = [9000 + 7 * n for n in range(count)]
    text = configuration(ports, "0.0.0.0:8501")
    assert re.findall(r"@\{.*?\}", text) == []
    groups = re.findall(r"upstream process_(\d+) \{(.*?)\}", text, re.DOTALL)
    assert [int(number) for number, _ in groups] == list(range(count))
    for number, body in groups:
        own = re.findall(r"server 127\.0\.0\.1:(\d+) max_fails=0;", body)
        others = re.findall(r"server 127\.0\.0\.1:(\d+) max_fails=0 backup;", body)
        assert own == [str(ports[int(number)])]
        assert sorted(map(int, own + others)) == ports
    shares = re.search(r"split_clients .*?\{(.*?)\}", text, re.DOTALL)[1]
    assert re.findall(r"[\d.]+%", shares) == SHARES[count]
    assert shares.strip().endswith("* process_0;")
    for number, port in enumerate(ports):
        assert f"        {number} process_{number};" in text
        assert f"        ~:{port}$ {number};" in text


def test_uploads_are_as_large_as_the_app_takes_them():
    settings = (ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8")
    largest = re.search(r"maxUploadSize = (\d+)", settings)[1]
    assert f"client_max_body_size {largest}m;" in configuration([9000], "0.0.0.0:8501")


@pytest.mark.parametrize("count", SHARES)
def test_nginx_accepts_the_configuration(nginx, tmp_path, count):
    user = "user root;" if os.geteuid() == 0 else ""
    text = configuration(free_ports(count), f"{LOOPBACK}:{free_ports(1)[0]}", user=user)
    (tmp_path / "nginx.conf").write_text(text, encoding="utf-8")
    command = [nginx, "-t", "-p", str(tmp_path), "-c", "nginx.conf", "-e", "nginx.log"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert not re.search(r"\[(warn|alert|emerg)\]", done.stderr), done.stderr


def test_an_address_of_the_network_is_not_the_loopback():
    address = lan_address()
    assert address is None or not address.startswith("127.")
    assert address is None or socket.inet_aton(address)


def test_without_nginx_one_process_serves_and_says_so(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert nginx_path("a-program-that-nobody-has") is None
    with classroom("--nginx", "a-program-that-nobody-has", "--processes", "3") as (started, port):
        lines = read_until(started, "Stop with Ctrl-C")
        assert "apt-get install nginx" in lines[0]
        assert "1 app process serves the class.\n" in lines
        assert f"http://localhost:{port}" in "".join(lines)
        assert len(children(started.pid)) == 1
        status, headers, _ = get(port)
        assert status == http.client.OK
        assert process_of(headers) is None


def test_a_taken_port_is_told_in_a_sentence():
    with socket.socket() as holder:
        holder.bind((LOOPBACK, 0))
        holder.listen()
        port = holder.getsockname()[1]
        with classroom(port=port) as (started, _):
            text = started.stdout.read()
            assert started.wait(PATIENCE) == 1
    assert re.search(rf"Port {port} cannot be used .*; try another one: make class PORT=\d+", text)
    assert "Traceback" not in text


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        (("--processes", "0"), "--processes must be an integer from 1 to 64; got 0"),
        (("--processes", "65"), "--processes must be an integer from 1 to 64; got 65"),
        (("--port", "70000"), "--port must be an integer from 1 to 65535; got 70000"),
    ],
    ids=["none", "too many", "no port"],
)
def test_a_wrong_option_is_named(options, rule):
    with classroom(*options) as (started, _):
        assert rule in started.stdout.read()
        assert started.wait(PATIENCE) == 2


@pytest.mark.parametrize(
    "number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL], ids=lambda n: n.name
)
def test_all_end_with_the_command(nginx, number, tmp_path, monkeypatch):
    # What is killed leaves its folder behind.
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with classroom("--processes", "2") as (started, port):
        read_until(started, "Stop with Ctrl-C")
        everyone = [pid for child in children(started.pid) for pid in (child, *children(child))]
        # two app processes, nginx and its worker
        assert len(everyone) >= 4
        started.send_signal(number)
        assert started.wait(PATIENCE) == (-number if number == signal.SIGKILL else 0)
        assert eventually(lambda: not any(map(alive, everyone)))
    with pytest.raises(ConnectionRefusedError):
        get(port)


def test_all_end_when_nginx_does(nginx):
    with classroom("--processes", "2") as (started, _):
        read_until(started, "Stop with Ctrl-C")
        balancer = next(pid for pid in children(started.pid) if "nginx" in command(pid)[0])
        everyone = [pid for child in children(started.pid) for pid in (child, *children(child))]
        os.kill(balancer, signal.SIGKILL)
        assert "nginx has ended, so the class was closed." in started.stdout.read()
        assert started.wait(PATIENCE) == 1
        assert eventually(lambda: not any(map(alive, everyone)))


def test_a_browser_stays_with_its_process_and_goes_on_when_that_dies(nginx):
    with classroom("--processes", "2") as (started, port):
        read_until(started, "Stop with Ctrl-C")
        first = {process_of(get(port, "/heatmap")[1]) for _ in range(40)}
        assert first == {0, 1}, "a class behind one address is spread over the processes"
        assert len({process_of(get(port, "/_stcore/health")[1]) for _ in range(10)}) == 1
        for number in (0, 1):
            for path in ("/heatmap", "/_stcore/health", "/media/none.png"):
                assert process_of(get(port, path, Cookie=f"pe_process={number}")[1]) is None
        assert process_of(get(port, "/heatmap", Cookie="pe_process=9")[1]) in (0, 1)

        os.kill(app_processes(started)[1], signal.SIGKILL)
        status, headers, _ = get(port, Cookie="pe_process=1")
        assert status == http.client.OK
        assert process_of(headers) == 0, "the cookie follows to the process that stepped in"
        assert "it is started again" in read_until(started, "has ended")[-1]
        again = lambda: process_of(get(port, Cookie="pe_process=1")[1]) is None  # noqa: E731
        assert eventually(again), "the process serves again"
        assert len(children(started.pid)) == 3


def test_streamlit_s_scripts_come_compressed(nginx):
    with classroom("--processes", "1") as (started, port):
        read_until(started, "Stop with Ctrl-C")
        folder = Path(streamlit.__file__).parent / "static" / "static" / "js"
        largest = max(folder.glob("*.js"), key=lambda path: path.stat().st_size)
        address = f"/static/js/{largest.name}"
        size = largest.stat().st_size
        status, headers, plain = get(port, address)
        assert (status, plain) == (http.client.OK, size)
        status, headers, packed = get(port, address, **{"Accept-Encoding": "gzip"})
        assert (status, headers["Content-Encoding"]) == (http.client.OK, "gzip")
        assert packed < size / 2
        assert "immutable" in headers["Cache-Control"]
        assert headers["Content-Type"].startswith("text/javascript")
