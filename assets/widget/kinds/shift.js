// Every pair is the hand of a clock: x is its sine, y its cosine. Moving by k turns it by ω·k.
const view = {
  controls: ["offset", "position", "d", "base"],
  play: "offset",
  draw(state, s, look, size) {
    const clocks = pick(s.cosines.length, size);
    const [from, to] = [state.position, state.position + state.offset];
    const [before, after] = [encode(s, from), encode(s, to)];
    const hand = (vector, i) => [vector[s.sines[i]] / s.amplitude, vector[s.cosines[i]] / s.amplitude];
    const degrees = (i) => (s.frequencies[i] * state.offset * 180) / Math.PI;
    const line = (path, style) => ({ type: "scatter", mode: "lines", hoverinfo: "skip", showlegend: false,
      ...join(clocks, path), ...style });
    const stroke = (colour, width, dash) => ({ line: { color: look(colour), width, dash } });
    const tips = clocks.map(({ i, x, y }) => ({ i, x: x + hand(after, i)[0], y: y + hand(after, i)[1] }));
    const named = (name) => ({ name, showlegend: true });
    const list = (f) => clocks.map(f);
    return {
      data: [
        line(() => arc(0, 2 * Math.PI, 1), { ...stroke("muted", 1), opacity: 0.45 }),
        line(({ i }) => swept(s.frequencies[i], from, state.offset),
          { ...stroke("accent", 0), fill: "toself", fillcolor: `${look("accent")}33` }),
        line(({ i }) => [[0, 0], hand(before, i)], stroke("muted", 1.5, "dot")),
        line(({ i }) => [[0, 0], [hand(after, i)[0], 0]], { ...stroke("sine", 3), ...named("sine") }),
        line(({ i }) => [[hand(after, i)[0], 0], hand(after, i)], { ...stroke("cosine", 3), ...named("cosine") }),
        line(({ i }) => [[0, 0], hand(after, i)], stroke("text", 2.5)),
        { type: "scatter", mode: "markers", showlegend: false, x: tips.map((t) => t.x), y: tips.map((t) => t.y),
          marker: { color: look("text"), size: 8 }, customdata: tips.map(({ i }) =>
            [i, short(degrees(i)), ...hand(after, i).map((v) => (v * s.amplitude).toFixed(4))]),
          hovertemplate: `position ${short(to)}, pair %{customdata[0]}: turned by %{customdata[1]}°, ` +
            "sine %{customdata[2]}, cosine %{customdata[3]}<extra></extra>" },
        { type: "scatter", mode: "text", hoverinfo: "skip", showlegend: false, x: list((c) => c.x),
          y: list((c) => c.y - 1.42), textfont: { color: look("muted"), size: 11 },
          text: list(({ i }) => `pair ${i}<br><b>${short(degrees(i))}°</b>`) },
      ],
      layout: {
        showlegend: true, margin: { l: 4, r: 4, t: 26, b: 4 },
        xaxis: { visible: false, range: [-1.2, Math.max(0, ...list((c) => c.x)) + 1.2] },
        yaxis: { visible: false, range: [Math.min(0, ...list((c) => c.y)) - 1.8, 1.15], scaleanchor: "x" },
      },
      alt: `${many(clocks.length, "clock")} of ${many(s.cosines.length, "pair")}, base ` +
        `${short(s.base)}: from position ${short(from)} to ${short(to)} ` +
        clocks.map(({ i }) => `pair ${i} turns by ${short(degrees(i))}°`).join(", ") + ".",
      note: `From position ${short(from)} (dotted) to ${short(to)} (bold), each hand turns by ` +
        "ω·k, wherever it starts.",
    };
  },
};

// Some pairs from the fastest to the slowest, on a grid that suits the space.
function pick(pairs, { width, height }) {
  const count = Math.min(pairs, width < 520 ? 9 : 12);
  const fits = (across) => Math.min(width / across / 2.5, height / Math.ceil(count / across) / 3.2);
  let across = 1;
  for (let n = 2; n <= count; n++) if (fits(n) > fits(across)) across = n;
  return Array.from({ length: count }, (_, n) => ({
    i: Math.round((n * (pairs - 1)) / Math.max(count - 1, 1)),
    x: 2.5 * (n % across), y: -3.2 * Math.floor(n / across),
  }));
}

function arc(start, angle, radius) {
  const steps = Math.max(2, Math.ceil(Math.abs(angle) * 10));
  return Array.from({ length: steps + 1 }, (_, n) => {
    const a = start + (angle * n) / steps;
    return [radius * Math.sin(a), radius * Math.cos(a)];
  });
}

// The slice of the dial that the hand went over; a full disc after a whole turn.
function swept(w, from, offset) {
  const angle = Math.min(w * offset, 2 * Math.PI);
  return [[0, 0], ...arc(w * from, angle, 0.6), [0, 0]];
}

// One trace for the same line on every clock: paths with gaps between them.
function join(clocks, path) {
  const points = clocks.flatMap((c) => [...path(c).map(([x, y]) => [x + c.x, y + c.y]), [null, null]]);
  return { x: points.map((p) => p[0]), y: points.map((p) => p[1]) };
}
