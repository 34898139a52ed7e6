"""M-RoPE: one head, several axes. Each pair follows time, height or width of an image patch.

For a text token all three positions are equal, and the encoding is the usual one. The frequencies
are those of one rotary encoding; what differs between models is which pair follows which axis:
blocks (Qwen2-VL), in turn (Qwen3-VL), or in turn for the first pairs and time for the rest
(ERNIE 4.5 VL). Text alone does not show a mix-up.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pe_core.checks import choice, finite_array, integer
from pe_core.rotary.encoding import Rotary
from pe_core.rotary.pairing import spread

__all__ = ["ARRANGEMENTS", "multimodal_angles", "multimodal_cos_sin", "pair_axes"]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.intp]

ARRANGEMENTS = ("blocked", "interleaved", "stacked")


def pair_axes(sections: Sequence[int], arrangement: str, pairs: int | None = None) -> IntArray:
    """Return which axis (0 time, 1 height, 2 width) each pair follows, shape (pairs,).

    ``sections`` says how many pairs each axis gets; ``pairs`` is checked against their sum.

    ``"blocked"``: section k takes axis k mod 3, one block after the other (Qwen2-VL).
    ``"interleaved"``: all time, then height at 1, 4, … below 3·sections[1], width at 2, 5, …
    below 3·sections[2] (Qwen3-VL). ``"stacked"``: height and width in turn for their pairs, time
    for the rest; sections are (height, width, time) (ERNIE 4.5 VL).
    Source: transformers 5.24.0, qwen2_vl, qwen3_vl, ernie4_5_vl_moe.

    Raises ``ValueError`` for sections that do not fit.

    >>> pair_axes((2, 1, 1), "blocked").tolist(), pair_axes((2, 1, 1), "interleaved").tolist()
    ([0, 0, 1, 2], [0, 1, 2, 0])
    """
    choice("arrangement", arrangement, ARRANGEMENTS)
    sizes = [integer("sections", size, 0, 65_536) for size in sections]
    if len(sizes) < 3 or (arrangement != "blocked" and len(sizes) != 3):
        raise ValueError(f"sections must be three numbers of pairs; got {len(sizes)}")
    total = sum(sizes)
    if total > 65_536 or pairs not in (None, total):
        raise ValueError(f"sections must add up to the {pairs} pairs; got a sum of {total}")
    if arrangement == "blocked":
        return np.repeat(np.arange(len(sizes)) % 3, sizes)
    axes = np.zeros(total, dtype=np.intp)
    if arrangement == "stacked":
        if sizes[0] != sizes[1]:
            raise ValueError(f"sections must give height and width the same; got {sizes[:2]}")
        axes[: 2 * sizes[0]] = np.tile([1, 2], sizes[0])
        return axes
    for axis in (1, 2):
        axes[axis : 3 * sizes[axis] : 3] = axis
    return axes


def multimodal_angles(
    rotary: Rotary, positions: npt.ArrayLike, sections: Sequence[int], arrangement: str
) -> FloatArray:
    """Return the angle of each pair; ``positions`` (n, 3) of time, height, width; (n, d / 2).

    >>> multimodal_angles(Rotary(8), [[5, 6, 7]], (2, 1, 1), "blocked").round(3).tolist()
    [[5.0, 0.5, 0.06, 0.007]]
    """
    array = finite_array("positions", positions, ndim=2)
    if array.shape[1] != 3:
        raise ValueError(f"positions must have 3 columns: time, height, width; got {array.shape}")
    axes = pair_axes(sections, arrangement, len(rotary.frequencies))
    return array[:, axes] * rotary.frequencies


def multimodal_cos_sin(
    rotary: Rotary, positions: npt.ArrayLike, sections: Sequence[int], arrangement: str
) -> tuple[FloatArray, FloatArray]:
    """Return the tables of cosine and sine, each (n, rotary_dim), times the attention factor.

    >>> multimodal_cos_sin(Rotary(6), [[0, 0, 0]], (1, 1, 1), "blocked")[1].max()
    np.float64(0.0)
    """
    angles = multimodal_angles(rotary, positions, sections, arrangement)
    factor = rotary.table_factor
    cosine, sine = (spread(wave(angles), rotary.pairing) for wave in (np.cos, np.sin))
    return cosine * factor, sine * factor
