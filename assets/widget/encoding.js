// The sinusoidal positional encoding (Vaswani et al. 2017, section 3.5) in plain JavaScript.
// An ES module without dependencies or a build step; the same numbers as pe_core.Sinusoid.
//
// A settings object has the fields of Sinusoid: dim, base, spacing ("paper" | "endpoint"),
// layout ("interleaved" | "sin_cos" | "cos_sin"), origin, amplitude, tail ("sine" | "zero" |
// "truncate"). All but dim have the same defaults as there.

// Math.pow is off by a few units in the last place, and a position of 10,000 makes that an error
// of 1e-11 in the angle. So frequencies are computed as integers that count 2^-200.
const BITS = 200n;
const ONE = 1n << BITS;
const times = (a, b) => (a * b) >> BITS;

// Sum first + second + ..., where next(term, n) makes the term after the n-th.
function series(first, next) {
  let [sum, term, n] = [0n, first, 1n];
  for (; term; term = next(term, n), n += 1n) sum += term;
  return sum;
}

// 2·artanh((x - 1)/(x + 1)), which is ln x, for x near 1.
function nearLog(x) {
  const t = ((x - ONE) << BITS) / (x + ONE);
  const square = times(t, t);
  let power = t;
  return 2n * series(t, (_, n) => (power = (power * square) / ONE) / (2n * n + 1n));
}

function log(x) {
  let doublings = 0n;
  for (; x > (3n * ONE) / 2n; doublings += 1n) x >>= 1n;
  for (; x < (3n * ONE) / 4n; doublings -= 1n) x <<= 1n;
  return nearLog(x) + doublings * nearLog(2n * ONE);
}

// exp(x) = exp(x / 256)^256.
function exp(x) {
  let y = series(ONE, (term, n) => (term * (x >> 8n)) / ONE / n);
  for (let i = 0; i < 8; i++) y = times(y, y);
  return y;
}

// base^(-i · numerator/denominator) for i = 0 … count - 1, in rad per position, correctly rounded.
function geometric(base, count, numerator, denominator) {
  const exact = BigInt(base * 2 ** 100) << 100n;
  const ratio = exp((-log(exact) * BigInt(numerator)) / BigInt(denominator));
  let power = ONE;
  return Float64Array.from({ length: count }, () => {
    const value = Number(power) / 2 ** 200;
    power = times(power, ratio);
    return value;
  });
}

// Settings with defaults, the frequency of each pair, and the columns of its sine and cosine.
function sinusoid(settings) {
  const s = { base: 10000, spacing: "paper", layout: "interleaved", origin: 0, amplitude: 1,
    tail: "sine", ...settings };
  const odd = s.dim % 2;
  const columns = s.tail === "zero" ? s.dim - odd : s.dim;
  const sines = Math.ceil(columns / 2);
  const cosines = columns - sines;
  s.frequencies = s.spacing === "endpoint"
    ? geometric(s.base, sines, 1, Math.max(sines - 1, 1))
    : geometric(s.base, sines, 2, s.tail === "truncate" ? s.dim + odd : Math.max(columns, 1));
  const [sine, cosine, step] = { interleaved: [0, 1, 2], sin_cos: [0, sines, 1],
    cos_sin: [cosines, 0, 1] }[s.layout];
  s.sines = Array.from({ length: sines }, (_, i) => sine + step * i);
  s.cosines = Array.from({ length: cosines }, (_, i) => cosine + step * i);
  return s;
}

// The vector of one absolute position.
function encode(s, position) {
  const out = new Float64Array(s.dim);
  s.frequencies.forEach((w, i) => {
    out[s.sines[i]] = s.amplitude * Math.sin(w * position);
    if (i < s.cosines.length) out[s.cosines[i]] = s.amplitude * Math.cos(w * position);
  });
  return out;
}

// The mean of a wave over some neighbouring positions is the wave at their middle, made smaller by
// this factor: the Dirichlet kernel.
function damping(w, count) {
  const below = count * Math.sin(w / 2);
  return count > 1 && below ? Math.sin((count * w) / 2) / below : 1;
}

export { sinusoid, encode, damping };
