// What stands above the widget, and what it is for those who cannot see it: [note, alt].
import { many, short } from "../names.js";

function words(live, s, { layout }) {
  const of = `dot products of ${many(live.length, "position")}, ${many(s.dim, "dimension")}, base ` +
    `${short(s.base)}.`;
  if (live.kind === "matrix") return ["Along each diagonal the colour is the same: the distance counts.",
    `Matrix of ${of}`];
  const [rise] = layout.annotations;
  return ["The same for every position, and for k as for −k. " + (rise.visible
    ? `It first rises again at offset ${short(rise.x)}.` : "Here it never rises with distance."),
  `Curve of ${of}`];
}

export { words };
