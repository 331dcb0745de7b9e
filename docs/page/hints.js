// What one is advised to do: by the player where its table is there and was trained for the rules, else by playouts.
import { NONE } from "./cards.js";
import { askPlayer, bestGrid, hasPlayer, playouts } from "./core.js";

const NEXT_CARDS = 12; // that are tried after a card is put on a pile

/** Whether the player can be asked about games with these rules. */
export const canAskPlayer = ({ open, shuffle, reserves }) => hasPlayer() && !open && !shuffle && !reserves;

/**
 * Value the moves of a game, best first; null if it was stopped.
 * @param {import("./squares.js").Game} game
 * @returns {Promise<{kind: "score" | "mean" | "most", moves: {move: object, value: number}[]}?>} the value of a move
 *   is the final score that the player expects, or the mean total over playouts, or the most that can still be reached
 *   where all cards are seen
 */
export async function advise(game, options) {
  const { now, rules } = game;
  if (now.over) return { kind: "most", moves: [] };
  if (rules.shuffle) return { kind: "most", moves: await swaps(now, options) };
  if (rules.open) return { kind: "most", moves: await openPlaces(game, options) };
  if (canAskPlayer(rules)) {
    const moves = await askPlayer(now, now.waiting[0], rules, options);
    return moves && { kind: "score", moves };
  }
  const moves = [...places(game), ...piles(game)];
  return { kind: "mean", moves: moves.sort((a, b) => b.value - a.value) };
}

function valued(game, card, options, kind = {}) {
  const { cells, starter } = game.now;
  const values = playouts(cells, starter, card, game.freeCells(), options);
  return [...values].map(([cell, value]) => ({ move: { kind: "place", ...kind, cell }, value }));
}

const elsewhereOf = ({ now }) => now.reserves.flat();

/** The card that is face up, and the top card of each reserve, in each cell. */
function places(game) {
  const { now, rules } = game;
  const elsewhere = elsewhereOf(game);
  const found = valued(game, now.waiting[0], { elsewhere });
  if (rules.waste) return found;
  for (const [pile, cards] of now.reserves.entries()) {
    if (!cards.length) continue;
    const rest = elsewhere.filter((card) => card !== cards.at(-1));
    found.push(...valued(game, cards.at(-1), { elsewhere: rest, waiting: now.waiting[0] }, { kind: "from", pile }));
  }
  return found;
}

/** The card that is face up on a pile: then the next card comes, and goes where it is best. */
function piles(game) {
  const moves = game.legalMoves().filter(({ kind }) => kind === "to");
  if (!moves.length) return [];
  const { now } = game;
  const gone = [...now.cells, ...now.waiting, ...elsewhereOf(game)];
  const unseen = Array.from({ length: 52 }, (_, card) => card).filter((card) => !gone.includes(card));
  const step = unseen.length / NEXT_CARDS;
  const elsewhere = [...elsewhereOf(game), now.waiting[0]];
  let sum = 0;
  for (let n = 0; n < NEXT_CARDS; n++) {
    const next = unseen[Math.floor((n + 0.5) * step)];
    sum += Math.max(...valued(game, next, { elsewhere, count: 600 }).map(({ value }) => value));
  }
  return moves.map((move) => ({ move, value: sum / NEXT_CARDS }));
}

/** Where the best of all placements has the cards that lie open. */
async function openPlaces(game, options) {
  const { cells, starter, waiting } = game.now;
  const best = await bestGrid(cells, starter, waiting, options);
  return game
    .freeCells()
    .map((cell) => ({ move: { kind: "place", cell, card: best.cells[cell] }, value: best.total }));
}

/** The orders of 0 to 3. */
const ORDERS = [0, 1, 2, 3].reduce((orders, n) => orders.flatMap((order) => withEach(order, n)), [[]]);

/** An order with a number put in at each place. */
function withEach(order, n) {
  return Array.from({ length: n + 1 }, (_, place) => [...order.slice(0, place), n, ...order.slice(place)]);
}

/** The arrangement of a best grid, by rows, columns and sides, that has the most cards where they are already. */
function nearest(best, cells) {
  let most = -1;
  let found;
  for (const turned of [false, true]) {
    for (const down of ORDERS) {
      for (const across of ORDERS) {
        const other = cells.map((_, cell) => {
          const [row, column] = [down[cell >> 2], across[cell & 3]];
          return best[turned ? 4 * column + row : 4 * row + column];
        });
        const same = other.filter((card, cell) => card === cells[cell]).length;
        if (same > most) [most, found] = [same, other];
      }
    }
  }
  return found;
}

/** The swaps that bring a card to its place in a best grid. */
async function swaps({ cells, starter }, options) {
  const best = await bestGrid(Array(16).fill(NONE), starter, cells, options);
  const wanted = nearest(best.cells, cells);
  return cells.flatMap((card, cell) => {
    if (card === wanted[cell]) return [];
    const other = cells.indexOf(wanted[cell]);
    const move = { kind: "swap", cell: Math.min(cell, other), other: Math.max(cell, other) };
    return [{ move, value: best.total }];
  });
}
