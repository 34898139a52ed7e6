"""Precision: what 16 bits do to positions, frequencies and the table."""

from pages.parts import controls, encoding, frame, state
from pages.parts import words_precision as say
from pages.parts.chart import look, show
from pages.parts.words_rotary import head_text, rotary_of
from pe_core.figures import precision as figures

given = frame.start("pages/precision.py")


@frame.body
def page() -> None:
    """Draw which positions collide, how errors grow, and which pairs they hit."""
    rotary, length = rotary_of(given), state.get("length")
    frame.lead(say.LEAD)
    frame.lead(head_text(given, rotary))
    frame.section("Positions that become one")
    show(
        "collisions",
        lambda: figures.collisions(length, look()),
        say.collision_text(length),
        live={"follows": ["length"], "length": length},
    )

    frame.section("The error grows with the text")
    names = {"frequencies": "frequencies rounded", "positions": "positions rounded"}
    what = controls.choice("rounded", "What is rounded", names)
    show(
        "phase-growth",
        lambda: figures.phase_growth(rotary, length, what, look()),
        say.growth_text(rotary, length, what),
        live=encoding.live(given),
    )
    frame.lead(say.buffer_text(rotary))

    frame.section("Which pairs suffer")
    types = {name: name for name in state.PRECISIONS}
    dtype = controls.choice("dtype", "Type", types)
    show(
        "pair-errors",
        lambda: figures.pair_errors(rotary, length, dtype, look()),
        say.columns_text(rotary, length, dtype),
    )
    frame.lead(say.ADVICE)
