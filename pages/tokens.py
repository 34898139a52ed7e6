"""From a sentence to the vectors that a model is given, every matrix on the way."""

from dataclasses import replace

import streamlit as st

from pages.parts import controls, frame, state
from pages.parts import words_tokens as say
from pages.parts.chart import look, show
from pe_core import Sinusoid
from pe_core.figures import tokens as figures
from pe_core.figures.balance import share_curve
from pe_core.figures.model import model_diagram
from pe_core.printed import PRINTED_D6, compare_printed
from pe_core.tokens import TokenSteps, balance, embed_words, explain_cell
from pe_core.words import split_words


def draw(steps: TokenSteps) -> None:
    """Draw the way of one sentence."""
    left, right = frame.columns(2)
    with left, frame.beside():
        st.subheader(f"1 · Tokens and indices: {say.shape(steps, 'indices')}")
        st.dataframe(say.token_table(steps), hide_index=True, height=say.table_height(steps))
        st.markdown(say.token_text(steps))
        row = controls.whole("row", "Selected token (0 is the first)", 0, say.last(steps))
        column = controls.whole("column", "Selected dimension", 0, steps.sinusoid.dim - 1)
    cell = {"row": row, "column": column}
    with right:
        frame.section(f"2 · Embedding matrix: {say.shape(steps, 'weights')}")
        show(
            "embedding-matrix",
            lambda: figures.embedding_matrix(steps, look(), **cell),
            say.matrix_caption(steps),
        )
        with frame.beside():
            st.code(say.first_row(steps), language=None, wrap_lines=True)

    frame.section("3 · Look up, encode, add")
    left, right = frame.columns(2)
    with left:
        show(
            "embeddings",
            lambda: figures.embedded_tokens(steps, look(), **cell),
            say.embedded_caption(steps),
        )
        show(
            "encoding",
            lambda: figures.token_encoding(steps, look(), **cell),
            say.encoding_caption(steps),
        )
    with right:
        show("sum", lambda: figures.token_sum(steps, look(), **cell), say.sum_caption(steps))
        with frame.beside():
            st.text(say.cell_text(explained := explain_cell(steps, row, column), steps))
            st.latex(say.sum_latex(explained, steps, look()))

    @frame.fold("balance", "Does position drown meaning, or meaning position?", "balance")
    def _() -> None:
        frame.lead(say.balance_text(balance(steps), steps))
        if say.last(steps):
            show(
                "balance",
                lambda: share_curve(steps, look(), factor=state.get("scale")),
                "Move the embedding scale to the ends and watch the three pictures above: in the "
                "sum, the weaker part fades. Multiplying by √d is a way to make the words "
                "stronger.",
            )


sinusoid = frame.start("pages/tokens.py")


@frame.body
def page() -> None:
    """Follow a sentence from its words to the sum of embedding and encoding."""
    frame.lead(
        "A word vector says *what* a token is, the encoding says *where* it stands. **The two are "
        "added, cell by cell,** once, before the first layer. Follow a sentence from its words to "
        "that sum. The first settings repeat a script found in many tutorials. This page has its "
        "own small d, so that every number can be read; base and column order are those of the "
        "other pages."
    )
    left, right = controls.panel(2)
    with left:
        text = controls.sentence("sentence", "Sentence")
        dim = controls.whole("td", "d of this page", 1, state.MOST_TOKEN_D)
        seed = controls.whole("seed", "Seed of the embedding matrix", 0, state.MAX_SEED)
    with right:
        factor = controls.stepped("scale", "Embedding scale", controls.SCALE_STEPS)
        first = controls.choice("first", "Position of the first token", {"0": "0", "1": "1"})
        root = controls.switch("root", "Multiply embeddings by √d", help="As the paper does.")
    words = split_words(text, limit=state.MOST_TOKENS)
    for note in say.notes(text, words.note):
        st.info(note)
    if words.tokens:
        chosen = replace(sinusoid, dim=dim, origin=int(first))
        draw(embed_words(words, chosen, seed=seed, scale=factor, multiply_by_root=root))

    @frame.fold("model", "Where the sum enters the model", "model")
    def _() -> None:
        left, right = frame.columns(2)
        with left:
            show(
                "model",
                lambda: model_diagram(look()),
                "The two purple plus signs are the only places.",
            )
        with right:
            frame.lead(say.WHERE)

    @frame.fold("printed", "Numbers printed elsewhere")
    def _() -> None:
        with frame.beside():
            found = compare_printed(PRINTED_D6, Sinusoid(dim=6))
            st.markdown(say.printed_text(found))
            st.code(say.printed_row(found), language=None, wrap_lines=True)
            st.dataframe(say.printed_table(found, PRINTED_D6), hide_index=True)
