"""The same formula with time steps for positions: how a diffusion model knows the hour.

A diffusion model removes noise from an image in many small steps, with one network for all of
them. The network must be told which step it is at, and is told by the very encoding that tells a
transformer where a word stands: the step takes the place of the position. Most of these models
put all cosines first and all sines behind, and fill an odd last column with zero. The numbers are
those of the paper; only the order of the columns differs.

Sources: Ho et al., "Denoising Diffusion Probabilistic Models" (2020), appendix B (1000 steps);
openai/guided-diffusion, nn.py, timestep_embedding, which latent diffusion (Stable Diffusion) and
DiT have taken over.
"""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from pe_core.checks import finite_array, integer, real
from pe_core.similarity import offset_similarity, similarity
from pe_core.sinusoid import Sinusoid

__all__ = [
    "SCHEDULE_STEPS",
    "StepVectors",
    "compare_layouts",
    "diffusion_sinusoid",
    "layout_columns",
    "spaced_steps",
    "step_similarities",
]

FloatArray = npt.NDArray[np.float64]

SCHEDULE_STEPS = 1000
MAX_STEPS = 10_000


def diffusion_sinusoid(dim: int = 128, *, base: float = 10_000.0) -> Sinusoid:
    """Return the encoding of time steps: cosines first, a zero behind an odd ``dim``.

    The fields are those of :class:`Sinusoid`, which also checks them.

    Source: openai/guided-diffusion, guided_diffusion/nn.py, timestep_embedding.

    >>> diffusion_sinusoid(4).encode([1]).round(4).tolist()
    [[0.5403, 1.0, 0.8415, 0.01]]
    """
    return Sinusoid(dim=dim, base=base, layout="cos_sin", tail="zero")


def spaced_steps(count: int, *, steps: int = SCHEDULE_STEPS) -> npt.NDArray[np.int64]:
    """Return ``count`` time steps out of 0 … steps - 1, evenly spaced from 0, shape (count,).

    Training uses every step; drawing an image makes do with a few. ``steps`` is an integer from 1
    to 10,000, ``count`` from 1 to steps.

    Formula: k · floor(steps / count), the spacing called "leading" in diffusers and "uniform" in
    DDIM (Song et al., 2021).

    Raises ``ValueError`` for other values.

    >>> spaced_steps(4).tolist()
    [0, 250, 500, 750]
    """
    steps = integer("steps", steps, 1, MAX_STEPS)
    count = integer("count", count, 1, steps)
    return np.arange(count, dtype=np.int64) * (steps // count)


def step_similarities(sinusoid: Sinusoid, step: float, others: npt.ArrayLike) -> FloatArray:
    """Return how alike ``step`` and each of ``others`` are, 1 being the same, shape (n,).

    Steps are real numbers: some samplers use fractions.

    Formula: PE(step) · PE(other) / (|PE(step)| · |PE(other)|); it depends on the difference of
    the two alone where every sine has its cosine. A vector of zeros is like nothing: 0.

    Raises ``ValueError`` for anything else than numbers up to 1e15.

    >>> step_similarities(diffusion_sinusoid(4), 10, [10, 11]).round(4).tolist()
    [1.0, 0.7701]
    """
    step = real("step", step, -1e15, 1e15)
    array = finite_array("others", others, ndim=1)
    if sinusoid.columns and not sinusoid.unpaired:
        itself = offset_similarity(sinusoid, [0.0])[0]
        return np.asarray(offset_similarity(sinusoid, array - step) / itself)
    own = np.linalg.norm(sinusoid.encode([step])[0])
    norms = np.linalg.norm(sinusoid.encode(array), axis=1)
    below = own * norms
    products: FloatArray = similarity(sinusoid, [step], array)[0]
    similarities = np.zeros_like(products)
    np.divide(products, below, out=similarities, where=below > 0)
    return similarities


def layout_columns(sinusoid: Sinusoid, layout: str) -> npt.NDArray[np.intp]:
    """Return which column of ``sinusoid`` stands at each column of another ``layout``, (dim,).

    So ``table[:, layout_columns(s, "interleaved")]`` is the table of s with the columns of the
    paper. A column of zeros stays last.

    Raises ``ValueError`` for another layout.

    >>> layout_columns(diffusion_sinusoid(4), "interleaved").tolist()
    [2, 0, 3, 1]
    """
    target = replace(sinusoid, layout=layout)
    order = np.arange(sinusoid.dim)
    order[target.sine_columns] = sinusoid.sine_columns
    order[target.cosine_columns] = sinusoid.cosine_columns
    return order


@dataclass(frozen=True, eq=False)
class StepVectors:
    """Hold one time step in two layouts, each of shape (dim,): paper = diffusion[columns]."""

    step: float
    diffusion: FloatArray
    paper: FloatArray
    columns: npt.NDArray[np.intp]


def compare_layouts(sinusoid: Sinusoid, step: float) -> StepVectors:
    """Return the vector of one time step as ``sinusoid`` gives it and in the paper's layout.

    Both are worked out by the formula; ``columns`` is the permutation between them.

    Raises ``ValueError`` for a step beyond 1e15.

    >>> v = compare_layouts(diffusion_sinusoid(4), 7)
    >>> bool((v.paper == v.diffusion[v.columns]).all())
    True
    """
    step = real("step", step, -1e15, 1e15)
    paper = replace(sinusoid, layout="interleaved")
    return StepVectors(
        step=step,
        diffusion=sinusoid.encode([step])[0],
        paper=paper.encode([step])[0],
        columns=layout_columns(sinusoid, "interleaved"),
    )
