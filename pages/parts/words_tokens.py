"""Sentences and small tables of the page on tokens: each number comes from the core."""

from collections.abc import Sequence

import pandas as pd

from pages.parts import state
from pages.parts.words import cell_latex
from pe_core.figures.theme import Theme
from pe_core.printed import PrintedComparison
from pe_core.tokens import Balance, CellSum, TokenSteps
from pe_core.words import visible

WHERE = """
**What is added where?** The encoding is added to the embeddings, cell by cell, in two places:

- below the **encoder stack**, to the embeddings of the input;
- below the **decoder stack**, to the embeddings of the tokens written so far. Both count their
  positions from the start of their own text.

Both sums have the shape of the embeddings, tokens × d: nothing grows. Inside the stacks no
encoding is added again; the paths around each layer carry the sum upwards. (Later models with
rotary encodings do it otherwise: they turn queries and keys inside every attention layer.)
"""


def notes(text: str, note: str) -> list[str]:
    """Return what a reader must know about the sentence; often nothing."""
    found = [note] if note else []
    if len(text) >= state.LONGEST_TEXT:
        found.append(
            f"The field holds {state.LONGEST_TEXT:,} characters, so that a link can carry them; "
            "the rest is cut off."
        )
    return found


def plural(count: int, thing: str) -> str:
    """Return "1 token", "2 tokens" …"""
    return f"{count:,} {thing}{'' if count == 1 else 's'}"


def shape(steps: TokenSteps, name: str) -> str:
    """Return the shape of one of the arrays in words: "4 × 6", or "4 numbers"."""
    sizes = steps.shapes[name]
    return " × ".join(map(str, sizes)) if len(sizes) > 1 else plural(sizes[0], "number")


def last(steps: TokenSteps) -> int:
    """Return the number of the last token."""
    return len(steps.words.tokens) - 1


def token_table(steps: TokenSteps) -> pd.DataFrame:
    """Return position, token and index of each word."""
    return pd.DataFrame(
        {
            "position": steps.positions.astype(int),
            "token": [visible(token, width=60) for token in steps.words.tokens],
            "index": steps.indices,
        }
    )


def table_height(steps: TokenSteps) -> int:
    """Return the height in pixels that shows at most eleven rows of that table."""
    return 38 + 35 * min(last(steps) + 1, 11)


def token_text(steps: TokenSteps) -> str:
    """Say how many tokens and words there are."""
    count, distinct = len(steps.words.tokens), len(steps.vocabulary)
    return (
        f"The sentence is cut at its spaces: **{plural(count, 'token')}**. The vocabulary lists "
        f"each distinct word once, by first appearance: **{plural(distinct, 'word')}**, with "
        f"indices from 0 to {distinct - 1}. A word that comes twice has one index, and so one "
        "vector. Real models cut words into smaller pieces and know tens of thousands of them."
    )


def matrix_caption(steps: TokenSteps) -> str:
    """Say what the embedding matrix is."""
    return (
        f"One row for each word of the vocabulary, {plural(steps.sinusoid.dim, 'column')}. A real "
        "model learns these numbers; here they are random from 0 to 1, from NumPy's legacy "
        "generator with the seed above, as in np.random.rand. The first row:"
    )


def first_row(steps: TokenSteps) -> str:
    """Return the first row of the embedding matrix as a line of plain text."""
    numbers = " ".join(f"{value:.8f}" for value in steps.weights[0, :12])
    more = " …" if steps.weights.shape[1] > 12 else ""
    return f"{visible(steps.vocabulary[0])}: {numbers}{more}"


def embedded_caption(steps: TokenSteps) -> str:
    """Say what the embeddings are."""
    factor = "" if steps.factor == 1 else f" times {steps.factor:.6g}"
    return (
        f"**Embedding, {shape(steps, 'embedded')}.** Each token's index picks its row of the "
        f"matrix{factor}."
    )


def encoding_caption(steps: TokenSteps) -> str:
    """Say what the encoding is."""
    return (
        f"**+ encoding, {shape(steps, 'encoding')}.** Rows of the formula for positions "
        f"{steps.positions[0]:g} to {steps.positions[-1]:g}. The word does not matter here."
    )


def sum_caption(steps: TokenSteps) -> str:
    """Say what the sum is."""
    return (
        f"**= sum, {shape(steps, 'total')}.** What the first layer is given. The three pictures "
        "share their colours: white is 0, green positive, purple negative."
    )


def cell_text(cell: CellSum, steps: TokenSteps) -> str:
    """Say in plain text (it holds a word of the reader's) which cell is explained."""
    wave = {"sin": "sine", "cos": "cosine"}[cell.formula.wave]
    return (
        f"The framed cell: token “{visible(cell.token)}” at position {cell.formula.position:g}, "
        f"dimension {cell.formula.dimension} of {steps.sinusoid.dim}. The word has index "
        f"{cell.index}, so its embedding comes from row {cell.index} of the matrix; to it the "
        f"{wave} of pair {cell.formula.pair} is added."
    )


def sum_latex(cell: CellSum, steps: TokenSteps, look: Theme) -> str:
    """Return the sum of one cell with its numbers, in LaTeX; no word of the reader's is in it."""
    part, embedded = cell.formula, cell.factor * cell.weight
    product = f"{cell.weight:.8f}"
    if cell.factor != 1:
        product = f"{cell.factor:.6g} \\times {product} \\\\ &= {embedded:.8f}"
    formula = cell_latex(part, steps.sinusoid, look)
    inner = formula.removeprefix("\\begin{aligned} ").removesuffix(" \\end{aligned}")
    sign = "-" if part.value < 0 else "+"
    return (
        f"\\begin{{aligned}} \\text{{embedding}} &= {product} \\\\ {inner} \\\\"
        f"\\text{{sum}} &= {embedded:.8f} {sign} {abs(part.value):.8f} \\\\ "
        f"&= \\mathbf{{{cell.value:.8f}}} \\end{{aligned}}"
    )


def balance_text(parts: Balance, steps: TokenSteps) -> str:
    """Say how long the two parts are, and which of them drowns the other."""
    words, places = parts.embedding_norms, parts.position_norms
    text = (
        f"The embedding vectors are {span(words.min(), words.max())} long, the encodings "
        f"{span(places.min(), places.max())}. But a part that is the same in every row tells "
        "nothing apart, so compare how far the rows spread around their mean: "
        f"embeddings **{parts.word_spread:.3g}**, encodings **{parts.position_spread:.3g}**. "
    )
    share = parts.position_share
    if share != share:  # NaN
        return text + "All rows are the same here: there is nothing to tell apart."
    verdict = "Neither hides the other."
    if share > 0.9:
        verdict = "Position drowns meaning: the words nearly vanish in the sum."
    elif share < 0.1:
        verdict = "Meaning drowns position: the places nearly vanish in the sum."
    return text + f"Position makes up **{100 * share:.1f} %** of the squared spread. {verdict}"


def span(low: float, high: float) -> str:
    """Return "1.73", or "1.5 to 1.9"."""
    first, second = f"{low:.3g}", f"{high:.3g}"
    return first if first == second else f"{first} to {second}"


def printed_text(found: PrintedComparison) -> str:
    """Say which columns of the printed table are wrong, and by how much."""
    wrong = ", ".join(map(str, found.wrong_columns[:-1])) + f" and {found.wrong_columns[-1]}"
    return (
        "A widely read script with the sentence of this page prints four rows of encodings as an "
        f"illustration (d = 6, base 10000). Dimensions 0 and 1 are right. **Dimensions {wrong} "
        "are wrong**, from the third column on: they miss the formula by up to "
        f"{abs(found.difference).max():.2f}, and no base gives them. Position 1 must be:"
    )


def printed_row(found: PrintedComparison) -> str:
    """Return the right encoding of position 1 as a line of plain text."""
    return " ".join(f"{value:.8f}" for value in found.right[1])


def printed_table(found: PrintedComparison, printed: Sequence[Sequence[float]]) -> pd.DataFrame:
    """Return formula and print under one another for each position; a cross marks a wrong one."""
    rows = []
    for position, (right, wrong) in enumerate(zip(found.right, printed, strict=True)):
        marks = [" ✗" if bad else "" for bad in found.wrong[position]]
        cells = [f"{value:.8f}{mark}" for value, mark in zip(wrong, marks, strict=True)]
        rows.append([str(position), "formula", *(f"{value:.8f}" for value in right)])
        rows.append(["", "printed", *cells])
    columns = ["position", "", *(f"dim {c}" for c in range(found.right.shape[1]))]
    return pd.DataFrame(rows, columns=columns)
