"""Encodings as curves: one position, how it comes about, and dimensions along the positions."""

from pages.parts import controls, encoding, frame, state
from pages.parts.chart import look, show
from pe_core.figures.waves import derivation_panels, dimension_waves, position_vector
from pe_core.overview import pairs_of_columns

sinusoid = frame.start("pages/waves.py")


@frame.body
def page() -> None:
    """Draw one position across the dimensions, and its derivation."""
    length = state.get("length")

    frame.lead(
        "**Low dimensions turn fast** and tell neighbours apart. **High dimensions turn slowly** "
        "and give the coarse place. Read one position as a curve, see how each value comes about, "
        "then follow single dimensions along the text."
    )
    frame.section("One position across all dimensions")
    left, right = controls.panel(2)
    with left:
        position = controls.whole("position", "Position (solid)", 0, length - 1, play=True)
    with right:
        other = controls.whole("other", "Compare with (dotted)", 0, length - 1)
    show(
        "wave",
        lambda: position_vector(sinusoid, position, other, look()),
        "The two curves differ where the waves are fast and meet where they are slow. Press play "
        "to count the position up.",
        live=encoding.live(sinusoid, "position", "other"),
        picks={"pair": ("x", pairs_of_columns(sinusoid))},
    )

    frame.section("How the vector comes about")
    frame.lead(
        "Four small steps for each pair: the exponent, the inverse frequency "
        "base^(−exponent), the angle (inverse frequency × position), then sine and cosine."
    )
    show(
        "derivation",
        lambda: derivation_panels(sinusoid, position, look()),
        "From top to bottom: a straight line becomes a falling curve, the position stretches it to "
        "angles, and sine and cosine fold the angles into −1 … 1.",
        live=encoding.live(sinusoid, "position"),
        picks={"pair": ("x", None)},
    )


@frame.body
def dimensions() -> None:
    """Draw dimensions as waves; a part of its own, since a position does not change it."""
    length = state.get("length")
    frame.section("Single dimensions along the positions")
    left, right = controls.panel(2)
    with left:
        chosen = controls.dimensions(sinusoid.dim)
    with right:
        first, last = controls.window(length)
    show(
        "waves",
        lambda: dimension_waves(sinusoid, chosen, first, last, look()),
        "Each dimension is one wave along the text. The higher the dimension, the longer its "
        "wave. Many turns look like a solid block: choose a smaller window.",
        picks={"position": ("x", None)},
    )
