"""A learned table beside the formula: the training, who does well where, and the rulers."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from pe_core.figures.chart import Chart
from pe_core.figures.theme import Theme, base_figure
from pe_core.gap_task import GapTask, best_errors, chance_errors
from pe_core.learned import Assessment, Training, cosine_profile

__all__ = ["error_by_position", "profile_curves", "training_curve"]

FloatArray = npt.NDArray[np.float64]


def training_curve(learned: Training, formula: Training, task: GapTask, look: Theme) -> Chart:
    """Draw the error on seen positions, step by step, for both tables."""
    curves = (("learned table", learned, look.accent), ("sinusoid, frozen", formula, look.sine))
    figure = base_figure(look, height=360)
    for name, training, colour in curves:
        figure.add_trace(
            go.Scatter(
                y=np.array(training.errors, dtype=np.float32),
                mode="lines",
                name=name,
                line={"color": colour, "width": 2},
                hovertemplate=f"{name}, step %{{x}}: error %{{y:.3f}}<extra></extra>",
            )
        )
    best = float(best_errors(task)[: task.seen].mean())
    _level(figure, look, best, f"best possible: {best:.3f}")
    figure.update_xaxes(title="training step")
    figure.update_yaxes(title="error on seen positions", rangemode="tozero")
    return Chart(
        name="training",
        figure=figure,
        alt=(
            f"The error of the learned table falls from {learned.errors[0]:.3f} to "
            f"{learned.errors[-1]:.3f} in {learned.steps} steps; with the frozen sinusoid it "
            f"falls to {formula.errors[-1]:.3f}. The best possible is {best:.3f}."
        ),
        data=np.stack([learned.errors, formula.errors], axis=1),
        columns=tuple(name for name, _, _ in curves),
        index=tuple(map(str, range(len(learned.errors)))),
        index_name="step",
    )


def _level(figure: go.Figure, look: Theme, value: float, text: str) -> None:
    """Draw a dashed horizontal line with its name at the right end."""
    figure.add_hline(y=value, line={"color": look.text, "width": 1, "dash": "dash"})
    figure.add_annotation(
        x=1, xref="paper", y=value, text=text, showarrow=False, xanchor="right", yanchor="top"
    )


def error_by_position(
    learned: Assessment, formula: Assessment, task: GapTask, look: Theme
) -> Chart:
    """Draw the error at each position of a text that is longer than those of training."""
    curves = (
        ("learned table", learned.errors, look.accent, "solid"),
        ("sinusoid, frozen", formula.errors, look.sine, "solid"),
        ("no positions at all", chance_errors(task), look.muted, "dash"),
        ("best possible", best_errors(task), look.third, "dot"),
    )
    figure = base_figure(look, height=380)
    for name, errors, colour, dash in curves:
        figure.add_trace(
            go.Scatter(
                y=errors.astype(np.float32),
                mode="lines",
                name=name,
                line={"color": colour, "width": 2, "dash": dash},
                hovertemplate=f"{name}, position %{{x}}: error %{{y:.3f}}<extra></extra>",
            )
        )
    figure.add_vline(x=task.seen - 0.5, line={"color": look.text, "width": 1})
    for text, anchor, shift in (("seen", "right", -6), ("never seen", "left", 6)):
        figure.add_annotation(
            x=task.seen - 0.5,
            y=1,
            yref="paper",
            text=text,
            showarrow=False,
            xanchor=anchor,
            xshift=shift,
        )
    figure.update_xaxes(title="position")
    figure.update_yaxes(title="error", rangemode="tozero")
    return Chart(
        name="errors",
        figure=figure,
        alt=(
            f"Error by position. On the {task.seen} seen positions the learned table has "
            f"{learned.seen_error:.3f} and the sinusoid {formula.seen_error:.3f}; on those never "
            f"seen {learned.unseen_error:.3f} and {formula.unseen_error:.3f}."
        ),
        data=np.stack([errors for _, errors, _, _ in curves], axis=1),
        columns=tuple(name for name, _, _, _ in curves),
        index=tuple(map(str, range(task.length))),
        index_name="position",
    )


def profile_curves(learned: FloatArray, formula: FloatArray, seen: int, look: Theme) -> Chart:
    """Draw the mean cosine similarity by offset, for seen and unseen rows apart."""
    count = min(seen, len(learned) - seen)
    curves: Sequence[tuple[str, FloatArray, str, str]] = (
        ("learned, seen", learned[:seen], look.accent, "solid"),
        ("learned, never seen", learned[seen:], look.accent, "dot"),
        ("sinusoid, seen", formula[:seen], look.sine, "solid"),
        ("sinusoid, never seen", formula[seen:], look.sine, "dot"),
    )
    profiles = [cosine_profile(rows)[:count] for _, rows, _, _ in curves]
    figure = base_figure(look, height=380)
    for (name, _, colour, dash), profile in zip(curves, profiles, strict=True):
        figure.add_trace(
            go.Scatter(
                y=profile.astype(np.float32),
                mode="lines",
                name=name,
                line={"color": colour, "width": 2 if dash == "solid" else 3, "dash": dash},
                hovertemplate=f"{name}, offset %{{x}}: %{{y:.3f}}<extra></extra>",
            )
        )
    figure.update_xaxes(title="offset (positions)")
    figure.update_yaxes(title="mean cosine similarity")
    return Chart(
        name="profile",
        figure=figure,
        alt=(
            "Mean cosine similarity by offset. At offset 1: "
            + ", ".join(
                f"{name} {profile[1]:.2f}"
                for (name, *_), profile in zip(curves, profiles, strict=True)
            )
            + "."
        ),
        data=np.stack(profiles, axis=1),
        columns=tuple(name for name, *_ in curves),
        index=tuple(map(str, range(count))),
        index_name="offset",
    )
