// The pictures that a browser can compute by itself, by the name that a chart's `live` gives.
import { derivation, exponentLine, wavelengths } from "./pictures/derivation.js";
import { frequencies } from "./pictures/frequencies.js";
import { heatmap } from "./pictures/heatmap.js";
import { collisions, phaseGrowth } from "./pictures/precision.js";
import { arrows, drift, offsetCurve, selfScore } from "./pictures/rotary.js";
import { clocks, shiftMatrix } from "./pictures/shift.js";
import { matrix, profile, row } from "./pictures/similarity.js";
import { wave } from "./pictures/wave.js";

const pictures = { arrows, clocks, collisions, derivation, drift, exponents: exponentLine, frequencies,
  heatmap, matrix, "phase-growth": phaseGrowth, profile, "rotary-score": offsetCurve, row,
  "self-score": selfScore, "shift-matrix": shiftMatrix, wave, wavelengths };

export { pictures };
