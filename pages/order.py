"""Why order is lost without positions, and what the encoding brings back."""

from functools import partial

import pandas as pd
import streamlit as st

from pages.parts import controls, frame, state, words_order
from pages.parts.chart import look, show
from pe_core.causal import order_seen
from pe_core.figures.order import attention_change, last_outputs, place_roles, word_products
from pe_core.order import compare_order
from pe_core.place import places

sinusoid = frame.start("pages/order.py")


@frame.body
def page() -> None:
    """Compare two sentences without and with positions."""
    length = state.get("length")

    frame.lead(
        "Self-attention compares every word with every word by a dot product: a number that is "
        "large where two vectors point the same way. **Nowhere in it does a place in the sentence "
        "enter**, so it sees a bag of words. Change the two sentences and watch what stays the "
        "same."
    )
    left, right = controls.panel(2)
    with left:
        first = controls.sentence("left", "Left sentence")
    with right:
        second = controls.sentence("right", "Right sentence")
    comparison = compare_order(first, second, sinusoid)

    frame.section("Two sentences, one bag")
    with frame.beside():
        for column, side in zip(
            st.columns(2, gap="large"), (comparison.left, comparison.right), strict=True
        ):
            column.code(words_order.in_order(side.tokens), language=None, wrap_lines=True)
            if side.note:
                column.info(side.note)
        st.markdown(words_order.bag_verdict(comparison))
        if comparison.left.tokens or comparison.right.tokens:
            st.dataframe(pd.DataFrame(words_order.bag_rows(comparison)), hide_index=True)
        as_bag = controls.switch(
            "bag", "Sort the words below by the alphabet, since a bag has no order"
        )

    if comparison.left.tokens and comparison.right.tokens:
        for placed, title, text in (
            (
                False,
                "Without positions",
                "Each word has a made-up vector, the same wherever it stands.",
            ),
            (
                True,
                "With the encoding added",
                "Now the vector of its position is added to each word.",
            ),
        ):
            frame.section(title)
            frame.lead(f"{text} {words_order.products_text(comparison, placed)}")
            for column, side in zip(frame.columns(2), ("left", "right"), strict=True):
                with column:
                    show(
                        f"{'placed' if placed else 'plain'}-{side}",
                        partial(word_products, comparison, side, placed, look(), as_bag=as_bag),
                        f"The {side} sentence: the dot product of each word with each word.",
                    )
        frame.section("What attention makes of it")
        show(
            "order-change",
            lambda: attention_change(comparison, look()),
            words_order.change_text(comparison),
        )

    elif state.get("chart") not in (None, "places", "last-output"):
        st.info("Type a sentence on both sides: this chart compares them.")

    frame.section("Coarse place and fine place")
    frame.lead(
        "Which place does a vector tell? Fast dimensions turn far from one position to the next: "
        "they say **just before** or **just after**, but soon come round again. Slow dimensions "
        "take the whole text for less than one turn: they say **early, middle or late**, but "
        "hardly move between neighbours. The encoding has both."
    )
    made = places(sinusoid, length)
    show(
        "places",
        lambda: place_roles(made, length, look()),
        f"A dimension's role depends on the text: here it has {length:,} positions. Change the "
        "length and see roles change.",
    )
    with frame.beside():
        st.dataframe(pd.DataFrame(words_order.place_rows(made)), hide_index=True)

    frame.section("And a causal mask?")
    frame.lead(words_order.MASK)
    left, right = controls.panel(2)
    with left:
        mask = controls.switch("mask", "Causal mask: a token sees only what came before")
    with right:
        layers = int(controls.choice("layers", "Layers", {n: n for n in state.LAYERS}))
    seen = order_seen(layers=layers, mask=mask)
    show(
        "last-output",
        lambda: last_outputs(seen, look(), mask=mask, layers=layers),
        words_order.mask_text(seen, mask),
    )
