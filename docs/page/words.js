// What is said of a game: moves, cards, hints and results, in sentences.
import { JACK, NONE, rankOf } from "./cards.js";
import { cellName } from "./squares.js";
import { cardName, decimal, signed, t } from "./texts.js";

/** A sentence that begins with the name of a card. */
function sentence(key, args) {
  const text = t(key, args);
  return text[0].toLocaleUpperCase() + text.slice(1);
}

/** The name of a row (0 to 3) or a column (4 to 7). */
export const lineName = (line) => (line < 4 ? t("row", { n: line + 1 }) : t("column", { n: "abcd"[line - 4] }));

/** The places of its cells. */
export const lineCells = (line) => [0, 1, 2, 3].map((n) => (line < 4 ? 4 * line + n : 4 * n + line - 4));

export function pileName({ piles, rules }, pile) {
  return t(rules.waste ? "waste" : piles === 1 ? "reserve" : "reserve.n", { n: pile + 1 });
}

export function moveName(game, { kind, cell, other, pile }) {
  if (kind === "finish") return t("finish");
  if (kind === "swap") return `${cellName(cell)} ${cellName(other)}`;
  return cell === undefined ? pileName(game, pile) : cellName(cell);
}

/** The card that a move places; NONE if it places none. */
export function cardOfMove({ now }, { kind, card, pile }) {
  if (kind === "from") return now.reserves[pile].at(-1);
  return kind === "place" ? (card ?? now.waiting[0]) : NONE;
}

/** What a move that was just made has done, and what comes next; of the lines, those whose points changed. */
export function moveWords(game, move, before) {
  const { now, score } = game;
  const said = [];
  if (move.kind === "swap") {
    said.push(t("announce.swapped", { one: cellName(move.cell), other: cellName(move.other) }));
  } else if (move.kind === "to") {
    const card = cardName(now.reserves[move.pile].at(-1));
    said.push(sentence("announce.kept", { card, pile: pileName(game, move.pile) }));
  } else if (move.cell !== undefined) {
    said.push(sentence("announce.placed", { card: cardName(now.cells[move.cell]), cell: cellName(move.cell) }));
  }
  if (now.over) {
    if (!game.rules.shuffle && !game.rules.open) said.push(starterWords(game));
    return [...said, resultWords(game)].join(" ");
  }
  score.lines.forEach((points, line) => {
    const gain = points - before.lines[line];
    const signed = gain > 0 ? `+${gain}` : gain;
    if (gain) said.push(t("announce.line", { line: lineName(line), points, gain: signed }));
  });
  return [...said, t("announce.total", { total: score.total }), nextWords(game)].join(" ");
}

function starterWords({ now: { starter } }) {
  const said = t("announce.starter", { card: cardName(starter) });
  return rankOf(starter) === JACK ? `${said} ${t("announce.heels")}` : said;
}

export const pickedWords = ({ now }, cell) =>
  sentence("announce.picked", { card: cardName(now.cells[cell]), cell: cellName(cell) });

/** What there is to place, or how the game ended. */
export function nextWords(game) {
  const { now, rules } = game;
  if (now.over) return resultWords(game);
  if (rules.shuffle) return starterWords(game);
  if (rules.open) return `${t("announce.left", { n: now.waiting.length })} ${starterWords(game)}`;
  return t("announce.next", { card: cardName(now.waiting[0]) });
}

export const resultWords = (game) => t(game.won ? "result.won" : "result.lost", { n: game.score.total });

/** What is to be done now, where no hint says it. */
export function stateWords({ now, rules, piles }, first) {
  if (rules.shuffle) return first === null ? t("state.shuffle") : t("state.second", { cell: cellName(first) });
  if (rules.open) return t("state.open");
  if (piles) return t(rules.waste ? "state.waste" : "state.reserve");
  return t(now.cells.every((card) => card === NONE) ? "state.first" : "state.place");
}

/** The value of a move that `advise` returned, as it is written. */
export const hintValue = (kind, value) => (kind === "most" ? String(value) : decimal(value, 1));

/** The best of the moves that `advise` returned. */
export function hintWords(game, { kind, moves }) {
  if (!moves.length) return t("hint.none");
  const [{ move, value }] = moves;
  const points = { value: hintValue(kind, value) };
  if (move.kind === "swap") return t("hint.swap", { ...points, one: cellName(move.cell), other: cellName(move.other) });
  if (move.kind === "to") return t(`hint.to.${kind}`, { ...points, move: moveName(game, move) });
  return sentence(`hint.${kind}`, { ...points, move: moveName(game, move), card: cardName(cardOfMove(game, move)) });
}

/** What `bestGrid` found; `reached` is the total that it is compared with. */
export function bestWords({ total, bound, seconds }, reached) {
  if (total < bound) return t("best.stopped", { total, bound });
  const time = t("milliseconds", { n: decimal(seconds * 1000, seconds < 0.01 ? 1 : 0) });
  return t(total === reached ? "best.reached" : "best.proved", { n: total, time });
}

/** What the coach says of a game that is over; `worst` is the costliest mistake, or undefined. */
export function coachWords(game, { luck, skill, starter }, worst) {
  const said = t("coach.said", { luck: signed(luck, 1), skill: signed(skill, 1), starter: signed(starter, 1) });
  if (!worst) return said;
  const { card, move, better, loss } = worst;
  const [here, there] = [move, better].map((one) => moveName(game, one));
  const cost = t("coach.said.worst", { card: cardName(card), move: here, better: there, loss: decimal(loss, 1) });
  return `${said} ${cost}`;
}
