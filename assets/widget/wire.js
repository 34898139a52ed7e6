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

function array([type, offset, far, shape], near, distant) {
  const Type = TYPES[type];
  const count = shape.reduce((a, b) => a * b, 1);
  return nested(new Type(far ? distant : near, offset, count), shape);
}

// Rows of numbers, or rows of rows, as views of one array.
function nested(flat, [length, ...inner]) {
  if (!inner.length) return flat;
  const size = inner.reduce((a, b) => a * b, 1);
  return Array.from({ length }, (_, n) => nested(flat.subarray(n * size, (n + 1) * size), inner));
}

const steps = ([first, step, count]) => Float64Array.from({ length: count }, (_, n) => first + n * step);

// Puts arrays and lists back where the head refers to them; source: { lists, near, far }.
function fill(thing, source) {
  if (Array.isArray(thing)) return thing.map((item) => fill(item, source));
  if (!thing || typeof thing !== "object") return thing;
  if (thing["@"]) return array(thing["@"], source.near, source.far);
  if (thing["→"]) return steps(thing["→"]);
  if ("#" in thing) return source.lists[thing["#"]];
  const out = {};
  for (const key in thing) out[key] = fill(thing[key], source);
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
