// What the app's components are, by name; each is called by Streamlit with its data.
import "./style.js";
import { chart, takeLook, takeNumbers, watchLook } from "./host.js";
import { menu } from "./menu.js";
import { sliders } from "./sliders.js";

const numbers = ({ data }) => takeNumbers(data);
function looks({ data, parentElement, setTriggerValue }) {
  takeLook(data);
  return watchLook(parentElement, data.template, () => setTriggerValue("switched", true));
}

export { chart, looks, menu, numbers, sliders };
