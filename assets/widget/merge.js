// A figure with other numbers: traces, shapes and texts by their place, all else by its name.

const isPart = (thing) => thing?.constructor === Object;

function merge(old, next) {
  if (Array.isArray(next) && isPart(next[0])) return (old || []).map((part, i) => merge(part, next[i]));
  if (!isPart(next)) return next === undefined ? old : next;
  const made = { ...old };
  for (const key in next) made[key] = merge(old?.[key], next[key]);
  return made;
}

export { merge };
