"""A puzzle of the gallery on a page: which one, the guess, and the answer."""

from typing import Any

import streamlit as st

from pages.parts import findings, state
from pages.parts import words_doctor as say
from pages.parts.plain import plain
from pe_core.doctor import BUGS
from pe_core.examined import Examined
from pe_core.gallery import Puzzle

SEEN = "x"


def _go(number: int) -> None:
    state.put(puzzle=number, guess=None)


def _guess(name: str | None) -> None:
    state.put(guess=name)


def chooser() -> None:
    """Draw the choice of the puzzle, with a way back and on."""
    if state.bare():
        return
    number = state.get("puzzle")
    if st.session_state.get("puzzle:field") != number:
        st.session_state["puzzle:field"] = number

    def take() -> None:
        _go(st.session_state["puzzle:field"])

    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.number_input(
            f"Puzzle (1 to {len(BUGS)})",
            1,
            len(BUGS),
            key="puzzle:field",
            on_change=take,
            width=150,
        )
        _following(number)


def _following(number: int) -> None:
    """Draw the button to the next puzzle."""
    st.button(
        "Next puzzle",
        key="puzzle-next",
        type="primary" if state.get("guess") else "secondary",
        on_click=_go,
        args=(number % len(BUGS) + 1,),
    )


def question(made: Puzzle, guess: str | None) -> None:
    """Draw the classes to choose from, until one is chosen."""
    if guess is not None:
        return
    st.markdown("**Which mistake is it?**")
    for name in made.options:
        title = BUGS[name].title
        st.button(
            plain(title[0].upper() + title[1:]),
            key=f"guess:{name}",
            on_click=_guess,
            args=(name,),
            width="stretch",
            wrap=True,
        )
    st.button("Show the answer", key="guess:seen", type="tertiary", on_click=_guess, args=(SEEN,))


def answer(made: Puzzle, guess: str, found: Examined, told: dict[str, Any]) -> None:
    """Say whether the guess was right, how the mistake shows, and what the doctor finds."""
    draw = st.info if guess == SEEN else st.success if made.right(guess) else st.warning
    draw(say.guessed(made, guess))
    st.markdown(f"**How it shows:** {plain(made.bug.sign)}.")
    st.markdown(say.told(made, found, told))
    if found.bug is not None and made.right(found.bug.id):
        findings.cell_and_fix(found)
    else:
        st.markdown(f"**The fix:** {plain(made.bug.fix)}")
    with st.container(horizontal=True):
        st.button("Guess again", key="guess:again", on_click=_guess, args=(None,))
        if state.presenting():
            _following(state.get("puzzle"))
