// The fifteen throws of a deal, as cribscore.discards values them.
import { THROWERS, throwSums } from "./core.js";

const STARTERS = 46;
const CHOICES = { policy: 374672760, random: 45540 }; // of the other player's cards and the starter
const PLACES = [0, 1, 2, 3, 4, 5];
const PAIRS = PLACES.flatMap((one) => PLACES.filter((other) => other > one).map((other) => [one, other]));

/**
 * Value the throws of six cards, best first.
 * @param {number[]} cards in ascending order
 * @param {boolean} dealer whether the crib is one's own
 * @param {"policy" | "random"} thrower how the other player throws
 * @returns {{thrown: number[], kept: number[], hand: number, crib: number, value: number}[]} means in points
 */
export function discards(cards, dealer, thrower) {
  const who = thrower === "random" ? THROWERS.random : dealer ? THROWERS.pone : THROWERS.dealer;
  const { hands, cribs } = throwSums(cards, who);
  const points = 1728 * CHOICES[thrower]; // all sums below are whole numbers under 2 ** 53: nothing is rounded
  const found = PAIRS.map(([one, other], n) => ({
    thrown: [cards[one], cards[other]],
    kept: cards.filter((_, place) => place !== one && place !== other),
    hand: hands[n] / STARTERS,
    crib: cribs[n] / points,
    sum: hands[n] * points + (dealer ? cribs[n] : -cribs[n]) * STARTERS,
  }));
  found.sort((a, b) => b.sum - a.sum);
  return found.map(({ sum, ...rest }) => ({ ...rest, value: sum / (STARTERS * points) }));
}
