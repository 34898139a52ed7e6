"""The doctor and the list of conventions on the command line."""

import io
import json
import sys

import numpy as np
import pytest

from pe_core import CONVENTIONS, Sinusoid
from pe_core.__main__ import main


@pytest.fixture
def table(tmp_path):
    def write(matrix, name="table.npy"):
        path = tmp_path / name
        np.save(path, matrix)
        return str(path)

    return write


def test_a_known_table_ends_with_zero(table, capsys):
    path = table(CONVENTIONS["tensor2tensor"].sinusoid(128).table(9, 2).astype(np.float32))
    assert main(["doctor", path]) == 0
    first, *rest = capsys.readouterr().out.splitlines()
    assert first.startswith(
        "This is the fairseq layout: sine half first, endpoint spacing, base 10000, "
        "first row is position 2. 128 of 128 columns agree to "
    )
    assert "Same numbers: fairseq, tensor2tensor." in rest


def test_a_bug_ends_with_one_and_tells_cell_and_fix(table, capsys):
    wrong = Sinusoid(16, base=1e8).table(9)
    assert main(["doctor", table(wrong)]) == 1
    out = capsys.readouterr().out
    assert out.startswith("B3: the exponent is doubled")
    assert "First difference: row 1, column 2 is 0.099833417, expected 0.31098359." in out
    assert "Fix: " in out


def test_noise_ends_with_one(table, capsys):
    assert main(["doctor", table(np.random.default_rng(0).standard_normal((20, 8)))]) == 1
    assert "look random" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "match"),
    [
        (["nowhere.npy"], "cannot read 'nowhere.npy'"),
        (["a\n\x1b[31mb"], r"cannot read 'a\n\x1b[31mb': No such file"),
        (["a\x00b"], r"cannot read 'a\x00b'"),
        (["{folder}"], "': Is a directory"),
        (["{file}", "--expect", "papper"], "expect must be one of paper"),
        (["{file}", "--dim", "2"], "dim must be at least the number of columns, 8"),
    ],
)
def test_what_cannot_be_read_ends_with_two(arguments, match, table, tmp_path, capsys):
    path = table(Sinusoid(8).table(4))
    assert main(["doctor", *(a.format(file=path, folder=tmp_path) for a in arguments)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert match in told.err
    assert told.err.count("\n") == 1
    assert told.err.rstrip("\n").isprintable()
    assert "Errno" not in told.err


def test_standard_input_and_hints(monkeypatch, capsys):
    stream = io.TextIOWrapper(io.BytesIO(b"0.1411 -0.9900 0.0300 0.9996"))
    monkeypatch.setattr(sys, "stdin", stream)
    assert main(["doctor", "-", "--dim", "4", "--position", "3", "--base", "10000"]) == 0
    assert "the paper layout" in capsys.readouterr().out


def test_the_array_named_by_key_is_read(tmp_path, capsys):
    path = tmp_path / "two.npz"
    np.savez(path, noise=np.random.default_rng(0).standard_normal((20, 8)), pe=Sinusoid(8).table(9))
    assert main(["doctor", str(path)]) == 1
    assert "Read: Read the array 'noise' of the archive." in capsys.readouterr().out
    assert main(["doctor", str(path), "--key", "pe"]) == 0
    assert "the paper layout" in capsys.readouterr().out
    assert main(["doctor", str(path), "--key", "ids"]) == 2
    told = capsys.readouterr().err
    assert "key must name an array of the archive ('noise', 'pe'); got 'ids'" in told


def test_expectation(table, capsys):
    path = table(CONVENTIONS["marian"].table(9, 16))
    assert main(["doctor", path, "--expect", "marian"]) == 0
    assert main(["doctor", path, "--expect", "tensor2tensor"]) == 1
    assert "B9" in capsys.readouterr().out


def test_a_block_with_its_column(table, capsys):
    path = table(CONVENTIONS["musicgen"].sinusoid(64).table(4, 7)[:, 20:30])
    assert main(["doctor", path, "--dim", "64", "--column", "20"]) == 0
    assert "columns 20 to 29 of 64" in capsys.readouterr().out


def test_json_holds_the_same(table, capsys):
    assert main(["doctor", table(Sinusoid(16, base=1e8).table(9)), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["status"], told["bug"]["id"]) == ("bug", "B3")
    assert (told["bug"]["row"], told["bug"]["column"]) == (1, 2)
    assert told["sinusoid"]["base"] == 10_000


def test_conventions_are_listed(capsys):
    assert main(["conventions"]) == 0
    out = capsys.readouterr().out
    assert all(f"{name}: " in out for name in CONVENTIONS)
    assert "transformers 5.24.0" in out


def test_conventions_as_json(capsys):
    assert main(["conventions", "--json"]) == 0
    entries = {e["name"]: e for e in json.loads(capsys.readouterr().out)}
    assert list(entries) == list(CONVENTIONS)
    assert entries["fairseq"]["origin"] == 2
    assert entries["nerf"]["base"] is None
    assert entries["detr"]["grid"]["axes"] == [0, 1]
    assert all(e["sources"][0]["library"] for e in entries.values())
