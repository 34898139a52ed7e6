// The numbers of what rounding does to positions and angles: as pe_core/figures/precision.py.
import { roundEven } from "../rounding.js";
import { types } from "../types.js";
import { even } from "./shift.js";

const DRAWN = 48;
const LENGTHS = 120;

const finite = (x) => (Number.isFinite(x) ? x : NaN);

function collisions({ length }) {
  const first = Math.max(0, length - DRAWN);
  const x = Array.from({ length: length - first }, (_, n) => first + n);
  return { data: Object.values(types).map((round) => ({ x, y: x.map((p) => finite(round(p))) })) };
}

// The largest error of a rounded position below each length, counted on from what is known.
const known = {};
function positionErrors(name, length) {
  const found = (known[name] ||= [0]);
  const round = types[name];
  for (let p = found.length; p < length; p++) {
    found.push(Math.max(found[p - 1], Math.abs(round(p) - p)));
  }
  return found;
}

function phaseGrowth(live) {
  const speeds = even(live).frequencies;
  const top = Math.max(live.length, 4);
  const lengths = [...new Set(Array.from({ length: LENGTHS }, (_, n) =>
    roundEven(2 * (top / 2) ** (n / (LENGTHS - 1)))))];
  const fastest = Math.max(...speeds);
  return {
    data: Object.entries(types).map(([name, round]) => {
      let errors;
      if (live.rounded === "positions") {
        const off = positionErrors(name, top);
        errors = lengths.map((length) => off[length - 1] * fastest);
      } else {
        const off = speeds.reduce((most, w) => Math.max(most, Math.abs(round(w) - w)), 0);
        errors = lengths.map((length) => (length - 1) * off);
      }
      const seen = lengths.map((_, n) => n).filter((n) => errors[n] > 0 && Number.isFinite(errors[n]));
      return { x: seen.map((n) => lengths[n]), y: seen.map((n) => errors[n]),
        mode: seen.length === 1 ? "lines+markers" : "lines" };
    }),
  };
}

export { collisions, phaseGrowth };
