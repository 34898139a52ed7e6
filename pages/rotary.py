"""The rotary encoding: queries and keys turn with their position."""

from pages.parts import controls, encoding, frame, state
from pages.parts import words_rotary as say
from pages.parts.chart import look, show
from pe_core.figures import rotary as figures
from pe_core.figures.clocks import drawn_pairs
from pe_core.rotary.example import drift

given = frame.start("pages/rotary.py")


@frame.body
def page() -> None:
    """Draw the arrows of a query and a key, their score, both pairings, and the rises."""
    rotary = say.rotary_of(given)
    length = state.get("length")
    frame.lead(say.LEAD)
    frame.lead(say.head_text(given, rotary))
    left, right = controls.panel(2)
    with left:
        position = controls.whole("position", "Query at position", 0, length - 1, play=True)
        other = controls.whole("other", "Key at position", 0, length - 1, play=True)
    with right:
        both = controls.whole("both", "Move both by", 0, state.MOST_BOTH, play=True)
        most = min(64, rotary.width // 2)
        count = controls.whole("pairs", "Pairs drawn, from fast to slow", 1, most)
    places = position + both, other + both
    pairs = drawn_pairs(rotary.sinusoid, count)
    live = encoding.live(given, "position", "other", "both", "pairs")
    live |= {"position": position, "other": other, "both": both, "pairs": count}

    frame.section("Each pair is two arrows")
    show(
        "arrows",
        lambda: figures.turning_arrows(rotary, *places, pairs, look()),
        "Below each circle is the angle from the query's arrow to the key's. Its cosine is what "
        "the pair adds to the score. Query and key are made up; at position 0 the query points up.",
        live=live,
    )
    frame.lead(say.score_text(rotary, *places))
    show(
        "score",
        lambda: figures.offset_curve(rotary, *places, look()),
        "The score of the same query and key by offset alone; the mark is where they stand now.",
        live=live,
    )

    frame.section("The score depends on the offset alone")
    drifting = live | {"follows": [key for key in live["follows"] if key not in ("both", "pairs")]}
    made = drift(rotary, position, other, figures.drift_moves(length))
    show("drift", lambda: figures.drift_curves(made, look()), say.drift_text(made), live=drifting)
    frame.lead(say.ONLY_Q_AND_K)

    frame.section("Two pairings, one encoding")
    frame.lead(say.pairing_text(rotary, *places))
    show("pairings", lambda: figures.pairing_links(rotary, look()), say.pairing_caption(rotary))

    frame.section("Does it fade with distance?")
    frame.lead(say.DECAY)
    show(
        "self-score",
        lambda: figures.self_curve(rotary, length, look()),
        say.rises_text(rotary, length),
        live=encoding.live(given),
    )
    seed = controls.whole("seed", "Seed of the random queries and keys", 0, state.MAX_SEED)
    show(
        "random-scores",
        lambda: figures.random_curves(rotary, length, seed, look()),
        say.RANDOM,
    )
