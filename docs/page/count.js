// The view in which a hand is counted.
import { NONE, cardText, deal, spaced } from "./cards.js";
import { countOf } from "./dialog.js";
import { $, announce, fill, h, handPicture, reveal } from "./dom.js";
import { spoken, explain } from "./explain.js";
import { readHandAndStarter } from "./notation.js";
import { makePicker } from "./picker.js";
import { recall, remember } from "./store.js";
import { t } from "./texts.js";

let picker;
let tapped = []; // up to five cards, the starter last

const isCrib = () => $("input[name=count-as]:checked").value === "crib";

function tap(card) {
  tapped = tapped.includes(card) ? tapped.filter((one) => one !== card) : [...tapped, card].slice(0, 5);
  $("#count-hand").value = spaced(tapped.slice(0, 4));
  $("#count-starter").value = tapped.length > 4 ? cardText(tapped[4]) : "";
  count();
  if (tapped.length === 5) reveal($("#count-answer"));
}

function count({ quiet = false } = {}) {
  const text = $("#count-hand").value;
  const starterText = $("#count-starter").value;
  remember("count", { hand: text, starter: starterText, crib: isCrib() });
  const few = tapped.length < 4 && text === spaced(tapped); // cards are being tapped
  $("#count-wrong").textContent = "";
  if (!text.trim() || few) {
    picker.show(tapped);
    fill($("#count-answer"), h("p.hint", {}, t("count.empty")));
    return;
  }
  try {
    const { hand, starter } = readHandAndStarter(text, starterText.trim() ? starterText : null);
    tapped = starter === NONE ? [...hand] : [...hand, starter];
    picker.show(hand, starter);
    const explanation = explain(hand, starter, isCrib());
    const { total, parts } = explanation;
    const names = ["fifteens", "pairs", "runs", "flush", "nobs"];
    const figures = names.map((name, n) =>
      h("div.part", {}, h("dt", {}, t(`part.${name}`)), h("dd", {}, String(parts[n]))),
    );
    fill(
      $("#count-answer"),
      handPicture(hand, starter),
      h("p.big", {}, h("b", {}, String(total)), ` ${t("points.word", { n: total })}`),
      h("dl.parts", {}, figures),
      ...countOf(hand, starter, isCrib()),
    );
    if (!quiet) announce(`${spoken(explanation).map(({ said }) => said).join(", ")}.`);
  } catch (refusal) {
    tapped = [];
    picker.show([]);
    $("#count-wrong").textContent = refusal.message;
    fill($("#count-answer"));
  }
}

export function translateCount() {
  picker.translate();
  count({ quiet: true });
}

export function startCount() {
  picker = makePicker($("#count-picker"), tap);
  const saved = recall("count");
  if (typeof saved?.hand === "string" && typeof saved.starter === "string") {
    $("#count-hand").value = saved.hand;
    $("#count-starter").value = saved.starter;
    $("input[name=count-as][value=crib]").checked = saved.crib === true;
  }
  for (const field of [$("#count-hand"), $("#count-starter")]) field.oninput = count;
  for (const field of document.querySelectorAll("input[name=count-as]")) field.onchange = count;
  $("#count-clear").onclick = () => {
    tapped = [];
    $("#count-hand").value = $("#count-starter").value = "";
    count();
  };
  $("#count-random").onclick = () => {
    tapped = deal(BigInt(Math.floor(Math.random() * 2 ** 50)), 5);
    $("#count-hand").value = spaced(tapped.slice(0, 4));
    $("#count-starter").value = cardText(tapped[4]);
    count();
  };
}
