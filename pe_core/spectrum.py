"""What the frequencies mean for a text of a given length: who turns, and who barely moves.

A pair whose wavelength is longer than the text never completes a turn: it tells the coarse place.
Most of the "constant" right half of the heatmap is made of pairs that turn less than a hundredth.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.checks import integer
from pe_core.sinusoid import Sinusoid

__all__ = ["BARELY", "Turns", "turns"]

#: A pair that turns less than this part of a circle (3.6 degrees) is said to barely move.
BARELY = 0.01


@dataclass(frozen=True)
class Turns:
    """Hold how far each pair turns over a text; arrays of shape (pairs,), in turns.

    ``complete`` counts the pairs with at least one turn, ``barely`` those below a hundredth.
    """

    turns: npt.NDArray[np.float64]
    complete: int
    barely: int

    @property
    def partly(self) -> int:
        """Return how many pairs turn visibly, but not once around."""
        return len(self.turns) - self.complete - self.barely


def turns(sinusoid: Sinusoid, length: int) -> Turns:
    """Return how many turns each pair makes from the first position to the last of ``length``.

    ``length`` is an integer from 1 to 1e12. Formula: ω · (length - 1) / 2π.

    Raises ``ValueError`` for another length.

    >>> turns(Sinusoid(dim=128), 1000).complete
    36
    """
    length = integer("length", length, 1, 10**12)
    made = sinusoid.frequencies * (length - 1) / (2 * np.pi)
    return Turns(made, int((made >= 1).sum()), int((made < BARELY).sum()))
