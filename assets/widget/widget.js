// A chart with its own sliders. Everything here runs inside one function per widget, so several
// widgets on a page share nothing but Plotly. `view` is the kind of chart (see kinds/*.js):
//   controls: names of the controls, in order      play: the control that the play button drives
//   draw(state, s, look, size): { data, layout, alt, note, scale }, where scale is
//   [low, colours, high, what, names] of a colour scale, if there is one

// A number as a reader writes it: about four digits, thousands apart.
const { format } = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 4 });
const short = (x) => format(x).replace("-", "−");
const many = (count, noun) => `${short(count)} ${noun}${count === 1 ? "" : "s"}`;
const turn = (w) => (2 * Math.PI) / w;

// The wave in each column, in words: "sine, wavelength 6.283".
function waveNames(s) {
  const names = Array(s.dim).fill("always zero");
  const name = (kind) => (column, i) => {
    names[column] = `${kind}, wavelength ${short(turn(s.frequencies[i]))}`;
  };
  s.sines.forEach(name("sine"));
  s.cosines.forEach(name("cosine"));
  return names;
}

// What each slider does to the state; lengths and positions count from the origin.
const CONTROLS = {
  position: { label: "Position p", low: (o) => o.origin, high: (o, v) => o.origin + v.length - 1 },
  offset: { label: "Offset k", low: () => 0, high: (o, v) => Math.max(v.length - 1, 1) },
  d: { label: "Dimensions d", low: (o) => o.lowDim, high: (o) => o.maxDim, step: (o) => o.step },
  length: { label: "Length", low: () => 1, high: (o) => o.maxLength },
  // Base runs over powers of ten.
  base: { label: "Base", log: true, low: (o) => o.lowBase, high: (o) => o.highBase },
  log: { label: "Logarithmic axis", check: true },
  matrix: { label: "As a matrix", check: true },
};

const element = (tag, props, parent) => {
  const node = Object.assign(document.createElement(tag), props);
  if (parent) parent.append(node);
  return node;
};

// Values asked for in the address of a widget's own page: ?position=5&d=64&theme=dark.
function readQuery(root, state, query) {
  const theme = query.get("theme");
  if (["light", "dark", "auto"].includes(theme)) root.dataset.theme = theme;
  for (const key of Object.keys(state)) {
    const text = query.get(key);
    if (!text) continue;
    if (CONTROLS[key].check) state[key] = text === "true";
    else if (Number.isFinite(+text)) state[key] = +text;
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

function build(root, own) {
  const state = { ...own.state };
  if (own.page) readQuery(root, state, new URLSearchParams(location.search));
  own.origin = own.sinusoid.origin || 0;
  own.step = state.d % 2 && own.sinusoid.tail !== "error" ? 1 : 2;
  own.lowDim = own.sinusoid.tail === "zero" ? 2 : own.step;
  keepInBounds(state, own);
  own.lowBase = Math.min(1, Math.log10(state.base));
  own.highBase = Math.max(6, Math.log10(state.base));

  const { Plotly } = window;

  const find = (name) => root.querySelector(`.pe-${name}`);
  const [chart, note, link, legend] = ["chart", "note", "link", "legend"].map(find);
  const look = (name) => getComputedStyle(root).getPropertyValue(`--${name}`).trim();
  const inputs = {};
  let [waiting, playing] = [false, 0];

  function show(key) {
    const control = CONTROLS[key];
    const { input, output } = inputs[key];
    if (control.check) return void (input.checked = state[key]);
    const [low, high] = [control.low(own, state), control.high(own, state)];
    Object.assign(input, { min: low, max: high, step: control.log ? 0.01 : control.step?.(own) || 1 });
    input.value = control.log ? Math.log10(state[key]) : state[key];
    output.textContent = short(state[key]);
    input.setAttribute("aria-valuetext", output.textContent);
    input.style.setProperty("--filled", (input.value - low) / (high - low || 1));
  }

  function paint() {
    waiting = false;
    const size = { width: chart.clientWidth, height: chart.clientHeight };
    if (!size.width || !size.height) return;
    const s = sinusoid({ ...own.sinusoid, dim: state.d, base: state.base });
    const { data, layout, alt, note: text, scale } = view.draw(state, s, look, size);
    Plotly.react(chart, data, style(layout, look, size), { displayModeBar: false });
    chart.setAttribute("aria-label", alt);
    note.textContent = text;
    showScale(legend, scale);
    if (own.explorer) {
      const url = new URL(own.explorer);
      for (const key of ["d", "length", "base", "position"]) url.searchParams.set(key, state[key]);
      link.href = url;
    }
  }
  function change() {
    keepInBounds(state, own);
    Object.keys(inputs).forEach(show);
    later();
  }
  // However many events arrive, one picture a frame.
  function later() {
    if (!waiting) requestAnimationFrame(paint);
    waiting = true;
  }

  for (const key of view.controls) {
    const control = CONTROLS[key];
    const box = control.check ? element("label", { className: "pe-check" }, find("controls"))
      : element("div", { className: "pe-slider" }, find("controls"));
    const input = element("input", { type: control.check ? "checkbox" : "range" }, box);
    const head = element("span", { textContent: control.label }, box);
    const output = element("output", {}, control.check ? null : box);
    input.setAttribute("aria-label", control.label);
    if (!control.check) box.append(input);
    inputs[key] = { input, output };
    input.oninput = () => {
      const value = +input.value;
      state[key] = control.check ? input.checked
        : control.log ? +(10 ** value).toPrecision(3) : value;
      change();
    };
    if (key === view.play) addPlay(head, key);
  }

  function addPlay(head, key) {
    const button = element("button", { type: "button", className: "pe-play" });
    head.prepend(button);
    const label = () => {
      button.textContent = playing ? "❚❚" : "▶\uFE0E";
      button.setAttribute("aria-label", playing ? "Pause" : `Play, ${key} by ${key}`);
    };
    const tick = () => {
      const [low, high] = [CONTROLS[key].low(own, state), CONTROLS[key].high(own, state)];
      state[key] = state[key] < high ? state[key] + 1 : low;
      change();
    };
    button.onclick = (event) => {
      event.preventDefault();
      playing = playing ? clearInterval(playing) || 0 : setInterval(tick, 120);
      label();
    };
    label();
  }

  link.hidden = !own.explorer;
  change();
  new ResizeObserver(later).observe(chart);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", later);
}

// A colour scale costs Plotly 10 ms a picture and a fifth of a phone's width, so it is drawn here.
function showScale(legend, scale) {
  legend.hidden = !scale;
  if (!scale) return;
  const [low, colours, high, what, names = []] = scale;
  legend.style.setProperty("--scale", `linear-gradient(90deg, ${colours.join()})`);
  legend.replaceChildren(what, element("b", { textContent: low }), element("i", {}),
    element("b", { textContent: high }), ...names.map((name) =>
      element("em", { textContent: name, style: `--dot: var(--${name})` })));
}

// The look that all charts share, in the colours of the page's style sheet.
function style(layout, look, { width, height }) {
  const axis = (own = {}) => ({ fixedrange: true, automargin: true, gridcolor: look("grid"),
    zerolinecolor: look("grid"), linecolor: look("grid"), tickfont: { color: look("muted") },
    ...own, title: { text: own.title || "", standoff: 8, font: { size: 13 } } });
  return {
    width, height, paper_bgcolor: "transparent", plot_bgcolor: "transparent", dragmode: false,
    margin: { l: 8, r: 10, t: layout.showlegend ? 26 : 10, b: 8 }, hovermode: "closest", showlegend: false,
    font: { family: look("font"), size: 12, color: look("text") },
    hoverlabel: { bgcolor: look("paper"), bordercolor: look("muted"), align: "left",
      font: { family: look("font"), size: 13, color: look("text") } },
    legend: { orientation: "h", x: 0, y: 1, xanchor: "left", yanchor: "bottom", itemclick: false,
      itemdoubleclick: false },
    ...layout, xaxis: axis(layout.xaxis), yaxis: axis(layout.yaxis),
  };
}

// A notebook loads Plotly after this script, so wait for it.
function mount(key, own) {
  const roots = document.querySelectorAll(`[data-widget="${key}"]:not([data-ready])`);
  roots.forEach((root) => {
    root.dataset.ready = "";
    let tries = 0;
    const start = () => {
      if (window.Plotly) build(root, { ...own });
      else if (tries++ < 400) setTimeout(start, 50);
      if (!window.Plotly && tries === 60) root.querySelector(".pe-note").textContent =
        "Plotly has not loaded, so there is no chart yet: this file needs the network.";
    };
    start();
  });
}
