"""What the README promises is run here."""

import contextlib
import io
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_first_example_prints_what_it_says():
    code = re.search(r"```python\n(.*?)```", README, re.DOTALL).group(1)
    expected = [line[2:] for line in code.splitlines() if line.startswith("# ")]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "README.md", "exec"), {})  # noqa: S102 (our own file)
    assert printed.getvalue().splitlines() == expected


def test_links_and_pictures_exist():
    targets = re.findall(r"\]\(([^)#:]+)\)", README)
    assert targets
    assert [t for t in targets if not (ROOT / t).exists()] == []


@pytest.mark.parametrize("target", sorted(set(re.findall(r"make ([a-z]+)", README))))
def test_make_targets_exist(target):
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE)


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_locks_pin_every_line_and_hold_no_address(name):
    lines = (ROOT / name).read_text().splitlines()
    assert [x for x in lines if not re.fullmatch(r"[a-z0-9-]+==[\w.]+( ; [^/]+)?", x)] == []
