"""What every page has around its content: settings, menu, controls and notes."""

import gc
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from pages.parts import controls, state
from pe_core import Sinusoid


@dataclass(frozen=True)
class Page:
    """Hold a page's script, its name in the menu, an icon, what it shows, and its group."""

    path: str
    title: str
    icon: str
    shows: str
    group: str = ""


LOGO = Path(__file__).parents[2] / "assets" / "logo.png"

WHY, ENCODING, MODEL = "Why positions", "The encoding", "In a model"
NUMBERS, SHARE = "Whose numbers", "Teach and share"

PAGES = (
    Page("app.py", "Home", "home", "What this is, and where to start."),
    Page(
        "pages/order.py",
        "Order",
        "swap_horiz",
        "The cat chased the dog, or the other way round: what is lost without positions.",
        WHY,
    ),
    Page(
        "pages/heatmap.py",
        "Heatmap",
        "grid_on",
        "The whole table at once: positions down, dimensions across.",
        ENCODING,
    ),
    Page(
        "pages/waves.py",
        "Waves",
        "airwave",
        "One position as a curve, how each value comes about, and each dimension as a wave.",
        ENCODING,
    ),
    Page(
        "pages/frequencies.py",
        "Frequencies",
        "graphic_eq",
        "How fast each pair turns, and which ones barely move.",
        ENCODING,
    ),
    Page(
        "pages/similarity.py",
        "Similarity",
        "join_inner",
        "Which positions look alike: a dot product that depends on the offset only.",
        ENCODING,
    ),
)


#: Streamlit leaves six rem above the title; a projected page has better uses for them.
STYLE = """<style>
[data-testid="stMainBlockContainer"] { padding: 2.6rem clamp(1rem, 3vw, 3.5rem) 3rem; }
[data-testid="stSidebarUserContent"] { padding-top: 0.5rem; }
[data-testid="stSidebarUserContent"] [data-testid="stVerticalBlock"] { gap: 0.35rem; }
</style>"""


@st.cache_resource(show_spinner=False)
def _freeze() -> None:
    """Take the imported modules out of the garbage collector's sight, once per server."""
    gc.collect()
    gc.freeze()


def start(path: str) -> Sinusoid:
    """Open the page of a script: menu, controls, title and notes; return the chosen encoding."""
    page = next(p for p in PAGES if p.path == path)
    st.set_page_config(
        page_title=f"{page.title} · Positional encodings",
        page_icon=str(LOGO),
        layout="wide",
        menu_items={"About": "Positional-encoding explorer. MIT licence."},
    )
    _freeze()
    st.html(STYLE)
    state.load()
    st.session_state["drawn"] = False
    if not state.chart_only():
        with st.sidebar:
            _menu()
            controls.shared()
        st.title(page.title if path != "app.py" else "Positional-encoding explorer")
    for note in st.session_state["notes"]:
        st.warning(note, icon=":material/link_off:")
    return Sinusoid(dim=state.get("d"), base=state.get("base"), layout=state.get("layout"))


def _menu() -> None:
    """Draw the links to all pages; each carries the present view."""
    query, group = state.url(), ""
    for page in PAGES:
        if page.group != group:
            group = page.group
            st.caption(group)
        link(page, query)
    st.divider()


def link(page: Page, query: dict[str, str] | None = None) -> None:
    """Draw a link to a page that keeps the present view."""
    st.page_link(
        page.path,
        label=page.title,
        icon=f":material/{page.icon}:",
        query_params=state.url() if query is None else query,
    )


def lead(text: str) -> None:
    """Say in a paragraph what to look for, unless only a chart is shown."""
    if not state.chart_only():
        st.markdown(text)


def section(title: str) -> None:
    """Begin a part of the page, unless only a chart is shown."""
    if not state.chart_only():
        st.subheader(title)


def columns(count: int) -> list[AbstractContextManager]:
    """Return columns side by side, or the page itself where only a chart is shown."""
    if state.chart_only():
        return [nullcontext() for _ in range(count)]
    return list(st.columns(count, gap="large"))


@contextmanager
def beside() -> Iterator[None]:
    """Hold what belongs to the page but not to a chart; it is hidden where only a chart is."""
    if state.chart_only():
        place = st.empty()
        with place.container():
            yield
        place.empty()
    else:
        yield
