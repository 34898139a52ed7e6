"""Whether position drowns meaning in the sum, or meaning position."""

import numpy as np
import numpy.typing as npt

from pe_core.figures.chart import Chart
from pe_core.figures.spec import Part, axis, figure_spec, note
from pe_core.figures.theme import Theme
from pe_core.tokens import TokenSteps, position_shares

__all__ = ["share_curve"]

FloatArray = npt.NDArray[np.float64]


def share_curve(steps: TokenSteps, look: Theme, *, factor: float) -> Chart:
    """Draw how much of the sum's spread is due to the position, against the embedding scale.

    ``factor`` is the present scale, without the sqrt(d) that ``steps`` may have on top.
    """
    scales = np.geomspace(0.01, 1_000, 201)
    other = float(np.sqrt(steps.sinusoid.dim))
    lines = (("as they are", 1.0, "solid"), ("times sqrt(d)", other, "dash"))
    curves = [100 * position_shares(steps, scales * by) for _, by, _ in lines]
    traces = [
        _curve(f"embeddings {name}", scales, curve, look.accent, dash)
        for (name, _, dash), curve in zip(lines, curves, strict=True)
    ]
    share = float(100 * position_shares(steps, [steps.factor])[0])
    x = float(np.clip(factor, scales[0], scales[-1]))
    paper = {"xref": "paper", "yref": "paper"}
    spec = figure_spec(
        look,
        [*traces, _present(x, share, f"scale {factor:g}: position makes up {share:.1f} %", look)],
        height=360,
        xaxis=axis("embedding scale (factor)", type="log", dtick=1),
        yaxis=axis("share of position (%)", range=[-3, 103]),
        annotations=[
            note("position drowns meaning", 0, 0.9, xanchor="left", **paper),
            note("meaning drowns position", 1, 0.1, xanchor="right", **paper),
        ],
    )
    return Chart(
        name="balance",
        spec=spec,
        alt=(
            f"The share of the position falls from {curves[0][0]:.1f} % at scale 0.01 to "
            f"{curves[0][-1]:.1f} % at scale 1000; with your settings it is {share:.1f} %."
        ),
        data=np.stack(curves, axis=1),
        columns=tuple(f"share of position (%), embeddings {name}" for name, _, _ in lines),
        index=tuple(f"{value:.6g}" for value in scales),
        index_name="embedding scale",
    )


def _curve(name: str, scales: FloatArray, shares: FloatArray, colour: str, dash: str) -> Part:
    """Return one curve of shares."""
    return {
        "type": "scatter",
        "x": scales,
        "y": shares,
        "mode": "lines",
        "name": name,
        "line": {"color": colour, "width": 2, "dash": dash},
        "hovertemplate": (
            f"{name}, scale %{{x:.3g}}: position makes up %{{y:.1f}} %<extra></extra>"
        ),
    }


def _present(x: float, share: float, words: str, look: Theme) -> Part:
    """Return the mark of the present settings."""
    return {
        "type": "scatter",
        "x": [x],
        "y": [share],
        "mode": "markers",
        "name": "your settings",
        "marker": {"color": look.cosine, "size": 12, "line": {"color": look.text, "width": 1}},
        "hovertemplate": f"{words}<extra></extra>",
    }
