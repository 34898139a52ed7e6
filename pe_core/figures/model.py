"""Where the encoding enters the transformer, as a diagram.

Source: Vaswani et al. (2017), figure 1 and section 3.5: the encodings are added to the input
embeddings "at the bottoms of the encoder and decoder stacks".
"""

import numpy as np

from pe_core.figures.chart import Chart
from pe_core.figures.spec import Part, figure_spec, note
from pe_core.figures.theme import Theme

__all__ = ["model_diagram"]

#: Boxes: centre x, centre y, width, height, text. The encoder is on the left.
BOXES = (
    (2.2, 6.6, 3.4, 2.0, "<b>Encoder stack</b><br>6 equal layers"),
    (7.8, 6.6, 3.4, 2.0, "<b>Decoder stack</b><br>6 equal layers"),
    (2.2, 2.0, 3.4, 0.9, "Input embedding"),
    (7.8, 2.0, 3.4, 0.9, "Output embedding"),
    (7.8, 9.0, 3.4, 0.9, "Linear, softmax"),
)
#: Arrows: from x, y to x, y.
ARROWS = (
    (2.2, 0.7, 2.2, 1.5),
    (2.2, 2.5, 2.2, 3.55),
    (2.2, 4.25, 2.2, 5.55),
    (7.8, 0.7, 7.8, 1.5),
    (7.8, 2.5, 7.8, 3.55),
    (7.8, 4.25, 7.8, 5.55),
    (7.8, 7.65, 7.8, 8.5),
    (7.8, 9.5, 7.8, 10.2),
    (3.95, 6.6, 6.05, 6.6),
    (4.3, 3.9, 2.65, 3.9),
    (5.7, 3.9, 7.35, 3.9),
)
TEXTS = (
    (2.2, 0.35, "tokens of the input"),
    (7.8, 0.35, "tokens written so far"),
    (7.8, 10.5, "next token"),
    (5.0, 4.75, "positional<br>encoding"),
)


def model_diagram(look: Theme) -> Chart:
    """Draw encoder and decoder, and the two places where the encoding is added."""
    spec = figure_spec(
        look,
        [_sums(look), *_wave(look)],
        height=460,
        shapes=[_frame(x, y, width, height, look) for x, y, width, height, _ in BOXES],
        annotations=[
            *(note(text, x, y) for x, y, _, _, text in BOXES),
            *(note(text, x, y) for x, y, text in TEXTS),
            *(_arrow(*ends, look) for ends in ARROWS),
        ],
        xaxis={"visible": False, "range": [0.3, 9.7], "fixedrange": True},
        yaxis={"visible": False, "range": [0, 10.9], "fixedrange": True},
        margin={"l": 0, "r": 0, "t": 0, "b": 0},
        showlegend=False,
        dragmode=False,
    )
    return Chart(
        name="model",
        spec=spec,
        alt=(
            "Diagram of a transformer. On the left the tokens of the input pass the input "
            "embedding, then the positional encoding is added, then comes the encoder stack. On "
            "the right the tokens written so far pass the output embedding, the same kind of "
            "encoding is added, then comes the decoder stack, which also listens to the encoder; "
            "a linear layer and softmax give the next token."
        ),
        data=np.empty((0, 0)),
        columns=(),
        index=(),
        index_name="",
    )


def _frame(x: float, y: float, width: float, height: float, look: Theme) -> Part:
    """Return the frame of a box around its centre."""
    return {
        "type": "rect",
        "x0": x - width / 2,
        "x1": x + width / 2,
        "y0": y - height / 2,
        "y1": y + height / 2,
        "line": {"color": look.muted, "width": 1.5},
        "fillcolor": look.grid,
        "layer": "below",
    }


def _arrow(x: float, y: float, to_x: float, to_y: float, look: Theme) -> Part:
    """Return an arrow from one place to another; those of the encoding have its colour."""
    return {
        "x": to_x,
        "y": to_y,
        "ax": x,
        "ay": y,
        "xref": "x",
        "yref": "y",
        "axref": "x",
        "ayref": "y",
        "text": "",
        "arrowhead": 2,
        "arrowwidth": 1.5,
        "arrowcolor": look.accent if y == 3.9 else look.muted,
    }


def _sums(look: Theme) -> Part:
    """Return the two sums as circled plus signs."""
    return {
        "type": "scatter",
        "x": [2.2, 7.8],
        "y": [3.9, 3.9],
        "mode": "markers+text",
        "text": ["<b>+</b>", "<b>+</b>"],
        "textfont": {"size": 20, "color": look.paper},
        "marker": {"size": 30, "color": look.accent},
        "hovertemplate": "embedding + encoding, cell by cell<extra></extra>",
        "name": "sum",
    }


def _wave(look: Theme) -> list[Part]:
    """Return a small sine and cosine where the encoding comes from."""
    turn = np.linspace(0, 2 * np.pi, 60)
    return [
        {
            "type": "scatter",
            "x": 4.4 + 1.2 * turn / turn[-1],
            "y": 3.9 + 0.35 * wave(turn),
            "mode": "lines",
            "line": {"color": colour, "width": 2.5},
            "hoverinfo": "skip",
            "name": wave.__name__,
        }
        for wave, colour in ((np.sin, look.sine), (np.cos, look.cosine))
    ]
