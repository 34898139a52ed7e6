// What the app's components are, by name; each is called by Streamlit with its data.
import "./style.js";
import { chart, takeLook, takeNumbers } from "./host.js";
import { menu } from "./menu.js";
import { sliders } from "./sliders.js";

const numbers = ({ data }) => takeNumbers(data);
const looks = ({ data }) => takeLook(data);

export { chart, looks, menu, numbers, sliders };
