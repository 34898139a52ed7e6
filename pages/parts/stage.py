"""Present mode: a page for a projector, with large type, high contrast and no controls."""

import streamlit as st

from pages.parts import state

STYLE = """<style>
html {{ font-size: 20px; }}
[data-testid="stApp"] {{ background: {paper}; color: {ink}; }}
[data-testid="stHeader"] {{ display: none; }}
[data-testid="stMainBlockContainer"] {{ padding: 1rem 2rem 1rem; }}
[data-testid="stMainBlockContainer"] > div > [data-testid="stVerticalBlock"] {{ gap: 0.6rem; }}
[data-testid="stMarkdownContainer"], [data-testid="stMarkdownContainer"] p {{ color: {ink}; }}
button [data-testid="stMarkdownContainer"] {{ color: inherit; }}
button [data-testid="stMarkdownContainer"] p {{ color: inherit; }}
[data-testid="stCaptionContainer"] {{ opacity: 1; }}
[data-testid="stCaptionContainer"] p {{ font-size: 1rem; color: {ink}; }}
h1 {{ font-size: 1.5rem !important; padding: 0 !important; }}
h2, h3 {{ font-size: 1.3rem !important; padding: 0 !important; }}
[data-testid="stBaseButton-secondary"] {{ border: 2px solid {ink}; }}
.st-key-leave {{ position: fixed; top: 0.3rem; right: 0.8rem; z-index: 1000; width: auto; }}
@media (max-width: 640px) {{
  html {{ font-size: 16px; }}
  [data-testid="stMainBlockContainer"] {{ padding: 1rem; }}
  .st-key-leave {{ position: static; }}
}}
</style>"""


def enter() -> None:
    """Draw the button that begins present mode."""
    st.button(
        "Present",
        key="present",
        icon=":material/slideshow:",
        on_click=state.put,
        kwargs={"present": True},
        help="Large type for a projector, without menu and controls.",
        width="stretch",
    )


def open_stage(title: str) -> None:
    """Begin a projected page: its style, the way out, and its title if it has one."""
    dark = st.context.theme.type == "dark"
    ink, paper = ("#ffffff", "#000000") if dark else ("#000000", "#ffffff")
    st.html(STYLE.format(ink=ink, paper=paper))
    st.button(
        "Leave",
        key="leave",
        icon=":material/close:",
        shortcut="Esc",
        type="tertiary",
        on_click=state.put,
        kwargs={"present": False},
    )
    if title:
        st.title(title)
