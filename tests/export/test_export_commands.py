"""The commands ``widget`` and ``snippet``."""

import argparse
import re

import pytest

import pe_core.commands.snippet as snippet_command
import pe_core.commands.widget as widget_command
from pe_core.conventions import CONVENTIONS
from pe_core.export.snippets import snippet
from pe_core.export.widget import KINDS, widget_html
from pe_core.sinusoid import Sinusoid


def call(command, *words: str) -> int:
    parser = argparse.ArgumentParser()
    command.configure(parser)
    return command.run(parser.parse_args(words))


@pytest.mark.parametrize("kind", KINDS)
def test_widget_writes_what_the_function_returns(kind, tmp_path, capsys):
    path = tmp_path / f"{kind}.html"
    assert call(widget_command, kind, "--out", str(path), "--dim", "6", "--title", "A <b>") == 0
    assert path.read_bytes() == widget_html(kind, dim=6, title="A <b>").encode()
    out = capsys.readouterr().out
    assert re.fullmatch(rf'<iframe src="{kind}\.html" title="A &lt;b&gt;" .*></iframe>\n', out)


def test_widget_passes_every_field(tmp_path):
    path = tmp_path / "w.html"
    words = "--offline --length 50 --position 7 --offset 3 --theme dark --base 100 --origin 2"
    words += " --explorer https://example.org --spacing endpoint --layout sin_cos --tail zero"
    call(widget_command, "shift", "--out", str(path), *words.split(), "--amplitude", "0.5")
    assert path.read_text(encoding="utf-8") == widget_html(
        "shift",
        offline=True,
        length=50,
        position=7,
        offset=3,
        theme="dark",
        base=100,
        origin=2,
        explorer="https://example.org",
        spacing="endpoint",
        layout="sin_cos",
        tail="zero",
        amplitude=0.5,
    )


def test_widget_names_a_folder_that_does_not_exist(tmp_path):
    with pytest.raises(ValueError, match="out must be a file that can be written; got"):
        call(widget_command, "wave", "--out", str(tmp_path / "none" / "w.html"))


def test_widget_leaves_no_file_after_an_error(tmp_path):
    with pytest.raises(ValueError, match="dim must be an integer from 1 to 512; got 600"):
        call(widget_command, "wave", "--out", str(tmp_path / "w.html"), "--dim", "600")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("framework", ["numpy", "torch", "jax", "keras"])
def test_snippet_prints_what_the_function_returns(framework, capsys):
    words = f"--framework {framework} --dim 7 --length 9 --base 50 --layout cos_sin"
    assert call(snippet_command, *words.split()) == 0
    sinusoid = Sinusoid(7, 50, layout="cos_sin")
    assert capsys.readouterr().out == snippet(sinusoid, framework=framework, length=9)


def test_snippet_of_a_convention(capsys):
    assert call(snippet_command, "--convention", "tensor2tensor", "--dim", "8") == 0
    sinusoid = CONVENTIONS["tensor2tensor"].sinusoid(8)
    assert capsys.readouterr().out == snippet(sinusoid)


GRID = next(name for name, entry in CONVENTIONS.items() if entry.grid)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--convention none", "convention must be one of .*; got 'none'"),
        (f"--convention {GRID}", f"convention must be of one axis; got {GRID}"),
        ("--convention tensor2tensor --tail sine --origin 1", "convention fixes origin, tail"),
        ("--dim 0", "dim must be an integer from 1 to"),
        ("--length 0", "length must be an integer from 1 to"),
    ],
    ids=["unknown", "grid", "fixed", "dim", "length"],
)
def test_snippet_rules(words, message):
    with pytest.raises(ValueError, match=message):
        call(snippet_command, *words.split())


@pytest.mark.parametrize("command", [widget_command, snippet_command], ids=["widget", "snippet"])
def test_help_explains_every_argument(command):
    parser = argparse.ArgumentParser()
    command.configure(parser)
    assert command.HELP
    assert "Example: python -m pe_core" in command.__doc__
    assert all(action.help for action in parser._actions)
