// The one dialog of the page: a count, the settings, the rules.
import { NONE } from "./cards.js";
import { $, countTable, h, handPicture } from "./dom.js";
import { explain, nameOf, spoken } from "./explain.js";
import { t } from "./texts.js";

export function showDialog(title, ...content) {
  $("#dialog-title").textContent = title;
  $("#dialog-body").replaceChildren(...content);
  const dialog = $("#dialog");
  if (!dialog.open) dialog.showModal();
}

/** The count of some cards: what is said, and every single combination. */
export function countOf(cards, starter, crib) {
  const explanation = explain(cards, starter, crib);
  const items = explanation.items.map((one) => ({ said: nameOf(one), cards: one.cards, points: one.points }));
  const { total } = explanation;
  const every = h("summary", {}, t("count.items", { n: items.length }));
  return [
    countTable(spoken(explanation), total),
    ...(items.length ? [h("details", {}, every, countTable(items, total))] : []),
  ];
}

/** Show the count of a row or a column of a board. */
export function showCount(title, cells, starter) {
  const cards = cells.filter((card) => card !== NONE);
  showDialog(title, handPicture(cells, starter), ...countOf(cards, starter, false));
}

export function startDialog() {
  const dialog = $("#dialog");
  $("#dialog-close").onclick = () => dialog.close();
  dialog.onclick = (event) => {
    if (event.target === dialog) dialog.close(); // outside of it
  };
}
