// Sliders that answer at once: charts follow them while they are dragged, the server on release.
import { answered, move, returned } from "../widget/live.js";

const panels = new WeakMap();
const written = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 10 });
// After the last key press; a dragged slider tells its release by itself.
const QUIET = 150;
// While the server is away.
const PATIENCE = 250;
let sent = 0;

// Streamlit drops what is sent while the connection is down.
function connected() {
  const state = document.querySelector('[data-testid="stApp"]')?.dataset.testConnectionState;
  return !state || state === "CONNECTED";
}

class Slider {
  constructor(list, item, send) {
    this.box = document.createElement("div");
    this.box.className = "pe-slider";
    this.box.innerHTML = '<label></label><output></output><div class="pe-rail"><i></i></div>';
    this.input = document.createElement("input");
    this.input.type = "range";
    this.input.id = `pe-${item.key}-${Math.random().toString(36).slice(2)}`;
    [this.label, this.output, this.rail] = this.box.children;
    this.rail.append(this.input);
    this.label.htmlFor = this.output.htmlFor = this.input.id;
    this.send = send;
    this.input.oninput = () => this.moved();
    this.input.onchange = () => this.released();
    this.input.onkeydown = () => (this.byKey = true);
    this.input.onpointerdown = () => ([this.held, this.byKey] = [true, false]);
    this.input.onpointerup = this.input.onpointercancel = () => this.letGo();
    list.append(this.box);
    this.item = item;
    if (item.play) this.addPlay();
  }

  take(item, seen) {
    this.item = item;
    if (this.button) this.sayPlay();
    if (this.waits && seen >= this.waits) this.waits = 0;
    if (this.held || this.soon || this.waits || this.playing) return;
    answered(item.key);
    this.steps = item.steps && [...new Set([...item.steps, item.value])].sort((a, b) => a - b);
    this.label.textContent = item.label;
    this.box.title = item.help || "";
    const [min, max] = this.steps ? [0, this.steps.length - 1] : [item.low, item.high];
    Object.assign(this.input, { min, max, step: 1, disabled: min === max });
    this.show(item.value);
    const usual = this.steps ? this.steps.indexOf(item.default) : item.default;
    this.rail.firstChild.hidden = !(usual >= min && usual <= max);
    this.rail.style.setProperty("--usual", (usual - min) / (max - min || 1));
  }

  get value() {
    return this.steps ? this.steps[+this.input.value] : +this.input.value;
  }

  show(value) {
    this.input.value = this.steps ? this.steps.indexOf(value) : value;
    this.tell();
  }

  tell() {
    const { min, max, value } = this.input;
    this.output.textContent = written.format(this.value);
    this.input.setAttribute("aria-valuetext", this.output.textContent);
    this.rail.style.setProperty("--filled", (value - min) / (max - min || 1));
  }

  moved() {
    this.tell();
    move(this.item.key, this.value);
  }

  // A browser tells of no change where the slider came back to its place.
  letGo() {
    this.held = false;
    if (!this.soon && !this.waits && this.value === this.item.value) returned(this.item.key);
  }

  released() {
    this.held = false;
    clearTimeout(this.timer);
    this.soon = this.waits > 0 || this.value !== this.item.value;
    if (!this.soon) return returned(this.item.key);
    this.timer = setTimeout(() => this.ask(), this.byKey ? QUIET : 0);
  }

  ask() {
    if (!connected()) return void (this.timer = setTimeout(() => this.ask(), PATIENCE));
    this.soon = false;
    this.waits = ++sent;
    this.send(this.waits);
  }

  addPlay() {
    this.button = document.createElement("button");
    this.button.type = "button";
    this.button.className = "pe-play";
    this.label.before(this.button);
    this.box.classList.add("with-play");
    this.button.onclick = () => (this.playing ? this.stop() : this.start());
  }

  sayPlay() {
    this.button.textContent = this.playing ? "❚❚" : "▶\uFE0E";
    this.button.setAttribute("aria-label", this.playing ? "Pause" : `Play: ${this.item.label}`);
  }

  start() {
    this.playing = setInterval(() => {
      this.input.value = +this.input.value < +this.input.max ? +this.input.value + 1 : this.input.min;
      this.moved();
    }, 120);
    this.sayPlay();
  }

  stop() {
    clearInterval(this.playing);
    this.playing = 0;
    this.sayPlay();
    this.released();
  }

  // The page has this slider no more, and nobody would hear where it stands.
  end() {
    if (this.box.isConnected) return;
    clearInterval(this.playing);
    clearTimeout(this.timer);
    returned(this.item.key);
  }
}

// What Streamlit calls at each change: one panel of sliders, each kept by its parameter.
function sliders({ data, parentElement, setTriggerValue }) {
  let panel = panels.get(parentElement);
  if (!panel) {
    panel = { list: parentElement.querySelector(".pe-sliders"), by: new Map() };
    panels.set(parentElement, panel);
  }
  // Of messages that leave together only the last is heard, so it tells of all that wait.
  panel.send = (n) => {
    const waiting = [...panel.by].filter(([, slider]) => slider.waits);
    setTriggerValue("moved", { n, values: Object.fromEntries(waiting.map(([key, { value }]) => [key, value])) });
  };
  const another = panel.session && panel.session !== data.session;
  panel.session = data.session;
  for (const [key, slider] of panel.by) {
    // Another process goes on, which never heard of what was on its way to the one before.
    if (another && slider.waits) slider.ask();
    if (!data.items.some((item) => item.key === key)) {
      slider.box.remove();
      slider.end();
      panel.by.delete(key);
    }
  }
  for (const item of data.items) {
    if (!panel.by.has(item.key)) {
      panel.by.set(item.key, new Slider(panel.list, item, (n) => panel.send(n)));
    }
    panel.by.get(item.key).take(item, data.seen);
  }
  sent = Math.max(sent, data.seen);
  return () => panel.by.forEach((slider) => slider.end());
}

export { sliders };
