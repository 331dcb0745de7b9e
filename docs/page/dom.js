// Elements, cards and announcements.
import { NONE, SUITS, rankText, suitOf } from "./cards.js";
import { cardName, t } from "./texts.js";

/**
 * Make an element: `h("button.quiet", { title: "x", onclick }, "text", child)`. Attributes that are functions are
 * listeners; false and undefined leave an attribute out.
 */
export function h(what, attributes = {}, ...children) {
  const [tag, ...classes] = what.split(".");
  const made = document.createElement(tag);
  if (classes.length) made.className = classes.join(" ");
  set(made, attributes);
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element[name] = value;
    else if (value === false || value === undefined || value === null) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : value);
  }
  return element;
}

export const $ = (selector, within = document) => within.querySelector(selector);

const SVG = "http://www.w3.org/2000/svg";

/** A suit, or another shape of the page, as a picture. */
export function shape(name) {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  svg.setAttribute("viewBox", "-50 -50 100 100");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#${name}`);
  svg.append(use);
  return svg;
}

/** What a card shows. */
export function face(card) {
  const suit = SUITS[suitOf(card)];
  const text = rankText(card);
  const kind = `span.face.${suit}${text.length > 1 ? ".ten" : ""}`;
  return h(kind, { "aria-hidden": "true" }, h("b", {}, text), shape(suit));
}

/** A card as a picture with a name. */
export function picture(card, kind = "") {
  if (card === NONE) return h(`span.card.empty${kind}`, { role: "img", "aria-label": t("empty") });
  return h(`span.card${kind}`, { role: "img", "aria-label": cardName(card) }, face(card));
}

/** Say something to those who listen to the page. */
export function announce(text) {
  const [one, other] = document.querySelectorAll(".live");
  // Two take turns, so that the same words are said again.
  const [next, last] = one.textContent ? [other, one] : [one, other];
  last.textContent = "";
  next.textContent = text;
}

let hiding;

/** Show a sentence for a while, and say it. */
export function toast(text) {
  const box = $("#toast");
  box.textContent = text;
  box.classList.add("shown");
  clearTimeout(hiding);
  hiding = setTimeout(() => box.classList.remove("shown"), 4000);
  announce(text);
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Put children in the place of those that an element has; the focus goes to what has the same `data-key`, or to the
 * element itself.
 */
export function fill(element, ...children) {
  const focused = element.contains(document.activeElement) && document.activeElement !== element;
  const key = focused ? document.activeElement.dataset.key : undefined;
  element.replaceChildren(...children.flat().filter(Boolean));
  if (!focused) return;
  const again = [...element.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key);
  if (!again) element.tabIndex = -1;
  (again ?? element).focus({ preventScroll: true });
}

/** The table of a count: what is said, the cards, the points. */
export function countTable(lines, total) {
  const heads = ["count", "cards", "points"].map((key) => h("th", { scope: "col" }, t(`head.${key}`)));
  const row = ({ said, cards, points }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, said),
      h("td", {}, smallCards(cards)),
      h("td.points", {}, points ? String(points) : ""),
    );
  const sum = [h("th", { scope: "row", colspan: 2 }, t("total")), h("td.points", {}, String(total))];
  return h(
    "table.count",
    {},
    h("caption.visually-hidden", {}, t("count.caption")),
    h("thead.visually-hidden", {}, h("tr", {}, heads)),
    h("tbody", {}, lines.map(row)),
    h("tfoot", {}, h("tr", {}, sum)),
  );
}

/** Cards in a line of a table. */
export const smallCards = (cards) => h("span.cards", {}, cards.map((card) => picture(card, ".small")));

/** A hand, and its starter if it is turned. */
export function handPicture(cells, starter) {
  const turned = starter === NONE ? [] : [h("span.plus", { "aria-hidden": "true" }, "+"), picture(starter)];
  return h("div.cards.line-cards", {}, cells.map((card) => picture(card)), turned);
}

/** Scroll to what was asked for. */
export const reveal = (element) => element.scrollIntoView({ block: "nearest", behavior: calm() ? "auto" : "smooth" });
