// The numbers of the rotary encoding's pictures: as pe_core/figures/rotary.py.
import { short } from "../names.js";
import { roundEven } from "../rounding.js";
import { bfloat16 } from "../types.js";
import { clockGrid, dials, drawnPairs, even, hands } from "./shift.js";

const REACH = 128;
const MOVED = 4_096;
const MOVES = 512;
const OFFSETS = 1_000;
const RISE = 0.02;
const STEP = (5 ** 0.5 - 1) / 2;

// The angle from the query's arrow to the key's before they turn.
const apart = (i) => 2 * Math.PI * ((i * STEP) % 1);
const mean = (s, value) => s.frequencies.reduce((sum, w, i) => sum + value(w, i), 0) / s.frequencies.length;
const score = (s, offset) => mean(s, (w, i) => Math.cos(apart(i) + w * offset));

// Where query and key stand, moved on together.
const places = ({ position, other, both }) => [position + both, other + both];

function degrees(angle) {
  const turns = (angle + Math.PI) / (2 * Math.PI);
  const within = (turns - Math.floor(turns)) * 360 - 180;
  return `${Math.round(within)}°`.replace("-", "−");
}

function arrows(live) {
  const s = even(live);
  const pairs = drawnPairs(s, live.pairs);
  const [here, there] = places(live);
  const { middles, few, captions, layout } = clockGrid(pairs);
  const query = pairs.map((i) => s.frequencies[i] * here);
  const key = pairs.map((i) => apart(i) + s.frequencies[i] * there);
  const words = pairs.map((pair, n) => `${few ? `pair ${pair}<br>` : ""}${degrees(key[n] - query[n])}`);
  return {
    data: [dials(middles), { ...hands(middles, query), name: `query at ${short(here)}` },
      { ...hands(middles, key), name: `key at ${short(there)}` }, { ...captions, text: words }],
    layout,
  };
}

function offsetCurve(live) {
  const s = even(live);
  const [here, there] = places(live);
  const now = there - here;
  const middle = Math.abs(now) > REACH ? now : 0;
  const x = Array.from({ length: 2 * REACH + 1 }, (_, n) => middle - REACH + n);
  return { data: [{ x, y: x.map((offset) => score(s, offset)) }, { x: [now], y: [score(s, now)] }] };
}

function drift(live) {
  const s = even(live);
  const last = Math.max(1, Math.min(live.length, MOVED) - 1);
  const count = Math.min(last + 1, MOVES);
  const x = [...new Set(Array.from({ length: count }, (_, n) => roundEven(n * (last / (count - 1)))))];
  const offset = live.other - live.position;
  const rounded = x.map((move) => bfloat16(live.position + move + offset) - bfloat16(live.position + move));
  const known = {};
  return { data: [{ x, y: rounded.map((o) => (known[o] ??= score(s, o))) },
    { x, y: x.map(() => (known[offset] ??= score(s, offset))) }] };
}

// Where a curve rises by more than the least rise: [from, to] of each stretch.
function risesOf(values) {
  const found = [];
  for (let start = 0, n = 1; n <= values.length; n++) {
    if (n < values.length && values[n] > values[n - 1]) continue;
    if (values[n - 1] - values[start] > RISE) found.push([start, n - 1]);
    start = n;
  }
  return found;
}

function selfScore(live) {
  const s = even(live);
  const x = Array.from({ length: Math.max(2, Math.min(live.length, OFFSETS)) }, (_, n) => n);
  const y = x.map((offset) => mean(s, (w) => Math.cos(w * offset)));
  const rises = risesOf(y);
  const marked = y.map(() => NaN);
  for (const [start, end] of rises) for (let n = start; n <= end; n++) marked[n] = y[n];
  const size = ([start, end]) => y[end] - y[start];
  const best = rises.reduce((most, rise) => (most && size(most) >= size(rise) ? most : rise), null);
  const arrow = best
    ? { visible: true, text: `up again: ${best[0]} → ${best[1]}`, x: best[1], y: y[best[1]] }
    : { visible: false };
  return { data: [{ x, y }, { x, y: marked }], layout: { annotations: [arrow] } };
}

export { arrows, drift, offsetCurve, selfScore };
