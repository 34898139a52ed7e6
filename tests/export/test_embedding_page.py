"""The recipes of docs/embedding.md do what they say."""

import argparse
import html
import re
import shlex
import sys
from pathlib import Path
from types import ModuleType

import pytest

from pe_core.commands import widget
from pe_core.export.widget import KINDS, widget_height

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "embedding.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^python -m pe_core .*$", TEXT, flags=re.MULTILINE)
PYTHON = re.findall(r"^```python\n(.*?)^```$", TEXT, flags=re.MULTILINE | re.DOTALL)
FRAMES = set(re.findall(r"<iframe .*</iframe>", TEXT))


def test_page_has_its_recipes():
    assert len(COMMANDS) == 3
    assert len(FRAMES) == 4
    assert len(PYTHON) == 3
    for place in ("MkDocs", "Sphinx", "Jupyter Book", "Quarto", "Plain HTML", "Colab"):
        assert place in TEXT
    assert all(f"| `{kind}` |" in TEXT for kind in KINDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_commands(command, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    words = shlex.split(command)
    assert words[:4] == ["python", "-m", "pe_core", "widget"]
    path = Path(words[words.index("--out") + 1])
    path.parent.mkdir(exist_ok=True)
    parser = argparse.ArgumentParser()
    widget.configure(parser)
    assert widget.run(parser.parse_args(words[4:])) == 0
    printed = capsys.readouterr().out.strip()
    shown = [frame for frame in FRAMES if path.name in frame]
    assert [re.sub(r'src="[^"]*/', 'src="', frame) for frame in shown] == [printed]


@pytest.mark.parametrize("frame", sorted(FRAMES))
def test_frames_have_the_height_of_their_kind(frame):
    kind = re.search(r"(\w+)\.html", frame).group(1)
    assert f'height="{widget_height(kind)}"' in frame
    assert kind == "wave" or html.escape(KINDS[kind][0]) in frame


@pytest.mark.parametrize("code", PYTHON)
def test_python(code, monkeypatch):
    for name in ("IPython", "IPython.display"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    sys.modules["IPython.display"].HTML = str
    exec(code, {})  # noqa: S102 - the code is ours
