// The numbers of vectors across dimensions: as pe_core/figures/waves.py.
import { waveNames } from "../columns.js";
import { encode, sinusoid } from "../encoding.js";
import { plain } from "../names.js";

function wave(live) {
  const s = sinusoid(live.sinusoid);
  const edge = 1.08 * s.amplitude;
  const mode = s.dim <= 256 ? "lines+markers" : "lines";
  const rows = [live.position, live.other].filter((row) => row != null);
  const data = rows.flatMap((row) => {
    const place = row + s.origin;
    const vector = encode(s, place);
    return [["sine", s.sines], ["cosine", s.cosines]].map(([name, columns]) => ({
      x: columns, y: columns.map((c) => vector[c]), customdata: waveNames(s, columns), mode,
      name: `${name}, position ${plain(place)}`,
      hovertemplate: `position ${plain(place)}, dimension %{customdata}: %{y:.4f}<extra></extra>`,
    }));
  });
  return { data, layout: { xaxis: { range: [-0.5, s.dim - 0.5] }, yaxis: { range: [-edge, edge] } } };
}

export { wave };
