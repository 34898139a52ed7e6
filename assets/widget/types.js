// Rounding to the short types that models compute in, ties to even: as pe_core/rotary/rounding.py.
import { roundEven } from "./rounding.js";

const bits = new Uint32Array(1);
const single = new Float32Array(bits.buffer);

function bfloat16(x) {
  single[0] = x;
  bits[0] += 0x7fff + ((bits[0] >>> 16) & 1);
  bits[0] &= 0xffff0000;
  return single[0];
}

// For x from 0 up; below 2^-14 the steps get no finer.
function float16(x) {
  if (x === 0) return 0;
  let exponent = Math.floor(Math.log2(x));
  if (2 ** exponent > x) exponent -= 1;
  else if (2 ** (exponent + 1) <= x) exponent += 1;
  const step = 2 ** (Math.max(exponent, -14) - 10);
  const rounded = roundEven(x / step) * step;
  return rounded > 65_504 ? Infinity : rounded;
}

const types = { float32: Math.fround, float16, bfloat16 };

export { bfloat16, types };
