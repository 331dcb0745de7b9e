// The C core as WebAssembly: its memory and its calls. Every score of the page comes from here.
import { NONE } from "./cards.js";
import { DATA } from "./data.js";

const PARTS = ["fifteens", "pairs", "runs", "flush", "nobs"];
const SCORE = 12; // bytes of a crib_score
const ROWS = 4096; // grids that are scored at once
const SLICE = 10; // milliseconds between two looks at what else there is to do

let core, bytes, view, next, input, output, rows, totals, fours, policy, values;
const searches = []; // memory of searches that ended
const players = []; // and of the player

/** Take memory that is never given back. */
function take(size) {
  const place = (next + 15) & ~15;
  next = place + size;
  const missing = next - core.memory.buffer.byteLength;
  if (missing > 0) core.memory.grow(Math.ceil(missing / 65536));
  bytes = new Uint8Array(core.memory.buffer);
  view = new DataView(core.memory.buffer);
  return place;
}

/** Start the core; everything else here waits for this. */
export async function start() {
  const { instance } = await WebAssembly.instantiate(DATA.wasm);
  core = instance.exports;
  next = core.heap();
  input = take(128);
  output = take(2048);
}

function put(cards, place = input) {
  bytes.set(cards, place);
  return place;
}

function scoreAt(place) {
  const parts = PARTS.map((_, part) => bytes[place + 5 + part]);
  return { total: bytes[place + 4], parts, mask: view.getUint32(place, true) };
}

/**
 * Score up to four cards and a starter; NONE stands for a missing card.
 * @returns {{total: number, parts: number[], mask: number}} the points by part, and which subsets are fifteens
 */
export function scoreHand(five, crib) {
  if (core.score_hand(put(five), Number(crib), output)) throw new Error("not a hand");
  return scoreAt(output);
}

/** Score sixteen cells and the starter: the points of the four rows and the four columns, the heels and the total. */
export function scoreGrid(cells, starter) {
  if (core.score_grid(put([...cells, starter]), output)) throw new Error("not a grid");
  const lines = Array.from({ length: 8 }, (_, line) => bytes[output + SCORE * line + 4]);
  return { lines, heels: bytes[output + 8 * SCORE], total: bytes[output + 8 * SCORE + 1] };
}

/** Score many full boards of seventeen bytes, up to 4,096: a total for each. */
export function scoreGrids(boards) {
  rows ??= take(17 * ROWS);
  totals ??= take(ROWS);
  const count = boards.length / 17;
  if (core.score_grids(put(boards, rows), count, totals) !== count) throw new Error("not grids");
  return bytes.slice(totals, totals + count);
}

/** Let the browser draw and answer. */
const pause = () =>
  new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = resolve;
    channel.port2.postMessage(null);
  });

/**
 * Find the best placement of cards in the empty cells, and prove it, in slices.
 * @param {number[]} cells sixteen cells; the cards in them stay
 * @param {number} starter NONE if any of the cards may be it
 * @param {{signal?: AbortSignal, progress?: (found: object) => void}} [options]
 * @returns {Promise<{cells: number[], starter: number, total: number, bound: number, nodes: number, seconds: number}>}
 *   proved if total and bound are equal
 */
export async function bestGrid(cells, starter, cards, { signal, progress } = {}) {
  const search = searches.pop() ?? take(core.search_size());
  const began = performance.now();
  let working = 0; // milliseconds; the rest is pauses
  put([...cells, starter]);
  put(cards, input + 32);
  if (core.search_start(search, input, input + 32, cards.length)) throw new Error("not a board");
  let ended = false;
  while (!ended && !signal?.aborted) {
    const slice = performance.now();
    while (!ended && performance.now() < slice + SLICE) ended = Boolean(core.search_step(search, 100000));
    working += performance.now() - slice;
    if (!ended) {
      progress?.(found(search));
      await pause();
    }
  }
  const best = found(search);
  searches.push(search);
  return { ...best, seconds: working / 1000, waited: (performance.now() - began) / 1000 };
}

function found(search) {
  core.search_found(search, output);
  return {
    cells: [...bytes.slice(output, output + 16)],
    starter: bytes[output + 16],
    total: bytes[output + 17],
    bound: bytes[output + 18],
    nodes: Number(view.getBigUint64(output + 24, true)),
  };
}

/**
 * The mean totals when a card is placed in each of some cells and the rest of the board is filled at random.
 * @param {number[]} elsewhere cards that are seen and will not come
 * @param {number} waiting a card that will surely come, or NONE
 * @returns {Map<number, number>} by cell
 */
export function playouts(cells, starter, card, places, options = {}) {
  const { waiting = NONE, elsewhere = [], count = 1500, seed = 1 } = options;
  put([...cells, starter, ...elsewhere, NONE]);
  const wanted = places.reduce((set, cell) => set | (1 << cell), 0);
  core.playouts(input, card, waiting, wanted, count, seed, output);
  return new Map(places.map((cell) => [cell, view.getUint32(output + 4 * cell, true) / count]));
}

// ---------------------------------------------------------------- the player

/** A value is a number of points in units of 1 / POINT. */
export const POINT = 4096;
const ADVISED = 40; // bytes of a crib_advised
const LEVEL = 2;

/** Whether there are weights, so that the player can be asked. */
export const hasPlayer = () => values !== undefined;

/** Give the player its weights: those of the standard game, and behind them those of piles. */
export function startPlayer(weights) {
  const made = take(core.values_size());
  const place = take(weights.length);
  core.values_start(made, put(weights, place), weights.length);
  next = place; // the weights are read
  values = made;
}

/** How many bytes the weights for the standard game are. */
export const weightsSize = () => core.values_weights(0);

function putPosition({ cells, reserves }, card, { adjacency, reserves: count, waste, win_at }) {
  const piles = [0, 1].flatMap((pile) => Array.from({ length: 5 }, (_, place) => reserves[pile]?.[place] ?? NONE));
  return put([...cells, ...piles, card, Number(adjacency), count, Number(waste), win_at]);
}

/**
 * The final score that is expected with each card that can come next, and the mean, in units of 1 / POINT. On a full
 * board the next card is the starter.
 * @param {{cells: number[], reserves: number[][]}} table
 * @returns {{mean: number, byCard: Map<number, number>}}
 */
export function outlook(table, rules) {
  if (core.outlook(values, putPosition(table, NONE, rules), output)) throw new Error("not a position");
  const byCard = new Map();
  for (let card = 0; card < 52; card++) {
    const value = view.getInt32(output + 4 * card, true);
    if (value > -(2 ** 31)) byCard.set(card, value);
  }
  const sum = [...byCard.values()].reduce((one, other) => one + other, 0);
  return { mean: Math.floor(sum / byCard.size), byCard };
}

/**
 * What the player thinks of each move with a card, the best first, found in slices; null if it was stopped.
 * @param {{signal?: AbortSignal, included?: object}} [options] a move that is looked into as closely as the best
 * @returns {Promise<{move: object, value: number, error: number, loss: number, lossError: number, found: number}[]>}
 *   in points, with standard errors; found as in cribscore.h
 */
export async function askPlayer(table, card, rules, { signal, included } = {}) {
  const player = players.pop() ?? take(core.player_size());
  const position = putPosition(table, card, rules);
  if (core.player_start(player, values, position, LEVEL)) throw new Error("not a position");
  if (included && core.player_include(player, NONE, included.cell ?? 16 + included.pile)) throw new Error("not a move");
  let slice = performance.now();
  while (!core.player_step(player, values, 100000) && !signal?.aborted) {
    if (performance.now() < slice + SLICE) continue;
    await pause();
    slice = performance.now();
  }
  players.push(player);
  return signal?.aborted ? null : advised(core.player_found(player, output));
}

function advised(count) {
  const best = view.getInt32(output + 16, true);
  return Array.from({ length: count }, (_, n) => {
    const at = output + ADVISED * n;
    const [value, games, share] = [16, 24, 28].map((place) => view.getInt32(at + place, true));
    const error = (place) => {
      const spread = Number(view.getBigInt64(at + place, true));
      return games < 2 ? 0 : ((share / 100) * Math.sqrt(spread / (games - 1))) / games / POINT;
    };
    const to = bytes[at + 33];
    return {
      move: to < 16 ? { kind: "place", cell: to } : { kind: "to", pile: to - 16 },
      value: value / POINT,
      error: error(0),
      loss: (best - value) / POINT,
      lossError: error(8),
      found: bytes[at + 34],
    };
  });
}

// ---------------------------------------------------------------- the discard

/** How the other player throws. */
export const THROWERS = { dealer: 0, pone: 1, random: 2 };

/**
 * The fifteen throws of six cards in the order of the pairs of places: the points of the hand, added up over the 46
 * starters, and those of the crib, in 1/1728 points, over all choices of the other player's cards and the starter.
 * @returns {{hands: number[], cribs: number[]}}
 */
export function throwSums(cards, thrower) {
  if (!policy) {
    const place = take(DATA.policy.length);
    fours = take(core.fours_size());
    policy = take(core.policy_size());
    put(DATA.policy, place);
    if (core.policy_start(fours, policy, place)) throw new Error("not a policy");
  }
  if (core.throws(fours, policy, thrower, put(cards), output, output + 64)) throw new Error("not a deal");
  return {
    hands: Array.from({ length: 15 }, (_, n) => view.getUint16(output + 2 * n, true)),
    cribs: Array.from({ length: 15 }, (_, n) => Number(view.getBigInt64(output + 64 + 8 * n, true))),
  };
}
