// The view in which a board is scored.
import { NONE } from "./cards.js";
import { bestGrid, scoreGrid } from "./core.js";
import { showCount } from "./dialog.js";
import { $, announce, fill, h, picture } from "./dom.js";
import { readBoard } from "./notation.js";
import { boardText } from "./play.js";
import { recall, remember } from "./store.js";
import { t } from "./texts.js";
import { bestWords, lineCells, lineName } from "./words.js";

const RECORD = "5C 5D 5S JH\n4C 4D 6S 6H\n6C 6D 4S 4H\nTC TD TS TH\n5H";

let board = null; // what was read
let best = null; // of its rearrangements
let working = null; // stops the search
let asked = ""; // which search; the button that stops it stands in the place of the one that began it

/** A board with the points of its lines, each of which opens its count. */
function scored(cells, starter) {
  const { lines, heels, total } = scoreGrid(cells, starter);
  const line = (n) => {
    const name = lineName(n);
    const cards = lineCells(n).map((cell) => cells[cell]);
    const label = t("line", { line: name, n: lines[n] });
    const open = () => showCount(name, cards, starter);
    const kind = lines[n] ? "button.line.some" : "button.line";
    return h("td", {}, h(kind, { type: "button", "aria-label": label, onclick: open }, String(lines[n])));
  };
  const rows = [0, 1, 2, 3].map((row) => {
    const cards = cells.slice(4 * row, 4 * row + 4);
    return h("tr", {}, cards.map((card) => h("td", {}, picture(card))), line(row));
  });
  const corner = heels > 0 && h("span", { role: "img", "aria-label": t("heels.n", { n: heels }) }, `+${heels}`);
  rows.push(h("tr", {}, [4, 5, 6, 7].map(line), h("td.heels", {}, corner)));
  const caption = h("caption.visually-hidden", {}, t("score.caption", { n: total }));
  const turned = h("figure.turned", {}, h("figcaption", {}, t("starter")), picture(starter));
  return [
    h("p.big", {}, h("b", {}, String(total)), ` ${t("points.word", { n: total })}`),
    h("div.felt.still", {}, h("table.scored", {}, caption, h("tbody", {}, rows)), turned),
  ];
}

function read({ quiet = false } = {}) {
  working?.abort();
  working = null;
  [board, best] = [null, null];
  const text = $("#board-text").value;
  remember("board", text);
  $("#board-wrong").textContent = "";
  try {
    if (text.trim()) board = readBoard(text);
  } catch (refusal) {
    $("#board-wrong").textContent = refusal.message;
  }
  show();
  if (board && !quiet) announce(t("score.caption", { n: scoreGrid(board.cells, board.starter).total }));
}

function show() {
  if (!board) {
    fill($("#board-answer"), $("#board-wrong").textContent ? null : h("p.hint", {}, t("score.empty")));
    return;
  }
  const { cells, starter } = board;
  const ready = !cells.includes(NONE) && starter !== NONE;
  const button = (key, any) => h("button", { type: "button", "data-key": key, onclick: () => rearrange(any) }, t(key));
  const stops = h("button", { type: "button", "data-key": asked, onclick: stop }, t("stop"));
  const controls = working
    ? [stops, h("span", { id: "board-progress" }, t("search.running"))]
    : [button("score.best", false), button("score.any", true)];
  const lacks = cells.includes(NONE) ? "score.notFull" : "score.noStarter";
  fill(
    $("#board-answer"),
    ...scored(cells, starter),
    h("p.lead", {}, t("score.lines")),
    ready ? h("p.row", {}, controls) : h("p.hint", {}, t(lacks)),
    best && h("h3", {}, t("score.best")),
    best && h("p", { id: "board-best" }, bestWords(best)),
    ...(best?.total ? scored(best.cells, best.starter) : []),
  );
}

function stop() {
  working?.abort();
}

async function rearrange(any) {
  const { cells, starter } = board;
  asked = any ? "score.any" : "score.best";
  const mine = (working = new AbortController());
  best = null;
  show();
  const progress = ({ total, bound }) => ($("#board-progress").textContent = t("search.progress", { total, bound }));
  const cards = any ? [...cells, starter] : cells;
  const options = { signal: mine.signal, progress };
  const found = await bestGrid(Array(16).fill(NONE), any ? NONE : starter, cards, options);
  if (working !== mine) return; // another board was read
  working = null;
  best = found;
  show();
  announce(bestWords(best));
}

export const translateBoard = () => read({ quiet: true });

export function startBoard() {
  const saved = recall("board");
  if (typeof saved === "string") $("#board-text").value = saved;
  $("#board-text").oninput = read;
  const put = (text) => {
    $("#board-text").value = text;
    read();
  };
  $("#board-record").onclick = () => put(RECORD);
  $("#board-mine").onclick = () => put(boardText());
  $("#board-clear").onclick = () => put("");
}
