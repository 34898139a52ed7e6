// The numbers of exponents, inverse frequencies and wavelengths: as pe_core/figures/frequencies.py.
import { sinusoid } from "../encoding.js";
import { short, turn } from "../names.js";
import { exponents } from "./wave.js";

const pairsOf = (s) => [...s.frequencies.keys()];
const modeOf = (s) => (s.frequencies.length <= 128 ? "lines+markers" : "lines");

function exponentLine(live) {
  const s = sinusoid(live.sinusoid);
  return { data: [{ x: pairsOf(s), y: exponents(s), mode: modeOf(s) }] };
}

function frequencies(live) {
  const s = sinusoid(live.sinusoid);
  return { data: [{ x: pairsOf(s), y: s.frequencies, mode: modeOf(s),
    customdata: Array.from(s.frequencies, (w) => short(turn(w))) }] };
}

function wavelengths(live) {
  const s = sinusoid(live.sinusoid);
  const lengths = Array.from(s.frequencies, turn);
  const turns = lengths.map((length) => (live.length - 1) / length);
  const groups = [["completes a turn", (t) => t >= 1],
    ["turns in part", (t) => t < 1 && t >= live.barely], ["barely moves", (t) => t < live.barely]];
  const data = groups.map(([name, inside]) => {
    const x = pairsOf(s).filter((i) => inside(turns[i]));
    return { x, y: x.map((i) => lengths[i]), customdata: x.map((i) => turns[i]),
      name: `${name} (${x.length})` };
  });
  const levels = [[2 * Math.PI, "2π = 6.28: the fastest"], [live.length, `length ${short(live.length)}`],
    [2 * Math.PI * s.base, `base · 2π = ${short(2 * Math.PI * s.base)}`]];
  return { data, layout: { shapes: levels.map(([y]) => ({ y0: y, y1: y })),
    annotations: levels.map(([y, text]) => ({ y: Math.log10(y), text })) } };
}

export { exponentLine, frequencies, wavelengths };
