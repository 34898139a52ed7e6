"""Which positions look alike: dot products of their encodings."""

from pages.parts import controls, encoding, frame, state, words
from pages.parts.chart import look, show
from pe_core.figures.similarity import (
    SEARCHED,
    similarity_heatmap,
    similarity_profile,
    similarity_rise,
    similarity_row,
)

sinusoid = frame.start("pages/similarity.py")


@frame.body
def page() -> None:
    """Draw the matrix of dot products, its profile and one row of it."""
    length = state.get("length")

    frame.lead(
        "The dot product of two positions says how alike their vectors are. For each pair "
        "sin a · sin b + cos a · cos b = cos(a − b), so it **depends on the offset only**: every "
        "diagonal of the matrix has one value."
    )
    left, right = controls.panel(2)
    with left:
        position = controls.whole("position", "Highlighted position", 0, length - 1)
    with right:
        first, last = controls.window(length)

    left, right = frame.columns(2)
    with left:
        show(
            "similarity",
            lambda: similarity_heatmap(sinusoid, first, last, look(), position=position),
            words.matrix_caption(first, last),
            live=encoding.live(sinusoid, "position"),
            picks={"position": ("y", None)},
            selects=True,
        )
    with right:
        show(
            "profile",
            lambda: similarity_profile(sinusoid, length, look()),
            "One curve holds the whole matrix. Left axis: the dot product; right axis: divided by "
            "its value at offset 0.",
            live=encoding.live(sinusoid),
            picks={"offset": ("x", None)},
        )
        rise = similarity_rise(sinusoid, length)
        frame.lead(words.rise_text(rise, min(length, SEARCHED)))
        show(
            "row",
            lambda: similarity_row(sinusoid, position, first, last, look()),
            "The highlighted row: the same curve, centred on the chosen position.",
            live=encoding.live(sinusoid, "position"),
            picks={"position": ("x", None)},
        )
    if sinusoid.unpaired:
        frame.lead(
            "With an odd d the last sine has no cosine beside it. Its share of the dot product "
            "depends on the position too; the profile takes the mean over positions for it."
        )
