// The numbers of inverse frequencies: as pe_core/figures/frequencies.py.
import { sinusoid } from "../encoding.js";
import { many, short, turn } from "../names.js";

const pairsOf = (s) => [...s.frequencies.keys()];
const modeOf = (s) => (s.frequencies.length <= 128 ? "lines+markers" : "lines");

function frequencies(live) {
  const s = sinusoid(live.sinusoid);
  const limit = (2 * Math.PI) / live.length;
  return { data: [{ x: pairsOf(s), y: s.frequencies, mode: modeOf(s),
    customdata: Array.from(s.frequencies, (w) => short(turn(w))) }],
  layout: { shapes: [{ y0: limit, y1: limit }], annotations: [{ y: live.log ? Math.log10(limit) : limit,
    text: `one turn in ${many(live.length, "position")}` }] } };
}

export { frequencies, modeOf, pairsOf };
