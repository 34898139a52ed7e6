// The one place where bytes become a chart. It keeps one Plotly figure for as long as the chart
// stands on the page, so a new number is a redraw: zoom and hover stay.
import { open, fill, rows } from "../widget/wire.js";
import { charts, livePicture } from "../widget/live.js";
import { csvOf, npyOf, save } from "../widget/downloads.js";
import { forget, point, whenPointed } from "./pointing.js";

const stored = new Map(); // id → the large part of a chart
const KEPT = 24;
const waiting = new Set();
const wanting = new Set();
const hosts = new WeakMap();
const coarse = matchMedia("(pointer: coarse)");

// The large part of a chart, which comes before it.
function takeNumbers(bytes) {
  const { head, arrays } = open(bytes);
  if (head["table of"]) return takeTable(head, arrays);
  stored.delete(head.id);
  stored.set(head.id, { lists: head.lists, arrays });
  if (stored.size > KEPT) stored.delete(stored.keys().next().value);
  for (const host of waiting) host.draw();
}

// The numbers of a chart whose picture holds fewer of them: somebody waits to save them.
function takeTable(head, arrays) {
  for (const host of wanting) {
    if (host.message.head.name !== head["table of"]) continue;
    wanting.delete(host);
    if (host.assembled()) Object.assign(host.figure.table, fill({ data: head.data }, { lists: [], near: arrays }));
    host.take(host.wants);
  }
}

// What all charts of a page share, by name: a light and a dark look, and one for a projector.
const templates = new Map();
function takeLook({ name, template }) {
  templates.set(name, template);
  for (const host of waiting) host.draw();
}

const brush = document.createElement("canvas").getContext("2d");
function dark(colour) {
  brush.fillStyle = colour; // read back as #rrggbb
  return parseInt(brush.fillStyle.slice(3, 5), 16) < 128;
}

// The page may turn dark or light while it is open, and Streamlit does not tell the server.
const looked = new Map(); // element of a look → its template, and how to ask for another
function watchLook(element, template, ask) {
  const app = document.querySelector('[data-testid="stApp"]');
  if (app) watcher.observe(app, { attributeFilter: ["class"] });
  looked.set(element, { paper: template.layout.paper_bgcolor, ask });
  return () => element.isConnected || looked.delete(element);
}

const watcher = new MutationObserver(() => {
  for (const [element, { paper, ask }] of looked) {
    const page = getComputedStyle(element).getPropertyValue("--st-background-color");
    if (!element.isConnected) looked.delete(element);
    else if (dark(page) !== dark(paper)) ask();
  }
});

let loading;
function plotly(address) {
  loading ||= window.Plotly ? Promise.resolve() : new Promise((resolve, reject) => {
    const script = document.createElement("script");
    Object.assign(script, { src: address, onload: resolve, onerror: reject });
    document.head.append(script);
  }).catch((error) => { loading = undefined; throw error; });
  return loading;
}

const DAMAGED = "This chart's data did not arrive whole. Reload the page to draw it again.";
const BUTTONS = [
  ["CSV", "Save the numbers of this picture as CSV"],
  ["NPY", "Save the numbers of this picture for NumPy"],
  ["PNG", "Save the picture as PNG"],
  ["SVG", "Save the picture as SVG"],
];

// Whether the browser's picture is the server's: every number within the rounding of 32 bits, every
// word the same. Then there is nothing to draw again.
function agrees(drawn, right) {
  if (drawn === right) return true;
  if (typeof drawn === "number" && typeof right === "number") {
    return Math.abs(drawn - right) <= 2e-7 * Math.max(1, Math.abs(right))
      || (Number.isNaN(drawn) && Number.isNaN(right));
  }
  if (!drawn || !right || typeof drawn !== "object" || typeof right !== "object") return false;
  if (right.length !== undefined) {
    if (drawn.length !== right.length) return false;
    for (let n = 0; n < right.length; n++) if (!agrees(drawn[n], right[n])) return false;
    return true;
  }
  return Object.keys(right).every((key) => agrees(drawn[key], right[key]));
}

// A chart that is out of sight can wait: first what the eye rests on, then the rest.
const sight = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) seen.get(target).cameIntoSight(isIntersecting);
}, { rootMargin: "200px" });
const seen = new WeakMap();
// A slider that moves leaves no time for what is out of sight.
const QUIET = 150;
const whenIdle = window.requestIdleCallback || ((act) => setTimeout(act, 50));

// Where a value stands: at its own place, or wherever the list has it, or at the last one below it.
function placesOf(values, value) {
  if (!values) return [value];
  const same = Array.from(values.keys()).filter((index) => values[index] === value);
  return same.length ? same : [values.findLastIndex((other) => other <= value)];
}

// Under a finger, so that a swipe scrolls the page and does not zoom the chart.
function withoutDrag(layout) {
  const axes = Object.keys(layout).filter((key) => /^[xy]axis/.test(key));
  const fixed = [...new Set([...axes, "xaxis", "yaxis"])].map((key) =>
    [key, { ...layout[key], fixedrange: true }]);
  return { ...Object.fromEntries(fixed), dragmode: false };
}

class Host {
  constructor(parent) {
    this.box = parent.querySelector(".pe-host");
    this.plot = this.box.querySelector(".pe-plot");
    this.trouble = this.box.querySelector(".pe-trouble");
    this.marks = this.box.querySelector(".pe-marks");
    const tools = this.box.querySelector(".pe-tools");
    for (const [name, title] of BUTTONS) this.button(tools, name, title, () => this.take(name));
    if (document.fullscreenEnabled) {
      this.button(tools, "Full screen", "Show this picture on the whole screen", () =>
        document.fullscreenElement ? document.exitFullscreen() : this.box.requestFullscreen());
    }
    this.inSight = true;
    seen.set(this.box, this);
    sight.observe(this.box);
    this.sizes = new ResizeObserver(() => this.resized());
    this.sizes.observe(this.plot);
    // A frame may change its height alone.
    this.sizes.observe(document.documentElement);
    whenPointed(this);
  }

  // The reader left the page: nothing may hold the chart any longer. Streamlit also calls this for
  // a message that a newer one overtook, while the chart stands.
  end() {
    if (this.box.isConnected) return;
    this.sizes.disconnect();
    sight.unobserve(this.box);
    clearTimeout(this.later);
    this.next = null;
    for (const all of [charts, waiting, wanting]) all.delete(this);
    forget(this);
    window.Plotly?.purge(this.plot);
  }

  button(tools, name, title, act) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: name, title, onclick: act });
    button.setAttribute("aria-label", title);
    tools.append(button);
  }

  receive(bytes, api) {
    this.api = api;
    try {
      this.message = open(bytes);
      this.figure = null;
      this.draw();
    } catch (error) {
      this.fail(DAMAGED, error);
    }
  }

  // The server's figure, put together once; null while its large part is still on the way.
  assembled() {
    if (this.figure) return this.figure;
    const { head, arrays } = this.message;
    const large = head.numbers && stored.get(head.numbers);
    const template = templates.get(head.look);
    if (!template || (head.numbers && !large)) return null;
    const source = { lists: (large || head).lists, near: arrays, far: large?.arrays };
    this.figure = fill({ spec: head.spec, table: head.table, picks: head.picks || [] }, source);
    this.figure.spec.layout.template = template;
    if (!Array.isArray(this.figure.spec.data)) throw new TypeError("a figure has a list of traces");
    return this.figure;
  }

  draw() {
    const figure = this.assembled();
    this.box.setAttribute("aria-busy", !figure);
    waiting[figure ? "delete" : "add"](this);
    if (!figure) return;
    const { head } = this.message;
    this.plot.setAttribute("aria-label", head.alt);
    const live = livePicture(figure.spec, head.live);
    if (!live && this.byBrowser && agrees(this.spec, figure.spec)) this.confirm(figure.spec);
    else this.soon(live || figure.spec);
    charts[head.live ? "add" : "delete"](this);
    this.box.querySelector(".pe-tools").hidden = head.projected;
  }

  // Called in the frame after a slider has moved.
  follow() {
    if (!this.box.isConnected) return void charts.delete(this);
    const spec = this.figure && livePicture(this.figure.spec, this.message.head.live);
    if (spec) this.soon(spec);
  }

  // The server's numbers are those of the picture that is there.
  confirm(spec) {
    this.spec = spec;
    this.byBrowser = false;
    this.box.dataset.from = "server";
  }

  soon(spec) {
    this.next = spec;
    if (this.inSight) return void this.paintNext();
    this.box.setAttribute("aria-busy", true);
    clearTimeout(this.later);
    this.later = setTimeout(() => whenIdle(() => this.paintNext(), { timeout: 400 }), QUIET);
  }

  paintNext() {
    const spec = this.next;
    this.next = null;
    if (!spec) return;
    this.paint(spec).then(() => this.box.setAttribute("aria-busy", !!this.next), (error) =>
      this.fail("This picture cannot be drawn. Its numbers can be saved below.", error));
  }

  cameIntoSight(inSight) {
    this.inSight = inSight;
    if (inSight) this.paintNext();
  }

  async paint(spec) {
    this.spec = spec;
    if (!window.Plotly) {
      try {
        await plotly(this.message.head.plotly);
      } catch (error) {
        return this.fail("The drawing library did not load, so there is no picture. " +
          "The numbers can be saved below.", error);
      }
      spec = this.spec; // a newer one may have come meanwhile
    }
    const width = this.plot.clientWidth;
    if (!width || !this.box.isConnected) return;
    const layout = { ...spec.layout, width, height: this.height(), uirevision: "kept" };
    if (coarse.matches) Object.assign(layout, withoutDrag(layout));
    this.plot.style.height = `${layout.height}px`;
    this.trouble.hidden = true;
    this.width = width;
    const config = { displaylogo: false, displayModeBar: coarse.matches ? false : "hover",
      modeBarButtonsToRemove: ["select2d", "lasso2d", "autoScale2d", "toImage"] };
    if (spec.frames && this.framed !== spec) await window.Plotly.newPlot(this.plot, { ...spec, layout, config });
    else window.Plotly.react(this.plot, spec.data, layout, config);
    this.framed = spec;
    this.box.dataset.drawn = +(this.box.dataset.drawn || 0) + 1;
    this.byBrowser = spec !== this.figure?.spec;
    this.box.dataset.from = this.byBrowser ? "browser" : "server";
    this.listen();
  }

  height() {
    const { head } = this.message;
    if (document.fullscreenElement === this.box) {
      return Math.max(200, window.innerHeight - this.box.querySelector(".pe-tools").offsetHeight - 24);
    }
    // A live picture may have grown by a row, against the server's.
    const grown = this.spec.layout.height - (this.figure?.spec.layout.height ?? this.spec.layout.height);
    if (!head.fill) return head.height + grown;
    // Alone in a frame, a chart fills it, with its buttons below.
    const top = this.box.getBoundingClientRect().top + window.scrollY;
    return Math.max(200, window.innerHeight - Math.max(0, top) - 36);
  }

  // Plotly's own events, once: it keeps its listeners through every redraw.
  listen() {
    if (this.listening) return;
    this.listening = true;
    this.plot.on("plotly_click", ({ points }) => this.pick(points[0]));
    this.plot.on("plotly_hover", ({ points }) => this.pointAt(points[0]));
    this.plot.on("plotly_unhover", () => this.pointAt(null));
  }

  // What a place in the picture stands for: { position: 20, dimension: 6 }. Values, if there are
  // any, count along the axis; without an axis, they are the points' own.
  meaning(place) {
    const found = {};
    for (const [key, axis, values] of this.figure?.picks || []) {
      const number = place.pointNumber ?? place.pointIndex;
      const along = typeof place[axis] === "number" ? place[axis] : number;
      const index = Array.isArray(number) ? number[axis === "y" ? 0 : 1] : along;
      const value = values ? values[index] : place[axis];
      if (Number.isFinite(value)) found[key] = value;
    }
    return found;
  }

  pick(place) {
    if (!this.message.head.selects || place.curveNumber) return;
    this.api.setTriggerValue("picked", this.meaning(place));
  }

  pointAt(place) {
    point(this, place && this.meaning(place));
  }

  // A thin line where another chart of the page is pointed at.
  mark(from, found) {
    this.marks.replaceChildren();
    if (from === this || !found || !this.box.isConnected) return;
    const full = this.plot._fullLayout;
    if (!full?.xaxis) return;
    for (const [key, axis, values] of this.figure?.picks || []) {
      if (!(key in found)) continue;
      for (const at of placesOf(values, found[key])) {
        if (axis) this.line(full, axis, at);
        else this.ring(full, at);
      }
    }
  }

  line(full, axis, at) {
    const scale = full[`${axis}axis`];
    const place = scale.d2p(scale.type === "category" ? scale._categories[at] : at);
    if (!Number.isFinite(place) || place < 0 || place > scale._length) return;
    const { l, t, w, h } = full._size;
    this.put(axis === "y" ? "across" : "down", axis === "y"
      ? { left: l, width: w, top: scale._offset + place }
      : { top: t, height: h, left: scale._offset + place });
  }

  // Around the n-th point of the last trace.
  ring(full, at) {
    const { x, y } = this.spec.data.at(-1);
    const place = (scale, value) => scale._offset + scale.d2p(value);
    this.put("ring", { left: place(full.xaxis, x[at]), top: place(full.yaxis, y[at]) });
  }

  put(name, pixels) {
    const mark = document.createElement("i");
    mark.className = name;
    for (const key in pixels) mark.style[key] = `${pixels[key]}px`;
    this.marks.append(mark);
  }

  resized() {
    if (this.spec && window.Plotly && (this.plot.clientWidth !== this.width
      || this.plot.style.height !== `${this.height()}px`)) this.paint(this.spec);
  }

  async take(kind) {
    const { head } = this.message;
    const figure = this.assembled();
    if (!figure) return;
    if (["CSV", "NPY"].includes(kind) && !figure.table.data) {
      this.wants = kind;
      wanting.add(this);
      return this.api.setTriggerValue("wanted", kind);
    }
    if (kind === "CSV") return save(`${head.name}.csv`, csvOf(figure.table, rows(figure.table)), "text/csv");
    if (kind === "NPY") return save(`${head.name}.npy`, npyOf(figure.table, rows(figure.table)));
    const options = { format: kind.toLowerCase(), filename: head.name, scale: 2,
      width: this.plot.clientWidth, height: this.height() };
    await window.Plotly?.downloadImage(this.plot, options);
  }

  fail(words, error) {
    console.warn(words, error);
    this.trouble.textContent = words;
    this.trouble.hidden = false;
    this.box.setAttribute("aria-busy", false);
  }
}

// What Streamlit calls at each change of the data; the element on the page stays the same.
function chart({ data, parentElement, setTriggerValue }) {
  let host = hosts.get(parentElement);
  if (!host) hosts.set(parentElement, (host = new Host(parentElement)));
  host.receive(data, { setTriggerValue });
  return () => host.end();
}

export { chart, takeLook, takeNumbers, watchLook };
