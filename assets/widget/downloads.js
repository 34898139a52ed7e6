// Files made in the browser: the same bytes as pandas and NumPy write.

// Python's shortest text of a float: exponents below 1e-4 and from 1e16 on, two digits at least.
function pythonFloat(x, single) {
  if (Number.isNaN(x)) return "";
  if (!Number.isFinite(x)) return x < 0 ? "-inf" : "inf";
  let digits = x.toExponential();
  for (let n = 0; single && n < 9; n++) {
    const shorter = x.toExponential(n);
    if (Math.fround(+shorter) === x) { digits = shorter; break; }
  }
  const [mantissa, exponent] = digits.split("e");
  const power = +exponent;
  if (power < -4 || power >= 16) {
    const sign = power < 0 ? "-" : "+";
    return `${mantissa}e${sign}${String(Math.abs(power)).padStart(2, "0")}`;
  }
  const [minus, figures] = [x < 0 || Object.is(x, -0) ? "-" : "", mantissa.replace(/[-.]/g, "")];
  if (power < 0) return `${minus}0.${"0".repeat(-power - 1)}${figures}`;
  const whole = figures.slice(0, power + 1).padEnd(power + 1, "0");
  return `${minus}${whole}.${figures.slice(power + 1) || "0"}`;
}

const single = (table) => {
  const first = table.data["by column"]?.[0] ?? (Array.isArray(table.data) ? table.data[0] : table.data);
  return first instanceof Float32Array;
};

// A field with a comma, a quote or a line break stands in quotes.
const field = (word) => /[",\r\n]/.test(word) ? `"${word.replaceAll('"', '""')}"` : `${word}`;

function csvOf(table, rows) {
  const narrow = single(table);
  const lines = [[table.indexName, ...table.columns].map(field).join()];
  for (let r = 0; r < table.shape[0]; r++) {
    lines.push([field(table.index[r]), ...Array.from(rows[r], (x) => pythonFloat(x, narrow))].join());
  }
  return new Blob([`${lines.join("\n")}\n`]);
}

// NumPy's format, version 1.0: magic, header length, header padded to a multiple of 64, the rows.
function npyOf(table, rows) {
  const narrow = single(table);
  const shape = table.shape.join(", ") + (table.shape.length === 1 ? "," : "");
  let head = `{'descr': '<f${narrow ? 4 : 8}', 'fortran_order': False, 'shape': (${shape}), }`;
  head = head.padEnd(64 * Math.ceil((10 + head.length + 1) / 64) - 11) + "\n";
  const start = Uint8Array.from([0x93, 78, 85, 77, 80, 89, 1, 0, head.length & 255, head.length >> 8]);
  const Type = narrow ? Float32Array : Float64Array;
  return new Blob([start, head, ...Array.from(rows, (row) => Type.from(row))]);
}

function save(name, blob, type = "application/octet-stream") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([blob], { type }));
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export { pythonFloat, csvOf, npyOf, save };
