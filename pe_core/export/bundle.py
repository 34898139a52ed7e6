"""The app's scripts as one, for a server that cannot write the folder that it serves files from.

A browser loads modules by their addresses. Without addresses, each module becomes a function that
returns what it exports, in an order in which each stands behind what it uses. So names of two
modules never meet.
"""

import re
from functools import cache
from pathlib import Path

__all__ = ["bundle", "style"]

_APP = Path(__file__).resolve().parents[2] / "assets" / "app"
#: Loads the style sheet by its address; here it comes beside the scripts.
_STYLE = _APP / "style.js"
_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"([^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (\{[^}]*\});$", re.MULTILINE)


@cache
def bundle() -> str:
    """Return an expression that gives the app's parts by name: ``chart``, ``menu`` and others.

    However often it stands on a page it is evaluated once, so the parts know of each other.
    """
    done: dict[Path, str] = {}
    _add(_APP / "app.js", done)
    modules = "\n".join(done.values())
    return f"(window.peApp ??= (() => {{\nconst made = {{}};\n{modules}\nreturn made.app;\n}})())"


def style() -> str:
    """Return the style sheet of the app's parts."""
    return (_APP / "app.css").read_text(encoding="utf-8")


def _name(path: Path) -> str:
    """Return the name of a module among the others: "app", "widget/wire"."""
    return path.relative_to(_APP.parent).with_suffix("").as_posix().removeprefix("app/")


def _add(path: Path, done: dict[Path, str]) -> None:
    """Put a module behind those that it imports."""
    source = path.read_text(encoding="utf-8")
    uses = []
    for names, address in _IMPORT.findall(source):
        used = (path.parent / address).resolve()
        if used == _STYLE:
            continue
        if used not in done:
            _add(used, done)
        uses.append(f'const {{{names}}} = made["{_name(used)}"];\n')
    body = _EXPORT.sub(r"return \1;", _IMPORT.sub("", source))
    done[path] = f'made["{_name(path)}"] = (() => {{\n{"".join(uses)}{body}}})();'
