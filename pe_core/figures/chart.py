"""A figure and what belongs to it: words for those who cannot see it, numbers for the rest."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

__all__ = ["Chart"]


@dataclass(frozen=True)
class Chart:
    """Hold a Plotly figure with its alt text and its data.

    ``name`` serves file names and links (letters and hyphens). ``data`` has shape (n, m) and
    ``columns`` names its m columns; ``index`` names the rows, and ``index_name`` what they are.
    """

    name: str
    figure: go.Figure
    alt: str
    data: npt.NDArray[np.floating]
    columns: tuple[str, ...]
    index: tuple[str, ...]
    index_name: str
