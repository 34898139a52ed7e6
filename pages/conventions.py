"""Whose numbers: every convention by name, and any two of them side by side."""

from functools import partial

import streamlit as st

from pages.parts import controls, encoding, frame, state
from pages.parts import words_conventions as say
from pages.parts.chart import look, show
from pe_core.figures.conventions import difference_curve
from pe_core.figures.doctor import colour_limit, matrix_heatmap
from pe_core.picture import picture
from pe_core.side_by_side import common_dim, side_by_side

#: Few enough that each row is drawn as it is.
DRAWN_ROWS = 192

frame.start("pages/conventions.py")


@frame.body
def page() -> None:
    """Compare two conventions number by number, and list them all."""
    frame.lead(say.LEAD)
    first, second = controls.panel(2)
    with first:
        left = encoding.pick("convention", "This convention")
    with second:
        right = encoding.pick("against", "against this one")
    base, wanted = state.get("base"), state.get("d")
    dim = common_dim(left, right, wanted)
    if dim != wanted:
        st.info(f"One of the two refuses d = {wanted:,}; they are compared at d = {dim:,}.")
    made = side_by_side(left, right, dim, length=state.get("length"), base=base)
    rows = "cell" if left.grid or right.grid else "row"

    frame.lead(say.verdict(made, left, right))
    drawn = [picture(table[:DRAWN_ROWS], cells=25_000) for table in (made.left, made.right)]
    limit = colour_limit(*drawn)
    sides = (("left", left), ("right", right))
    for number, (place, view, (side, entry)) in enumerate(
        zip(frame.columns(2), drawn, sides, strict=True)
    ):
        with place:
            show(
                f"{side}-table",
                partial(
                    matrix_heatmap,
                    view,
                    look(),
                    name=f"{side}-table",
                    what=entry.title,
                    limit=limit,
                    rows=rows,
                ),
                say.table_caption(entry, made, view, number),
            )
    with frame.beside():
        if made.permutation is not None:
            st.code(say.permutation_code(made), language="python", wrap_lines=True)
        st.dataframe(say.numbers(left, right, dim, base), hide_index=True)

    frame.section("Where they part")
    names = (left.title, right.title)
    first, second = frame.columns(2)
    with first:
        show(
            "difference",
            lambda: matrix_heatmap(
                picture(made.difference[:DRAWN_ROWS], kind="extreme", cells=25_000),
                look(),
                name="difference",
                what=f"{left.title} minus {right.title}",
                rows=rows,
            ),
            "Left minus right in the same rows; white is no difference.",
        )
    with second:
        show(
            "difference-by-row",
            lambda: difference_curve(made, names, look(), rows=rows),
            f"The largest difference in each of {len(made.by_row):,} rows.",
            height=420,
        )
    with frame.beside():
        st.dataframe(say.largest(made, rows), hide_index=True)
    frame.lead(say.bases(made, left, right, dim))

    frame.section("All conventions")
    with frame.beside():
        st.dataframe(say.listing(), hide_index=True, height=420)
        st.caption("A column is sorted by a click on its name.")
        st.markdown("Every library that shares the numbers of the two above:")
        both = tuple(dict.fromkeys((left.name, right.name)))
        st.dataframe(say.sources(both), hide_index=True)
