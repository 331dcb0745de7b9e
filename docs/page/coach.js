// What luck and skill were worth in a game, and which moves were mistakes: as cribscore.squares has it.
import { POINT, askPlayer, outlook } from "./core.js";

const CERTAIN = 2; // standard errors: what a move loses must be more than so many to be called a mistake
const MEASURED = [0, 3]; // of the ways in which a value is found: exactly, and by games with random cards

/**
 * Divide the final score of a game that is over: start, luck, skill and starter add up to it. Luck is what is expected
 * with the card that came, less what was expected before; skill the same for the moves.
 */
export function divide({ past, now, rules }) {
  const tables = [...past.map(({ before }) => before), now];
  let ahead = outlook(tables[0], rules);
  const start = ahead.mean;
  let [luck, skill] = [0, 0];
  past.forEach((_, n) => {
    const withCard = ahead.byCard.get(tables[n].waiting[0]);
    luck += withCard - ahead.mean;
    ahead = outlook(tables[n + 1], rules);
    skill += ahead.mean - withCard;
  });
  const last = ahead.byCard.get(now.starter);
  const parts = { start, luck, skill, starter: last - ahead.mean, result: last };
  return Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, value / POINT]));
}

/**
 * Look for mistakes, in slices.
 * @returns {Promise<{mistakes: {card: number, move: object, better: object, loss: number, error: number}[],
 *   looked: number}>} the costliest first, of the moves that were looked at before it was stopped
 */
export async function findMistakes({ past, rules }, { signal } = {}) {
  const mistakes = [];
  let looked = 0;
  for (const { before, move } of past) {
    const card = before.waiting[0];
    const advice = await askPlayer(before, card, rules, { signal, included: move });
    if (!advice) break;
    looked++;
    const best = advice[0];
    const made = advice.find((one) => one.move.cell === move.cell && one.move.pile === move.pile);
    const same = best.found === made.found; // otherwise one of them is exact
    const error = same ? made.lossError : Math.hypot(best.error, made.error);
    const measured = MEASURED.includes(best.found) && MEASURED.includes(made.found);
    if (measured && made.loss > CERTAIN * error) {
      mistakes.push({ card, move, better: best.move, loss: made.loss, error });
    }
  }
  return { mistakes: mistakes.sort((one, other) => other.loss - one.loss), looked };
}
