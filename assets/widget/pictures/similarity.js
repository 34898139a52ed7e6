// The numbers of dot products of positions: as pe_core/figures/similarity.py.
import { sinusoid } from "../encoding.js";
import { plain } from "../names.js";

const SIDE = 256;
const POINTS = 1_500;
const SEARCHED = 4_096;

// All whole numbers from first to last, or about count evenly spread ones.
function spread(first, last, count) {
  const step = Math.max(1, Math.ceil((last - first + 1) / count));
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) => first + i * step);
}

// PE(p) · PE(p + offset); a lone sine counts with its mean over all positions.
function similarity(s, offset) {
  let sum = 0;
  s.frequencies.forEach((w, i) => {
    sum += Math.cos(w * offset) / (i < s.cosines.length ? 1 : 2);
  });
  return s.amplitude ** 2 * sum;
}

// The dot product for each offset from 0 to a last one, computed once for each encoding.
let kept = {};
function profileOf(s, count) {
  const key = JSON.stringify([s.dim, s.base, s.spacing, s.amplitude, s.tail]);
  if (kept.key !== key) kept = { key, values: [] };
  for (let k = kept.values.length; k < count; k++) kept.values.push(similarity(s, k));
  return kept.values;
}

const known = (s, k) => kept.values[k] ?? similarity(s, k);

// A last sine without a cosine depends on the positions too: what it adds to its mean.
function lone(s, p, q) {
  if (s.cosines.length === s.sines.length) return 0;
  return (-(s.amplitude ** 2) / 2) * Math.cos(s.frequencies.at(-1) * (p + q + 2 * s.origin));
}

let drawn = {};
function matrix(live) {
  const s = sinusoid(live.sinusoid);
  const places = spread(live.first, live.last, SIDE);
  const key = JSON.stringify([live.sinusoid, places[0], places.at(-1), places.length]);
  if (drawn.key !== key) {
    const apart = places.map((p) => similarity(s, p - places[0]));
    drawn = { key, z: places.map((p, i) => Float64Array.from(places, (q, j) =>
      apart[Math.abs(i - j)] + lone(s, p, q))) };
  }
  const absolute = places.map((p) => p + s.origin);
  const y = live.position + s.origin;
  const inside = live.position >= live.first && live.position <= live.last;
  return { data: [{ z: drawn.z, x: absolute, y: absolute }],
    layout: { shapes: [{ y0: y, y1: y, visible: inside }] } };
}

function profile(live) {
  const s = sinusoid(live.sinusoid);
  const half = Math.floor(POINTS / 2);
  const near = [...Array(Math.min(live.length, half)).keys()];
  const x = [...new Set([...near, ...spread(0, live.length - 1, half)])].sort((a, b) => a - b);
  const values = profileOf(s, Math.min(live.length, SEARCHED));
  const y = x.map((k) => known(s, k));
  const top = y[0];
  const low = Math.min(0, ...y);
  const reach = [low - 0.05 * (top - low), top + 0.05 * (top - low)];
  const searched = values.slice(0, Math.min(live.length, SEARCHED));
  const slack = live.slack * searched[0];
  const rise = searched.findIndex((v, k) => k && v > searched[k - 1] + slack);
  const mark = rise < 0 ? { visible: false }
    : { visible: true, x: rise, y: searched[rise], text: `rises again: ${rise - 1} → ${rise}` };
  return { data: [{ x, y, customdata: y.map((v) => v / top) }],
    layout: { yaxis: { range: reach }, yaxis2: { range: reach.map((r) => r / top) },
      annotations: [mark] } };
}

function row(live) {
  const s = sinusoid(live.sinusoid);
  const places = [...new Set([...spread(live.first, live.last, POINTS), live.position])]
    .filter((p) => p >= live.first && p <= live.last).sort((a, b) => a - b);
  profileOf(s, Math.min(live.length, SEARCHED));
  const at = live.position + s.origin;
  return { data: [{ x: places.map((p) => p + s.origin),
    y: places.map((p) => known(s, Math.abs(p - live.position)) + lone(s, p, live.position)),
    hovertemplate: `position ${plain(at)} · position %{x}: %{y:.3f}<extra></extra>` }],
    layout: { shapes: [{ x0: at, x1: at }] } };
}

export { matrix, profile, row };
