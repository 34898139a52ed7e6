// The pictures that a browser can compute by itself, by the name that a chart's `live` gives.
import { exponentLine, frequencies, wavelengths } from "./pictures/frequencies.js";
import { heatmap } from "./pictures/heatmap.js";
import { clocks, shiftMatrix } from "./pictures/shift.js";
import { matrix, profile, row } from "./pictures/similarity.js";
import { derivation, wave } from "./pictures/wave.js";

const pictures = { clocks, derivation, exponents: exponentLine, frequencies, heatmap, profile,
  row, "shift-matrix": shiftMatrix, similarity: matrix, wave, wavelengths };

export { pictures };
