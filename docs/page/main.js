// The page around the views: the navigation, the language, the settings.
import { deal } from "./cards.js";
import { startBoard, translateBoard } from "./board.js";
import { divide, findMistakes } from "./coach.js";
import * as core from "./core.js";
import { startCount, translateCount } from "./count.js";
import { showDialog, startDialog } from "./dialog.js";
import { discards } from "./discard.js";
import { $, h, set } from "./dom.js";
import { explain, nameOf, spoken } from "./explain.js";
import { advise } from "./hints.js";
import { readBoard, readCard, readDeal, readHandAndStarter, readSeed } from "./notation.js";
import { coachNow, currentGame, render, startPlay } from "./play.js";
import { Game, PRESETS, moveText, readMove, readRules } from "./squares.js";
import { recall, remember } from "./store.js";
import { fetchTable } from "./table.js";
import { LANGUAGES, browserLanguage, language, setLanguage, t } from "./texts.js";
import { startThrows, translateThrows } from "./throws.js";

const VIEWS = { play: "#play", count: "#count", board: "#board-view", discard: "#discard" };

function showView(name) {
  if (!Object.hasOwn(VIEWS, name)) name = "play";
  for (const [view, id] of Object.entries(VIEWS)) $(id).hidden = view !== name;
  for (const button of document.querySelectorAll("[data-view]")) {
    set(button, { "aria-current": button.dataset.view === name ? "page" : false });
  }
  document.documentElement.dataset.view = name;
  document.title = name === "play" ? "cribscore" : `${t(`tab.${name}`)} · cribscore`;
  remember("view", name);
}

function translate() {
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
  for (const element of document.querySelectorAll("[data-label]")) {
    const label = t(element.dataset.label);
    set(element, { "aria-label": label, title: element.matches("button") && label });
  }
  render();
  translateCount();
  translateBoard();
  translateThrows();
  showView(recall("view"));
}

// ---------------------------------------------------------------- settings

const THEMES = [["auto", "theme.auto"], ["light", "theme.light"], ["dark", "theme.dark"]];
const SUITS = [[2, "suits.colours.two"], [4, "suits.colours.four"]];
const dark = matchMedia("(prefers-color-scheme: dark)");

function applyLook() {
  const theme = recall("theme");
  const { dataset } = document.documentElement;
  dataset.theme = theme === "light" || theme === "dark" ? theme : dark.matches ? "dark" : "light";
  dataset.suits = recall("suits") === 4 ? "four" : "two";
  $("meta[name=theme-color]").content = getComputedStyle(document.documentElement).getPropertyValue("--page").trim();
}

function choice(name, values, chosen, changed) {
  return h(
    "fieldset.segments",
    {},
    h("legend", {}, t(name)),
    values.map(([value, key]) => {
      const input = { type: "radio", name, value, checked: value === chosen, onchange: () => changed(value) };
      return h("label", {}, h("input", input), h("span", {}, t(key)));
    }),
  );
}

function openSettings() {
  const keepLook = (name, value) => {
    remember(name, value);
    applyLook();
  };
  showDialog(
    t("settings"),
    choice("theme", THEMES, recall("theme") ?? "auto", (value) => keepLook("theme", value)),
    choice("suits.colours", SUITS, recall("suits") === 4 ? 4 : 2, (value) => keepLook("suits", value)),
    h("p.lead", {}, t("settings.kept")),
  );
}

function openHelp() {
  const key = (name) => h("div", {}, h("dt", {}, h("kbd", {}, t(`key.${name}`))), h("dd", {}, t(`key.${name}.does`)));
  showDialog(
    t("help.title"),
    ...["help.game", "help.touch", "help.score", "help.count"].map((key) => h("p", {}, t(key))),
    h("h3", {}, t("help.keys")),
    h("dl.keys", {}, ["arrows", "enter", "u", "r", "h", "n", "12"].map(key)),
  );
}

// ---------------------------------------------------------------- beginning

/** What the page can do, for the console of the browser and for tests. */
globalThis.cribscore = {
  ...core, deal, explain, nameOf, spoken, discards, advise, divide, findMistakes, readBoard, readCard, readDeal, readHandAndStarter, readSeed,
  Game, PRESETS, moveText, readMove, readRules, currentGame, setLanguage, t,
};

async function main() {
  applyLook();
  dark.onchange = applyLook;
  setLanguage(recall("language") ?? browserLanguage());
  const select = $("#language");
  for (const { code, name } of LANGUAGES) {
    select.append(h("option", { value: code, lang: code, selected: code === language() }, name));
  }
  select.onchange = () => {
    remember("language", select.value);
    setLanguage(select.value);
    translate();
  };
  await core.start();
  startDialog();
  startPlay();
  startCount();
  startBoard();
  startThrows();
  for (const button of document.querySelectorAll("[data-view]")) button.onclick = () => showView(button.dataset.view);
  $("#open-settings").onclick = openSettings;
  $("#open-help").onclick = openHelp;
  translate();
  $("#app").hidden = false;
  document.documentElement.dataset.ready = Math.round(performance.now());
  const came = await fetchTable();
  document.documentElement.dataset.player = came ? "table" : "playouts";
  if (came) coachNow();
}

main();
