// What stands above the widget, and what it is for those who cannot see it: [note, alt].
import { many, short } from "../names.js";

function words(live, s, { data: [, start, , { text }] }) {
  const odd = s.cosines.length < s.sines.length;
  return [`From ${start.name} (dotted) on by ${live.k}: each hand turns by ω·k, wherever it starts.` +
    (odd ? ` Drawn for d = ${s.dim + 1}, as one sine alone cannot turn.` : ""),
  `${many(text.length, "clock")}, base ${short(s.base)}: moving from ${start.name} on by ${live.k} ` +
    `turns ${text.join(", ").replaceAll("<br>", " by ")}.`];
}

export { words };
