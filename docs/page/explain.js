// Which cards make which points, and the count aloud. The core says how many points there are and which subsets are
// fifteens; the ranks say which cards make the pairs and the runs.
import { JACK, NONE, rankOf, suitOf } from "./cards.js";
import { scoreHand } from "./core.js";
import { inWords, t } from "./texts.js";

const placesOf = (subset) => [0, 1, 2, 3, 4].filter((place) => (subset >> place) & 1);
const SUBSETS = Array.from({ length: 32 }, (_, subset) => ({ bit: 1 << subset, places: placesOf(subset) }))
  .filter(({ places }) => places.length > 1)
  .sort((a, b) => a.places.length - b.places.length || (a.places.join("") < b.places.join("") ? -1 : 1));

const item = (kind, cards, points) => ({ kind, cards, points });

function* pairsOf(cards) {
  for (const [place, card] of cards.entries()) for (const other of cards.slice(place + 1)) yield [card, other];
}

const product = (choices) =>
  choices.reduce((made, cards) => made.flatMap((some) => cards.map((card) => [...some, card])), [[]]);

/** The ranks of the one run that five cards can have, or []. */
function runOf(ranks) {
  for (let first = 1; first <= JACK; first++) {
    let last = first;
    while (ranks.has(last)) last++;
    if (last - first >= 3) return Array.from({ length: last - first }, (_, n) => first + n);
    first = last;
  }
  return [];
}

/**
 * Explain up to four cards and their starter.
 * @returns {{total: number, parts: number[], items: object[], groups: object[]}} each single combination, and the
 *   same points as a player names them: {kind, cards, points}
 */
export function explain(cards, starter, crib) {
  const five = [...cards, ...Array(4 - cards.length).fill(NONE), starter];
  const { total, parts, mask } = scoreHand(five, crib);
  const [, pairs, runs, flush, nobs] = parts;
  const every = starter === NONE ? cards : [...cards, starter];
  const subsets = SUBSETS.filter(({ bit }) => mask & bit);
  const fifteens = subsets.map(({ places }) => item("fifteen", places.map((n) => five[n]), 2));
  const items = [];
  const groups = [];
  const rest = [];
  if (pairs || runs) {
    const alike = new Map();
    for (const card of [...every].sort((a, b) => rankOf(a) - rankOf(b))) {
      alike.set(rankOf(card), [...(alike.get(rankOf(card)) ?? []), card]);
    }
    const run = runs ? runOf(alike) : [];
    for (const [rank, same] of alike) {
      if (same.length < 2) continue;
      items.push(...[...pairsOf(same)].map((pair) => item("pair", pair, 2)));
      if (!run.includes(rank)) groups.push(item("pair", same, same.length * (same.length - 1)));
    }
    if (run.length) {
      const choices = run.map((rank) => alike.get(rank));
      const singles = product(choices);
      items.push(...singles.map((chosen) => item("run", chosen, run.length)));
      const within = choices.reduce((sum, same) => sum + same.length * (same.length - 1), 0);
      groups.push(item("run", choices.flat(), run.length * singles.length + within));
    }
  }
  if (flush) rest.push(item("flush", every.slice(0, flush), flush));
  const jack = cards.find((card) => rankOf(card) === JACK && suitOf(card) === suitOf(starter));
  if (nobs) rest.push(item("nobs", [jack], nobs));
  return { total, parts, items: [...fifteens, ...items, ...rest], groups: [...fifteens, ...groups, ...rest] };
}

/** The name of a combination, such as "double run of three". */
export const nameOf = ({ kind, points }) => t(`name.${kind}.${points}`);

/** What a player says, line by line, with the cards and the points of each line. */
export function spoken({ groups }) {
  let total = 0;
  const lines = groups.map(({ kind, cards, points }) => {
    const and = total ? t("say.and") : "";
    total += points;
    const said =
      kind === "fifteen"
        ? t("say.fifteen", { total: inWords(total) })
        : t("say.is", { and, name: t(`said.${kind}.${points}`), total: inWords(total) });
    return { said, cards, points };
  });
  return lines.length ? lines : [{ said: t("say.nothing"), cards: [], points: 0 }];
}
