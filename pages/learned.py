"""The table in a layer, frozen or trained; and a table learned from noise beside the formula."""

from functools import partial

from pages.parts import controls, frame, state
from pages.parts import words_learned as say
from pages.parts.chart import look, show
from pages.parts.training import trained
from pe_core import Sinusoid
from pe_core.figures import learned as figures
from pe_core.figures import tables
from pe_core.gap_task import GapTask
from pe_core.layer import SOURCE_LENGTH, SOURCE_SINUSOID, train_layer
from pe_core.learned import assess, noise_table

sinusoid = frame.start("pages/learned.py")


@frame.body
def page() -> None:
    """Draw a layer, then a table that is trained from noise beside the formula."""
    frame.lead(
        "Must positions follow a formula? No: a table of positions can also be **learned**, like "
        "word vectors. Watch one being trained, and look at the rows below the line: positions "
        "that no training text reached. How a network keeps the table in a layer stands below."
    )
    frame.section("A table learned from noise")
    frame.lead(say.TASK)
    left, right = controls.panel(2)
    with left:
        seen = controls.whole("seen", "Positions seen in training", 8, 64)
        dim = int(controls.choice("ld", "d of this page", {"16": "16", "32": "32", "64": "64"}))
    with right:
        steps = controls.whole("steps", "Training steps", 10, 1_000)
        seed = controls.whole("seed", "Seed of the noise", 0, state.MAX_SEED)
    task = GapTask(seen=seen, length=2 * seen)
    table = Sinusoid(dim=dim, base=sinusoid.base, layout=sinusoid.layout).table(task.length)
    formula = trained("Gain for the sinusoid", table, task, trainable=False, steps=steps)
    noise = noise_table(task.length, dim, seed=seed)
    learned = trained("Learning the table", noise, task, trainable=True, steps=steps)
    by_learning = assess(learned.table, learned.gain, task)
    by_formula = assess(formula.table, formula.gain, task)

    show("training", lambda: figures.training_curve(learned, formula, task, look()), say.TRAINING)
    pair = (("learned", learned.table), ("sinusoidal", formula.table))
    limit = tables.shared_limit(learned.table, formula.table)
    for place, (kind, values) in zip(frame.columns(2), pair, strict=True):
        with place:
            show(
                f"{kind}-table",
                partial(tables.table_heatmap, values, seen, look(), kind=kind, limit=limit),
                say.table_caption(kind, seen, task),
            )
    frame.lead(say.verdict(by_learning, by_formula, task))
    show(
        "errors",
        lambda: figures.error_by_position(by_learning, by_formula, task, look()),
        say.ERRORS,
    )

    @frame.fold(
        "offsets", "Similarity by offset", "profile", "learned-similarity", "sinusoidal-similarity"
    )
    def _() -> None:
        show(
            "profile",
            lambda: figures.profile_curves(learned.table, formula.table, seen, look()),
            say.PROFILE,
        )
        for place, (kind, values) in zip(frame.columns(2), pair, strict=True):
            with place:
                show(
                    f"{kind}-similarity",
                    partial(tables.similarity_matrix, values, seen, look(), kind=kind),
                    say.matrix_caption(kind),
                )

    @frame.fold("layer", "The table in a layer", "frozen-layer", "trainable-layer")
    def _() -> None:
        frame.lead(
            f"A network keeps the table in an embedding layer: {SOURCE_LENGTH} positions, d = "
            f"{SOURCE_SINUSOID.dim}. Tokens count from 1 here, so row k belongs to token k, and "
            "row 0 is kept for padding, filled with zeros. The layer can be frozen, or be "
            "trained on."
        )
        left, right = controls.panel(2)
        with left:
            words = controls.whole("words", "Words in a training text", 4, SOURCE_LENGTH - 1)
        with right:
            padding = controls.switch("padding", "Row 0 for padding")
        for place, trainable in zip(frame.columns(2), (False, True), strict=True):
            layer = train_layer(SOURCE_SINUSOID, SOURCE_LENGTH, seen=words, trainable=trainable)
            with place:
                show(
                    "trainable-layer" if trainable else "frozen-layer",
                    partial(
                        tables.layer_heatmap,
                        layer,
                        look(),
                        seen=words,
                        padding=padding,
                        trainable=trainable,
                    ),
                    say.layer_caption(layer, words, trainable),
                )

    @frame.fold("choice", "Fixed or learned?")
    def _() -> None:
        frame.lead(say.PROS_AND_CONS)
        frame.lead(say.PAPER)
