// How alike two positions look: their dot product depends on the offset alone.
const view = {
  controls: ["d", "length", "base", "matrix"],
  draw(state, s, look, size) {
    const profile = Float64Array.from({ length: state.length }, (_, k) => similarity(s, k));
    const rise = profile.findIndex((x, k) => k && x > profile[k - 1] + 1e-12 * profile[0]);
    const draw = state.matrix ? matrix : curve;
    return {
      ...draw(state, s, look, profile, size),
      alt: `${state.matrix ? "Matrix" : "Curve"} of dot products of ` +
        `${many(state.length, "position")}, ${many(s.dim, "dimension")}, base ${short(s.base)}: ` +
        `${short(profile[0])} at offset 0, lowest ${short(Math.min(...profile))}.`,
      note: "The same for every position, and for k as for −k. " + (rise < 0
        ? "Here it never rises with distance." : `It first rises again at offset ${short(rise)}.`),
    };
  },
};

function curve(state, s, look, profile) {
  const last = state.length - 1;
  const x = Float64Array.from({ length: 2 * last + 1 }, (_, i) => i - last);
  return {
    data: [{
      type: "scatter", mode: state.length > 60 ? "lines" : "lines+markers",
      x, y: x.map((k) => profile[Math.abs(k)]), line: { color: look("accent"), width: 1.5 },
      hovertemplate: "positions %{x} apart: dot product %{y:.4f}<extra></extra>",
    }],
    layout: {
      xaxis: { title: "offset k (positions)", zerolinecolor: look("muted") },
      yaxis: { title: "dot product PE(p) · PE(p + k)" },
    },
  };
}

// As Plotly has it.
const VIRIDIS = ["#440154", "#482878", "#3e4989", "#31688e", "#26828e", "#1f9e89", "#35b779",
  "#6ece58", "#b5de2b", "#fde725"];

function matrix(state, s, look, profile) {
  // At most 400 × 400 cells: of a longer range, every n-th position.
  const step = Math.ceil(state.length / 400);
  const rows = Array.from({ length: Math.ceil(state.length / step) }, (_, i) => i * step);
  const axis = { zeroline: false, showgrid: false, constrain: "domain" };
  return {
    scale: [short(Math.min(...profile)), VIRIDIS, short(profile[0]), "Dot product"],
    data: [{
      type: "heatmap", colorscale: VIRIDIS.map((c, i) => [i / 9, c]), x0: s.origin, dx: step, y0: s.origin, dy: step,
      z: rows.map((i) => Float64Array.from(rows, (j) => profile[Math.abs(i - j)])),
      showscale: false,
      hovertemplate: "positions %{y} and %{x}: dot product %{z:.4f}<extra></extra>",
    }],
    layout: {
      margin: { l: 8, r: 8, t: 8, b: 8 },
      xaxis: { title: "position", ...axis },
      yaxis: { title: "position", ...axis, autorange: "reversed", scaleanchor: "x" },
    },
  };
}
