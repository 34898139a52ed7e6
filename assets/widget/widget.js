// A chart with its own sliders. Everything here runs inside one function per widget, so several
// widgets on a page share nothing but Plotly. `own.charts` holds the looks of one picture or two,
// as pe_core/figures gives them, and the numbers that each starts from; `pictures` computes more,
// and `words` says what is seen (pictures/*.js, words/*.js).
import { sinusoid } from "./encoding.js";
import { merge } from "./merge.js";

const exact = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 12 });

// What each control does to the state; lengths and positions count from the origin. The first one
// can play by itself.
const CONTROLS = {
  position: { label: "Position p", plays: true, low: (o) => o.sinusoid.origin, high: (o, v) => o.sinusoid.origin + v.length - 1 },
  offset: { label: "Offset k", plays: true, low: () => 0, high: (o, v) => Math.max(v.length - 1, 1) },
  d: { label: "Dimensions d", low: (o) => o.lowDim, high: (o) => o.maxDim, step: (o) => o.step },
  length: { label: "Length", low: () => 1, high: (o) => o.maxLength },
  // Base runs over powers of ten.
  base: { label: "Base", log: true, low: (o) => o.lowBase, high: (o) => o.highBase },
  log: { label: "Logarithmic axis", check: true },
  matrix: { label: "As a matrix", check: true },
};

const element = (tag, props, parent) =>
  parent.appendChild(Object.assign(document.createElement(tag), props));

// Values asked for in the address of a widget's own page: ?position=5&d=64&theme=dark.
function readQuery(root, state, query) {
  const theme = query.get("theme");
  if (["light", "dark", "auto"].includes(theme)) root.dataset.theme = theme;
  for (const key in state) {
    const text = query.get(key);
    if (text && CONTROLS[key].check) state[key] = text === "true";
    else if (text && isFinite(text)) state[key] = +text;
  }
}

function keepInBounds(state, own) {
  const within = (x, low, high) => Math.min(Math.max(x, low), high);
  for (const key of ["d", "length", "position", "offset"]) {
    const { low, high } = CONTROLS[key];
    const start = low(own, state);
    state[key] = within(start + Math.round(state[key] - start), start, high(own, state));
  }
  state.base = within(state.base, 1, 1e12);
}

function build(root, own, pictures, words) {
  const state = { ...own.state };
  if (own.page) readQuery(root, state, new URLSearchParams(location.search));
  own.step = state.d % 2 && own.sinusoid.tail !== "error" ? 1 : 2;
  own.lowDim = own.sinusoid.tail === "zero" ? 2 : own.step;
  keepInBounds(state, own);
  own.lowBase = Math.min(1, Math.log10(state.base));
  own.highBase = Math.max(6, Math.log10(state.base));

  const find = (name) => root.querySelector(`.pe-${name}`);
  const [chart, note, link] = ["chart", "note", "link"].map(find);
  const choice = own.controls.find((key) => CONTROLS[key].check);
  const shows = [];
  let [waiting, playing] = [0, 0];

  // What a picture is computed from: where the sliders stand, and what fits into the space.
  function now(live, width, height) {
    // More rows than the picture has pixels, below its scales, would show what is not there.
    const rows = Math.min(560, Math.max(64, Math.floor((height - 60) * devicePixelRatio)));
    const place = own.controls.includes("position") && { position: state.position - own.sinusoid.origin };
    return { ...live, ...place, sinusoid: { ...own.sinusoid, dim: state.d, base: state.base },
      length: state.length, first: 0, last: state.length - 1, k: state.offset, cells: state.d * rows,
      pairs: 4 * Math.min(3, Math.max(1, Math.round((3.2 * height) / width))) };
  }

  function paint() {
    waiting = 0;
    const { clientWidth: width, clientHeight: height } = chart;
    if (!width || !height) return;
    const css = getComputedStyle(root);
    // Colours are names of the page's own, so that they follow it to the dark side.
    const coloured = (part) => JSON.parse(JSON.stringify(part), (_, value) =>
      /^--/.test(value) ? css.getPropertyValue(value).trim() : value);
    const { spec, live } = own.charts[+(state[choice] || 0)];
    const numbers = now(live, width, height);
    const figure = merge(coloured(spec), pictures[live.kind](numbers));
    const { data, layout } = fitted(figure, width, height);
    const template = coloured(own.template);
    Plotly.react(chart, data, { ...layout, template }, { displayModeBar: false });
    [note.textContent, chart.ariaLabel] = words(numbers, sinusoid(numbers.sinusoid), figure);
    if (own.explorer) {
      const url = new URL(own.explorer);
      for (const key of ["d", "length", "base", "position"]) url.searchParams.set(key, state[key]);
      link.href = url;
    }
  }

  // However many events arrive, one picture a frame.
  const later = () => (waiting ||= requestAnimationFrame(paint));

  function change(key, value) {
    state[key] = value;
    keepInBounds(state, own);
    for (const show of shows) show();
    later();
  }

  function addSwitch(key, textContent) {
    const box = element("label", { className: "pe-check" }, find("controls"));
    const input = element("input", { type: "checkbox", ariaLabel: textContent }, box);
    element("span", { textContent }, box);
    shows.push(() => (input.checked = state[key]));
    input.oninput = () => change(key, input.checked);
  }

  function addSlider(key, control, plays) {
    const box = element("div", { className: "pe-slider" }, find("controls"));
    const head = element("span", { textContent: control.label }, box);
    const output = element("output", {}, box);
    const input = element("input", { type: "range", ariaLabel: control.label }, box);
    const ends = () => [control.low(own, state), control.high(own, state)];
    input.oninput = () => change(key, control.log ? +(10 ** input.value).toPrecision(3) : +input.value);
    shows.push(() => {
      const [min, max] = ends();
      Object.assign(input, { min, max, step: control.log ? 0.01 : control.step?.(own) || 1 });
      input.value = control.log ? Math.log10(state[key]) : state[key];
      output.textContent = input.ariaValueText = exact.format(state[key]);
      input.style.setProperty("--filled", (input.value - min) / (max - min || 1));
    });
    if (plays) addPlay(head, key, ends);
  }

  function addPlay(head, key, ends) {
    const button = element("button", { type: "button", className: "pe-play" }, head);
    head.prepend(button);
    const tell = () => Object.assign(button, playing ? { textContent: "❚❚", ariaLabel: "Pause" }
      : { textContent: "▶\uFE0E", ariaLabel: `Play, ${key} by ${key}` });
    const tick = () => change(key, state[key] < ends()[1] ? state[key] + 1 : ends()[0]);
    button.onclick = () => {
      playing = playing ? clearInterval(playing) || 0 : setInterval(tick, 120);
      tell();
    };
    tell();
  }

  own.controls.forEach((key, place) => {
    const control = CONTROLS[key];
    if (control.check) addSwitch(key, control.label);
    else addSlider(key, control, control.plays && !place);
  });
  link.hidden = !own.explorer;
  change("d", state.d);
  new ResizeObserver(later).observe(chart);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", later);
}

// What a small frame needs: thin margins, short titles, and the colours where there is room for
// them, which is above a table on a phone and beside any other.
function fitted({ data, layout }, width, height) {
  const bar = width < 560 && !layout.yaxis.scaleanchor
    ? { orientation: "h", x: 0.5, y: 1, yanchor: "bottom", thickness: 8, ypad: 4, title: { side: "right" } }
    : { orientation: "v", x: 1, y: 0.5, yanchor: "middle", len: 1 };
  const title = { text: layout.yaxis.title?.text.replace(" (", height < 340 ? "<br>(" : " (") };
  return {
    data: data.map((trace) => trace.colorbar ? merge(trace, { colorbar: bar }) : trace),
    layout: { ...layout, width, height, margin: { l: 8, r: 8, t: 8, b: 8 },
      yaxis: { ...layout.yaxis, title } },
  };
}

// A notebook loads Plotly after this script, so wait for it.
function mount(key, own, pictures, words) {
  for (const root of document.querySelectorAll(`[data-widget="${key}"]:not([data-ready])`)) {
    root.dataset.ready = "";
    let tries = 0;
    const start = () => {
      if (window.Plotly) build(root, { ...own }, pictures, words);
      else if (tries++ < 400) setTimeout(start, 50);
      if (!window.Plotly && tries === 60) root.querySelector(".pe-note").textContent =
        "Plotly has not loaded, so there is no chart yet: this file needs the network.";
    };
    start();
  }
}

export { mount };
