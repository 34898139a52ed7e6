"""The same formula with time steps for positions, as diffusion models use it."""

import streamlit as st

from pages.parts import controls, frame
from pages.parts import words_diffusion as say
from pages.parts.chart import look, show
from pe_core.figures.timesteps import layout_vectors, schedule_heatmap, step_likeness
from pe_core.overview import overview
from pe_core.timesteps import SCHEDULE_STEPS, diffusion_sinusoid

shared = frame.start("pages/diffusion.py")


@frame.body
def page() -> None:
    """Draw the schedule of time steps, neighbouring steps, and the same step in two layouts."""
    sinusoid = diffusion_sinusoid(max(shared.dim, 2), base=shared.base)
    frame.lead(
        "A diffusion model turns noise into an image in many small steps, with one network for "
        "all of them. The network must be told **which step it is at**, and is told by the same "
        "formula: the time step takes the place of the position. Here is a schedule of "
        f"{SCHEDULE_STEPS:,} steps, in the order of columns that most of these models use: all "
        "cosines first, then all sines. d and base are those of the other pages."
    )
    left, right = controls.panel(2)
    with left:
        step = controls.whole("step", "Time step", 0, SCHEDULE_STEPS - 1)
    with right:
        count = controls.whole("count", "Steps in which an image is drawn", 1, SCHEDULE_STEPS)
    if shared.dim == 1:
        st.info(
            "These models fill an odd last column with zeros, so d = 1 has no wave; d = 2 is shown."
        )
    view = overview(sinusoid, 0, SCHEDULE_STEPS - 1, cells=48_000)
    show(
        "schedule",
        lambda: schedule_heatmap(sinusoid, view, step, look()),
        say.schedule(sinusoid, view),
    )

    frame.section("Neighbouring steps")
    frame.lead(say.neighbours(sinusoid, step, count))
    left, right = frame.columns(2)
    with left:
        show(
            "likeness",
            lambda: step_likeness(sinusoid, step, look(), reach=20),
            "Close up. Many waves together make one peak with small ripples; with a very small d "
            "the peak comes again and again.",
        )
    with right:
        show(
            "likeness-all",
            lambda: step_likeness(sinusoid, step, look(), reach=SCHEDULE_STEPS, count=count),
            "The whole schedule; dots are the steps that the sampler visits.",
        )

    frame.section("The same step in the paper's layout")
    show("layouts", lambda: layout_vectors(sinusoid, step, look()), say.layouts(sinusoid, step))
    with frame.beside():
        st.code(say.first_values(sinusoid, step), language=None)
        st.markdown(say.OTHERS)
