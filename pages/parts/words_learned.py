"""Sentences of the page on learned positions: each number comes from the core."""

from pe_core.gap_task import GapTask, chance_errors
from pe_core.layer import LayerTraining
from pe_core.learned import Assessment

TASK = (
    "Both tables get the same job, one that cannot be done without positions. A text has a topic "
    "that drifts slowly. **One word is hidden;** its topic is to be guessed from the other words, "
    "each of which tells its own topic with some noise. Near words help, far words mislead. How "
    "much to listen to each word comes from attention: the dot product of the two position "
    "vectors, times a gain, through softmax. The learned table starts as small noise, and all its "
    "numbers are trained; the sinusoid stays as it is, and only the gain is trained."
)

PROS_AND_CONS = """
| | fixed: the sinusoid | learned: a trained table |
|---|---|---|
| numbers to train | none | positions × d |
| before training | already a ruler | noise |
| fits its job | well enough | often better, where it was trained |
| positions never seen | the formula has a row for them | noise, or no row at all |
| longest text | no limit in the formula | the number of rows |
| examples | the first transformer | BERT, GPT-2 |
"""

PAPER = (
    "The authors of the first transformer tried both and found nearly the same quality (section "
    "3.5 of their paper). They kept the sinusoid, since it may carry over to longer texts. But a "
    "row for every position does not yet mean that a whole model copes with it: see the page on "
    "what lies beyond training."
)
TRAINING = (
    "Each step changes the numbers a little so that the guesses get better. Lower is better; 1 "
    "would be a guess that ignores the text."
)
ERRORS = (
    "Follow the purple curve across the line: the learned table falls to the level of no "
    "positions at all. The sinusoid goes on as before, since its rows come from a formula and "
    "the dot product depends on the offset only."
)
PROFILE = (
    "A ruler has a high value at small offsets and lower ones further away. Training makes such "
    "a ruler out of noise, but only for the positions it saw: the dotted purple curve falls to "
    "nearly 0 at once. Both curves of the sinusoid are one."
)


def layer_caption(layer: LayerTraining, seen: int, trainable: bool) -> str:
    """Say what training on texts of ``seen`` words did to a layer."""
    size = f"{layer.after.shape[0]} × {layer.after.shape[1]}"
    if not trainable:
        return (
            f"**Frozen, {size}.** {layer.numbers} of its {layer.after.size} numbers may change. "
            "After training it is still bit for bit what the formula gave."
        )
    rest = f"rows {seen + 1} to {len(layer.moved)} are never looked up and stay as they were"
    if seen + 1 == len(layer.moved):
        rest = f"row {seen + 1} is never looked up and stays as it was"
    return (
        f"**Trainable, {size}.** All {layer.numbers} numbers may change. After 100 steps at the "
        f"job described below, rows 1 to {seen} have moved by {layer.moved[:seen].min():.2f} to "
        f"{layer.moved[:seen].max():.2f} (the length of the difference); {rest}."
    )


def table_caption(kind: str, seen: int, task: GapTask) -> str:
    """Say what to see in one of the two tables."""
    if kind == "learned":
        return (
            f"**Learned.** Rows 0 to {seen - 1} were trained. Rows {seen} to {task.length - 1} "
            "got no training: they look empty, since they are still small noise."
        )
    return "**Sinusoidal.** The formula fills every row, above and below the line alike."


def matrix_caption(kind: str) -> str:
    """Say what to see in one of the two matrices."""
    if kind == "learned":
        return (
            "**Learned.** With enough training, a green band where positions were seen; then noise."
        )
    return "**Sinusoidal.** Every diagonal has one value, on both sides of the lines."


def verdict(learned: Assessment, formula: Assessment, task: GapTask) -> str:
    """Say who does well where."""
    chance = chance_errors(task)[task.seen :].mean()
    seen, gap = task.seen, learned.seen_error - formula.seen_error
    better = "the learned table does better" if gap < 0 else "the sinusoid does better"
    return (
        f"**Tested on a text of {task.length} words.** On the {seen} seen positions {better}: "
        f"error **{learned.seen_error:.3f}** learned, **{formula.seen_error:.3f}** sinusoid. On "
        f"the {task.length - seen} positions never seen: **{learned.unseen_error:.3f}** learned, "
        f"**{formula.unseen_error:.3f}** sinusoid; without any positions it would be "
        f"{chance:.3f}. The learned rows down there are still the noise they started as, "
        f"so the model has no idea who its neighbours are: {100 * learned.unseen_hits:.0f} % of "
        f"these positions listen most to a direct neighbour, with the sinusoid "
        f"{100 * formula.unseen_hits:.0f} %."
    )
