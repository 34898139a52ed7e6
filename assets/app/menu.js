// The menu, and the cards on the home page: plain links that keep the present view. A click tells
// Streamlit of the new address the way the browser's back button does, so nothing is loaded again.

const menus = new WeakMap();

function menu({ data, parentElement }) {
  const list = parentElement.querySelector(".pe-menu");
  const { groups, current, cards } = data;
  list.classList.toggle("cards", !!cards);
  list.replaceChildren(...groups.flatMap(([name, pages]) => [
    ...(name ? [heading(name)] : []),
    ...pages.map((page) => link(page, page.path === current)),
  ]));
  if (menus.has(parentElement)) return;
  menus.set(parentElement, list);
  // The view may change without a word to the menu, so links are made at the moment of use.
  for (const event of ["pointerenter", "pointerdown", "focusin", "keydown"]) {
    list.addEventListener(event, () => refresh(list));
  }
  list.addEventListener("click", follow);
}

function heading(name) {
  const title = document.createElement("p");
  title.className = "pe-group";
  title.textContent = name;
  return title;
}

function link({ path, title, icon, shows }, here) {
  const anchor = document.createElement("a");
  anchor.dataset.path = path;
  const mark = document.createElement("span");
  mark.className = "pe-icon";
  mark.translate = false;
  mark.ariaHidden = "true";
  mark.textContent = icon;
  const name = document.createElement("b");
  name.textContent = title;
  anchor.append(mark, name);
  if (shows) anchor.append(Object.assign(document.createElement("span"), { textContent: shows }));
  if (here) anchor.setAttribute("aria-current", "page");
  address(anchor);
  return anchor;
}

// The app's root may lie below the server's: the menu's page itself tells where.
function address(anchor) {
  const base = document.baseURI.replace(/[?#].*$/, "");
  const url = new URL(anchor.dataset.path, base);
  url.search = location.search;
  anchor.href = url;
}

const refresh = (list) => list.querySelectorAll("a").forEach(address);

function follow(event) {
  const anchor = event.target.closest("a");
  if (!anchor || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  address(anchor);
  history.pushState(null, "", anchor.href);
  dispatchEvent(new PopStateEvent("popstate"));
}

export { menu };
