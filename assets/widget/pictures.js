// The pictures that a browser can compute by itself, by the name that a chart's `live` gives.
import { derivation, exponentLine, wavelengths } from "./pictures/derivation.js";
import { frequencies } from "./pictures/frequencies.js";
import { heatmap } from "./pictures/heatmap.js";
import { arrows, drift, offsetCurve, selfScore } from "./pictures/rotary.js";
import { clocks, shiftMatrix } from "./pictures/shift.js";
import { matrix, profile, row } from "./pictures/similarity.js";
import { wave } from "./pictures/wave.js";

const pictures = { arrows, clocks, derivation, drift, exponents: exponentLine, frequencies, heatmap,
  matrix, profile, "rotary-score": offsetCurve, row, "self-score": selfScore,
  "shift-matrix": shiftMatrix, wave, wavelengths };

export { pictures };
