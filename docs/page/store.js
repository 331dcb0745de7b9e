// What the page remembers: in the browser, or only as long as it is open where the browser keeps nothing.

const KEY = "cribscore";
let kept = {};

try {
  const found = JSON.parse(localStorage.getItem(KEY));
  if (found && typeof found === "object" && !Array.isArray(found)) kept = found;
} catch {
  // Nothing is kept, or something else was.
}

export const recall = (name) => kept[name];

export function remember(name, value) {
  kept[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // It is forgotten when the page is closed.
  }
}
