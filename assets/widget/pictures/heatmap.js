// The numbers of the table's picture: the same cells, names and ticks as pe_core/figures/heatmap.py.
import { sinusoid } from "../encoding.js";
import { columnsOf, roundTicks, waveNames } from "../names.js";

const MOST_COLUMNS = 512;
const MOST_ROWS = 560;

// The columns to draw: all, or whole pairs evenly left out, but never the selected one's.
function drawnColumns(s, keep) {
  const step = Math.ceil(s.dim / MOST_COLUMNS);
  const columns = columnsOf(s);
  const kept = keep == null ? -2 : columns[keep]?.pair ?? -1;
  const pair = (c) => columns[c]?.pair ?? -1;
  return [...Array(s.dim).keys()].filter((c) =>
    step === 1 || (pair(c) + step) % step === 0 || pair(c) === kept);
}

// While only a mark moves, the cells stay the same arrays, and Plotly draws no cell again.
let kept = {};
function cellsOf(s, dimensions, first, last, block) {
  const key = JSON.stringify([s.base, s.spacing, s.layout, s.origin, s.amplitude, s.tail, s.dim,
    dimensions.length, dimensions.at(-1), first, last, block]);
  if (kept.key !== key) kept = { key, z: cells(s, dimensions, first, last, block) };
  return kept.z;
}

// Rows of exact means over blocks of positions from the first to the last.
function cells(s, dimensions, first, last, block) {
  const columns = columnsOf(s);
  const count = Math.ceil((last - first + 1) / block);
  const z = Array.from({ length: count }, () => new Float64Array(dimensions.length));
  dimensions.forEach((column, place) => {
    if (!columns[column]) return;
    const { wave, pair } = columns[column];
    const w = s.frequencies[pair];
    const value = wave === "sine" ? Math.sin : Math.cos;
    for (let row = 0; row < count; row++) {
      const start = first + row * block;
      const size = Math.min(block, last - start + 1);
      const below = size * Math.sin(w / 2);
      const damped = size > 1 && below ? Math.sin((size * w) / 2) / below : 1;
      z[row][place] = s.amplitude * damped * value(w * (s.origin + start + (size - 1) / 2));
    }
  });
  return z;
}

function heatmap(live) {
  const s = sinusoid(live.sinusoid);
  const { first, last, turned, position, dimension } = live;
  const dimensions = drawnColumns(s, dimension);
  const most = Math.max(1, Math.min(MOST_ROWS, Math.floor(live.cells / dimensions.length)));
  const block = Math.max(1, Math.ceil((last - first + 1) / most));
  const z = cellsOf(s, dimensions, first, last, block);
  const starts = z.map((_, row) => first + row * block);
  const rows = starts.map((start) => {
    const [a, b] = [start + s.origin, Math.min(start + block - 1, last) + s.origin];
    return a === b ? `${a}` : `${a}–${b}`;
  });
  const names = waveNames(s, dimensions);
  const columns = columnsOf(s);
  const strip = Float64Array.from(dimensions, (c) => +(columns[c]?.wave === "cosine"));
  const flip = (rows) => rows[0].length ? Array.from(rows[0], (_, c) => rows.map((row) => row[c])) : [];
  const mean = block > 1 ? "mean of positions" : "position";
  const [down, across] = turned ? ["x", "y"] : ["y", "x"];
  const ticks = {
    [down]: { ...roundTicks(starts.map((start) => start + s.origin)),
      title: { text: `position${block > 1 ? " (rows are averages)" : ""}` } },
    [across]: roundTicks(dimensions),
  };
  const row = position == null ? -1 : Math.floor((position - first) / block);
  const column = dimension == null ? -1 : dimensions.indexOf(dimension);
  const line = (axis, at, length) => ({ [`${axis}0`]: at, [`${axis}1`]: at,
    visible: at >= 0 && at < length });
  const marks = [...(position == null ? [] : [line(down, row, rows.length)]),
    ...(dimension == null ? [] : [line(across, column, names.length)])];
  return {
    data: [
      { z: turned ? flip(z) : z, x: turned ? rows : names, y: turned ? names : rows,
        zmin: -s.amplitude, zmax: s.amplitude,
        hovertemplate: `${mean} %{${down}}, dimension %{${across}}: %{z:.4f}<extra></extra>` },
      { z: turned ? flip([strip]) : [strip], [across]: names },
    ],
    layout: { xaxis: ticks.x, yaxis: ticks.y, shapes: [...marks, ...marks] },
  };
}

export { heatmap };
