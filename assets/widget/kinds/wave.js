// The vector of one position, across its dimensions.
const view = {
  controls: ["position", "d", "length", "base"],
  play: "position",
  draw(state, s, look, size) {
    const vector = encode(s, state.position);
    const names = waveNames(s);
    const trace = (name, columns) => ({
      name, x: columns, y: columns.map((c) => vector[c]), customdata: columns.map((c) => names[c]),
      type: "scatter", mode: "lines+markers",
      line: { color: look(name), width: 1.5 },
      marker: { color: look(name), size: Math.min(8, Math.max(3, size.width / s.dim)) },
      hovertemplate: `position ${short(state.position)}, dimension %{x} (%{customdata}): ` +
        "%{y:.4f}<extra></extra>",
    });
    const edge = 1.08 * s.amplitude;
    const whole = s.frequencies.filter((w) => turn(w) <= state.length).length;
    const name = `Position ${short(state.position)}`;
    return {
      data: [trace("sine", s.sines), trace("cosine", s.cosines)],
      layout: {
        showlegend: true,
        xaxis: { title: "dimension", range: [-0.02 * s.dim - 0.5, 1.02 * s.dim - 0.5], zeroline: false },
        yaxis: { title: "value", range: [-edge, edge], zerolinecolor: look("muted") },
      },
      alt: `${name} as a vector of ${many(s.dim, "value")}, base ${short(s.base)}: values from ` +
        `${short(Math.min(...vector))} to ${short(Math.max(...vector))}.`,
      note: `Within ${many(state.length, "position")}, ${short(whole)} of ` +
        `${many(s.frequencies.length, "pair")} complete a turn; the slowest needs ` +
        `${short(turn(s.frequencies.at(-1)))} positions.`,
    };
  },
};
