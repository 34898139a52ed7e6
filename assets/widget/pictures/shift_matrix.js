// The numbers of the matrix that moves by k positions: as pe_core/figures/shift.py.
import { waveNames } from "../columns.js";
import { drawnPairs, even } from "./shift.js";

const WRITTEN = 16;

const written = (v) => Math.abs(v) < 0.005 ? ""
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
    ? { text: z.map((row) => Array.from(row, written)), texttemplate: "%{text}" }
    : { text: [], texttemplate: "" };
  const height = Math.min(Math.max(140 + 50 * names.length, 300), 600);
  return { data: [{ z, x: names, y: names, xgap: gap, ygap: gap, ...text }], layout: { xaxis: ticks, yaxis: ticks, height } };
}

export { shiftMatrix };
