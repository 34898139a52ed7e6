"""Arrays in, Plotly figures out. No arithmetic on encodings and no Streamlit in here."""
