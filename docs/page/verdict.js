// The coach's view, beside the board when a game is over.
import { divide, findMistakes } from "./coach.js";
import { $, fill, h, picture } from "./dom.js";
import { canAskPlayer } from "./hints.js";
import { decimal, signed, t } from "./texts.js";
import { coachWords, moveName } from "./words.js";

const SHOWN = 3; // mistakes

let shown = null; // {game, parts, found}
let working = null; // stops the search for mistakes

/** Show nothing, and stop. */
export function hideCoach() {
  working?.abort();
  [shown, working] = [null, null];
  $("#coach-said").textContent = "";
  drawCoach();
}

/** Say what luck and skill were worth in a game that is over, and look for mistakes. */
export async function showCoach(game) {
  hideCoach();
  if (!canAskPlayer(game.rules)) return;
  const mine = (shown = { game, parts: rounded(divide(game)), found: null });
  working = new AbortController();
  drawCoach();
  const found = await findMistakes(game, { signal: working.signal });
  if (shown !== mine) return;
  shown.found = found;
  drawCoach();
  $("#coach-said").textContent = coachWords(game, shown.parts, found.mistakes[0]);
}

/** Round to tenths, so that what is shown still adds up. */
function rounded({ start, luck, skill, starter, result }) {
  const sums = [start, start + luck, start + luck + skill, start + luck + skill + starter];
  const [a, b, c, d] = sums.map((sum) => Math.round(10 * sum));
  const parts = { start: a, luck: b - a, skill: c - b, starter: d - c, result: 10 * result };
  return Object.fromEntries(Object.entries(parts).map(([name, tenths]) => [name, tenths / 10]));
}

export function drawCoach() {
  const panel = $("#coach");
  panel.hidden = shown === null;
  if (!shown) panel.replaceChildren();
  else fill(panel, h("h3", {}, t("coach.title")), sum(shown.parts), ...mistakes(shown));
}

/** The parts as a table, with bars that go on where the last one ended. */
function sum(parts) {
  const { start, luck, skill, result } = parts;
  const ends = [start, start + luck, start + luck + skill, result];
  const least = Math.min(...ends) - 2;
  const share = (points) => `${(100 * (points - least)) / (Math.max(...ends) - least)}%`;
  const row = (name, from, to, text) => {
    const kind = from === least ? "whole" : to < from ? "less" : "more";
    const style = `--from: ${share(Math.min(from, to))}; --to: ${share(Math.max(from, to))}`;
    const head = h("th", { scope: "row" }, t(`coach.${name}`));
    return h(`tr.${kind}`, {}, head, h("td.bar", { "aria-hidden": "true", style }), h("td.points", {}, text));
  };
  const part = (name, n) => row(name, ends[n], ends[n + 1], signed(parts[name], 1));
  const rows = [
    row("start", least, start, decimal(start, 1)),
    ...["luck", "skill", "starter"].map(part),
    row("result", least, result, decimal(result, 0)),
  ];
  return h("table.sum", {}, h("caption.visually-hidden", {}, t("coach.caption")), h("tbody", {}, rows));
}

function mistakes({ game, found }) {
  if (!found) {
    const stop = { type: "button", "data-key": "coach-stop", onclick: () => working?.abort() };
    return [h("p.lead", {}, `${t("coach.looking")} `, h("button.link", stop, t("stop")))];
  }
  const stopped = found.looked < game.past.length && h("p.lead", {}, t("coach.stopped", { n: found.looked }));
  if (!found.mistakes.length) return [stopped || h("p.lead", {}, t("coach.none"))];
  const item = ({ card, move, better, loss }) =>
    h(
      "li",
      {},
      picture(card, ".small"),
      h("span.what", {}, t("coach.better", { move: moveName(game, move), better: moveName(game, better) })),
      h("span.points", {}, signed(-loss, 1)),
    );
  return [h("h4", {}, t("coach.costly")), h("ol.mistakes", {}, found.mistakes.slice(0, SHOWN).map(item)), stopped];
}
