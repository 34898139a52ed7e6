// What stands in the columns of a table, and what a hover says of them.
import { short, turn } from "./names.js";

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

export { columnsOf, waveNames };
