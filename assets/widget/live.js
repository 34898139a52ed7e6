// What moves under the finger. A slider tells where it stands; every chart that follows it draws
// itself anew in the next frame, from numbers computed here. Nothing is sent meanwhile. On release
// the server is asked, and its numbers replace these as soon as they arrive.
import { merge } from "./merge.js";
import { pictures } from "./pictures.js";

const moves = {}; // parameter → where its slider stands, until the server has answered
const charts = new Set();
let frame = 0;

function move(key, value) {
  moves[key] = value;
  frame ||= requestAnimationFrame(() => {
    frame = 0;
    for (const chart of charts) chart.follow();
  });
}

const answered = (key) => delete moves[key];

// A slider is let go where it was, or is gone: the server's picture is right already.
function returned(key) {
  if (!(key in moves)) return;
  delete moves[key];
  for (const chart of charts) chart.draw();
}

// The settings of a live picture as the sliders stand now, or null if none of them concerns it.
function moved(live) {
  const keys = Object.keys(moves).filter((key) => live.follows.includes(key));
  if (!keys.length) return null;
  const now = { ...live, sinusoid: { ...live.sinusoid } };
  for (const key of keys) {
    if (key === "d") now.sinusoid.dim = moves.d;
    else if (key === "base") now.sinusoid.base = moves.base;
    else now[key] = moves[key];
  }
  return keepWithin(now, live);
}

// Positions end where the table ends, and a window that was open to its end stays so.
function keepWithin(now, before) {
  const end = now.length - 1;
  if ("last" in now) {
    now.last = before.last === before.length - 1 ? end : Math.min(now.last, end);
    now.first = Math.min(now.first, now.last);
  }
  for (const key of ["position", "other"]) {
    if (now[key] != null) now[key] = Math.min(now[key], end);
  }
  if (now.dimension != null) now.dimension = Math.min(now.dimension, now.sinusoid.dim - 1);
  return now;
}

// The figure at the sliders' place, or null where the server's own is the right one.
function livePicture(spec, live) {
  const now = live && moved(live);
  return now && merge(spec, pictures[live.kind](now));
}

export { move, answered, returned, charts, livePicture };
