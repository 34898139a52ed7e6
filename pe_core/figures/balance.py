"""Whether position drowns meaning in the sum, or meaning position."""

import numpy as np
import plotly.graph_objects as go

from pe_core.figures.chart import Chart
from pe_core.figures.theme import Theme, base_figure
from pe_core.tokens import TokenSteps, position_shares

__all__ = ["share_curve"]


def share_curve(steps: TokenSteps, look: Theme, *, factor: float) -> Chart:
    """Draw how much of the sum's spread is due to the position, against the embedding scale.

    ``factor`` is the present scale, without the sqrt(d) that ``steps`` may have on top.
    """
    scales = np.geomspace(0.01, 1_000, 201)
    other = float(np.sqrt(steps.sinusoid.dim))
    lines = (("as they are", 1.0, "solid"), ("times sqrt(d)", other, "dash"))
    curves = [100 * position_shares(steps, scales * by) for _, by, _ in lines]
    figure = base_figure(look, height=360)
    for (name, _, dash), curve in zip(lines, curves, strict=True):
        figure.add_trace(
            go.Scatter(
                x=scales,
                y=curve,
                mode="lines",
                name=f"embeddings {name}",
                line={"color": look.accent, "width": 2, "dash": dash},
                hovertemplate=(
                    f"embeddings {name}, scale %{{x:.3g}}: position makes up %{{y:.1f}} %"
                    "<extra></extra>"
                ),
            )
        )
    share = float(100 * position_shares(steps, [steps.factor])[0])
    figure.add_trace(
        go.Scatter(
            x=[min(max(factor, scales[0]), scales[-1])],
            y=[share],
            mode="markers",
            name="your settings",
            marker={"color": look.cosine, "size": 12, "line": {"color": look.text, "width": 1}},
            hovertemplate=f"scale {factor:g}: position makes up {share:.1f} %<extra></extra>",
        )
    )
    for x, y, text, side in (
        (0.0, 0.9, "position drowns meaning", "left"),
        (1.0, 0.1, "meaning drowns position", "right"),
    ):
        figure.add_annotation(
            x=x, y=y, xref="paper", yref="paper", text=text, xanchor=side, showarrow=False
        )
    figure.update_xaxes(title="embedding scale (factor)", type="log", dtick=1)
    figure.update_yaxes(title="share of position (%)", range=[-3, 103])
    return Chart(
        name="balance",
        figure=figure,
        alt=(
            f"The share of the position falls from {curves[0][0]:.1f} % at scale 0.01 to "
            f"{curves[0][-1]:.1f} % at scale 1000; with your settings it is {share:.1f} %."
        ),
        data=np.stack(curves, axis=1),
        columns=tuple(f"share of position (%), embeddings {name}" for name, _, _ in lines),
        index=tuple(f"{value:.6g}" for value in scales),
        index_name="embedding scale",
    )
