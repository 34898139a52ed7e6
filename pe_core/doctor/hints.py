"""What the reader already knows about the matrix, and what the doctor tries first.

Two spacings and any base are the same family of numbers, so a fit alone never says "base 10000":
it says "this ratio". The bases people use are few, and they are tried first, in this order.
"""

from dataclasses import dataclass

from pe_core.conventions import CONVENTIONS
from pe_core.sinusoid import Sinusoid

__all__ = ["COMMON_BASES", "COMMON_DIMS", "USUAL_BASE", "Hints", "in_a_library"]

USUAL_BASE = 10_000.0
#: Bases met in libraries: DETR variants, ViT heads, LLaMA 3, long-context models, tests.
COMMON_BASES = (100.0, 1000.0, 20.0, 500_000.0, 1_000_000.0, 500.0, 50_000.0, 100_000.0)
#: Widths tried when a row is only the beginning of a longer one.
COMMON_DIMS = (512, 768, 1024, 256, 128, 64, 32, 16, 2048, 4096, 384, 192, 96, 48, 24, 12, 8)

_USED = {(c.layout, c.spacing, c.tail) for c in CONVENTIONS.values() if not c.octaves}
_USED_EVEN = {(layout, spacing) for layout, spacing, _ in _USED}


def in_a_library(sinusoid: Sinusoid) -> bool:
    """Return whether a library uses this layout with this spacing (and this odd tail)."""
    if sinusoid.dim % 2:
        return (sinusoid.layout, sinusoid.spacing, sinusoid.tail) in _USED
    return (sinusoid.layout, sinusoid.spacing) in _USED_EVEN


@dataclass(frozen=True)
class Hints:
    """Hold the numbers the reader gave: each is None where it is unknown.

    ``dim`` columns of the whole table, ``position`` of the first row, ``base``, and ``column``,
    the index of the first column shown. ``spacing`` and ``layout`` come from an expectation and
    break ties only. ``near`` looks for the first row among the first 6000 positions only;
    ``cropped`` says that there are more columns than shown.
    """

    dim: int | None = None
    position: float | None = None
    base: float | None = None
    column: int | None = None
    spacing: str | None = None
    layout: str | None = None
    near: bool = False
    cropped: bool = False

    @property
    def bases(self) -> tuple[float, ...]:
        """Return the bases to try, the likeliest first."""
        if self.base is not None:
            return (self.base, USUAL_BASE) if self.base != USUAL_BASE else (USUAL_BASE,)
        return (USUAL_BASE, *COMMON_BASES)
