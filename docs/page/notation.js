// Cards and boards in text, read as cribscore reads them; a refusal says the same as the library's.
import { NONE, RANKS, SUITS, SYMBOLS, cardText, firstRepeated, spaced } from "./cards.js";
import { Refusal } from "./texts.js";

// ---------------------------------------------------------------- how a message quotes a value

const BLANK = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000"; // Python's
const BLANKS = new RegExp(`[${BLANK}]+`);
const words = (text) => text.split(BLANKS).filter(Boolean);

const printable = (letter) => letter === " " || !/[\p{C}\p{Z}]/u.test(letter);

function escaped(letter) {
  const code = letter.codePointAt(0);
  const named = { 9: "\\t", 10: "\\n", 13: "\\r" }[code];
  if (named) return named;
  const [sign, width] = code < 256 ? ["x", 2] : code < 65536 ? ["u", 4] : ["U", 8];
  return `\\${sign}${code.toString(16).padStart(width, "0")}`;
}

/** A text as Python's repr has it. */
function repr(letters) {
  const text = letters.join("");
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const inside = letters.map((letter) =>
    letter === "\\" || letter === quote ? `\\${letter}` : printable(letter) ? letter : escaped(letter),
  );
  return quote + inside.join("") + quote;
}

function shownText(text) {
  const letters = [...text];
  let shown = [...repr(letters.slice(0, 60))];
  if (shown.length > 60) {
    shown = [...repr([...letters.slice(0, 28), ...letters.slice(-29)])];
    shown = [...shown.slice(0, 28), "...", ...shown.slice(-29)];
  }
  return shown.join("");
}

/** A value of JSON, or a whole number, as a message quotes it: short, in Python's notation. */
export function shown(value) {
  if (typeof value === "string") return shownText(value);
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.slice(0, 6).map(shown).join(", ")}${value.length > 6 ? ", ..." : ""}]`;
  if (typeof value === "object") {
    const keys = Object.keys(value).sort();
    const members = keys.slice(0, 4).map((key) => `${shown(key)}: ${shown(value[key])}`);
    return `{${members.join(", ")}${keys.length > 4 ? ", ..." : ""}}`;
  }
  const digits = String(value);
  return digits.length > 40 ? `${digits.slice(0, 18)}...${digits.slice(-19)}` : digits;
}

function typeName(value) {
  if (value === null) return "NoneType";
  if (Array.isArray(value)) return "list";
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "float";
  return { boolean: "bool", object: "dict", string: "str" }[typeof value];
}

/** A rank or a suit as a message quotes it, with the codes of letters that only look like ASCII. */
function quoted(text) {
  const letters = [...new Set([...text].slice(0, 20))].filter(
    (letter) => letter > "\x7f" && printable(letter) && !FANCY.includes(letter),
  );
  const codes = letters
    .slice(0, 4)
    .map((letter) => `U+${letter.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`);
  return codes.length ? `${shown(text)} (${codes.join(", ")})` : shown(text);
}

// ---------------------------------------------------------------- one card

const SPELLINGS = ["Cc♣♧", "Dd♦♢", "Hh♥♡❤", "Ss♠♤"];
const FANCY = SPELLINGS.map((letters) => letters.slice(2)).join("");
const RANK_NAMES = "ace two three four five six seven eight nine ten jack queen king".split(" ");
const SUIT_NAMES = "clubs diamonds hearts spades".split(" ");
const EMPTY_TEXTS = ["..", ".", "--", "__"];

const rankOfText = new Map([...RANKS].flatMap((letter, rank) => [[letter, rank], [letter.toLowerCase(), rank]]));
rankOfText.set("10", 9).set("0", 9);
const suitOfText = new Map(SPELLINGS.flatMap((letters, suit) => [...letters].map((letter) => [letter, suit])));
const rankOfName = new Map([...RANK_NAMES.map((name, rank) => [name, rank]), ...rankOfText]);
const suitOfName = new Map(SUIT_NAMES.map((name, suit) => [name, suit]));

const RANK = "(?:10|[A2-9TJQKatjqk0])";
const SUIT = `[${SPELLINGS.join("")}]`;
const SELECTOR = `(?:(?<=[${FANCY}])[\\ufe0e\\ufe0f])?`;
const ANY_RANK = [...rankOfName.keys()].map((name) => name.toLowerCase()).sort((a, b) => b.length - a.length).join("|");
// With the flag u beside i, other letters would count as some of these: the Kelvin sign as a K.
const NAMED = new RegExp(`(${ANY_RANK})([ _-])of\\2(${SUIT_NAMES.join("|")})(?!\\w)`, "iy");
const ASCII = /^[\x00-\x7f]*$/;
const SHORT = new RegExp(`(${RANK})(${SUIT})${SELECTOR}`, "uy");
const SHORT_ANYWHERE = new RegExp(`${RANK}${SUIT}`, "u");
const EMPTY_CELLS = /\.(?!\.)|(?:\.\.)+(?!\.)|(?:--)+(?!-)|(?:__)+(?!_)/y;
const SEPARATOR = / ?([,;|+:]?) ?/y;
const WORD = /[^ ,;|+:]*/y;
const LIKE_A_NAME = /([^ ,;|+:]{1,20})([ _-])of\2([^ ,;|+:]{1,20})/iy;
const SUIT_FIRST = new RegExp(`(${SUIT})${SELECTOR}(${RANK})`, "uy");
const RANK_AND_SUIT = new RegExp(`(?:[0-9]+|.)${SUIT}${SELECTOR}`, "uy");

function match(pattern, text, start = 0) {
  pattern.lastIndex = start;
  return pattern.exec(text);
}

function fullMatch(pattern, text) {
  const found = match(pattern, text);
  return found && found[0].length === text.length ? found : null;
}

/** The card whose text begins at a place, and where the text ends; or null. */
function cardAt(text, start) {
  const named = match(NAMED, text, start);
  if (named) {
    const card = 4 * rankOfName.get(named[1].toLowerCase()) + suitOfName.get(named[3].toLowerCase());
    return { card, end: start + named[0].length };
  }
  const short = match(SHORT, text, start);
  return short && { card: 4 * rankOfText.get(short[1]) + suitOfText.get(short[2]), end: start + short[0].length };
}

const isName = (names, text) => ASCII.test(text) && names.has(text.toLowerCase());

function whyNotACard(body) {
  if (!body) return new Refusal("card.empty");
  if (fullMatch(EMPTY_CELLS, body)) return new Refusal("card.cell");
  if ("._-".includes(body[0]) && [...body].every((letter) => letter === body[0])) return new Refusal("card.cellText");
  const found = cardAt(body, 0);
  if (found) return new Refusal("card.follows", { rest: quoted(body.slice(found.end)), card: cardText(found.card) });
  const turned = fullMatch(SUIT_FIRST, body);
  if (turned) return new Refusal("card.rankFirst", { card: turned[2].toUpperCase() + turned[1].toUpperCase() });
  const named = fullMatch(LIKE_A_NAME, body);
  if (named) {
    return isName(rankOfName, named[1])
      ? new Refusal("card.suitName", { suit: quoted(named[3]) })
      : new Refusal("card.rankName", { rank: quoted(named[1]) });
  }
  const letters = [...body];
  if (letters.length === 1 || isName(rankOfName, body) || isName(suitOfName, body)) return new Refusal("card.both");
  const end = [...body.replace(/[\ufe0e\ufe0f]+$/, "")].length - 1;
  const rank = letters.slice(0, Math.max(end, 0)).join("");
  const suit = letters.slice(Math.max(end, 0)).join("");
  if (rank.endsWith(" ") && rankOfText.has(rank.trimEnd()) && suitOfText.has(suit)) return new Refusal("card.blank");
  if (!rankOfText.has(rank)) return new Refusal("card.rank", { rank: quoted(rank) });
  return new Refusal("card.suit", { suit: quoted(suit) });
}

/** Read one card. */
export function readCard(text) {
  const body = words(text).join(" ");
  const found = cardAt(body, 0);
  if (!found || found.end < body.length) throw new Refusal("card", { text: shown(text), why: whyNotACard(body) });
  return found.card;
}

// ---------------------------------------------------------------- several cards

/** Why the text at a place of several cards is not a card. */
function whyNot(body, start) {
  let word = match(WORD, body, start)[0];
  if (!word) return new Refusal("cards.before", { sign: body[start], text: shown(body) });
  const named = match(LIKE_A_NAME, body, start);
  const glued = match(SUIT_FIRST, word) ?? match(RANK_AND_SUIT, word);
  if (named) word = named[0];
  else if (glued) word = glued[0];
  else {
    const after = SHORT_ANYWHERE.exec(word);
    if (after && !isName(rankOfName, word) && !isName(suitOfName, word)) word = word.slice(0, after.index);
  }
  return new Refusal("card", { text: shown(word), why: whyNotACard(word) });
}

/**
 * Read the cards in one text, between blanks, single commas or nothing.
 * @returns {{cells: number[], marked: boolean}} and whether the sign of a starter stands before the last
 */
function readCells(text, { grid = false, starterSign = false } = {}) {
  const body = words(text).join(" ");
  const cells = [];
  let [place, sign, before] = [0, "", ""];
  while (place < body.length && cells.length <= 52) {
    const found = cardAt(body, place);
    let end = found?.end;
    if (found) cells.push(found.card);
    else {
      const empty = grid ? match(EMPTY_CELLS, body, place) : null;
      if (!empty) throw whyNot(body, place);
      cells.push(...Array(Math.max(empty[0].length >> 1, 1)).fill(NONE));
      end = place + empty[0].length;
    }
    if (before && end < body.length) throw new Refusal("cards.starter", { sign: before, text: shown(text) });
    const separator = match(SEPARATOR, body, end);
    [sign, place] = [separator[1], end + separator[0].length];
    if (sign && sign !== "," && !(grid && sign === ";")) {
      if (!(starterSign && "|+:".includes(sign))) throw new Refusal("cards.sign", { sign, text: shown(text) });
      before = sign;
    }
    if (sign && place === body.length) throw new Refusal("cards.after", { sign, text: shown(text) });
  }
  return { cells, marked: before !== "" };
}

const numbered = (cards) => (cards.length <= 52 ? String(cards.length) : new Refusal("many"));

/** How many cards there are and which, for a message. */
function counted(cards) {
  if (!cards.length || cards.length > 52) return numbered(cards);
  return `${cards.length}: ${spaced(cards.slice(0, 17))}${cards.length > 17 ? " ..." : ""}`;
}

function readHand(cards) {
  if (cards.length === 5) throw new Refusal("hand.five", { got: counted(cards) });
  if (cards.length !== 4) throw new Refusal("hand", { got: counted(cards) });
  refuseTwice(cards);
  return cards;
}

function refuseTwice(cards) {
  const twice = firstRepeated(cards);
  if (twice !== undefined) throw new Refusal("twice", { card: cardText(twice) });
}

/**
 * Read a hand and its starter as `explain_hand` does: a sign and the starter may end the text of the hand.
 * @param {string | null} starterText null if there is none
 */
export function readHandAndStarter(handText, starterText) {
  const { cells, marked } = readCells(handText, { starterSign: true });
  if (marked && starterText !== null) throw new Refusal("hand.twoStarters", { card: cardText(cells.at(-1)) });
  const hand = readHand(marked ? cells.slice(0, -1) : cells);
  const starter = marked ? cells.at(-1) : starterText === null ? NONE : readCard(starterText);
  refuseTwice([...hand, starter]);
  return { hand, starter };
}

/** Read six cards as `discards` does. */
export function readDeal(text) {
  const { cells } = readCells(text);
  if (cells.length !== 6) throw new Refusal("deal", { got: counted(cells) });
  refuseTwice(cells);
  return cells.sort((a, b) => a - b);
}

// ---------------------------------------------------------------- boards

const NAME = "<board>";
const MOST_LETTERS = 64 * 1024;

function readRow(row) {
  let cells;
  if (typeof row === "string") ({ cells } = readCells(row, { grid: true }));
  else if (row && typeof row === "object") cells = (Array.isArray(row) ? row : Object.keys(row)).slice(0, 53);
  else throw new Refusal("row.type", { type: typeName(row), value: shown(row) });
  if (cells.length !== 4) {
    if (cells.length <= 52) cells = cells.map((cell, place) => (place < 17 ? readCell(cell) : NONE));
    throw new Refusal(cells.length === 5 ? "row.five" : "row", { got: counted(cells) });
  }
  return cells.map(readCell);
}

/** Read a cell of a row, which may be a card already. */
function readCell(value) {
  if (value === NONE || value === null || value === undefined) return NONE;
  if (typeof value === "string") return EMPTY_TEXTS.includes(words(value).join(" ")) ? NONE : readCard(value);
  if (!Number.isInteger(value)) throw new Refusal("card.type", { type: typeName(value), value: shown(value) });
  if (value < 0) throw new Refusal("card.below", { value: shown(value) });
  if (value > 51) throw new Refusal("card.above", { value: shown(value) });
  return value;
}

const isNumber = (word) => /^[0-9]+$/.test(word);

/** The cells or the starter in a line of a printed board, without what is printed around them. */
function withoutPoints(line) {
  if (line.join(" ") === "a b c d" || line[0] === "heels" || line.every(isNumber)) return [];
  if (line[0] === "starter") return line.slice(1).join(" ") === "not turned" ? [".."] : line.slice(1);
  const cells = line.slice(isNumber(line[0]) ? 1 : 0, isNumber(line.at(-1)) ? -1 : undefined);
  return cells.map((cell) => cell.replace(/^\*/, "")); // before a card that was just placed
}

function* boardLines(text) {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const printed = lines.some((line) => /^[ \t]*total +[0-9]/.test(line));
  let ended = false;
  for (const [number, line] of lines.entries()) {
    for (const part of line.split("#")[0].split("/")) {
      let found = words(part);
      if (found.length && printed) {
        const last = found[0] === "total";
        if (!last || !ended) found = last || ended ? [] : withoutPoints(found);
        ended ||= last; // a second board is one too many
      }
      if (found.length) yield [number + 1, found.join(" ")];
    }
  }
}

function boardOfJson(text) {
  let cells, starter;
  try {
    ({ grid: cells, starter = null } = JSON.parse(text));
  } catch (error) {
    throw new Refusal("json", { name: NAME, error: error.message });
  }
  if (!Array.isArray(cells)) throw new Refusal("json.grid", { name: NAME, value: shown(cells) });
  try {
    cells = cells.slice(0, 53);
    if (cells.length === 4) cells = cells.flatMap(readRow);
    if (cells.length !== 16) throw new Refusal("grid.items", { got: numbered(cells) });
    cells = cells.map(readCell);
    refuseTwice(cells);
    starter = readCell(starter);
    refuseTwice([...cells, starter]);
    return { cells, starter };
  } catch (error) {
    throw new Refusal("board", { name: NAME, why: error });
  }
}

/**
 * Read a board as `read_board` reads its text.
 * @returns {{cells: number[], starter: number}} sixteen cells row by row; NONE for an empty place
 */
export function readBoard(text) {
  if ([...text].length > MOST_LETTERS) throw new Refusal("board.long", { name: NAME });
  text = text.replace(/^\ufeff/, "");
  if (words(text)[0]?.startsWith("{")) return boardOfJson(text);
  const rows = [];
  const lineOf = new Map();
  for (const [number, line] of boardLines(text)) {
    try {
      if (rows.length === 5) throw new Refusal("board.more");
      const cells = rows.length < 4 ? readRow(line) : [readCell(line)];
      for (const card of cells) {
        if (lineOf.has(card)) {
          const first = lineOf.get(card);
          const args = { card: cardText(card), first };
          throw new Refusal(first === number ? "twice" : "twiceFirst", args);
        }
        if (card !== NONE) lineOf.set(card, number);
      }
      rows.push(cells);
    } catch (error) {
      throw new Refusal("board.line", { name: NAME, line: number, why: error });
    }
  }
  if (rows.length < 4) throw new Refusal("board.rows", { name: NAME, n: rows.length });
  return { cells: rows.slice(0, 4).flat(), starter: rows[4]?.[0] ?? NONE };
}

/** The number of a deal. */
export function readSeed(text) {
  const body = text.trim();
  if (!/^[+-]?[0-9]+$/.test(body)) throw new Refusal("seed.type", { value: shown(text) });
  const seed = BigInt(body.replace(/^\+/, ""));
  if (seed < 0n || seed >= 1n << 64n) throw new Refusal("seed", { value: shown(seed), most: String((1n << 64n) - 1n) });
  return seed;
}
