"""Imports go one way: maths, then figures, then export, then pages."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HEAVY = ("plotly", "streamlit", "pandas")


def _loaded(statement: str) -> set[str]:
    """Return which heavy packages a fresh interpreter has loaded after a statement."""
    code = f"import json, sys; {statement}; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(HEAVY) & set(json.loads(done.stdout))


@pytest.mark.parametrize(
    ("statement", "allowed"),
    [
        ("import pe_core", set()),
        ("import pe_core.similarity, pe_core.overview, pe_core.derivation, pe_core.shift", set()),
        ("import pe_core.conventions", set()),
        ("from pe_core import *", set()),
        ("import pe_core.figures.heatmap, pe_core.figures.waves", {"plotly", "pandas"}),
    ],
)
def test_a_fresh_interpreter_loads_little(statement, allowed):
    assert _loaded(statement) <= allowed


def test_the_look_itself_can_see_a_heavy_import():
    assert _loaded("import pandas") == {"pandas"}


def _scripts() -> list[Path]:
    folders = ("pe_core", "pages")
    return [ROOT / "app.py", *(p for f in folders for p in sorted((ROOT / f).rglob("*.py")))]


def _imports(path: Path) -> set[str]:
    """Return the full names that a module imports anywhere, also inside of functions."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def _layer(name: str) -> int:
    """Return how high a module of ours stands: maths 0 … pages 4."""
    for prefix, layer in (
        ("pages", 4),
        ("app", 4),
        ("pe_core.commands", 3),
        ("pe_core.__main__", 3),
        ("pe_core.export", 2),
        ("pe_core.figures", 1),
    ):
        if name == prefix or name.startswith(f"{prefix}."):
            return layer
    return 0


def _name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


@pytest.mark.parametrize("path", _scripts(), ids=_name)
def test_imports_go_one_way(path):
    own, allowed = _layer(_name(path)), {"streamlit": (4,), "plotly": (1, 2)}
    for imported in _imports(path):
        package = imported.split(".")[0]
        if package in ("pages", "pe_core", "app"):
            assert _layer(imported) <= own, f"{_name(path)} imports {imported}"
        assert own in allowed.get(package, (own,)), f"{_name(path)} imports {imported}"


def test_only_the_reading_of_tables_needs_pandas_below_the_pages():
    users = {_name(p) for p in _scripts() if any(i.split(".")[0] == "pandas" for i in _imports(p))}
    below = {name for name in users if _layer(name) == 0}
    assert all(name.startswith("pe_core.doctor.") for name in below), below


def test_the_scripts_were_found():
    names = {_name(path) for path in _scripts()}
    assert {"app", "pages.heatmap", "pages.parts.chart", "pe_core.figures.heatmap"} <= names
