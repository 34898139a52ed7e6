"""The answer where no reading holds: "I cannot tell", and what it looks like instead."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.conventions import Convention
from pe_core.doctor.explain import Explanation
from pe_core.doctor.hints import Hints
from pe_core.doctor.nearest import nearest
from pe_core.doctor.precision import Precision
from pe_core.doctor.report import bug_report, unknown_report
from pe_core.doctor.result import Diagnosis
from pe_core.doctor.unlike import looks_random, unlike
from pe_core.doctor.words import described
from pe_core.sinusoid import Sinusoid

__all__ = ["Wanted", "nothing"]

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Wanted:
    """Hold the expectation: one encoding with the order of its rows, or a grid convention."""

    sinusoid: Sinusoid | None = None
    convention: Convention | None = None
    order: str = "ascending"


def nothing(
    matrix: FloatArray,
    hints: Hints,
    tiers: tuple[Precision, ...],
    wanted: Wanted,
    notes: tuple[str, ...],
    rare: Explanation | None,
) -> Diagnosis:
    """Return the answer where no reading holds: what it could be, and the nearest right table."""
    near = nearest(matrix, hints, tiers[-1])
    guess, held, precision = near
    expected = wanted.sinusoid is not None or wanted.convention is not None
    if expected and looks_random(matrix):
        return bug_report("B21", matrix, guess, held, precision, notes)
    possible = (rare.found or rare.possible) if rare is not None else ()
    if possible:
        doubts = tuple(dict.fromkeys(described(f.guess, f.kind) for f in possible[:8]))
        verdict = (
            "I cannot tell: these few values fit more than one place"
            if len(doubts) > 1
            else "I cannot tell: these few values fit, but could do so by chance"
        )
        return unknown_report(matrix, f"{verdict}.", notes, doubts, near)
    seen = unlike(matrix)
    if seen is None and held.columns > 1:
        seen = (
            f"This is no sinusoidal table that I know: {held.agreement} with the nearest one "
            f"({described(guess, 'whole')}), and no base gives the others."
        )
    if seen is None and looks_random(matrix):
        seen = (
            f"No sinusoid fits; the values look random (mean {matrix.mean():.2g}, standard "
            f"deviation {matrix.std():.2g}), as learned or re-initialised embeddings do."
        )
    verdict = seen or "I cannot tell what this is: no sinusoidal encoding fits it."
    return unknown_report(matrix, verdict, notes, (), near)
