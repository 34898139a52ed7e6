"""Imports go one way: maths, then figures, then export, then pages."""

import ast
import json
import re
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
        ("import pe_core.figures.heatmap, pe_core.figures.waves, pe_core.figures.lesson", set()),
        ("import pe_core.__main__, pe_core.commands.table, pe_core.commands.doctor", set()),
        ("import pe_core.export, pe_core.export.wire", {"plotly"}),
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


def _users(package: str) -> set[str]:
    """Return the modules of ours that import a package."""
    return {_name(p) for p in _scripts() if any(i.split(".")[0] == package for i in _imports(p))}


def test_only_pages_need_pandas():
    users = _users("pandas")
    assert "pages.frequencies" in users
    assert {name for name in users if _layer(name) < 4} == set()


def test_a_figure_is_data_and_one_place_makes_it_an_object():
    users = _users("plotly")
    assert {name for name in users if _layer(name) == 1} == {"pe_core.figures.chart"}


BROWSER = sorted((ROOT / "assets").rglob("*.js"))


def _folders(script: Path) -> set[str]:
    """Return the folders below assets from which a script of the browser imports."""
    addresses = re.findall(r'\bfrom "([^"]+)"|\bimport "([^"]+)"', script.read_text("utf-8"))
    used = [(script.parent / (first or second)).resolve() for first, second in addresses]
    assert all(path.is_file() for path in used), used
    return {path.relative_to(ROOT / "assets").parts[0] for path in used}


@pytest.mark.parametrize("script", BROWSER, ids=lambda path: path.stem)
def test_a_widget_knows_nothing_of_the_app(script):
    own = script.relative_to(ROOT / "assets").parts[0]
    assert _folders(script) <= {"app": {"app", "widget"}, "widget": {"widget"}}[own]


def test_the_browser_s_scripts_were_found():
    assert {"host", "wire", "encoding"} <= {path.stem for path in BROWSER}
    assert _folders(ROOT / "assets" / "app" / "host.js") == {"app", "widget"}


def test_the_scripts_were_found():
    names = {_name(path) for path in _scripts()}
    assert {"app", "pages.heatmap", "pages.parts.chart", "pe_core.figures.heatmap"} <= names
