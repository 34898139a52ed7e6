// The numbers of the steps from a pair to its values, and of the wavelengths: as
// pe_core/figures/waves.py and pe_core/figures/frequencies.py.
import { sinusoid } from "../encoding.js";
import { plain, short, turn } from "../names.js";
import { modeOf, pairsOf } from "./frequencies.js";

// The exponent of each pair: 2i/d in the paper, i/(n - 1) to the end point.
function exponents(s) {
  const count = s.frequencies.length;
  const odd = s.dim % 2;
  const columns = s.tail === "zero" ? s.dim - odd : s.tail === "truncate" ? s.dim + odd : s.dim;
  return s.frequencies.map((_, i) => s.spacing === "endpoint" ? i / Math.max(count - 1, 1)
    : (2 * i) / Math.max(columns, 1));
}

function exponentLine(live) {
  const s = sinusoid(live.sinusoid);
  return { data: [{ x: pairsOf(s), y: exponents(s), mode: modeOf(s) }] };
}

function derivation(live) {
  const s = sinusoid(live.sinusoid);
  const place = live.position + s.origin;
  const pairs = pairsOf(s);
  const angles = pairs.map((i) => s.frequencies[i] * place);
  const sized = (wave) => (angle) => s.amplitude * wave(angle);
  const curves = [exponents(s), s.frequencies, angles, angles.map(sized(Math.sin)),
    angles.slice(0, s.cosines.length).map(sized(Math.cos))];
  const data = curves.map((y) => ({ x: pairs.slice(0, y.length), y, mode: modeOf(s) }));
  data[2].name = `3 · angle = inverse frequency × ${plain(place)}`;
  return { data };
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

export { derivation, exponentLine, wavelengths };
