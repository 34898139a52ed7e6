"""A finding on a page: the sentence, the other names, the mistake, the pictures, the code."""

from functools import partial

import streamlit as st

from pages.parts import frame, share, state
from pages.parts import words_conventions as say_names
from pages.parts import words_doctor as say
from pages.parts.chart import look, show
from pages.parts.plain import plain
from pe_core import CONVENTIONS, Sinusoid
from pe_core.examined import Examined
from pe_core.export import FRAMEWORKS, snippet
from pe_core.export.grid_snippet import grid_snippet
from pe_core.figures.doctor import colour_limit, frequency_fit, matrix_heatmap

#: Rows of the table of names that are shown without scrolling.
SHOWN = 8


def verdict(given: Examined) -> None:
    """Say in one sentence what the table is."""
    draw, icon = {
        "known": (st.success, ":material/check_circle:"),
        "bug": (st.warning, ":material/bug_report:"),
        "unknown": (st.info, ":material/help:"),
    }[given.status]
    draw(plain(given.verdict), icon=icon)


def names(given: Examined) -> None:
    """List every other name for the same numbers, and what could not be decided."""
    if given.names:
        st.markdown("**The same numbers go by these names:**")
        table = say_names.sources(given.names, odd=bool(given.columns % 2))
        height = "content" if len(table["library"]) <= SHOWN else 36 * SHOWN
        st.dataframe(table, hide_index=True, height=height)
    elif given.status == "known":
        st.markdown("No library listed here has exactly these numbers.")
    if given.alternatives:
        st.markdown(f"**Or it is:**\n\n{say.bullets(given.alternatives)}")
    if given.positions:
        st.markdown(f"**Which positions the rows are:**\n\n{say.bullets(given.positions)}")
    if given.undecided:
        st.markdown(f"**What this input does not tell:**\n\n{say.bullets(given.undecided)}")
    if given.notes:
        st.markdown(f"**Noticed:**\n\n{say.bullets(given.notes)}")


def bug(given: Examined) -> None:
    """Name the class of a mistake, the first cell that differs, and the fix."""
    if given.bug is None:
        return
    name = "" if given.bug.id == "mismatch" else f"{given.bug.id}: "
    st.markdown(f"**What is wrong:** {name}{plain(given.bug.title)}.")
    cell_and_fix(given)


def cell_and_fix(given: Examined) -> None:
    """Show the first cell that differs, and the fix."""
    if given.bug is None:
        return
    st.markdown("The first cell that differs:")
    st.dataframe(say.cell(given), hide_index=True, width="content")
    st.markdown(f"**The fix:** {plain(given.bug.fix)}")


def pictures(given: Examined) -> None:
    """Draw what was given, what was expected, the difference, and the frequencies."""
    limit = colour_limit(given.yours, given.expected)
    drawn = [("yours", given.yours, "your table", say.caption(given.yours, "Yours."))]
    if given.expected is not None and given.difference is not None:
        caption = say.caption(given.expected, say.EXPECTED[given.status])
        drawn.append(("expected", given.expected, "the expected table", caption))
        caption = say.difference_caption(given.difference)
        drawn.append(("difference", given.difference, "yours minus expected", caption))
    for place, (name, view, what, caption) in zip(frame.columns(len(drawn)), drawn, strict=True):
        with place:
            shared = None if name == "difference" else limit
            show(
                name,
                partial(matrix_heatmap, view, look(), name=name, what=what, limit=shared),
                caption,
            )
    fit(given, "fitted")


def fit(given: Examined, name: str) -> None:
    """Draw the measured frequencies over the expected ones, where pairs could be measured."""
    if len(given.pairs):
        show(
            name,
            lambda: frequency_fit(given.pairs, given.fitted, given.curve, look(), name=name),
            say.fit_caption(given),
        )


def code(given: Examined, expected: str | None) -> None:
    """Show the lines that build the expected table in a framework of the reader's choice.

    ``expected`` is the name of the convention that the reader expects.
    """
    if given.sinusoid is None or state.chart_only():
        return
    frame.section("The right table in code")
    try:
        lines, note = _grid_code(given, expected) or _code(given, given.sinusoid)
    except ValueError as error:
        st.info(plain(f"No code for this table: {error}."))
        return
    st.code(lines, language="python")
    if note:
        st.caption(note)


def _grid_code(given: Examined, expected: str | None) -> tuple[str, str] | None:
    """Return the code of a named table of a grid, and a note; None for other tables."""
    name = given.names[0] if given.names else expected or ""
    if len(given.shape) != 2 or name not in CONVENTIONS or given.sinusoid is None:
        return None
    height, width = given.shape
    base = given.sinusoid.base
    lines = grid_snippet(CONVENTIONS[name], (height, width), given.columns, base=base)
    return lines, say.GRID_CODE + (say.NO_ZERO_ROWS if given.zero_rows else "")


def _code(given: Examined, right: Sinusoid) -> tuple[str, str]:
    """Return the code of the right table in the chosen framework, and a note."""
    framework = "numpy"
    if not state.bare():
        chosen = st.segmented_control(
            "Framework",
            FRAMEWORKS,
            default=framework,
            format_func=share.NAMES.__getitem__,
            key="doctor:framework",
        )
        framework = chosen or framework
    rows = max(given.shape or (given.rows,))
    step = given.step if given.step == given.step else 1.0  # rows in no equal steps have none
    lines = snippet(right, framework=framework, length=rows, step=step)
    return lines, say.code_note(given)
