// The numbers of the turning clocks and of the shift matrix: as pe_core/figures/shift.py.
import { waveNames } from "../columns.js";
import { sinusoid } from "../encoding.js";
import { plain, short } from "../names.js";
import { roundEven } from "../rounding.js";

const FIELD = [2.5, 3.1];
const FEW = 24;
const ROUND = 40;
const WRITTEN = 16;

// A sine without a cosine cannot be moved by a turn: the page goes on with d + 1.
function even({ sinusoid: given }) {
  const s = sinusoid(given);
  return s.cosines.length < s.sines.length ? sinusoid({ ...given, dim: s.dim + 1 }) : s;
}

// Some pairs, evenly spread from the fastest to the slowest.
function drawnPairs(s, wanted) {
  const last = s.cosines.length - 1;
  const count = Math.max(1, Math.min(wanted, last + 1));
  const spread = Array.from({ length: count }, (_, n) => roundEven((n * last) / Math.max(count - 1, 1)));
  return [...new Set(spread)];
}

const degrees = (angle) => `${short((180 / Math.PI) * angle)}°`.replace("-", "−");

function hands(middles, angles) {
  const [x, y] = [[], []];
  middles.forEach(([across, down], n) => {
    x.push(across, across + Math.sin(angles[n]), NaN);
    y.push(down, down + Math.cos(angles[n]), NaN);
  });
  return { x, y };
}

// The middles of the clocks, the places of the words below them, and what fits them all.
function clockGrid(pairs) {
  const few = pairs.length <= FEW;
  const across = few ? 4 : 8;
  const middles = pairs.map((_, n) => [(n % across) * FIELD[0], -Math.floor(n / across) * FIELD[1]]);
  const rows = Math.ceil(pairs.length / across);
  return {
    few,
    middles,
    captions: { textfont: { size: few ? 12 : 9 }, x: middles.map(([x]) => x), y: middles.map(([, y]) => y - 1.1) },
    layout: {
      height: few ? 190 * rows + 50 : 120 * rows + 50,
      xaxis: { range: [-FIELD[0] / 2, Math.max(...middles.map(([x]) => x)) + FIELD[0] / 2] },
      yaxis: { range: [Math.min(...middles.map(([, y]) => y)) - 1.95, 1.15] },
    },
  };
}

function clocks(live) {
  const s = even(live);
  const pairs = drawnPairs(s, live.pairs);
  const { middles, few, captions, layout } = clockGrid(pairs);
  const start = pairs.map((i) => s.frequencies[i] * (live.position + s.origin));
  const turned = pairs.map((i) => s.frequencies[i] * live.k);
  const words = turned.map((angle, n) => few ? `pair ${pairs[n]}<br>${degrees(angle)}` : degrees(angle));
  return {
    data: [dials(middles),
      { ...hands(middles, start), name: `position ${plain(live.position + s.origin)}` },
      hands(middles, start.map((angle, n) => angle + turned[n])),
      { ...captions, text: words },
      { x: middles.map(([x]) => x), y: middles.map(([, y]) => y) }],
    layout,
  };
}

// The faces: circles with a gap after each.
function dials(middles) {
  const [x, y] = [[], []];
  for (const [across, down] of middles) {
    for (let n = 0; n <= ROUND; n++) {
      const angle = (2 * Math.PI * n) / ROUND;
      x.push(across + Math.sin(angle));
      y.push(down + Math.cos(angle));
    }
    x.push(NaN);
    y.push(NaN);
  }
  return { x, y };
}

const inCell = (v) => Math.abs(v) < 0.005 ? ""
  : v.toFixed(2).replace("0.", ".").replace("-", "−");

function shiftMatrix(live) {
  const s = even(live);
  const both = (i) => [s.sines[i], s.cosines[i]];
  const mine = drawnPairs(s, live.pairs).flatMap((i) => both(i).map((column, second) => ({ column, i, second })));
  if (!live.paired) mine.sort((a, b) => a.column - b.column);
  const z = mine.map((row) => Float64Array.from(mine, (column) => {
    if (row.i !== column.i) return 0;
    const angle = s.frequencies[row.i] * live.k;
    if (row.second === column.second) return Math.cos(angle);
    return row.second ? -Math.sin(angle) : Math.sin(angle);
  }));
  const dimensions = mine.map(({ column }) => column);
  const names = waveNames(s, dimensions);
  const every = Math.max(1, Math.ceil(names.length / 8));
  const chosen = dimensions.filter((_, n) => n % every === 0);
  const ticks = { tickvals: chosen.map((_, n) => n * every), ticktext: chosen.map(String) };
  const gap = names.length <= 2 * WRITTEN ? 1 : 0;
  const text = names.length <= WRITTEN
    ? { text: z.map((row) => Array.from(row, inCell)), texttemplate: "%{text}" }
    : { text: [], texttemplate: "" };
  const height = Math.min(Math.max(140 + 50 * names.length, 300), 600);
  return { data: [{ z, x: names, y: names, xgap: gap, ygap: gap, ...text }], layout: { xaxis: ticks, yaxis: ticks, height } };
}

export { clockGrid, clocks, dials, drawnPairs, even, hands, shiftMatrix };
