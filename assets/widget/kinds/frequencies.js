// How fast each pair turns: the inverse frequencies.
const view = {
  controls: ["d", "length", "base", "log"],
  draw(state, s, look, size) {
    const pairs = [...s.frequencies.keys()];
    const limit = (2 * Math.PI) / state.length;
    const whole = s.frequencies.filter((w) => w >= limit).length;
    const [first, last] = [s.frequencies[0], s.frequencies.at(-1)];
    return {
      data: [{
        type: "scatter", mode: "lines+markers", x: pairs, y: s.frequencies,
        customdata: pairs.map((i) => short(turn(s.frequencies[i]))),
        line: { color: look("accent"), width: 2 },
        marker: { color: look("accent"), size: pairs.length > 80 ? 4 : 6 },
        hovertemplate: "pair %{x}: %{y:.4~g} rad per position, one turn in %{customdata} positions" +
          "<extra></extra>",
      }],
      layout: {
        xaxis: { title: "pair i", zeroline: false },
        yaxis: { title: `${size.height > 280 ? "inverse frequency " : ""}ω (rad per position)`, zeroline: false,
          ...(state.log ? { type: "log", tickformat: "~g", dtick: 1 } : { rangemode: "tozero" }) },
        shapes: [{ type: "line", xref: "paper", x0: 0, x1: 1, y0: limit, y1: limit,
          line: { color: look("muted"), width: 1, dash: "dot" } }],
        // Where the curve is not: below the line on the left, or above it on the right.
        annotations: [{ xref: "paper", showarrow: false, font: { color: look("muted") },
          ...(state.log ? { x: 0, xanchor: "left", y: Math.log10(limit), yanchor: "top" }
            : { x: 1, xanchor: "right", y: limit, yanchor: "bottom", yshift: 4 }),
          text: `one turn in ${many(state.length, "position")}` }],
      },
      alt: `Inverse frequencies of ${many(pairs.length, "pair")}, base ${short(s.base)}: from ` +
        `${short(first)} down to ${short(last)} rad per position.`,
      note: `${short(whole)} of ${many(pairs.length, "pair")} complete a turn within ` +
        `${many(state.length, "position")}; the slowest needs ${short(turn(last))} positions.`,
    };
  },
};
