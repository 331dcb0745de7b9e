// The view in which Cribbage Squares is played.
import { NONE, cardText, rankOf, JACK } from "./cards.js";
import { bestGrid, scoreGrid } from "./core.js";
import { showCount, showDialog } from "./dialog.js";
import { $, announce, calm, face, fill, h, picture, set, shape, toast } from "./dom.js";
import { advise } from "./hints.js";
import { readSeed } from "./notation.js";
import { CELLS, Game, PILE_SIZE, PRESETS, cellName, readRules } from "./squares.js";
import { recall, remember } from "./store.js";
import { Refusal, cardName, decimal, t } from "./texts.js";

/** @type {Game} */
let game;
let source; // what the next tap on a cell places: {card} or {pile}
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
const lineName = (line) => (line < 4 ? t("row", { n: line + 1 }) : t("column", { n: "abcd"[line - 4] }));
const lineCells = (line) => [0, 1, 2, 3].map((n) => (line < 4 ? 4 * line + n : 4 * n + line - 4));

// ---------------------------------------------------------------- what is played

export const currentGame = () => game;

function keep() {
  remember("game", { ...game.save(), hints });
}

/** The deal as a link: the page, and behind # the number of the deal and its rules. */
function link() {
  return `${location.href.split("#")[0]}#deal=${game.seed}&rules=${game.preset}`;
}

function begin(made) {
  working?.abort();
  working = null;
  game = made;
  [first, hint, best, showing, hints] = [null, null, null, false, 0];
  source = undefined;
  at = 0;
}

export function newGame(preset, seed) {
  begin(new Game(preset, seed));
  history.replaceState(null, "", link());
  keep();
  render();
  announce(t("announce.new", { deal: game.seed, rules: t(`rules.${preset}`), next: nextWords() }));
}

const randomSeed = () => BigInt(1 + Math.floor(Math.random() * 999999999));

/** The game that the link names, or the saved one, or a new one. */
export function open() {
  const named = new URLSearchParams(location.hash.slice(1));
  const saved = recall("game");
  let wanted = null;
  let refused = null;
  try {
    if (named.has("deal")) wanted = { seed: readSeed(named.get("deal")), preset: readRules(named.get("rules") ?? "standard") };
  } catch (refusal) {
    refused = refusal;
  }
  try {
    const game = Game.restore(saved);
    if (!wanted || (game.seed === wanted.seed && game.preset === wanted.preset)) {
      begin(game);
      hints = Number.isSafeInteger(saved.hints) ? saved.hints : 0;
    } else begin(new Game(wanted.preset, wanted.seed));
  } catch {
    begin(new Game(wanted?.preset ?? "standard", wanted?.seed ?? randomSeed()));
  }
  history.replaceState(null, "", link());
  keep();
  render();
  if (refused) toast(refused.message);
  if (game.now.over) findBest();
}

// ---------------------------------------------------------------- moves

/** Make a move of the player, show it and say it. */
function play(move, from) {
  const before = game.score;
  try {
    game.play(move);
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    toast(refusal.message);
    return false;
  }
  changed(from);
  announce(moveWords(move, before));
  return true;
}

function changed(from) {
  working?.abort();
  [first, hint, best, showing] = [null, null, null, false];
  source = undefined; // the card that is face up
  keep();
  render();
  if (from) fly(from);
  if (game.now.over) findBest();
}

function turn(back) {
  try {
    const move = back ? game.undo() : game.redo();
    changed();
    announce(t(back ? "announce.undone" : "announce.redone", { move: moveName(move), total: game.score.total, next: nextWords() }));
  } catch (refusal) {
    toast(refusal.message);
  }
}

function moveName({ kind, cell, other, pile }) {
  if (kind === "finish") return t("finish");
  if (kind === "swap") return `${cellName(cell)} ${cellName(other)}`;
  return cell === undefined ? pileName(pile) : cellName(cell);
}

const pileName = (pile) => t(game.rules.waste ? "waste" : game.piles === 1 ? "reserve" : "reserve.n", { n: pile + 1 });

/** A line of the move is worth saying if its points changed. */
function moveWords(move, before) {
  const { now, score } = game;
  const moved = move.kind === "to" ? now.reserves[move.pile].at(-1) : now.cells[move.cell];
  const said = [];
  if (move.kind === "swap") said.push(t("announce.swapped", { one: cellName(move.cell), other: cellName(move.other) }));
  else if (move.kind === "to") said.push(t("announce.kept", { card: cardName(moved), pile: pileName(move.pile) }));
  else if (move.cell !== undefined) said.push(t("announce.placed", { card: cardName(moved), cell: cellName(move.cell) }));
  if (!now.over) {
    score.lines.forEach((points, line) => {
      const gain = points - before.lines[line];
      if (gain) said.push(t("announce.line", { line: lineName(line), points, gain: gain > 0 ? `+${gain}` : gain }));
    });
    said.push(t("announce.total", { total: score.total }), nextWords());
  } else {
    if (!game.rules.shuffle && !game.rules.open) said.push(starterWords());
    said.push(resultWords());
  }
  return said.join(" ");
}

function starterWords() {
  const { starter } = game.now;
  const heels = rankOf(starter) === JACK ? ` ${t("announce.heels")}` : "";
  return t("announce.starter", { card: cardName(starter) }) + heels;
}

function nextWords() {
  const { now, rules } = game;
  if (now.over) return resultWords();
  if (rules.shuffle) return starterWords();
  if (rules.open) return `${t("announce.left", { n: now.waiting.length })} ${starterWords()}`;
  return t("announce.next", { card: cardName(now.waiting[0]) });
}

const resultWords = () => t(game.won ? "result.won" : "result.lost", { n: game.score.total });

// ---------------------------------------------------------------- what is chosen

const same = (one, other) => one?.card === other?.card && one?.pile === other?.pile;

/** What can be placed: the cards that are face up, and the top cards of the reserves. */
function sources() {
  const { now, rules } = game;
  if (now.over || rules.shuffle) return [];
  const cards = now.waiting.map((card) => ({ card }));
  const tops = rules.waste ? [] : now.reserves.flatMap((pile, n) => (pile.length ? [{ pile: n }] : []));
  return [...cards, ...tops];
}

const cardOfSource = (one) => (one === undefined ? NONE : (one.card ?? game.now.reserves[one.pile].at(-1)));

function moveOfSource(cell) {
  if (source?.pile !== undefined) return { kind: "from", pile: source.pile, cell };
  return game.rules.open ? { kind: "place", cell, card: source?.card } : { kind: "place", cell };
}

function choose(one) {
  source = one;
  render();
}

function tapCell(cell) {
  if (showing) return showBest(false);
  if (!game.rules.shuffle || game.now.over) {
    play(moveOfSource(cell), $("#tray [aria-checked=true]") ?? $("#hand .card"));
    return;
  }
  if (first === null) {
    first = cell;
    render();
    announce(t("announce.picked", { card: cardName(game.now.cells[cell]), cell: cellName(cell) }));
  } else if (first === cell) {
    first = null;
    render();
    announce(t("announce.unpicked"));
  } else play({ kind: "swap", cell: Math.min(first, cell), other: Math.max(first, cell) });
}

// ---------------------------------------------------------------- hints and the best placement

/** Run work in slices; the button that stops it is there if it takes long. */
async function busy(work) {
  working?.abort();
  const mine = (working = new AbortController());
  const late = setTimeout(() => render(), 150);
  try {
    const done = await work({ signal: mine.signal, progress: ({ total, bound }) => $("#state").replaceChildren(t("search.progress", { total, bound })) });
    return mine.signal.aborted && working !== mine ? null : done;
  } finally {
    clearTimeout(late);
    if (working === mine) working = null;
  }
}

async function askHint() {
  if (game.now.over) return best ? showBest(!showing) : findBest();
  if (working) return stop();
  if (hint) {
    hint = null;
    return render();
  }
  hints++;
  keep();
  const found = await busy((options) => advise(game, options));
  if (!found) return;
  hint = found;
  const [top] = hint.moves;
  if (top) {
    const { move } = top;
    const wanted = move.pile !== undefined && move.kind === "from" ? { pile: move.pile } : { card: move.card ?? game.now.waiting[0] };
    if (move.kind !== "swap" && move.kind !== "to") source = sources().find((one) => same(one, wanted)) ?? source;
  }
  render();
  announce(hintWords());
}

function hintWords() {
  const [top] = hint.moves;
  if (!top) return t("hint.none");
  const value = hint.kind === "mean" ? decimal(top.value, 1) : top.value;
  const card = top.move.kind === "from" || top.move.kind === "place" ? cardName(top.move.card ?? cardOfSource(source)) : "";
  const key = top.move.kind === "to" ? "hint.to" : top.move.kind === "swap" ? "hint.swap" : `hint.${hint.kind}`;
  const names = { move: moveName(top.move), one: cellName(top.move.cell ?? 0), other: cellName(top.move.other ?? 0) };
  return t(key, { value, card, ...names });
}

function stop() {
  working?.abort();
  working = null;
  render();
}

async function findBest() {
  const { cells, starter } = game.now;
  const over = game;
  const found = await busy((options) => bestGrid(Array(16).fill(NONE), starter, cells, options));
  if (!found || over !== game || !game.now.over) return;
  best = found;
  render();
  announce(`${resultWords()} ${bestWords()}`);
}

function bestWords() {
  if (best.total < best.bound) return t("best.stopped", { total: best.total, bound: best.bound });
  const time = t("milliseconds", { n: decimal(best.seconds * 1000, best.seconds < 0.01 ? 1 : 0) });
  return t(best.total === game.score.total ? "best.reached" : "best.proved", { n: best.total, time });
}

function showBest(on) {
  showing = on;
  render();
  announce(t(on ? "announce.best" : "announce.own"));
}

// ---------------------------------------------------------------- the board

function makeBoard() {
  const board = $("#board");
  for (let row = 0; row < 5; row++) {
    const line = h("div", { role: "row" });
    for (let column = 0; column < 5; column++) {
      const place = 5 * row + column;
      const corner = row === 4 && column === 4;
      const kind = row < 4 && column < 4 ? ".cell" : corner ? ".line.corner" : ".line";
      const element = h(`button${kind}`, { type: "button", role: "gridcell", tabindex: -1, "data-place": place });
      if (kind === ".cell") {
        const cell = 4 * row + column;
        element.onclick = () => tapCell(cell);
        element.onpointerenter = () => preview(cell);
        element.onpointerleave = () => preview(null);
        element.onblur = () => preview(null);
        element.append(h("span.cell-name", { "aria-hidden": "true" }, cellName(cell)), h("span.inside"), h("span.chip", { "aria-hidden": "true" }));
      } else if (!corner) element.onclick = () => openLine(row < 4 ? row : 4 + column);
      else element.onclick = () => openLine(8);
      element.onfocus = () => {
        at = place;
        for (const one of places) one.tabIndex = one === element ? 0 : -1;
        if (kind === ".cell") preview(4 * row + column);
      };
      places.push(element);
      line.append(element);
    }
    board.append(line);
  }
  board.onkeydown = pressed;
}

const STEPS = { ArrowUp: -5, ArrowDown: 5, ArrowLeft: -1, ArrowRight: 1 };

function pressed(event) {
  if (event.altKey || event.metaKey || event.ctrlKey) return;
  let next = null;
  if (event.key in STEPS) {
    const sideways = Math.abs(STEPS[event.key]) === 1;
    next = at + STEPS[event.key];
    if (next < 0 || next > 24 || (sideways && Math.floor(next / 5) !== Math.floor(at / 5))) next = at;
  } else if (event.key === "Home") next = at - (at % 5);
  else if (event.key === "End") next = at - (at % 5) + 3;
  else if (event.key.length === 1) {
    const key = event.key.toLowerCase();
    if (key === "u") turn(true);
    else if (key === "r") turn(false);
    else if (key === "h") askHint();
    else if ((key === "1" || key === "2") && Number(key) <= game.piles) play({ kind: "to", pile: Number(key) - 1 });
    else if (key === "n") chooseNext();
    else return;
    event.preventDefault();
    return;
  } else return;
  event.preventDefault();
  places[next].focus();
}

/** Choose the next of the cards that can be placed. */
function chooseNext() {
  const every = sources();
  if (every.length < 2) return;
  choose(every[(every.findIndex((one) => same(one, source)) + 1) % every.length]);
  announce(t("announce.chosen", { card: cardName(cardOfSource(source)) }));
}

/** Show what a card would add to its row and its column. */
function preview(cell) {
  for (const element of places) {
    delete element.dataset.gain;
    element.classList.remove("ghost");
  }
  const card = cardOfSource(source);
  for (const ghost of document.querySelectorAll(".cell .inside[data-ghost]")) {
    ghost.replaceChildren();
    delete ghost.dataset.ghost;
  }
  if (cell === null || card === NONE || showing || game.refusal(moveOfSource(cell))) return;
  const cells = game.now.cells.with ? game.now.cells.with(cell, card) : game.now.cells.map((one, n) => (n === cell ? card : one));
  const before = game.score.lines;
  scoreGrid(cells, game.now.starter).lines.forEach((points, line) => {
    if (points > before[line]) lineElement(line).dataset.gain = `+${points - before[line]}`;
  });
  const inside = $(".inside", cellElement(cell));
  inside.dataset.ghost = "";
  inside.replaceChildren(h("span.card.ghost", { "aria-hidden": "true" }, face(card)));
}

/** Move the card that was placed from where it lay. */
function fly(from) {
  const move = game.past.at(-1)?.move;
  if (calm() || move?.cell === undefined || move.kind === "swap") return;
  const card = $(".card", cellElement(move.cell));
  if (!card?.animate || !from.isConnected) return;
  const [there, here] = [from.getBoundingClientRect(), card.getBoundingClientRect()];
  const away = `translate(${there.x + there.width / 2 - here.x - here.width / 2}px, ${there.y + there.height / 2 - here.y - here.height / 2}px) scale(${there.width / here.width})`;
  card.animate([{ transform: away }, { transform: "none" }], { duration: 260, easing: "cubic-bezier(.2,.8,.3,1)" });
}

// ---------------------------------------------------------------- drawing

/** What lies in the cells: one's own board, or the best placement. */
function shownBoard() {
  return showing ? { cells: best.cells, starter: best.starter } : { cells: game.now.cells, starter: game.now.starter };
}

const highest = (values) => (values.length ? Math.max(...values) : null);

/** The values of the cells for the card that is chosen, by the hint. */
function hintedCells() {
  const found = new Map();
  if (!hint) return found;
  for (const { move, value } of hint.moves) {
    if (move.kind === "swap") {
      if (move === hint.moves[0].move) found.set(move.cell, value).set(move.other, value);
    } else if (move.cell !== undefined) {
      const of = move.kind === "from" ? { pile: move.pile } : { card: move.card ?? game.now.waiting[0] };
      if (same(of, source)) found.set(move.cell, value);
    }
  }
  return found;
}

export function render() {
  if (!game) return;
  const every = sources();
  source = every.find((one) => same(one, source)) ?? every[0];
  const { cells, starter } = shownBoard();
  const score = showing ? scoreGrid(cells, starter) : game.score;
  renderBoard(cells, starter, score);
  renderTray(starter, score);
  renderActions();
}

function renderBoard(cells, starter, score) {
  const { now, rules } = game;
  const hinted = hintedCells();
  const top = hint?.kind === "mean" ? highest([...hinted.values()]) : null;
  $("#board").classList.toggle("best", showing);
  for (const cell of CELLS) {
    const element = cellElement(cell);
    const card = cells[cell];
    const refusal = showing || now.over ? null : rules.shuffle ? null : game.refusal({ kind: "place", cell });
    const free = card === NONE && !refusal;
    const inside = $(".inside", element);
    if (inside.dataset.card !== String(card) || inside.dataset.ghost !== undefined) {
      inside.replaceChildren(...(card === NONE ? [] : [h("span.card", {}, face(card))]));
      inside.dataset.card = card;
      delete inside.dataset.ghost;
    }
    const value = hinted.get(cell);
    const chip = value === undefined ? "" : hint.kind === "mean" ? decimal(value, 1) : String(value);
    $(".chip", element).textContent = card === NONE || rules.shuffle ? chip : "";
    element.classList.toggle("free", free);
    element.classList.toggle("top", value !== undefined && (top === null || value === top));
    const last = game.past.at(-1)?.move;
    element.classList.toggle("last", !showing && !now.over && (last?.cell === cell || last?.other === cell));
    const what = card === NONE ? (free ? t("cell.free") : t("cell.far")) : cardName(card);
    set(element, {
      "aria-label": [`${cellName(cell)}: ${what}`, chip && t("cell.hint", { value: chip })].filter(Boolean).join(", "),
      "aria-disabled": rules.shuffle && !now.over ? false : !free && String(true),
      "aria-selected": first === cell ? "true" : rules.shuffle ? "false" : false,
      tabindex: 5 * (cell >> 2) + (cell & 3) === at ? 0 : -1,
    });
  }
  score.lines.forEach((points, line) => {
    const element = lineElement(line);
    if (element.textContent !== String(points)) {
      element.textContent = points;
      if (points && !calm()) element.animate?.([{ transform: "scale(1.35)" }, { transform: "none" }], { duration: 300, easing: "ease-out" });
    }
    element.classList.toggle("some", points > 0);
    set(element, { "aria-label": t("line", { line: lineName(line), n: points }), tabindex: places.indexOf(element) === at ? 0 : -1 });
  });
  places[24].textContent = score.heels ? `+${score.heels}` : "";
  set(places[24], { "aria-label": t("heels.n", { n: score.heels }), tabindex: at === 24 ? 0 : -1 });
  preview(document.activeElement === places[at] && at % 5 < 4 && at < 20 ? 4 * Math.floor(at / 5) + (at % 5) : null);
}

function renderTray(starter, score) {
  const { now, rules } = game;
  $("#tray").className = `tray ${game.preset}${now.over ? " over" : ""}`;
  $("#total").textContent = score.total;
  $("#goal").textContent = t("goal", { n: rules.win_at });
  const asked = (game.undos ? t("deal.undos", { n: game.undos }) : "") + (hints ? t("deal.hints", { n: hints }) : "");
  $("#deal-name").textContent = t("deal.name", { deal: game.seed, rules: t(`rules.${game.preset}`) }) + asked;
  for (const [n, hole] of [...$("#track").children].entries()) hole.classList.toggle("peg", n < score.total);
  $("#track").classList.toggle("won", score.total >= rules.win_at);
  $("#state").textContent = stateWords();
  const chosen = (one) => ({ role: "radio", "aria-checked": String(same(one, source)), tabindex: same(one, source) ? 0 : -1, onclick: () => choose(one), onkeydown: (event) => movedAmong(event, one) });
  const radio = (one, card) => h("button.card.pick", { type: "button", ...chosen(one), "aria-label": cardName(card), "data-key": `source-${one.card ?? `r${one.pile}`}` }, face(card));
  const many = sources().length > 1;
  const hand = now.waiting.map((card) => (many ? radio({ card }, card) : picture(card)));
  fill($("#hand"), h("span.label", {}, t(now.over || rules.shuffle ? "nothing" : rules.open ? "hand" : "next")), h("div.cards", many ? { role: "radiogroup", "aria-label": t("toPlace") } : {}, hand));
  $("#hand").hidden = !now.waiting.length;
  fill(
    $("#piles"),
    ...now.reserves.map((pile, n) => {
      const top = pile.at(-1);
      const full = pile.length === PILE_SIZE;
      const move = { kind: "to", pile: n };
      const advised = hint?.moves[0]?.move.kind === "to";
      return h(
        "div.pile",
        { role: "group", "aria-label": pileName(n) },
        h("span.label", {}, `${pileName(n)} `, h("span", { "aria-label": t("pile.count", { n: pile.length, most: PILE_SIZE }) }, `${pile.length}/${PILE_SIZE}`)),
        top === undefined ? picture(NONE) : rules.waste || now.over ? picture(top) : radio({ pile: n }, top),
        h(`button.put${advised ? ".top" : ""}`, { type: "button", "aria-disabled": now.over || full ? "true" : false, "data-key": `put-${n}`, "aria-label": t("put", { pile: pileName(n) }), onclick: () => play(move) }, shape("i-down")),
      );
    }),
  );
  $("#piles").hidden = !game.piles;
  fill($("#starter"), starter === NONE ? h("span.card.back", { role: "img", "aria-label": t("starter.hidden") }) : picture(starter));
}

function movedAmong(event, one) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const every = sources();
  const place = every.findIndex((other) => same(other, one));
  choose(every[(place + step + every.length) % every.length]);
  $(`#tray [aria-checked=true]`)?.focus();
}

function stateWords() {
  const { now, rules } = game;
  if (working) return t("search.running");
  if (now.over) {
    return showing ? t("best.shown") : `${resultWords()}${best ? ` ${bestWords()}` : ""}`;
  }
  if (hint) return hintWords();
  if (rules.shuffle) return t(first === null ? "state.shuffle" : "state.second", { cell: first === null ? "" : cellName(first) });
  if (rules.open) return t("state.open");
  if (game.piles && !rules.waste) return t("state.reserve");
  if (rules.waste) return t("state.waste");
  return t(now.cells.every((card) => card === NONE) ? "state.first" : "state.place");
}

function renderActions() {
  const { now, rules } = game;
  set($("#undo"), { "aria-disabled": game.past.length ? false : "true" });
  set($("#redo"), { "aria-disabled": game.undone.length ? false : "true" });
  set($("#hint"), { "aria-pressed": String(now.over ? showing : Boolean(hint)) });
  $("#hint-text").textContent = t(working ? "stop" : now.over ? (showing ? "own" : "best") : "hint");
  $("#finish").hidden = !rules.shuffle || now.over;
}

// ---------------------------------------------------------------- dialogs

/** The count of a row or a column, or what the heels are. */
function openLine(line) {
  const { cells, starter } = shownBoard();
  if (line === 8) {
    showDialog(t("heels"), h("p", {}, t("heels.rule")));
    return;
  }
  showCount(lineName(line), lineCells(line).map((cell) => cells[cell]), starter);
}

function openNew() {
  const preset = h(
    "select",
    { id: "new-rules", onchange: () => describe() },
    Object.keys(PRESETS).map((name) => h("option", { value: name, selected: name === game.preset }, t(`rules.${name}`))),
  );
  const about = h("p.lead", {});
  const describe = () => (about.textContent = t(`rules.${preset.value}.about`));
  describe();
  const number = h("input", { id: "new-deal", inputmode: "numeric", autocomplete: "off", placeholder: t("deal.random"), "aria-describedby": "new-wrong" });
  const wrong = h("p.wrong", { id: "new-wrong", role: "alert" });
  const go = (event) => {
    event.preventDefault();
    try {
      const seed = number.value.trim() ? readSeed(number.value) : randomSeed();
      newGame(preset.value, seed);
      $("#dialog").close();
    } catch (refusal) {
      wrong.textContent = refusal.message;
      number.focus();
    }
  };
  const url = h("input", { id: "share-link", readonly: true, value: link(), "aria-label": t("share.link"), onfocus: (event) => event.target.select() });
  showDialog(
    t("new.title"),
    h(
      "form",
      { onsubmit: go },
      h("label.block", {}, h("span", {}, t("rules")), preset),
      about,
      h("label.block", {}, h("span", {}, t("deal.number")), number),
      wrong,
      h("p.row", {}, h("button.primary", { type: "submit" }, t("deal")), h("button", { type: "button", onclick: again }, t("again"))),
    ),
    h("h3", {}, t("share.title", { deal: game.seed })),
    h("p.row.share", {}, url, h("button", { type: "button", onclick: () => copy(url) }, t("copy"))),
  );
}

function again() {
  newGame(game.preset, game.seed);
  $("#dialog").close();
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

// ---------------------------------------------------------------- beginning

export function startPlay() {
  makeBoard();
  const holes = Array.from({ length: 61 }, (_, n) => h(n % 5 === 4 ? "i.gap" : "i"));
  $("#track").append(...holes);
  $("#undo").onclick = () => turn(true);
  $("#redo").onclick = () => turn(false);
  $("#hint").onclick = askHint;
  $("#finish").onclick = () => play({ kind: "finish" }) && places[at].focus(); // the button is gone
  $("#new").onclick = openNew;
  $("#deal-name").onclick = openNew;
  addEventListener("hashchange", () => {
    if (location.href !== link()) open();
  });
  open();
}

/** The board of the game as text. */
export function boardText() {
  const { cells, starter } = game.now;
  const rows = [0, 4, 8, 12].map((start) => cells.slice(start, start + 4).map(cardText).join(" "));
  return [...rows, ...(starter === NONE ? [] : [cardText(starter)])].join("\n");
}
