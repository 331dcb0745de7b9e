// The view in which the throws of a deal are valued.
import { deal, spaced } from "./cards.js";
import { discards } from "./discard.js";
import { $, announce, fill, h, reveal, smallCards } from "./dom.js";
import { readDeal } from "./notation.js";
import { makePicker } from "./picker.js";
import { recall, remember } from "./store.js";
import { cardName, decimal, t } from "./texts.js";

let picker;
let tapped = [];

const chosen = (name) => $(`input[name=${name}]:checked`).value;

function tap(card) {
  tapped = tapped.includes(card) ? tapped.filter((one) => one !== card) : [...tapped, card].slice(0, 6);
  $("#discard-cards").value = spaced(tapped);
  value();
  if (tapped.length === 6) reveal($("#discard-answer"));
}

function value({ quiet = false } = {}) {
  const text = $("#discard-cards").value;
  const dealer = chosen("discard-crib") === "mine";
  const thrower = chosen("discard-thrower");
  remember("discard", { cards: text, dealer, thrower });
  $("#discard-wrong").textContent = "";
  if (!text.trim() || (tapped.length < 6 && text === spaced(tapped))) {
    picker.show(tapped);
    fill($("#discard-answer"), h("p.hint", {}, t("discard.empty")));
    return;
  }
  try {
    const cards = readDeal(text);
    tapped = cards;
    picker.show(cards);
    show(discards(cards, dealer, thrower), quiet);
  } catch (refusal) {
    tapped = [];
    picker.show([]);
    $("#discard-wrong").textContent = refusal.message;
    fill($("#discard-answer"));
  }
}

function show(found, quiet) {
  const [best] = found;
  const floor = Math.min(0, found.at(-1).value);
  const rows = found.map((one, n) =>
    h(
      `tr${n ? "" : ".first"}`,
      { style: `--share: ${Math.round((100 * (one.value - floor)) / (best.value - floor || 1))}%` },
      h("th", { scope: "row" }, smallCards(one.thrown)),
      h("td.kept", {}, smallCards(one.kept)),
      ["hand", "crib", "value"].map((name) => h(`td.${name}`, {}, decimal(one[name], 3))),
    ),
  );
  const heads = ["throw", "keep", "hand", "crib", "value"].map((name) =>
    h(name === "keep" ? "th.kept" : "th", { scope: "col" }, t(`head.${name}`)),
  );
  const [one, other] = best.thrown.map(cardName);
  const words = t("discard.best", { one, other, value: decimal(best.value, 2) });
  const caption = h("caption.visually-hidden", {}, t("discard.caption"));
  fill(
    $("#discard-answer"),
    h("p.big.words", {}, words),
    h("table.throws", {}, caption, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows)),
  );
  if (!quiet) announce(words);
}

export function translateThrows() {
  picker.translate();
  value({ quiet: true });
}

export function startThrows() {
  picker = makePicker($("#discard-picker"), tap);
  const saved = recall("discard");
  if (typeof saved?.cards === "string") {
    $("#discard-cards").value = saved.cards;
    $(`input[name=discard-crib][value=${saved.dealer === false ? "other" : "mine"}]`).checked = true;
    $(`input[name=discard-thrower][value=${saved.thrower === "random" ? "random" : "policy"}]`).checked = true;
  }
  $("#discard-cards").oninput = value;
  for (const field of document.querySelectorAll("input[name^=discard-]")) field.onchange = value;
  $("#discard-clear").onclick = () => {
    tapped = [];
    $("#discard-cards").value = "";
    value();
  };
  $("#discard-random").onclick = () => {
    tapped = deal(BigInt(Math.floor(Math.random() * 2 ** 50)), 6);
    $("#discard-cards").value = spaced(tapped);
    value();
  };
}
