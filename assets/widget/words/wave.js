// What stands above the widget, and what it is for those who cannot see it: [note, alt].
import { many, plain, short, turnsMade } from "../names.js";

const words = (live, s) => [turnsMade(live, s), `Position ${plain(live.position + s.origin)} as a ` +
  `vector of ${many(s.dim, "value")}, base ${short(s.base)}; sines and cosines in two colours.`];

export { words };
