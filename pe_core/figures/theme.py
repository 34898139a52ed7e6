"""All looks in one file: colours, fonts and margins, light and dark.

Sine and cosine keep their colours wherever they appear. Signed values use purple–green with white
at zero, which stays readable with the common colour-vision deficiencies.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

__all__ = ["DARK", "LIGHT", "Theme", "magnitude_scale", "projected", "scale", "theme"]


@dataclass(frozen=True)
class Theme:
    """Hold the colours of one look, as hex strings, and the size of its letters in pixels."""

    name: str
    paper: str
    text: str
    muted: str
    grid: str
    sine: str
    cosine: str
    accent: str
    third: str
    cross: str
    cross_halo: str
    diverging: tuple[str, ...]
    magnitude: tuple[str, ...]
    size: int = 14
    font: str = "Source Sans, Source Sans Pro, system-ui, sans-serif"


# PRGn as published by ColorBrewer (Brewer & Harrower), its eleven classes.
_PRGN = (
    "#40004b",
    "#762a83",
    "#9970ab",
    "#c2a5cf",
    "#e7d4e8",
    "#f7f7f7",
    "#d9f0d3",
    "#a6dba0",
    "#5aae61",
    "#1b7837",
    "#00441b",
)
# Viridis (Smith and van der Walt, 2015), ten stops of it as Plotly draws it.
_VIRIDIS = (
    "#440154",
    "#482878",
    "#3e4989",
    "#31688e",
    "#26828e",
    "#1f9e89",
    "#35b779",
    "#6ece58",
    "#b5de2b",
    "#fde725",
)
LIGHT = Theme(
    name="light",
    paper="#ffffff",
    text="#24292f",
    muted="#57606a",
    grid="#e6e8eb",
    sine="#0072b2",
    cosine="#d55e00",
    accent="#6b3fa0",
    third="#1b7837",
    cross="#111111",
    cross_halo="#ffffff",
    diverging=_PRGN,
    magnitude=_VIRIDIS,
)
DARK = Theme(
    name="dark",
    paper="#14161a",
    text="#e6e8eb",
    muted="#a3abb5",
    grid="#2b3038",
    sine="#56b4e9",
    cosine="#ff8f3f",
    accent="#c29bf0",
    third="#7ed08a",
    cross="#111111",
    cross_halo="#ffffff",
    diverging=_PRGN,
    magnitude=_VIRIDIS,
)


def theme(name: str | None) -> Theme:
    """Return the look called "dark", or the light one for any other name.

    >>> theme("dark").name
    'dark'
    """
    return DARK if name == "dark" else LIGHT


def projected(look: Theme) -> Theme:
    """Return a look for a projector: large letters, black on white or white on black.

    >>> projected(LIGHT).size, projected(LIGHT).text
    (20, '#000000')
    """
    ink, paper = ("#ffffff", "#000000") if look.name == "dark" else ("#000000", "#ffffff")
    return replace(look, text=ink, muted=ink, paper=paper, size=20)


def scale(look: Theme) -> list[list[float | str]]:
    """Return the diverging colour scale in Plotly's form: [[0, colour], …, [1, colour]].

    >>> scale(LIGHT)[5]
    [0.5, '#f7f7f7']
    """
    return _stops(look.diverging)


def magnitude_scale(look: Theme) -> list[list[float | str]]:
    """Return the scale for magnitudes and similarities in Plotly's form.

    >>> magnitude_scale(LIGHT)[0]
    [0.0, '#440154']
    """
    return _stops(look.magnitude)


def _stops(colours: Sequence[str]) -> list[list[float | str]]:
    """Return colours at equal distances from 0 to 1."""
    last = len(colours) - 1
    return [[i / last, colour] for i, colour in enumerate(colours)]
