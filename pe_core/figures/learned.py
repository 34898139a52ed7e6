"""A learned table beside the formula: the training, who does well where, and the rulers."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pe_core.figures.chart import Chart
from pe_core.figures.spec import Part, axis, figure_spec, line_across, line_down, note
from pe_core.figures.theme import Theme
from pe_core.gap_task import GapTask, best_errors, chance_errors
from pe_core.learned import Assessment, Training, cosine_profile

__all__ = ["error_by_position", "profile_curves", "training_curve"]

FloatArray = npt.NDArray[np.float64]


def training_curve(learned: Training, formula: Training, task: GapTask, look: Theme) -> Chart:
    """Draw the error on seen positions, step by step, for both tables."""
    curves = (("learned table", learned, look.accent), ("sinusoid, frozen", formula, look.sine))
    best = float(best_errors(task)[: task.seen].mean())
    words = f"best possible: {best:.3f}"
    spec = figure_spec(
        look,
        [
            _curve(name, made.errors, colour, "step %{x}: error %{y:.3f}")
            for name, made, colour in curves
        ],
        height=360,
        xaxis=axis("training step"),
        yaxis=axis("error on seen positions", rangemode="tozero"),
        shapes=[line_across(best, color=look.text, width=1, dash="dash")],
        annotations=[note(words, 1, best, xref="paper", xanchor="right", yanchor="top")],
    )
    return Chart(
        name="training",
        spec=spec,
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


def _curve(
    name: str,
    values: npt.ArrayLike,
    colour: str,
    point: str,
    *,
    dash: str = "solid",
    width: float = 2,
) -> Part:
    """Return a line over 0, 1, 2 …; the hover says the name, then the template ``point``."""
    return {
        "type": "scatter",
        "y": np.asarray(values, dtype=np.float32),
        "mode": "lines",
        "name": name,
        "line": {"color": colour, "width": width, "dash": dash},
        "hovertemplate": f"{name}, {point}<extra></extra>",
    }


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
    point = "position %{x}: error %{y:.3f}"
    seam = task.seen - 0.5
    spec = figure_spec(
        look,
        [_curve(name, made, colour, point, dash=dash) for name, made, colour, dash in curves],
        height=380,
        xaxis=axis("position"),
        yaxis=axis("error", rangemode="tozero"),
        shapes=[line_down(seam, color=look.text, width=1)],
        annotations=[
            note("seen", seam, 1, yref="paper", xanchor="right", xshift=-6),
            note("never seen", seam, 1, yref="paper", xanchor="left", xshift=6),
        ],
    )
    return Chart(
        name="errors",
        spec=spec,
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
    traces = [
        _curve(name, made, colour, "offset %{x}: %{y:.3f}", dash=dash, width=2 + (dash == "dot"))
        for (name, _, colour, dash), made in zip(curves, profiles, strict=True)
    ]
    spec = figure_spec(
        look,
        traces,
        height=380,
        xaxis=axis("offset (positions)"),
        yaxis=axis("mean cosine similarity"),
    )
    return Chart(
        name="profile",
        spec=spec,
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
