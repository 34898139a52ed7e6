"""Our own parts in the page: the chart's host, the sliders, the menu; their scripts are one app.

Streamlit sends a component's script again with each of its messages, so what it gets here is one
line that loads the files of ``assets/app`` and ``assets/widget`` from the folder that Streamlit
serves compressed. Browsers keep them: their folder's name is a hash of what they hold.
"""

import os
from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.components.v2 import component

from pe_core.export.pieces import bundle, plotly_address, plotly_bundle

ROOT = Path(__file__).parents[2]
SCRIPTS = ("app", "widget")
HTML = {
    "chart": '<figure class="pe-host"><div class="pe-plot" role="img"></div>'
    '<div class="pe-marks"></div><p class="pe-trouble" role="alert" hidden></p>'
    '<div class="pe-tools"></div></figure>',
    "sliders": '<div class="pe-sliders"></div>',
    "menu": '<nav class="pe-menu" aria-label="Pages"></nav>',
    "numbers": "<template></template>",
    "looks": "<template></template>",
}


@cache
def _served() -> tuple[str | None, str]:
    """Put scripts and Plotly where Streamlit serves files, once; return both addresses.

    Where the folder cannot be written, the script's address is None and Plotly comes from its own
    network.
    """
    base = str(st.get_option("server.baseUrlPath")).strip("/")
    served = f"{'/' + base if base else ''}/app/static"
    sources = {
        path.relative_to(ROOT / "assets"): path.read_bytes()
        for folder in SCRIPTS
        for path in sorted((ROOT / "assets" / folder).rglob("*.*s"))
    }
    mark = blake2b(repr(sorted(sources.items())).encode(), digest_size=6).hexdigest()
    name, script = plotly_bundle()
    try:
        for path, content in sources.items():
            _write(ROOT / "static" / mark / path, content)
        _write(ROOT / "static" / name, script.encode())
    except OSError:
        return None, plotly_address()
    return f"{served}/{mark}/app/app.js", f"{served}/{name}"


def _write(target: Path, content: bytes) -> None:
    """Write a file whole or not at all, unless it is there."""
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        # Several processes may start at once on one checkout.
        partial = target.with_suffix(f".{os.getpid()}")
        partial.write_bytes(content)
        partial.replace(target)


@cache
def _part(name: str) -> Callable[..., Any]:
    """Return what mounts one of our parts."""
    address, _ = _served()
    if address is None:
        script = f"export default {bundle()}.{name};"
    else:
        # A line break tells Streamlit that this is a script and no path.
        script = (
            f"export default (part) =>\nimport(location.origin + '{address}')"
            f".then((app) => app.{name}(part));"
        )
    return component(f"pe_{name}", html=HTML[name], js=script, isolate_styles=False)


def plotly() -> str:
    """Return the address of Plotly's script."""
    return _served()[1]


def mount(name: str, data: Any, *, key: str, **events: Callable[[], None]) -> None:
    """Draw a part; ``events`` are callbacks by the event's name."""
    _part(name)(data=data, key=key, **{f"on_{event}_change": act for event, act in events.items()})


def event(key: str, name: str) -> Any:
    """Return what an event of a part brought; for its callback."""
    return st.session_state[key].get(name)
