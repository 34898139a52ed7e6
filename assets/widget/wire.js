// Reads a chart from the bytes that pe_core/export/wire.py writes: the length of a JSON head, the
// head, and arrays behind it. The large part of a chart comes as a message of its own and is kept.

const TYPES = { f8: Float64Array, f4: Float32Array, i4: Int32Array, u1: Uint8Array };
const HEAD = new TextDecoder();

// A message as { head, arrays }: arrays is the buffer behind the head.
function open(bytes) {
  // A view into a larger message may begin anywhere; typed arrays must begin at multiples of 8.
  const own = bytes.slice();
  const length = new DataView(own.buffer).getUint32(0, true);
  const head = JSON.parse(HEAD.decode(own.subarray(4, 4 + length)));
  return { head, arrays: own.buffer.slice(4 + length) };
}

function array([type, offset, shape], arrays) {
  const Type = TYPES[type];
  const count = shape.reduce((a, b) => a * b, 1);
  return nested(new Type(arrays, offset, count), shape);
}

// Rows of numbers, or rows of rows, as views of one array.
function nested(flat, [length, ...inner]) {
  if (!inner.length) return flat;
  const size = inner.reduce((a, b) => a * b, 1);
  return Array.from({ length }, (_, n) => nested(flat.subarray(n * size, (n + 1) * size), inner));
}

// Puts arrays and lists back where the head refers to them.
function fill(thing, { lists, arrays }) {
  if (Array.isArray(thing)) return thing.map((item) => fill(item, { lists, arrays }));
  if (!thing || typeof thing !== "object") return thing;
  if (thing["@"]) return array(thing["@"], arrays);
  if ("#" in thing) return lists[thing["#"]];
  const out = {};
  for (const key in thing) out[key] = fill(thing[key], { lists, arrays });
  return out;
}

// The numbers of a chart as rows of plain values, whichever way they were sent.
function rows(table) {
  const { data, shape } = table;
  if (data["by column"]) {
    return Array.from({ length: shape[0] }, (_, r) => data["by column"].map((column) => column[r]));
  }
  if (Array.isArray(data) && table.turned) {
    return Array.from({ length: shape[0] }, (_, r) => Array.from(data, (row) => row[r]));
  }
  return data;
}

export { open, fill, rows };
