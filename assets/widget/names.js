// How numbers and waves are written: the same words as pe_core/overview.py.

const grouped = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

// Three to six significant digits, thousands marked.
const short = (x) => !Number.isFinite(x) ? "∞"
  : Math.abs(x) >= 100 ? grouped.format(x) : String(+x.toPrecision(3));
// A number as it is, without the last digits of rounding.
const plain = (x) => String(+x.toPrecision(15));
const turn = (w) => (2 * Math.PI) / w;
const many = (count, noun) => `${short(count)} ${noun}${count === 1 ? "" : "s"}`;

// Which pairs come round within the length of the text.
const turnsMade = ({ length }, { frequencies }) => {
  const whole = frequencies.filter((w) => turn(w) <= length).length;
  return `${short(whole)} of ${many(frequencies.length, "pair")} complete a turn within ` +
    `${many(length, "position")}; the slowest needs ${short(turn(frequencies.at(-1)))}.`;
};

export { short, plain, turn, many, turnsMade };
