// The numbers of the dot products of one position: as pe_core/figures/similarity.py.
import { sinusoid } from "../encoding.js";
import { plain } from "../names.js";
import { known, lone, POINTS, profileOf, SEARCHED, spread } from "./similarity.js";

function row(live) {
  const s = sinusoid(live.sinusoid);
  const places = [...new Set([...spread(live.first, live.last, POINTS), live.position])]
    .filter((p) => p >= live.first && p <= live.last).sort((a, b) => a - b);
  profileOf(s, Math.min(live.length, SEARCHED));
  const at = live.position + s.origin;
  return { data: [{ x: places.map((p) => p + s.origin),
    y: places.map((p) => known(s, Math.abs(p - live.position)) + lone(s, p, live.position)),
    hovertemplate: `position ${plain(at)} · position %{x}: %{y:.3f}<extra></extra>` }],
    layout: { shapes: [{ x0: at, x1: at }] } };
}

export { row };
