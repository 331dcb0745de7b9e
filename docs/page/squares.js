// The rules of Cribbage Squares, as cribscore.squares has them: what lies on the table, and which moves are legal.
import { NONE, cardText, deal } from "./cards.js";
import { scoreGrid } from "./core.js";
import { readCard, shown } from "./notation.js";
import { Refusal } from "./texts.js";

export const PILE_SIZE = 5;
const MOST_SWAPS = 10000;

const STANDARD = { adjacency: true, reserves: 0, waste: false, open: false, shuffle: false, win_at: 61 };
export const PRESETS = {
  standard: STANDARD,
  open: { ...STANDARD, open: true },
  "one-reserve": { ...STANDARD, reserves: 1 },
  "two-reserves": { ...STANDARD, reserves: 2 },
  waste: { ...STANDARD, waste: true },
  shuffle: { ...STANDARD, shuffle: true },
};

/** Check the name of a preset. */
export function readRules(name) {
  if (!Object.hasOwn(PRESETS, name)) {
    throw new Refusal("preset", { value: shown(name), names: Object.keys(PRESETS).join(", ") });
  }
  return name;
}

// ---------------------------------------------------------------- moves

export const CELLS = Array.from({ length: 16 }, (_, cell) => cell);
export const cellName = (cell) => "abcd"[cell & 3] + ((cell >> 2) + 1);
const TOUCHING = CELLS.map((cell) =>
  CELLS.filter((other) => Math.max(Math.abs((other >> 2) - (cell >> 2)), Math.abs((other & 3) - (cell & 3))) === 1),
);

/**
 * A move: {kind: "place", cell, card?}, {kind: "to", pile}, {kind: "from", pile, cell}, {kind: "swap", cell, other}
 * or {kind: "finish"}.
 */
export function moveText({ kind, cell, other, pile, card }) {
  if (kind === "finish") return "finish";
  const words = [];
  if (pile !== undefined) words.push(`r${pile + 1}`);
  if (card !== undefined) words.push(cardText(card));
  if (cell !== undefined) words.push(cellName(cell));
  if (other !== undefined) words.push(cellName(other));
  return words.join(" ");
}

function wordOfMove(word) {
  const lower = word.toLowerCase();
  const cell = CELLS.find((one) => cellName(one) === lower);
  if (cell !== undefined) return { cell };
  if (lower === "r1" || lower === "r2") return { pile: Number(lower[1]) - 1 };
  if (lower === "finish") return { finish: true };
  try {
    return { card: readCard(word) };
  } catch {
    return {};
  }
}

/** Read a move as text, such as "b3" or "r1 b3". */
export function readMove(text) {
  const [one = {}, two, three] = text.split(/\s+/).filter(Boolean).slice(0, 3).map(wordOfMove);
  if (!three) {
    if (!two) {
      if ("cell" in one) return { kind: "place", cell: one.cell };
      if ("pile" in one) return { kind: "to", pile: one.pile };
      if (one.finish) return { kind: "finish" };
    } else if ("cell" in two) {
      if ("pile" in one) return { kind: "from", pile: one.pile, cell: two.cell };
      if ("card" in one) return { kind: "place", cell: two.cell, card: one.card };
      if ("cell" in one) {
        if (one.cell === two.cell) throw new Refusal("move.itself", { cell: cellName(one.cell) });
        return { kind: "swap", cell: Math.min(one.cell, two.cell), other: Math.max(one.cell, two.cell) };
      }
    }
  }
  throw new Refusal("move", { text: shown(text) });
}

// ---------------------------------------------------------------- the game

export class Game {
  /**
   * @param {string} preset the name of one
   * @param {bigint} seed
   */
  constructor(preset, seed) {
    this.preset = readRules(preset);
    this.rules = PRESETS[preset];
    this.seed = seed;
    this.deck = deal(seed, 52);
    this.piles = this.rules.waste ? 1 : this.rules.reserves;
    const none = Array(16).fill(NONE);
    const shown17 = { starter: this.deck[16], turned: 17 };
    const reserves = Array.from({ length: this.piles }, () => []);
    this.now = { cells: none, waiting: this.deck.slice(0, 1), reserves, starter: NONE, turned: 1, over: false };
    if (this.rules.open) Object.assign(this.now, shown17, { waiting: this.deck.slice(0, 16) });
    if (this.rules.shuffle) Object.assign(this.now, shown17, { waiting: [], cells: this.deck.slice(0, 16) });
    /** The moves made, each with the position before it. */
    this.past = [];
    /** The moves undone, the next to redo last. */
    this.undone = [];
    this.undos = 0;
  }

  get score() {
    return scoreGrid(this.now.cells, this.now.starter);
  }

  get won() {
    return this.now.over && this.score.total >= this.rules.win_at;
  }

  /** Why the rules do not allow a move; null if they allow it. */
  refusal(move) {
    const { now, rules } = this;
    if (now.over) return new Refusal("game.over");
    if (move.kind === "swap") {
      if (!rules.shuffle) return new Refusal("game.placed");
      return this.past.length >= MOST_SWAPS ? new Refusal("game.swaps", { most: MOST_SWAPS }) : null;
    }
    if (move.kind === "finish") return rules.shuffle ? null : new Refusal("game.notFull");
    if (rules.shuffle) return new Refusal("game.shuffle");
    let refusal = null;
    if (move.pile !== undefined) refusal = this.#refusalOfPile(move);
    else if (move.card !== undefined && !now.waiting.includes(move.card)) {
      refusal = new Refusal("game.faceUp", { card: cardText(move.card) });
    }
    return refusal ?? (move.cell === undefined ? null : this.#refusalOfCell(move.cell));
  }

  #refusalOfPile({ kind, pile }) {
    if (pile >= this.piles) {
      return new Refusal(this.piles ? "pile.only" : "pile.none", { n: pile + 1, piles: this.piles });
    }
    const size = this.now.reserves[pile].length;
    const which = this.rules.waste ? "waste" : "reserve";
    if (kind === "to") return size === PILE_SIZE ? new Refusal(`${which}.full`, { n: pile + 1, size }) : null;
    if (this.rules.waste) return new Refusal("waste.taken");
    return size ? null : new Refusal("reserve.empty", { n: pile + 1 });
  }

  #refusalOfCell(cell) {
    const { cells } = this.now;
    if (cells[cell] !== NONE) return new Refusal("cell.holds", { cell: cellName(cell), card: cardText(cells[cell]) });
    const placed = cells.some((card) => card !== NONE);
    if (this.rules.adjacency && placed && TOUCHING[cell].every((other) => cells[other] === NONE)) {
      return new Refusal("cell.alone", { cell: cellName(cell) });
    }
    return null;
  }

  /** The cells in which a card may be placed. */
  freeCells() {
    return CELLS.filter((cell) => !this.#refusalOfCell(cell));
  }

  /** The moves that the rules allow now, in the order of the library. */
  legalMoves() {
    const { now, rules } = this;
    const moves = [];
    if (rules.shuffle) {
      for (const cell of CELLS) for (const other of CELLS.slice(cell + 1)) moves.push({ kind: "swap", cell, other });
      moves.push({ kind: "finish" });
    } else {
      const free = this.freeCells();
      for (const named of rules.open ? now.waiting.map((card) => ({ card })) : [{}]) {
        moves.push(...free.map((cell) => ({ kind: "place", cell, ...named })));
      }
      const piles = now.reserves.map((_, pile) => pile);
      moves.push(...piles.map((pile) => ({ kind: "to", pile })));
      for (const pile of piles) moves.push(...free.map((cell) => ({ kind: "from", pile, cell })));
    }
    return moves.filter((move) => !this.refusal(move));
  }

  /** Make a move, or throw the refusal. */
  play(move) {
    this.#step(move);
    this.undone = [];
  }

  undo() {
    if (!this.past.length) throw new Refusal("game.undo");
    const { before, move } = this.past.pop();
    this.now = before;
    this.undone.push(move);
    this.undos++;
    return move;
  }

  redo() {
    if (!this.undone.length) throw new Refusal("game.redo");
    this.#step(this.undone.at(-1));
    return this.undone.pop();
  }

  #step(move) {
    const refusal = this.refusal(move);
    if (refusal) throw refusal;
    if (move.kind === "place") {
      const named = this.rules.open ? { card: move.card ?? this.now.waiting[0] } : {};
      move = { kind: "place", cell: move.cell, ...named };
    }
    const before = this.now;
    this.now = this.after(move);
    this.past.push({ before, move });
  }

  /** The position after a legal move; nothing changes. */
  after({ kind, cell, other, pile, card }) {
    const cells = [...this.now.cells];
    const reserves = this.now.reserves.map((cards) => [...cards]);
    let { waiting, starter, turned } = this.now;
    if (kind === "swap") {
      [cells[cell], cells[other]] = [cells[other], cells[cell]];
      return { ...this.now, cells };
    }
    if (kind === "finish") return { ...this.now, over: true };
    let moved;
    if (kind === "from") moved = reserves[pile].pop();
    else {
      moved = card ?? waiting[0];
      waiting = waiting.filter((one) => one !== moved);
      if (kind === "to") reserves[pile].push(moved);
    }
    if (cell !== undefined) cells[cell] = moved;
    if (starter === NONE && !waiting.length) waiting = this.deck.slice(turned, ++turned);
    const over = !cells.includes(NONE);
    if (over && starter === NONE) {
      // Where a reserve filled the grid, a card lies face up: it is the next of the deck.
      starter = waiting[0];
      waiting = [];
    }
    return { cells, waiting, reserves, starter, turned, over };
  }

  // ---------------------------------------------------------------- saved games

  save() {
    return {
      rules: this.preset,
      deal: String(this.seed),
      moves: this.past.map(({ move }) => moveText(move)),
      undone: this.undone.map(moveText),
      undos: this.undos,
    };
  }

  /** Restore what `save` returned: the moves are made again. Throws if it is not a game. */
  static restore({ rules, deal: seed, moves, undone, undos }) {
    const game = new Game(rules, BigInt(seed));
    for (const text of moves) game.play(readMove(text));
    const made = game.past.length;
    for (const text of [...undone].reverse()) game.play(readMove(text));
    while (game.past.length > made) game.undo();
    game.undos = Number.isSafeInteger(undos) ? undos : 0;
    return game;
  }
}
