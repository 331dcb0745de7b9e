// The dialog in which a deal is chosen and shared.
import { showDialog } from "./dialog.js";
import { $, h, toast } from "./dom.js";
import { readSeed } from "./notation.js";
import { PRESETS } from "./squares.js";
import { t } from "./texts.js";

export const randomSeed = () => BigInt(1 + Math.floor(Math.random() * 999999999));

/**
 * Ask for a deal and its rules.
 * @param {import("./squares.js").Game} game the one that is played
 * @param {string} link to its deal
 * @param {(preset: string, seed: bigint) => void} start
 */
export function askForGame(game, link, start) {
  const begin = (preset, seed) => {
    start(preset, seed);
    $("#dialog").close();
  };
  const wrong = h("p.wrong", { id: "new-wrong", role: "alert" });
  const number = h("input", {
    id: "new-deal",
    inputmode: "numeric",
    autocomplete: "off",
    placeholder: t("deal.random"),
    "aria-describedby": "new-wrong",
  });
  const options = Object.keys(PRESETS).map((name) =>
    h("option", { value: name, selected: name === game.preset }, t(`rules.${name}`)),
  );
  const about = h("p.lead");
  const describe = () => (about.textContent = t(`rules.${preset.value}.about`));
  const preset = h("select", { id: "new-rules", onchange: describe }, options);
  describe();
  const onsubmit = (event) => {
    event.preventDefault();
    try {
      begin(preset.value, number.value.trim() ? readSeed(number.value) : randomSeed());
    } catch (refusal) {
      wrong.textContent = refusal.message;
      number.focus();
    }
  };
  const again = () => begin(game.preset, game.seed);
  const shared = h("input", { id: "share-link", readonly: true, value: link, "aria-label": t("share.link") });
  shared.onfocus = () => shared.select();
  const buttons = [
    h("button.primary", { type: "submit" }, t("deal")),
    h("button", { type: "button", onclick: again }, t("again")),
  ];
  showDialog(
    t("new.title"),
    h(
      "form",
      { onsubmit },
      h("label.block", {}, h("span", {}, t("rules")), preset),
      about,
      h("label.block", {}, h("span", {}, t("deal.number")), number),
      wrong,
      h("p.row", {}, buttons),
    ),
    h("h3", {}, t("share.title", { deal: game.seed })),
    h("p.row.share", {}, shared, h("button", { type: "button", onclick: () => copy(shared) }, t("copy"))),
  );
}

async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    toast(t("copied"));
  } catch {
    field.focus();
    toast(t("copy.yourself"));
  }
}
