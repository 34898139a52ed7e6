// How numbers and waves are written: the same words as pe_core/overview.py.

const grouped = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

// Three to six significant digits, thousands marked.
const short = (x) => !Number.isFinite(x) ? "∞"
  : Math.abs(x) >= 100 ? grouped.format(x) : String(+x.toPrecision(3));
const turn = (w) => (2 * Math.PI) / w;
const many = (count, noun) => `${short(count)} ${noun}${count === 1 ? "" : "s"}`;

// What stands in each column of a table: { wave, pair }, or nothing in a column of zeros.
function columnsOf(s) {
  const columns = Array(s.dim);
  s.sines.forEach((column, pair) => (columns[column] = { wave: "sine", pair }));
  s.cosines.forEach((column, pair) => (columns[column] = { wave: "cosine", pair }));
  return columns;
}

// "6 (sine, wavelength 19.9)" for each of some columns.
function waveNames(s, dimensions) {
  const columns = columnsOf(s);
  return dimensions.map((c) => columns[c]
    ? `${c} (${columns[c].wave}, wavelength ${short(turn(s.frequencies[columns[c].pair]))})`
    : `${c} (zero)`);
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
    ticktext.push(grouped.format(n));
  }
  return { tickvals, ticktext };
}

// All whole numbers from first to last, or about count evenly spread ones.
function spread(first, last, count) {
  const step = Math.max(1, Math.ceil((last - first + 1) / count));
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) => first + i * step);
}

export { short, turn, many, columnsOf, waveNames, roundTicks, spread };
