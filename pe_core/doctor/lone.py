"""Three columns: one pair and a sine alone, which then is all that knows the base."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from pe_core.doctor.fitted import Found, Sample
from pe_core.doctor.guess import Guess, polish, score
from pe_core.doctor.hints import Hints, in_a_library
from pe_core.doctor.starts import real_starts, whole_starts
from pe_core.doctor.views import View
from pe_core.doctor.waves import Waves

__all__ = ["lone_sine"]

FloatArray = npt.NDArray[np.float64]
_BASES = np.geomspace(1.5, 1e7, 3000)


def lone_sine(view: View, waves: Waves, sample: Sample, hints: Hints) -> list[Found]:
    """Return the explanation whose base the lone sine tells, if the view has but one pair.

    The pair gives step and position, a search over bases the rest.
    """
    template = view.template
    if not template.unpaired or len(template.frequencies) != 2 or waves.frequencies is None:
        return []
    pair = np.flatnonzero(
        np.isin(view.columns, [template.sine_columns[0], template.cosine_columns[0]])
    )
    cosine = view.columns[pair] == template.cosine_columns[0]
    fine = sample[2].rows(slice(0, 1)).columns(pair)
    starts = whole_starts(
        sample[0][0, pair], np.ones(2), cosine, fine, waves.amplitude, hints.position
    )
    if not len(starts):
        starts = real_starts(waves, np.ones(1), hints.position)[:2]
    alone = int(np.flatnonzero(view.columns == template.sine_columns[1])[0])
    exponent = 2 / (template.dim + 1 if template.tail == "truncate" else template.columns)
    step = float(np.sign(waves.frequencies[0]))
    for start in starts:
        positions = start + step * sample[1]
        angles = positions[:, None] * _BASES**-exponent
        gaps = np.abs(waves.amplitude * np.sin(angles) - sample[0][:, alone, None]).mean(axis=0)
        base = float(_BASES[int(gaps.argmin())])
        sinusoid = replace(template, base=base, amplitude=waves.amplitude)
        if abs(waves.amplitude - 1) < 4 * sample[2].coarse:
            sinusoid = replace(sinusoid, amplitude=1.0)
        guess = Guess(sinusoid, view.columns, float(start), step)
        best = polish(guess, *sample, ("base",))
        value = score(best, *sample)
        if value <= 1.5:
            rank = 4 if in_a_library(best.sinusoid) else 5
            return [Found(best, min(value, 1.0), rank, view.kind)]
    return []
