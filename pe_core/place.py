"""Coarse place and fine place: what each pair of dimensions can say about where a token is.

A fast pair turns far from one position to the next: it tells "just before" from "just after",
but it comes round again and again. A slow pair takes the whole sentence for less than one turn:
it tells early from middle from late, but hardly moves between neighbours. Which pair is which
depends on its wavelength and on the length of the sentence.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pe_core.checks import integer
from pe_core.sinusoid import Sinusoid

__all__ = ["FINE_WAVELENGTH", "ROLES", "STILL_SWEEP", "Places", "places"]

ROLES = ("fine", "middle", "coarse", "still")
#: Eight positions a turn: neighbours stand at least an eighth of a turn (45°) apart.
FINE_WAVELENGTH = 8.0
#: A pair that turns by less than 0.1 rad in all changes its values by less than 0.1.
STILL_SWEEP = 0.1


@dataclass(frozen=True, eq=False)
class Places:
    """Hold the role of each pair, each array of shape (pairs,), fastest pair first.

    ``wavelengths`` are in positions; ``steps`` are the angles between neighbours and ``sweeps``
    those from the first position to the last, in rad; ``roles`` are words from ``ROLES``.
    """

    sinusoid: Sinusoid
    wavelengths: npt.NDArray[np.float64]
    steps: npt.NDArray[np.float64]
    sweeps: npt.NDArray[np.float64]
    roles: tuple[str, ...]

    def columns(self, role: str) -> list[int]:
        """Return the dimensions (columns, from 0) of the pairs with this role, ascending.

        >>> places(Sinusoid(dim=6), 50).columns("fine")
        [0, 1]
        """
        s = self.sinusoid
        return sorted(
            int(column)
            for waves in (s.sine_columns, s.cosine_columns)
            for pair, column in enumerate(waves)
            if self.roles[pair] == role
        )


def places(sinusoid: Sinusoid, length: int) -> Places:
    """Return what each pair says about the place in a sentence of ``length`` tokens.

    ``length`` is an integer from 1 to 2**53. The rule, in this order:

    - ``fine``: a wavelength of at most 8 positions; neighbours differ by 45° or more;
    - ``still``: less than 0.1 rad from the first position to the last; it says almost nothing;
    - ``coarse``: a wavelength of at least ``length``; no angle comes twice, so each stands for
      one place, early, middle or late;
    - ``middle``: the rest; a few turns in the sentence.

    Raises ``ValueError`` for another length.

    >>> places(Sinusoid(dim=6), 100).roles
    ('fine', 'coarse', 'coarse')
    """
    length = integer("length", length, 1, 2**53)
    steps, wavelengths = sinusoid.frequencies, sinusoid.wavelengths
    sweeps = steps * (length - 1)
    names = np.select(
        [wavelengths <= FINE_WAVELENGTH, sweeps < STILL_SWEEP, wavelengths >= length],
        ["fine", "still", "coarse"],
        "middle",
    )
    roles = tuple(str(name) for name in names)
    return Places(sinusoid, wavelengths, steps, sweeps, roles)
