// The view in which Cribbage Squares is played.
import { NONE, cardText } from "./cards.js";
import { bestGrid, scoreGrid } from "./core.js";
import { showCount, showDialog } from "./dialog.js";
import { $, announce, calm, face, fill, h, picture, set, shape, toast } from "./dom.js";
import { advise } from "./hints.js";
import { askForGame, randomSeed } from "./newgame.js";
import { readSeed } from "./notation.js";
import { CELLS, Game, PILE_SIZE, cellName, readRules } from "./squares.js";
import { recall, remember } from "./store.js";
import { Refusal, cardName, t } from "./texts.js";
import { drawCoach, hideCoach, showCoach } from "./verdict.js";
import { bestWords, hintValue, hintWords, lineCells, lineName, moveName, moveWords, nextWords } from "./words.js";
import { pickedWords, pileName, resultWords, stateWords } from "./words.js";

/** @type {Game} */
let game;
let source; // what the next tap on a cell places: {card}, or {pile} for its top card
let first = null; // of two cells to be swapped
let hint = null; // what `advise` returned
let hints = 0; // that were asked for in this game
let best = null; // what `bestGrid` found when the game was over
let showing = false; // the best placement in place of one's own
let working = null; // stops what runs in slices
let at = 0; // the place of the board, 0 to 24, that the keyboard is at

const places = []; // the elements of the board: five rows of five
const cellElement = (cell) => places[5 * (cell >> 2) + (cell & 3)];
const lineElement = (line) => (line < 4 ? places[5 * line + 4] : places[20 + line - 4]);

// ---------------------------------------------------------------- which game

export const currentGame = () => game;

function keep() {
  remember("game", { ...game.save(), hints });
}

/** The deal as a link: the page, and behind # the number of the deal and its rules. */
const link = () => `${location.href.split("#")[0]}#deal=${game.seed}&rules=${game.preset}`;

function begin(made) {
  working?.abort();
  working = null;
  hideCoach();
  game = made;
  [first, hint, best, showing, hints, at] = [null, null, null, false, 0, 0];
  source = undefined;
}

function start(preset, seed) {
  begin(new Game(preset, seed));
  history.replaceState(null, "", link());
  keep();
  render();
  announce(t("announce.new", { deal: game.seed, rules: t(`rules.${preset}`), next: nextWords(game) }));
}

/** The deal and the rules that the link names; null if it names none. */
function named() {
  const words = new URLSearchParams(location.hash.slice(1));
  if (!words.has("deal")) return null;
  return { seed: readSeed(words.get("deal")), preset: readRules(words.get("rules") ?? "standard") };
}

/** Open the game that the link names, or the saved one, or a new one. */
function open() {
  let wanted = null;
  let refused = null;
  try {
    wanted = named();
  } catch (refusal) {
    refused = refusal;
  }
  const saved = recall("game");
  let kept = null;
  try {
    kept = Game.restore(saved);
  } catch {
    // Nothing is kept, or what is kept is not a game.
  }
  if (kept && (!wanted || (kept.seed === wanted.seed && kept.preset === wanted.preset))) {
    begin(kept);
    hints = Number.isSafeInteger(saved.hints) ? saved.hints : 0;
  } else begin(new Game(wanted?.preset ?? "standard", wanted?.seed ?? randomSeed()));
  history.replaceState(null, "", link());
  keep();
  render();
  if (refused) toast(refused.message);
  if (game.now.over) findBest(resultWords(game));
}

// ---------------------------------------------------------------- moves

/** Make a move of the player, show it and say it; `from` is where the card lay. */
function play(move, from) {
  const before = game.score;
  try {
    game.play(move);
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    toast(refusal.message);
    return false;
  }
  changed();
  if (from) fly(from);
  tell(moveWords(game, move, before));
  return true;
}

function changed() {
  working?.abort();
  hideCoach();
  [first, hint, best, showing] = [null, null, null, false];
  source = undefined; // the card that is face up
  keep();
  render();
}

/** Say what was done; when the game is over, together with the best placement. */
function tell(words) {
  if (game.now.over) findBest(words);
  else announce(words);
}

function turn(back) {
  try {
    const move = moveName(game, back ? game.undo() : game.redo());
    changed();
    const key = back ? "announce.undone" : "announce.redone";
    tell(t(key, { move, total: game.score.total, next: nextWords(game) }));
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    toast(refusal.message);
  }
}

// ---------------------------------------------------------------- what is chosen

const same = (one, other) => one?.card === other?.card && one?.pile === other?.pile;

/** What can be placed: the cards that are face up, and the top cards of the reserves. */
function sources() {
  const { now, rules } = game;
  if (now.over || rules.shuffle) return [];
  const tops = rules.waste ? [] : now.reserves.flatMap((cards, pile) => (cards.length ? [{ pile }] : []));
  return [...now.waiting.map((card) => ({ card })), ...tops];
}

function cardOfSource() {
  if (source === undefined) return NONE;
  return source.card ?? game.now.reserves[source.pile].at(-1);
}

function moveOfSource(cell) {
  if (source?.pile !== undefined) return { kind: "from", pile: source.pile, cell };
  return game.rules.open ? { kind: "place", cell, card: source?.card } : { kind: "place", cell };
}

const sourceOfMove = ({ kind, card, pile }) => (kind === "from" ? { pile } : { card: card ?? game.now.waiting[0] });

function choose(one) {
  source = one;
  render();
}

function tapCell(cell) {
  if (showing) showBest(false);
  else if (!game.rules.shuffle || game.now.over) {
    play(moveOfSource(cell), $("#tray [aria-checked=true]") ?? $("#hand .card"));
  } else if (first === null) {
    first = cell;
    render();
    announce(pickedWords(game, cell));
  } else if (first === cell) {
    first = null;
    render();
    announce(t("announce.unpicked"));
  } else play({ kind: "swap", cell: Math.min(first, cell), other: Math.max(first, cell) });
}

/** Choose the next of the cards that can be placed. */
function chooseNext() {
  const every = sources();
  if (every.length < 2) return;
  choose(every[(every.findIndex((one) => same(one, source)) + 1) % every.length]);
  announce(t("announce.chosen", { card: cardName(cardOfSource()) }));
}

// ---------------------------------------------------------------- hints and the best placement

/** Run work in slices; if it takes long, the page says so, and a button stops it. Returns null if it was replaced. */
async function busy(work) {
  working?.abort();
  const mine = (working = new AbortController());
  const late = setTimeout(render, 150);
  const progress = ({ total, bound }) => ($("#state").textContent = t("search.progress", { total, bound }));
  try {
    const done = await work({ signal: mine.signal, progress });
    return working === mine ? done : null;
  } finally {
    clearTimeout(late);
    if (working === mine) working = null;
  }
}

async function askHint() {
  if (working) return working.abort();
  if (game.now.over) return best ? showBest(!showing) : findBest(resultWords(game));
  if (hint) {
    hint = null;
    return render();
  }
  hints++;
  keep();
  const found = await busy((options) => advise(game, options));
  if (!found) return render();
  hint = found;
  const move = hint.moves[0]?.move;
  if (move && move.kind !== "swap" && move.kind !== "to") source = sourceOfMove(move);
  render();
  announce(hintWords(game, hint));
}

async function findBest(words) {
  const { cells, starter } = game.now;
  const found = await busy((options) => bestGrid(Array(16).fill(NONE), starter, cells, options));
  if (!found) return;
  best = found;
  render();
  announce(`${words} ${bestWords(best, game.score.total)}`);
  showCoach(game);
}

/** The table of the player is there: a game that ended before is looked at. */
export const coachNow = () => best && showCoach(game);

function showBest(on) {
  showing = on;
  render();
  announce(t(on ? "announce.best" : "announce.own"));
}

// ---------------------------------------------------------------- the board

function makeBoard() {
  const board = $("#board");
  for (let row = 0; row < 5; row++) {
    const elements = [0, 1, 2, 3, 4].map((column) => makePlace(row, column));
    places.push(...elements);
    board.append(h("div", { role: "row" }, elements));
  }
  board.onkeydown = pressed;
}

/** A cell, the points at the end of a line, or in the corner the heels. */
function makePlace(row, column) {
  const place = 5 * row + column;
  const isCell = row < 4 && column < 4;
  const line = column === 4 ? row : 4 + column;
  const kind = isCell ? "cell" : place === 24 ? "line.corner" : "line";
  const element = h(`button.${kind}`, { type: "button", role: "gridcell", "data-place": place });
  element.onfocus = () => {
    at = place;
    for (const one of places) one.tabIndex = one === element ? 0 : -1;
    if (isCell) preview(4 * row + column);
  };
  if (!isCell) {
    element.onclick = place === 24 ? openHeels : () => openLine(line);
    return element;
  }
  const cell = 4 * row + column;
  element.append(h("span.cell-name", {}, cellName(cell)), h("span.inside"), h("span.chip"));
  return set(element, {
    onclick: () => tapCell(cell),
    onpointerenter: () => preview(cell),
    onpointerleave: () => preview(null),
    onblur: () => preview(null),
  });
}

const STEPS = { ArrowUp: -5, ArrowDown: 5, ArrowLeft: -1, ArrowRight: 1 };
const KEYS = {
  u: () => turn(true),
  r: () => turn(false),
  h: () => askHint(),
  n: () => chooseNext(),
  1: () => play({ kind: "to", pile: 0 }),
  2: () => play({ kind: "to", pile: 1 }),
};

function pressed(event) {
  if (event.altKey || event.metaKey || event.ctrlKey) return;
  const row = Math.floor(at / 5);
  let next = at + (STEPS[event.key] ?? 0);
  if (event.key === "Home") next = 5 * row;
  else if (event.key === "End") next = 5 * row + 3;
  else if (!(event.key in STEPS)) {
    const does = KEYS[event.key.toLowerCase()];
    if (!does) return;
    event.preventDefault();
    does();
    return;
  }
  event.preventDefault();
  const sideways = event.key === "ArrowLeft" || event.key === "ArrowRight";
  if (next >= 0 && next < 25 && !(sideways && Math.floor(next / 5) !== row)) places[next].focus();
}

/** Show what a card would add to its row and its column; null shows nothing. */
function preview(cell) {
  for (const element of places) delete element.dataset.gain;
  for (const ghost of document.querySelectorAll(".inside:has(> .ghost)")) ghost.replaceChildren();
  if (cell === null || source === undefined || showing || game.refusal(moveOfSource(cell))) return;
  const card = cardOfSource();
  const cells = game.now.cells.map((one, place) => (place === cell ? card : one));
  const before = game.score.lines;
  scoreGrid(cells, game.now.starter).lines.forEach((points, line) => {
    if (points > before[line]) lineElement(line).dataset.gain = `+${points - before[line]}`;
  });
  $(".inside", cellElement(cell)).replaceChildren(h("span.card.ghost", {}, face(card)));
}

/** Move the card that was placed from where it lay. */
function fly(from) {
  const { move } = game.past.at(-1);
  if (calm() || move.cell === undefined || !from.isConnected) return;
  const card = $(".card", cellElement(move.cell));
  const [there, here] = [from, card].map((element) => element.getBoundingClientRect());
  const across = there.x + there.width / 2 - here.x - here.width / 2;
  const down = there.y + there.height / 2 - here.y - here.height / 2;
  const transform = `translate(${across}px, ${down}px) scale(${there.width / here.width})`;
  const timing = { duration: 260, easing: "cubic-bezier(.2, .8, .3, 1)" };
  card.animate([{ transform }, { transform: "none" }], timing);
}

/** What lies in the cells: one's own board, or the best placement. */
const shownBoard = () => (showing ? best : game.now);

/** Show the count of a row or a column. */
function openLine(line) {
  const { cells, starter } = shownBoard();
  const cards = lineCells(line).map((cell) => cells[cell]);
  showCount(lineName(line), cards, starter);
}

function openHeels() {
  showDialog(t("heels"), h("p", {}, t("heels.rule")));
}

// ---------------------------------------------------------------- drawing

export function render() {
  const every = sources();
  source = every.find((one) => same(one, source)) ?? every[0];
  const { cells, starter } = shownBoard();
  const score = scoreGrid(cells, starter);
  renderCells(cells);
  renderLines(score);
  renderTray(starter, score);
  renderHand();
  renderPiles();
  renderActions();
  drawCoach();
}

/** The values that the hint has for the cells and the card that is chosen. */
function hintedCells() {
  const found = new Map();
  for (const { move, value } of hint?.moves ?? []) {
    if (move.kind === "swap") {
      if (!found.size) found.set(move.cell, value).set(move.other, value);
    } else if (move.cell !== undefined && same(sourceOfMove(move), source)) found.set(move.cell, value);
  }
  return found;
}

function renderCells(cells) {
  const { now, rules, past } = game;
  const hinted = hintedCells();
  const top = Math.max(...hinted.values());
  const last = showing || now.over ? undefined : past.at(-1)?.move;
  $("#board").classList.toggle("best", showing);
  for (const cell of CELLS) {
    const element = cellElement(cell);
    const card = cells[cell];
    const free = card === NONE && !game.refusal({ kind: "place", cell });
    const value = hinted.get(cell);
    const chip = value === undefined ? "" : hintValue(hint.kind, value);
    const inside = $(".inside", element);
    if (inside.dataset.card !== String(card) || $(".ghost", inside)) {
      inside.replaceChildren(...(card === NONE ? [] : [h("span.card", {}, face(card))]));
      inside.dataset.card = card;
    }
    $(".chip", element).textContent = chip;
    element.classList.toggle("free", free);
    element.classList.toggle("top", value === top);
    element.classList.toggle("last", last !== undefined && (last.cell === cell || last.other === cell));
    const what = card !== NONE ? cardName(card) : t(free ? "cell.free" : "cell.far");
    const said = chip ? `, ${t("cell.hint", { value: chip })}` : "";
    const swaps = rules.shuffle && !now.over;
    set(element, {
      "aria-label": `${cellName(cell)}: ${what}${said}`,
      "aria-disabled": swaps || free ? false : "true",
      "aria-selected": swaps ? String(first === cell) : false,
    });
  }
}

function renderLines({ lines, heels }) {
  lines.forEach((points, line) => {
    const element = lineElement(line);
    if (element.textContent !== String(points)) {
      element.textContent = points;
      const grows = [{ transform: "scale(1.35)" }, { transform: "none" }];
      if (points && !calm()) element.animate(grows, { duration: 300, easing: "ease-out" });
    }
    element.classList.toggle("some", points > 0);
    set(element, { "aria-label": t("line", { line: lineName(line), n: points }) });
  });
  places[24].textContent = heels ? `+${heels}` : "";
  set(places[24], { "aria-label": t("heels.n", { n: heels }) });
  places.forEach((element, place) => (element.tabIndex = place === at ? 0 : -1));
  const isCell = at < 20 && at % 5 < 4;
  preview(isCell && document.activeElement === places[at] ? 4 * Math.floor(at / 5) + (at % 5) : null);
}

function renderTray(starter, { total }) {
  const { now, rules, preset, seed, undos } = game;
  $("#tray").className = `tray ${preset}`;
  $("#total").textContent = total;
  $("#goal").textContent = t("goal", { n: rules.win_at });
  const asked = [undos && t("deal.undos", { n: undos }), hints && t("deal.hints", { n: hints })].filter(Boolean);
  $("#deal-name").textContent = t("deal.name", { deal: seed, rules: t(`rules.${preset}`) }) + asked.join("");
  [...$("#track").children].forEach((hole, n) => hole.classList.toggle("peg", n < total));
  $("#track").classList.toggle("won", total >= rules.win_at);
  $("#state").textContent = currentState();
  const back = h("span.card.back", { role: "img", "aria-label": t("starter.hidden") });
  fill($("#starter"), starter === NONE ? back : picture(starter));
  set($("#hand"), { hidden: !now.waiting.length });
  set($("#piles"), { hidden: !game.piles });
}

function currentState() {
  if (working) return t("search.running");
  if (showing) return t("best.shown");
  if (game.now.over) return `${resultWords(game)} ${best ? bestWords(best, game.score.total) : ""}`.trim();
  return hint ? hintWords(game, hint) : stateWords(game, first);
}

/** A card that can be chosen to be placed. */
function radio(one, card) {
  const checked = same(one, source);
  return h(
    "button.card.pick",
    {
      type: "button",
      role: "radio",
      tabindex: checked ? 0 : -1,
      "aria-checked": String(checked),
      "aria-label": cardName(card),
      "data-key": `source-${one.card ?? `r${one.pile}`}`,
      onclick: () => choose(one),
      onkeydown: (event) => movedAmong(event, one),
    },
    face(card),
  );
}

function movedAmong(event, one) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const every = sources();
  const place = every.findIndex((other) => same(other, one));
  choose(every[(place + step + every.length) % every.length]);
  $("#tray [aria-checked=true]").focus();
}

function renderHand() {
  const { now, rules } = game;
  const many = sources().length > 1;
  const cards = now.waiting.map((card) => (many ? radio({ card }, card) : picture(card)));
  const label = now.over ? "nothing" : rules.open ? "hand" : "next";
  const group = many ? { role: "radiogroup", "aria-label": t("toPlace") } : {};
  fill($("#hand"), h("span.label", {}, t(label)), h("div.cards", group, cards));
}

function renderPiles() {
  const { now, rules } = game;
  const advised = hint?.moves[0]?.move.kind === "to" ? ".top" : "";
  const piles = now.reserves.map((cards, pile) => {
    const name = pileName(game, pile);
    const top = cards.at(-1);
    const count = t("pile.count", { n: cards.length, most: PILE_SIZE });
    const put = {
      type: "button",
      "aria-disabled": now.over || cards.length === PILE_SIZE ? "true" : false,
      "aria-label": t("put", { pile: name }),
      "data-key": `put-${pile}`,
      onclick: () => play({ kind: "to", pile }),
    };
    return h(
      "div.pile",
      { role: "group", "aria-label": `${name}, ${count}` },
      h("span.label", { "aria-hidden": "true" }, `${name} ${cards.length}/${PILE_SIZE}`),
      top === undefined || rules.waste || now.over ? picture(top ?? NONE) : radio({ pile }, top),
      h(`button.put${advised}`, put, shape("i-down")),
    );
  });
  fill($("#piles"), ...piles);
}

function renderActions() {
  const { now, rules, past, undone } = game;
  set($("#undo"), { "aria-disabled": past.length ? false : "true" });
  set($("#redo"), { "aria-disabled": undone.length ? false : "true" });
  set($("#hint"), { "aria-pressed": String(now.over ? showing : hint !== null) });
  $("#hint-text").textContent = t(working ? "stop" : !now.over ? "hint" : showing ? "own" : "best");
  set($("#finish"), { hidden: !rules.shuffle || now.over });
  $("#new").classList.toggle("primary", now.over);
}

// ---------------------------------------------------------------- beginning

export function startPlay() {
  makeBoard();
  $("#track").append(...Array.from({ length: 61 }, (_, n) => h(n % 5 === 4 ? "i.gap" : "i")));
  $("#undo").onclick = () => turn(true);
  $("#redo").onclick = () => turn(false);
  $("#hint").onclick = askHint;
  $("#finish").onclick = () => play({ kind: "finish" }) && places[at].focus(); // the button is gone
  $("#new").onclick = $("#deal-name").onclick = () => askForGame(game, link(), start);
  addEventListener("hashchange", () => location.href !== link() && open());
  open();
}

/** The board of the game as text. */
export function boardText() {
  const { cells, starter } = game.now;
  const rows = [0, 4, 8, 12].map((start) => cells.slice(start, start + 4).map(cardText).join(" "));
  return [...rows, ...(starter === NONE ? [] : [cardText(starter)])].join("\n");
}
