"""The command line: tables, formats, errors."""

import io
import json
import re
import subprocess
import sys
import tracemalloc

import numpy as np
import pytest

from pe_core import Sinusoid
from pe_core.__main__ import COMMANDS, main, parser

SMALL = ["table", "--dim", "6", "--length", "4"]


def test_csv_holds_every_digit(capsysbinary):
    assert main(SMALL) == 0
    rows = np.loadtxt(io.BytesIO(capsysbinary.readouterr().out), delimiter=",")
    np.testing.assert_array_equal(rows, Sinusoid(6).table(4))


def test_json(capsysbinary):
    assert main([*SMALL, "--format", "json", "--base", "100"]) == 0
    rows = json.loads(capsysbinary.readouterr().out)
    np.testing.assert_array_equal(rows, Sinusoid(6, base=100).table(4))


def test_npy_file(tmp_path):
    path = tmp_path / "table.npy"
    arguments = ["--format", "npy", "--out", str(path), "--layout", "cos_sin", "--start", "7"]
    assert main([*SMALL, *arguments]) == 0
    expected = Sinusoid(6, layout="cos_sin").table(4, start=7)
    np.testing.assert_array_equal(np.load(path), expected)


@pytest.mark.parametrize("number", ["spacing=endpoint", "origin=2", "amplitude=3", "tail=zero"])
def test_every_number_reaches_the_table(capsysbinary, number):
    name, value = number.split("=")
    given = {name: float(value) if value.isdigit() else value}
    assert main(["table", "--dim", "7", "--length", "4", f"--{name}", value]) == 0
    rows = np.loadtxt(io.BytesIO(capsysbinary.readouterr().out), delimiter=",")
    np.testing.assert_array_equal(rows, Sinusoid(7, **given).table(4))


def test_convention(capsysbinary):
    assert main([*SMALL, "--convention", "tensor2tensor"]) == 0
    rows = np.loadtxt(io.BytesIO(capsysbinary.readouterr().out), delimiter=",")
    expected = Sinusoid(6, spacing="endpoint", layout="sin_cos").table(4)
    np.testing.assert_array_equal(rows, expected)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["table", "--dim", "0", "--length", "4"], "dim must be an integer from 1 to .*; got 0"),
        (["table", "--dim", "6", "--length", "-1"], "length must be an integer .*; got -1"),
        ([*SMALL, "--base", "nan"], "base must be a number .*; got nan"),
        ([*SMALL, "--convention", "nobody"], "convention must be one of .*; got 'nobody'"),
        ([*SMALL, "--convention", "paper", "--layout", "sin_cos"], "convention fixes layout"),
        (
            [*SMALL, "--out", "/no/such/folder/x.csv"],
            "table: '/no/such/folder/x.csv': No such file",
        ),
        ([*SMALL, "--out", "/no/a\n\x1b[31m/x"], "No such file"),
        ([*SMALL, "--out", "/"], "table: '/': Is a directory"),
        (
            ["table", "--dim", "5000", "--length", "4", "--convention", "nerf"],
            "dim must be an integer from 1 to 80; got 5000",
        ),
    ],
)
def test_errors_are_one_sentence_and_exit_2(capsys, arguments, message):
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert re.search(message, err)
    assert err.rstrip("\n").isprintable()


def test_too_little_memory_is_one_sentence(capsys, monkeypatch):
    def table(*_, **__):
        raise MemoryError

    monkeypatch.setattr(Sinusoid, "table", table)
    assert main(SMALL) == 2
    assert capsys.readouterr().err == "python -m pe_core table: not enough memory for this\n"


@pytest.mark.parametrize("kind", ["csv", "json"])
def test_text_is_written_row_by_row(tmp_path, kind):
    path = tmp_path / f"table.{kind}"
    arguments = ["table", "--dim", "64", "--length", "4000", "--format", kind, "--out", str(path)]
    main(arguments)
    tracemalloc.start()
    main(arguments)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    # the table takes 2 MB and the arrays it is made of as much again; its text is 5 MB
    assert path.stat().st_size > 4.9e6
    assert peak < 2 * path.stat().st_size


@pytest.mark.parametrize(("kind", "content"), [("csv", b""), ("json", b"[]\n")])
def test_no_rows(capsysbinary, kind, content):
    assert main(["table", "--dim", "6", "--length", "0", "--format", kind]) == 0
    assert capsysbinary.readouterr().out == content


def test_npy_to_the_screen(capsysbinary):
    assert main([*SMALL, "--format", "npy"]) == 0
    table = np.load(io.BytesIO(capsysbinary.readouterr().out))
    np.testing.assert_array_equal(table, Sinusoid(6).table(4))


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(capsys, command):
    with pytest.raises(SystemExit) as stop:
        parser().parse_args([command, "--help"])
    assert stop.value.code == 0
    assert "usage: python -m pe_core" in capsys.readouterr().out


def test_runs_as_a_module_with_the_same_bytes_each_time():
    command = [sys.executable, "-m", "pe_core", *SMALL]
    first, second = (subprocess.run(command, capture_output=True, check=True) for _ in range(2))
    assert first.stdout == second.stdout
    assert first.stderr == b""


def test_an_unknown_command_is_refused():
    result = subprocess.run(
        [sys.executable, "-m", "pe_core", "nothing"], capture_output=True, check=False
    )
    assert result.returncode == 2
    assert b"invalid choice" in result.stderr
