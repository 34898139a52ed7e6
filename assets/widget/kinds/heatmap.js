// The table: positions down, dimensions across, as a matrix is written.
const view = {
  controls: ["d", "length", "base"],
  draw(state, s, look, size) {
    // More rows than the screen has would show patterns that are not there, so then each row is
    // the exact mean of a few positions.
    const rows = Math.min(1024, Math.max(64, size.height * devicePixelRatio));
    const block = Math.ceil(state.length / rows);
    const z = table(s, state.length, block);
    const names = waveNames(s);
    const colours = look("diverging").split(" ");
    const start = block > 1 ? `mean of ${block} positions from` : "position";
    const strip = new Float32Array(s.dim);
    s.cosines.forEach((column) => (strip[column] = 1));
    const slowest = turn(s.frequencies.at(-1));
    return {
      data: [{
        type: "heatmap", z, y0: s.origin, dy: block, x0: 0, dx: 1,
        // One list of names serves every row.
        customdata: z.map(() => names),
        zmin: -s.amplitude, zmax: s.amplitude,
        colorscale: colours.map((c, i) => [i / (colours.length - 1), c]),
        showscale: false,
        hovertemplate: `${start} %{y}, dimension %{x} (%{customdata}): %{z:.4f}<extra></extra>`,
      }, {
        // Which columns are sines and which cosines.
        type: "heatmap", z: [strip], customdata: [names], yaxis: "y2", zmin: 0, zmax: 1,
        colorscale: [[0, look("sine")], [1, look("cosine")]], showscale: false,
        hovertemplate: "dimension %{x} (%{customdata})<extra></extra>",
      }],
      layout: {
        margin: { l: 8, r: 8, t: 8, b: 8 },
        xaxis: { title: "dimension", showgrid: false, zeroline: false },
        yaxis: { title: "position", showgrid: false, zeroline: false, autorange: "reversed",
          domain: [0, 0.97] },
        yaxis2: { domain: [0.98, 1], visible: false, fixedrange: true },
      },
      scale: [short(-s.amplitude), colours, short(s.amplitude), "Value", ["sine", "cosine"]],
      alt: `Heatmap of positional encodings: ${many(state.length, "position")} down, ` +
        `${many(s.dim, "dimension")} across, base ${short(s.base)}. Values from ${short(-s.amplitude)} to ${short(s.amplitude)}.`,
      note: `Each row is ${block > 1 ? `the mean of ${block} positions` : "one position"}. Waves ` +
        `repeat every ${short(turn(s.frequencies[0]))} positions (left) to ${short(slowest)} (right).`,
    };
  },
};
