// The numbers of the table's picture: the same cells, names and ticks as pe_core/figures/heatmap.py.
import { columnsOf, waveNames } from "../columns.js";
import { damping, sinusoid } from "../encoding.js";
import { plain, short } from "../names.js";

const MOST_COLUMNS = 512;
const MOST_ROWS = 560;

// The columns to draw: all, or whole pairs evenly left out, but never the selected one's.
function drawnColumns(s, columns, keep) {
  const step = Math.ceil(s.dim / MOST_COLUMNS);
  const pair = (c) => columns[c]?.pair ?? -1;
  const drawn = (c) => step === 1 || !((pair(c) + step) % step) || (keep != null && pair(c) === pair(keep));
  return [...Array(s.dim).keys()].filter(drawn);
}

// Rows of exact means over blocks of positions from the first to the last. While only a mark
// moves, they stay the same arrays, and Plotly draws no cell again.
let kept = {};
function cells(s, columns, dimensions, { first, last, sinusoid: given }, block) {
  const key = JSON.stringify([given, dimensions.length, dimensions.at(-1), first, last, block]);
  if (kept.key === key) return kept.z;
  const count = Math.ceil((last - first + 1) / block);
  const z = Array.from({ length: count }, () => new Float64Array(dimensions.length));
  dimensions.forEach((column, place) => {
    if (!columns[column]) return;
    const { wave, pair } = columns[column];
    const w = s.frequencies[pair];
    const value = wave === "sine" ? Math.sin : Math.cos;
    const whole = s.amplitude * damping(w, block);
    for (let row = 0; row < count; row++) {
      const start = first + row * block;
      const size = Math.min(block, last - start + 1);
      const most = size === block ? whole : s.amplitude * damping(w, size);
      z[row][place] = most * value(w * (s.origin + start + (size - 1) / 2));
    }
  });
  kept = { key, z };
  return z;
}

// About ten indices of the cells that hold round numbers, and those numbers.
function roundTicks(values) {
  const span = values.at(-1) - values[0];
  if (span <= 0) return { tickvals: [0], ticktext: [short(values[0])] };
  let step = 10 ** Math.floor(Math.log10(span / 4));
  step = Math.max(1, step * [1, 2, 5, 10].find((f) => span / (step * f) <= 12));
  const [tickvals, ticktext] = [[], []];
  let index = 0;
  for (let n = Math.ceil(values[0] / step) * step; n < values.at(-1) + 1; n += step) {
    while (index + 1 < values.length && values[index + 1] <= n) index++;
    tickvals.push(index);
    ticktext.push(short(n));
  }
  return { tickvals, ticktext };
}

function heatmap(live) {
  const s = sinusoid(live.sinusoid);
  const { first, last, turned, position, dimension } = live;
  const columns = columnsOf(s);
  const dimensions = drawnColumns(s, columns, dimension);
  const most = Math.max(1, Math.min(MOST_ROWS, Math.floor(live.cells / dimensions.length)));
  const block = Math.max(1, Math.ceil((last - first + 1) / most));
  const z = cells(s, columns, dimensions, live, block);
  const starts = z.map((_, row) => first + row * block + s.origin);
  const rows = starts.map((start) => {
    const stop = Math.min(start + block - 1, last + s.origin);
    return start === stop ? plain(start) : `${plain(start)}–${plain(stop)}`;
  });
  const names = waveNames(s, dimensions);
  const strip = Float64Array.from(dimensions, (c) => +(columns[c]?.wave === "cosine"));
  const turn = (lines) => turned ? Array.from(lines[0], (_, c) => lines.map((line) => line[c])) : lines;
  const [down, across] = turned ? ["x", "y"] : ["y", "x"];
  const ticks = {
    [down]: { ...roundTicks(starts), title: { text: `position${block > 1 ? " (rows are averages)" : ""}` } },
    [across]: roundTicks(dimensions),
  };
  const line = (axis, at, length) => ({ [`${axis}0`]: at, [`${axis}1`]: at,
    visible: at >= 0 && at < length });
  const marks = [
    ...(position == null ? [] : [line(down, Math.floor((position - first) / block), rows.length)]),
    ...(dimension == null ? [] : [line(across, dimensions.indexOf(dimension), names.length)])];
  return {
    data: [
      { z: turn(z), [down]: rows, [across]: names, zmin: -s.amplitude, zmax: s.amplitude,
        hovertemplate: `${block > 1 ? "mean of positions" : "position"} %{${down}}, dimension ` +
          `%{${across}}: %{z:.4f}<extra></extra>` },
      { z: turn([strip]), [across]: names },
    ],
    layout: { xaxis: ticks.x, yaxis: ticks.y, shapes: [...marks, ...marks] },
  };
}

export { heatmap };
