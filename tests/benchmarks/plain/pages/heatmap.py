"""The plain page: the textbook's function, a picture of it, and three sliders."""

import numpy as np
import plotly.express as px
import streamlit as st

d = st.slider("d", 2, 1024, 128, step=2)
length = st.slider("length", 10, 5000, 1000)
base = st.slider("base", 100, 100_000, 10_000, step=100)
position = np.arange(length)[:, None]
angle = position / base ** (np.arange(0, d, 2) / d)
table = np.zeros((length, d))
table[:, 0::2], table[:, 1::2] = np.sin(angle), np.cos(angle)
st.plotly_chart(px.imshow(table, aspect="auto"))
