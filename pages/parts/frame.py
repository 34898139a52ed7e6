"""What every page has around its content: settings, menu, controls and notes."""

import gc
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import streamlit as st

from pages.parts import controls, encoding, host, share, stage, state
from pe_core import Sinusoid


@dataclass(frozen=True)
class Page:
    """Hold a page's script, its name in the menu, an icon, what it shows, its group and charts."""

    path: str
    title: str
    icon: str
    shows: str
    group: str = ""
    charts: tuple[str, ...] = ()


LOGO = Path(__file__).parents[2] / "assets" / "logo.png"

WHY, ENCODING, MODEL = "Why positions", "The encoding", "In a model"
TODAY = "Today's models"
NUMBERS, SHARE = "Whose numbers", "Teach and share"

PAGES = (
    Page("app.py", "Home", "home", "What this is, and where to start.", charts=("heatmap",)),
    Page(
        "pages/order.py",
        "Order",
        "swap_horiz",
        "The cat chased the dog, or the other way round: what is lost without positions.",
        WHY,
        (
            *("plain-left", "plain-right", "placed-left", "placed-right"),
            *("order-change", "places", "last-output"),
        ),
    ),
    Page(
        "pages/numbers.py",
        "Plain numbers",
        "pin",
        "Why not 1, 2, 3 …: whole numbers, 0 … 1 and binary digits beside the sinusoid.",
        WHY,
        ("numberings", "value-ranges", "neighbour-steps", "numbering-similarity", "counter"),
    ),
    Page(
        "pages/heatmap.py",
        "Heatmap",
        "grid_on",
        "The whole table at once: positions down, dimensions across.",
        ENCODING,
        ("heatmap",),
    ),
    Page(
        "pages/waves.py",
        "Waves",
        "airwave",
        "One position as a curve, how each value comes about, and each dimension as a wave.",
        ENCODING,
        ("wave", "derivation", "waves"),
    ),
    Page(
        "pages/frequencies.py",
        "Frequencies",
        "graphic_eq",
        "How fast each pair turns, and which ones barely move.",
        ENCODING,
        ("exponents", "frequencies", "wavelengths"),
    ),
    Page(
        "pages/similarity.py",
        "Similarity",
        "join_inner",
        "Which positions look alike: a dot product that depends on the offset only.",
        ENCODING,
        ("similarity", "profile", "row"),
    ),
    Page(
        "pages/shift.py",
        "Shift",
        "schedule",
        "Moving by k positions is one fixed matrix: every pair is a clock hand that turns.",
        ENCODING,
        ("clocks", "shift-matrix", "shift-residuals", "one-sine", "paths"),
    ),
    Page(
        "pages/tokens.py",
        "Tokens",
        "add_notes",
        "From a sentence to the sum of embedding and encoding, every matrix on the way.",
        MODEL,
        ("embedding-matrix", "embeddings", "encoding", "sum", "balance", "model"),
    ),
    Page(
        "pages/learned.py",
        "Learned positions",
        "model_training",
        "A table that is trained instead of computed, and the positions it never saw.",
        MODEL,
        (
            "training",
            "learned-table",
            "sinusoidal-table",
            "errors",
            "profile",
            "learned-similarity",
            "sinusoidal-similarity",
            "frozen-layer",
            "trainable-layer",
        ),
    ),
    Page(
        "pages/beyond.py",
        "Beyond training",
        "open_in_full",
        "A text longer than any in training: what stays the same, and what was never seen.",
        MODEL,
        ("phases", "phase-shares", "value-bands", "distances"),
    ),
    Page(
        "pages/diffusion.py",
        "Diffusion steps",
        "blur_on",
        "The same formula with time steps for positions, cosines first.",
        MODEL,
        ("schedule", "likeness", "likeness-all", "layouts"),
    ),
    Page(
        "pages/rotary.py",
        "Rotary",
        "autorenew",
        "Queries and keys turn with their position: the score sees the offset alone.",
        TODAY,
        ("arrows", "score", "drift", "pairings", "self-score", "random-scores"),
    ),
    Page(
        "pages/biases.py",
        "Side by side",
        "stacked_line_chart",
        "Sinusoid, rotary, ALiBi, T5 and learned tables: what each adds to a score.",
        TODAY,
        (
            "contributions",
            "sinusoid-scores",
            "rotary-scores",
            "alibi-scores",
            "t5-scores",
            "learned-scores",
        ),
    ),
    Page(
        "pages/context.py",
        "Context extension",
        "expand",
        "A model's own settings: which pairs a rule for longer texts slows, and what is wrong.",
        TODAY,
        ("extended-frequencies", "extended-wavelengths", "rule-ratios", "parting"),
    ),
    Page(
        "pages/precision.py",
        "Precision",
        "blur_linear",
        "Sixteen bits: positions that become one, and angles that drift with the length.",
        TODAY,
        ("collisions", "phase-growth", "pair-errors"),
    ),
    Page(
        "pages/conventions.py",
        "Conventions",
        "compare_arrows",
        "Whose numbers: every library's table by name, any two of them side by side.",
        NUMBERS,
        ("left-table", "right-table", "difference", "difference-by-row"),
    ),
    Page(
        "pages/doctor.py",
        "Doctor",
        "stethoscope",
        "Bring your own table: which encoding it is, or what is wrong with it.",
        NUMBERS,
        ("yours", "expected", "difference", "fitted"),
    ),
    Page(
        "pages/bugs.py",
        "Spot the bug",
        "bug_report",
        "The classic mistakes, one picture each: guess first, then see the finding.",
        NUMBERS,
        ("puzzle", "puzzle-right", "puzzle-difference", "puzzle-fitted"),
    ),
    Page(
        "pages/lessons.py",
        "Lessons",
        "school",
        "Eight short lessons: predict first, then see the computed answer. For a class or alone.",
        SHARE,
    ),
    Page(
        "pages/questions.py",
        "Questions",
        "help",
        "What people keep asking, answered with a live picture, and what is not so.",
        SHARE,
    ),
)


#: What the side of a page shows: a change of it concerns the whole page.
SHARED = ("d", "length", "base", "convention", "layout")

#: Streamlit leaves six rem above the title; a projected page has better uses for them.
STYLE = """<style>
[data-testid="stMainBlockContainer"] { padding: 2.6rem clamp(1rem, 3vw, 3.5rem) 3rem; }
[data-testid="stSidebarUserContent"] { padding-top: 0.5rem; }
[data-testid="stSidebarUserContent"] [data-testid="stVerticalBlock"] { gap: 0.35rem; }
[class*="st-key-numbers-"], [class*="st-key-looks-"] { display: none; }
[data-testid="stSidebarUserContent"] input { padding-inline: 8px; }
</style>"""


#: A chart alone fills its frame.
BARE_STYLE = """<style>
[data-testid="stMainBlockContainer"] { padding: 0.25rem 0.5rem 0 !important; }
[data-testid="stHeader"], [class*="st-key-numbers-"] { display: none; }
[class*="st-key-looks-"] { display: none; }
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
    _forget_other_pages(path)
    state.load()
    st.session_state["bodies"], st.session_state["drawn"] = 0, False
    st.html(BARE_STYLE if state.chart_only() else STYLE)
    st.session_state["shared"] = _shared()
    sinusoid = encoding.chosen()
    if state.presenting():
        stage.open_stage("" if page.group == SHARE else page.title)
    elif not state.chart_only():
        with st.sidebar:
            controls.shared()
            encoding.control(sinusoid)
            _menu(page)
            stage.enter()
        left, right = st.columns([6, 1], vertical_alignment="bottom")
        left.title(page.title if path != "app.py" else "Positional-encoding explorer")
        with right:
            share.button(sinusoid, page.title, page.charts)
    wanted = state.get("chart")
    if wanted and page.charts and wanted not in page.charts:
        state.drop("chart", f"This page has the charts {', '.join(page.charts)}; got another one.")
    return sinusoid


def body(draw: Callable[[], None]) -> Callable[[], None]:
    """Draw the rest of a page as a part of its own.

    A control in it runs this part alone: menu, settings and title are neither made nor sent again,
    unless it changed what they show too.
    Its timer is never meant to ring: only a page with a timer asks for a run when its connection
    was lost. Else it would wait, and the first step of a control would meet a server process that
    knows nothing of it yet, and be lost.
    """

    number = st.session_state["bodies"] = st.session_state["bodies"] + 1
    whole_page = True

    @st.fragment(run_every=timedelta(days=1))
    def run() -> None:
        if not whole_page:
            if st.session_state.pop("switched", False):
                st.rerun()
            state.load()
            if _shared() != st.session_state["shared"]:
                st.rerun()
            st.session_state["drawn"] = False
        st.session_state["look sent"] = ""
        st.session_state["body"] = number
        if number == 1:
            for note in (*st.session_state["notes"], *encoding.refusals()):
                st.warning(note, icon=":material/link_off:")
        draw()

    run()
    whole_page = False
    return draw


def _shared() -> dict[str, object]:
    """Return the settings that the whole page shows, beside the controls of its body."""
    return {key: state.get(key) for key in SHARED}


def _forget_other_pages(path: str) -> None:
    """Drop the widgets of the page before, so that this page's widgets show the view."""
    if st.session_state.get("page") != path:
        for key in [k for k in st.session_state if ":" in str(k)]:
            del st.session_state[key]
        st.session_state["page"] = path


def _listed(pages: Iterable[Page], *, shows: bool) -> list[dict[str, str]]:
    """Return pages as the menu's script takes them; paths are relative to the app's root."""
    return [
        {
            "path": page.path.removeprefix("pages/").removesuffix(".py").replace("app", "./"),
            "title": page.title,
            "icon": page.icon,
        }
        | ({"shows": page.shows} if shows else {})
        for page in pages
    ]


def _groups(*, shows: bool = False) -> list[tuple[str, list[dict[str, str]]]]:
    """Return the pages by group, in the order of the menu."""
    return [
        (group, _listed((page for page in PAGES if page.group == group), shows=shows))
        for group in dict.fromkeys(page.group for page in PAGES)
    ]


GROUPS, CARDS = _groups(), _groups(shows=True)[1:]


def _menu(page: Page) -> None:
    """Draw the links to all pages; the browser adds the present view to each."""
    (here,) = _listed([page], shows=False)
    host.mount("menu", {"groups": GROUPS, "current": here["path"]}, key="menu")


def cards() -> None:
    """Draw a card for each page, group by group."""
    host.mount("menu", {"groups": CARDS, "current": "./", "cards": True}, key="cards")


def fold(name: str, title: str, *charts: str) -> Callable[[Callable[[], None]], None]:
    """Draw a part of a page that is closed at first, and costs nothing until it is opened.

    ``name`` is one of ``state.FOLDS``, so that a link holds what is open. ``charts`` are the
    charts in it: where a link asks for one chart alone, other folds are not drawn.
    """

    def place(draw: Callable[[], None]) -> None:
        if state.presenting():
            section(title)
            draw()
        elif state.chart_only():
            if not state.get("chart") or state.get("chart") in charts:
                draw()
        else:
            with _expander(name, title) as box:
                if box.open:
                    draw()

    return place


def _expander(name: str, title: str) -> Any:
    """Return the box of a fold, open if the view has it open."""
    key = f"{name}:fold"
    if st.session_state.get(key) != (name in state.get("open")):
        st.session_state[key] = name in state.get("open")

    def take() -> None:
        others = [other for other in state.get("open") if other != name]
        state.put(open=(*others, name) if st.session_state[key] else tuple(others))

    return st.expander(title, key=key, on_change=take)


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
    """Hold what belongs to the page but not to a chart; it is hidden in bare views."""
    if state.bare():
        place = st.empty()
        with place.container():
            yield
        place.empty()
    else:
        yield
