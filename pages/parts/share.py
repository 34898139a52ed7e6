"""What a reader can take away from any page: links, frames, widgets, code, citations."""

from datetime import date
from urllib.parse import urlencode, urlsplit

import streamlit as st

from pages.parts import state
from pe_core import Sinusoid
from pe_core.export import (
    FRAMEWORKS,
    KINDS,
    Widget,
    app_bibtex,
    iframe_snippet,
    paper_bibtex,
    snippet,
    widget_height,
)
from pe_core.export.widget import MAX_WIDGET_DIM, MAX_WIDGET_LENGTH

#: The kind of widget that shows most of what a page shows.
WIDGET_OF = {"waves": "wave", "frequencies": "frequencies", "similarity": "similarity"}
WIDGET_OF |= {"shift": "shift"}
FRAME_HEIGHT = 640
NAMES = {"numpy": "NumPy", "torch": "PyTorch", "jax": "JAX", "keras": "Keras"}


def address(**changes: object) -> str:
    """Return the address of the present view, or of one with changes."""
    parts = urlsplit(st.context.url or "http://localhost:8501/")
    query = urlencode(state.url(**changes))
    return f"{parts.scheme}://{parts.netloc}{parts.path}{'?' if query else ''}{query}"


def button(sinusoid: Sinusoid, title: str, charts: tuple[str, ...]) -> None:
    """Draw the button that opens the panel."""
    if st.button("Share", key="share", icon=":material/share:", width="stretch"):
        panel(sinusoid, title, charts)


@st.dialog("Share this view", width="large")
def panel(sinusoid: Sinusoid, title: str, charts: tuple[str, ...]) -> None:
    """Draw the panel; it is made when it is opened, and not before."""
    names = ["Link", "This page in an article", "A widget without a server", "Code", "Cite"]
    link, page, widget, code, cite = st.tabs(names)
    with link:
        st.markdown("Whoever opens this address sees what you see:")
        st.code(address(), language=None, wrap_lines=True)
        st.caption(
            "The numbers of each chart: **CSV** or **NPY** below it. A picture of it: **PNG** or "
            "**SVG**."
        )
    with page:
        _page_frame(title, charts)
    with widget:
        _widget(sinusoid)
    with code:
        _code(sinusoid)
    with cite:
        st.markdown("The formula:")
        st.code(paper_bibtex(), language="latex", wrap_lines=True)
        st.markdown("This view of the explorer:")
        quoted = address().replace("{", "%7B").replace("}", "%7D")
        st.code(app_bibtex(address=quoted, visited=date.today()), language="latex", wrap_lines=True)


def _page_frame(title: str, charts: tuple[str, ...]) -> None:
    """Show the HTML that puts one chart of this page into an article."""
    st.markdown(
        "This frame shows one chart of this page, drawn by this server. It needs the server to "
        "be up whenever your article is read."
    )
    chart = st.selectbox("Chart", charts) if len(charts) > 1 else (charts or (None,))[0]
    source = address(view="chart", chart=chart)
    st.code(
        iframe_snippet(f"{source}&embed=true", title=title, height=FRAME_HEIGHT),
        language="html",
        wrap_lines=True,
    )


def _widget(sinusoid: Sinusoid) -> None:
    """Offer a widget as a file, and the HTML that shows it."""
    st.markdown(
        "A widget is one HTML file with its own sliders. It answers in the reader's browser; no "
        "server is needed. Put the file beside your article."
    )
    here = urlsplit(st.context.url or "").path.rstrip("/").rsplit("/", 1)[-1]
    kinds = list(KINDS)
    kind = st.selectbox("Widget", kinds, index=kinds.index(WIDGET_OF.get(here, "heatmap")))
    offline = st.toggle("Work without a network too (5 MB instead of 20 kB)")
    try:
        widget = made(kind, sinusoid, explorer=address())
    except ValueError as error:
        st.info(f"A widget cannot show this encoding: {error}.")
        return
    if widget.dim < sinusoid.dim or widget.length < state.get("length"):
        st.caption(
            f"Widgets go up to d = {MAX_WIDGET_DIM} and length {MAX_WIDGET_LENGTH:,}; this one "
            f"starts at {widget.dim} × {widget.length:,}."
        )
    st.download_button(
        f"Download {kind}.html",
        data=lambda: widget.page(offline=offline).encode(),
        file_name=f"{kind}.html",
        mime="text/html",
        on_click="ignore",
        icon=":material/download:",
    )
    st.code(
        iframe_snippet(f"{kind}.html", title=str(widget.title), height=widget_height(kind)),
        language="html",
        wrap_lines=True,
    )


def made(kind: str, sinusoid: Sinusoid, **looks: object) -> Widget:
    """Return the widget of a kind at the present settings, as far as a widget can go."""
    length = min(state.get("length"), MAX_WIDGET_LENGTH)
    return Widget(
        kind,
        dim=min(sinusoid.dim, MAX_WIDGET_DIM),
        length=length,
        base=sinusoid.base,
        position=sinusoid.origin + min(state.get("position"), length - 1),
        spacing=sinusoid.spacing,
        layout=sinusoid.layout,
        origin=sinusoid.origin,
        amplitude=sinusoid.amplitude,
        tail=sinusoid.tail,
        **looks,
    )


def _code(sinusoid: Sinusoid) -> None:
    """Show the lines that reproduce the numbers in a framework."""
    framework = st.segmented_control(
        "Framework", FRAMEWORKS, default="numpy", format_func=NAMES.__getitem__
    )
    code = snippet(sinusoid, framework=framework or "numpy", length=state.get("length"))
    st.code(code, language="python")
