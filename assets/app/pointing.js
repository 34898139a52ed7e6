// What is pointed at in one chart is told to the others of the page.

const pointed = new Set();
let last = "";

const whenPointed = (host) => pointed.add(host);
const forget = (host) => pointed.delete(host);

function point(from, found) {
  const now = JSON.stringify(found);
  if (now === last) return;
  last = now;
  for (const host of pointed) {
    host.mark(from, found);
  }
}

export { forget, point, whenPointed };
