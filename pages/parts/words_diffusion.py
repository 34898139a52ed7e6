"""Sentences of the page on diffusion steps: each number comes from the core."""

import numpy as np

from pages.parts.words import ordinal
from pe_core.overview import Overview
from pe_core.sinusoid import Sinusoid
from pe_core.timesteps import SCHEDULE_STEPS, compare_layouts, spaced_steps, step_similarities

OTHERS = (
    "Not every diffusion model does the same: the code of the first of them (DDPM) puts the sines "
    "first, and its exponent is i/(d/2 − 1). The page on conventions compares them number by "
    "number."
)


def schedule(sinusoid: Sinusoid, view: Overview) -> str:
    """Say what to see in the schedule, and what it cannot show."""
    row = "one time step" if view.block == 1 else f"the exact mean of {view.block} time steps"
    text = (
        f"Each row is {row}. Fast waves are at the left of each half, slow ones at its right: the "
        "fast ones tell a step from the next, the slow ones early from late."
    )
    if view.pairs_step > 1:
        text += (
            f" Every {ordinal(view.pairs_step)} pair is drawn, {len(view.dimensions)} of "
            f"{sinusoid.dim:,} dimensions."
        )
    return text


def neighbours(sinusoid: Sinusoid, step: int, count: int) -> str:
    """Say how alike neighbouring steps are, in training and when an image is drawn."""
    other = step + 1 if step + 1 < SCHEDULE_STEPS else step - 1
    near = step_similarities(sinusoid, step, [other])[0]
    visited = [str(number) for number in spaced_steps(count)]
    text = (
        f"Steps {step} and {other} have the similarity **{near:.4f}**. The closer this is to 1, "
        "the more of what the network learns at one step carries over to the next. A sampler that "
        f"draws an image in {count} {'step' if count == 1 else 'steps'} visits step "
        f"{', '.join(visited if count < 5 else [*visited[:3], '…', visited[-1]])}"
    )
    if count == 1:
        return text + "."
    gap = SCHEDULE_STEPS // count
    far = step_similarities(sinusoid, 0, [gap])[0]
    return text + f"; its neighbours are {gap} apart and have **{far:.4f}**."


def layouts(sinusoid: Sinusoid, step: int) -> str:
    """Say that the two layouts hold the same numbers, in which order."""
    vectors = compare_layouts(sinusoid, step)
    same = bool((vectors.paper == vectors.diffusion[vectors.columns]).all())
    order = ", ".join(map(str, vectors.columns[:6]))
    more = " …" if sinusoid.dim > 6 else ""
    text = (
        f"Step {step} twice. {'The numbers are the same' if same else 'The numbers differ'}: the "
        f"paper's columns are columns {order}{more} of the upper picture. A network trained "
        "with one order cannot read the other. Press play, or drag the scrubber: it moves in your "
        "browser."
    )
    if sinusoid.dim % 2:
        text += " With an odd d, the last column is filled with zeros."
    return text


def first_values(sinusoid: Sinusoid, step: int) -> str:
    """Return the first values of a step in both layouts as lines of plain text."""
    vectors = compare_layouts(sinusoid, step)
    return "\n".join(
        f"{name}  {_line(values)}"
        for name, values in (("cosines first", vectors.diffusion), ("paper        ", vectors.paper))
    )


def _line(values: np.ndarray) -> str:
    """Return up to six numbers."""
    return " ".join(f"{value:+.8f}" for value in values[:6]) + (" …" if len(values) > 6 else "")
