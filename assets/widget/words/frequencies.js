// What stands above the widget, and what it is for those who cannot see it: [note, alt].
import { many, short, turnsMade } from "../names.js";

const words = (live, s) => [turnsMade(live, s), `Inverse frequencies of ` +
  `${many(s.frequencies.length, "pair")}, base ${short(s.base)}: from ${short(s.frequencies[0])} ` +
  `down to ${short(s.frequencies.at(-1))} rad per position.`];

export { words };
