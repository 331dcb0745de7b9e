// Cards as the C core knows them, 0 to 51, and deals.

export const RANKS = "A23456789TJQK";
export const SUITS = "CDHS";
export const SYMBOLS = "♣♦♥♠";
export const JACK = 11;
/** An empty cell, or a starter that is not turned. */
export const NONE = 255;

export const rankOf = (card) => (card >> 2) + 1;
export const suitOf = (card) => card & 3;
export const valueOf = (card) => Math.min(rankOf(card), 10);
/** Two letters, such as "TH". */
export const cardText = (card) => (card === NONE ? ".." : RANKS[card >> 2] + SUITS[card & 3]);
export const rankText = (card) => (rankOf(card) === 10 ? "10" : RANKS[card >> 2]);
export const spaced = (cards) => cards.map(cardText).join(" ");
/** The first card that is there for the second time, or undefined. */
export const firstRepeated = (cards) => cards.find((card, place) => card !== NONE && cards.indexOf(card) < place);

const WORD = 1n << 64n;
const MASK = WORD - 1n;

/**
 * Deal as `cribscore.deal` does: SplitMix64, and a shuffle from the front.
 * @param {bigint} seed 0n to 2n ** 64n - 1n
 * @returns {number[]}
 */
export function deal(seed, count = 17) {
  const deck = Array.from({ length: 52 }, (_, card) => card);
  let state = seed;
  for (let place = 0; place < count; place++) {
    const choices = BigInt(52 - place);
    let draw = WORD;
    while (draw >= WORD - (WORD % choices)) {
      state = (state + 0x9e3779b97f4a7c15n) & MASK;
      draw = ((state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
      draw = ((draw ^ (draw >> 27n)) * 0x94d049bb133111ebn) & MASK;
      draw ^= draw >> 31n;
    }
    const other = place + Number(draw % choices);
    [deck[place], deck[other]] = [deck[other], deck[place]];
  }
  return deck.slice(0, count);
}
