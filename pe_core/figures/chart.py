"""A figure and what belongs to it: words for those who cannot see it, numbers for the rest."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pe_core.figures.spec import Spec

if TYPE_CHECKING:
    import plotly.graph_objects as go

__all__ = ["Chart"]


@dataclass(frozen=True)
class Chart:
    """Hold a figure as plain data, with its alt text and its numbers.

    ``name`` serves file names and links (letters and hyphens). ``spec`` is what Plotly draws, a
    dict with NumPy arrays in it. ``data`` has shape (n, m) and ``columns`` names its m columns;
    ``index`` names the rows, and ``index_name`` what they are. ``live`` names the picture that a
    browser can compute by itself while a slider moves, and the numbers that it needs for it.
    """

    name: str
    spec: Spec
    alt: str
    data: npt.NDArray[np.floating]
    columns: tuple[str, ...]
    index: tuple[str, ...]
    index_name: str
    live: dict[str, Any] | None = None

    @cached_property
    def figure(self) -> "go.Figure":
        """Return the figure as a Plotly object, for notebooks; it checks every property."""
        import plotly.graph_objects as go

        return go.Figure(self.spec)

    @property
    def height(self) -> int:
        """Return the height of the picture in pixels."""
        return int(self.spec["layout"]["height"])
