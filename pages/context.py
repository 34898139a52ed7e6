"""Longer contexts: what a model's rule does to its pairs, and a check of its settings."""

import pandas as pd
import streamlit as st

from pages.parts import controls, frame, model, state
from pages.parts import words_context as say
from pages.parts.chart import look, show
from pages.parts.plain import plain
from pe_core.figures import extension as figures
from pe_core.rotary.beside import asked_extension, lengths_of, rules_beside
from pe_core.rotary.config import RopeConfig
from pe_core.rotary.readers import compare_readers

frame.start("pages/context.py")


def pictures(config: RopeConfig) -> None:
    """Draw the pairs of one kind of layer, before and after the rule."""
    layers = config.layers
    number = min(state.get("kind"), len(layers) - 1)
    if len(layers) > 1:
        number = controls.whole("kind", f"Kind of layer, 0 … {len(layers) - 1}", 0, len(layers) - 1)
        frame.lead(f"Kind {number}: {plain(layers[number].layer)}.")
    settings = layers[number]
    if settings.scaling <= 1:
        controls.whole("stretch", "Longer by the factor", 1, 64)
    lengths = lengths_of(settings, state.get("stretch"))
    made = asked_extension(settings, lengths.full)
    beside = rules_beside(settings, lengths)
    readers = tuple(compare_readers(config, (settings,)))
    frame.lead(say.kinds_text(settings, made))
    name = say.NAMES[settings.rule]

    show(
        "extended-frequencies",
        lambda: figures.extended_frequencies(made, look()),
        "How fast each pair turns: dotted as its base says, marked as the file asks.",
    )
    show(
        "extended-wavelengths",
        lambda: figures.extended_wavelengths(made, lengths, look()),
        say.waves_text(made, lengths),
    )
    frame.lead(say.factor_text(config, made))
    frame.section("The same model by other rules")
    show(
        "rule-ratios",
        lambda: figures.rule_ratios(made, name, beside, lengths, look()),
        say.RATIOS,
    )
    apart = say.apart(beside, readers)
    if apart:
        show("parting", lambda: figures.parting_lines(apart, name, lengths, look()), say.PARTING)
        with frame.beside():
            rows = say.parting_rows(beside, readers, lengths)
            st.dataframe(pd.DataFrame(rows), hide_index=True)


def check(config: RopeConfig, text: str) -> None:
    """Draw the check's answer, as text, and how known libraries read the file."""
    st.markdown(say.CHECK)
    numbers = model.vector()
    try:
        answer = model.checked(text, numbers)
    except ValueError as error:
        st.error(plain(f"{error}."), icon=":material/block:")
        return
    st.code("\n".join(answer.lines()), language=None, wrap_lines=True)
    st.table(pd.DataFrame(say.reader_rows(config)).set_index("library"))


@frame.body
def page() -> None:
    """Take a model's settings; draw what they do to each pair, and what the check says."""
    frame.lead(say.LEAD)
    text = model.taken()
    try:
        config = model.read(text)
        pictures(config)
    except ValueError as error:
        if not state.chart_only():
            st.error(plain(f"{error}."), icon=":material/block:")
        return
    frame.section("The check")
    with frame.beside():
        check(config, text)

    @frame.fold("readers", "Which library reads this model right: all known models")
    def _() -> None:
        frame.lead(say.TABLE)
        st.dataframe(pd.DataFrame(model.all_readers()), hide_index=True)
