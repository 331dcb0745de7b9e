// All cards, to be tapped.
import { SUITS } from "./cards.js";
import { face, h, set } from "./dom.js";
import { cardName } from "./texts.js";

const ORDER = [..."SHDC"].flatMap((suit) => Array.from({ length: 13 }, (_, rank) => 4 * rank + SUITS.indexOf(suit)));

/**
 * Put a button for each card into an element.
 * @param {(card: number) => void} tapped
 * @returns {{show: (chosen: number[], starter?: number) => void, translate: () => void}}
 */
export function makePicker(element, tapped) {
  const buttons = ORDER.map((card, place) => {
    const does = { onclick: () => tapped(card), onfocus: () => move(place) };
    return h("button.card.pick", { type: "button", tabindex: place ? -1 : 0, ...does }, face(card));
  });
  const move = (place) => buttons.forEach((button, n) => (button.tabIndex = n === place ? 0 : -1));
  for (let start = 0; start < 52; start += 13) element.append(h("div.suit", {}, buttons.slice(start, start + 13)));
  element.onkeydown = (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -13, ArrowDown: 13 }[event.key];
    const next = buttons[buttons.indexOf(document.activeElement) + step];
    if (!step || !next) return;
    event.preventDefault();
    next.focus();
  };
  return {
    show(chosen, starter) {
      ORDER.forEach((card, place) => {
        buttons[place].setAttribute("aria-pressed", String(chosen.includes(card) || card === starter));
        buttons[place].classList.toggle("as-starter", card === starter);
      });
    },
    translate: () => ORDER.forEach((card, place) => set(buttons[place], { "aria-label": cardName(card) })),
  };
}
