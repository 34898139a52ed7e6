"""The widget on the home page: the chart that answers in the browser, as authors embed it."""

from pathlib import Path

import streamlit as st

from pages.parts import share, state
from pe_core import Sinusoid
from pe_core.export import widget_height
from pe_core.export.pieces import plotly_bundle
from pe_core.export.widget import MAX_WIDGET_DIM, MAX_WIDGET_LENGTH

ROOT = Path(__file__).parents[2]


@st.cache_resource(show_spinner=False)
def _plotly_address() -> str | None:
    """Put the installed Plotly where Streamlit serves files, once; return its address.

    So the home page needs no other server, and every reader's browser keeps the file. None where
    the folder cannot be written; then Plotly's own network brings it.
    """
    name, script = plotly_bundle()
    target = ROOT / "static" / name
    try:
        if not target.exists():
            target.parent.mkdir(exist_ok=True)
            partial = target.with_suffix(".part")
            partial.write_text(script, encoding="utf-8")
            partial.replace(target)
    except OSError:
        return None
    base = str(st.get_option("server.baseUrlPath")).strip("/")
    return f"{'/' + base if base else ''}/app/static/{name}"


def fits(sinusoid: Sinusoid) -> bool:
    """Return whether a widget can show the present settings."""
    return sinusoid.dim <= MAX_WIDGET_DIM and state.get("length") <= MAX_WIDGET_LENGTH


def draw(sinusoid: Sinusoid) -> None:
    """Draw the heatmap widget at the present settings."""
    theme = "dark" if st.context.theme.type == "dark" else "light"
    made = share.made("heatmap", sinusoid, theme=theme, explorer=None)
    st.iframe(
        made.page(plotly=_plotly_address()),
        height=widget_height("heatmap") - 160,
        alt="Heatmap of positional encodings with sliders for d, length and base.",
    )
