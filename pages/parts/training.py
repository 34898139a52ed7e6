"""Training that shows its progress, stops when the reader leaves, and is not done twice.

Streamlit stops a script at its next drawing call once the reader has gone elsewhere. Here that
call is the progress bar, drawn every few steps, so a training that nobody waits for ends there
and nothing of it is kept.
"""

import threading

import numpy as np
import numpy.typing as npt
import streamlit as st

from pe_core.gap_task import GapTask
from pe_core.learned import Training, train

#: Results that a server keeps for all readers; each holds a table of at most 128 × 64.
KEPT = 64
_LOCK = threading.Lock()


@st.cache_resource(show_spinner=False)
def _kept() -> dict[tuple, Training]:
    """Return the finished trainings of this server, oldest first."""
    return {}


def trained(
    label: str, table: npt.NDArray[np.float64], task: GapTask, *, trainable: bool, steps: int
) -> Training:
    """Return the trained state of a table: kept from before, or trained now with a bar."""
    key = (table.tobytes(), table.shape, task, trainable, steps)
    kept = _kept()
    if (known := kept.get(key)) is not None:
        return known
    place = st.empty()
    for state in train(table, task, trainable=trainable, steps=steps):
        place.progress(state.step / steps, text=f"{label}: step {state.step} of {steps}")
    place.empty()
    with _LOCK:
        kept[key] = state
        while len(kept) > KEPT:
            kept.pop(next(iter(kept)))
    return state
