"""Spot the bug: a picture of a classic mistake, the reader's guess, and the finding."""

from pages.parts import controls, findings, frame, intake, riddle, state
from pages.parts import words_doctor as say
from pages.parts.chart import look, show
from pe_core.figures.doctor import colour_limit, matrix_heatmap
from pe_core.gallery import puzzle
from pe_core.picture import picture

sinusoid = frame.start("pages/bugs.py")


@frame.body
def page() -> None:
    """Draw a puzzle, take the guess, and say what the mistake was."""
    frame.lead(say.GALLERY)
    length, number, guess = state.get("length"), state.get("puzzle"), state.get("guess")
    made = puzzle(number, sinusoid, length)
    with controls.panel(1)[0]:
        riddle.chooser()
        beside = controls.switch("beside", "Show the right table beside it") or guess is not None

    yours = picture(made.matrix, cells=33_000)
    right = picture(made.expected, cells=33_000)
    limit = colour_limit(yours, right)
    places = frame.columns(2 if beside else 1)
    with places[0]:
        what = f"the table of puzzle {number}"
        show(
            "puzzle",
            lambda: matrix_heatmap(yours, look(), name="puzzle", what=what, limit=limit),
            say.caption(yours, f"Puzzle {number}. {say.settings(made, sinusoid.dim, length)}"),
        )
    if beside:
        with places[1]:
            show(
                "puzzle-right",
                lambda: matrix_heatmap(
                    right, look(), name="puzzle-right", what="the right table", limit=limit
                ),
                say.caption(right, "The right table."),
            )
    if not state.chart_only():
        riddle.question(made, guess)
    if guess is not None:
        found, told = intake.finding(number, sinusoid, length)
        if not state.chart_only():
            riddle.answer(made, guess, found, told)
        if found.difference is not None:
            show(
                "puzzle-difference",
                lambda: matrix_heatmap(
                    found.difference, look(), name="puzzle-difference", what="wrong minus right"
                ),
                say.difference_caption(found.difference, "Wrong minus right"),
            )
        findings.fit(found, "puzzle-fitted")
