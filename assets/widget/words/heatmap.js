// What stands above the widget, and what it is for those who cannot see it: [note, alt].
import { many, short, turnsMade } from "../names.js";

function words(live, s) {
  const block = Math.ceil((live.length * s.dim) / live.cells);
  const row = block > 1 ? `the mean of ${block} positions` : "one position";
  return [`Each row is ${row}. ${turnsMade(live, s)}`,
    `Heatmap of positional encodings: ${many(live.length, "position")} down, ` +
    `${many(s.dim, "dimension")} across, base ${short(s.base)}.`];
}

export { words };
