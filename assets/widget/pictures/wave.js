// The numbers of vectors across dimensions and of their derivation: as pe_core/figures/waves.py.
import { encode, sinusoid } from "../encoding.js";
import { waveNames } from "../names.js";

function wave(live) {
  const s = sinusoid(live.sinusoid);
  const edge = 1.08 * s.amplitude;
  const mode = s.dim <= 256 ? "lines+markers" : "lines";
  const data = [live.position, live.other].flatMap((row) => {
    const place = row + s.origin;
    const vector = encode(s, place);
    return [["sine", s.sines], ["cosine", s.cosines]].map(([name, columns]) => ({
      x: columns, y: columns.map((c) => vector[c]), customdata: waveNames(s, columns), mode,
      name: `${name}, position ${place}`,
      hovertemplate: `position ${place}, dimension %{customdata}: %{y:.4f}<extra></extra>`,
    }));
  });
  return { data, layout: { xaxis: { range: [-0.5, s.dim - 0.5] }, yaxis: { range: [-edge, edge] } } };
}

function derivation(live) {
  const s = sinusoid(live.sinusoid);
  const place = live.position + s.origin;
  const pairs = [...s.frequencies.keys()];
  const angles = pairs.map((i) => s.frequencies[i] * place);
  const sized = (wave) => (angle) => s.amplitude * wave(angle);
  const curves = [exponents(s), s.frequencies, angles, angles.map(sized(Math.sin)),
    angles.slice(0, s.cosines.length).map(sized(Math.cos))];
  const mode = pairs.length <= 128 ? "lines+markers" : "lines";
  const data = curves.map((y) => ({ x: pairs.slice(0, y.length), y, mode }));
  data[2].name = `3 · angle = inverse frequency × ${place}`;
  return { data };
}

// The exponent of each pair: 2i/d in the paper, i/(n - 1) to the end point.
function exponents(s) {
  const count = s.frequencies.length;
  const odd = s.dim % 2;
  const columns = s.tail === "zero" ? s.dim - odd : s.tail === "truncate" ? s.dim + odd : s.dim;
  return s.frequencies.map((_, i) => s.spacing === "endpoint" ? i / Math.max(count - 1, 1)
    : (2 * i) / Math.max(columns, 1));
}

export { wave, derivation, exponents };
