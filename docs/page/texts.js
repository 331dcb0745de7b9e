// Everything the page says, in the language that was chosen. texts.json is the one table.
import { DATA } from "./data.js";

const { languages, texts } = DATA.texts;
let number = 0; // of the language in use
let plurals = new Intl.PluralRules("en");

export const LANGUAGES = languages;
export const language = () => languages[number].code;

/** Choose a language by its code; an unknown one is English. */
export function setLanguage(code) {
  number = Math.max(languages.findIndex((one) => one.code === code), 0);
  plurals = new Intl.PluralRules(language());
  document.documentElement.lang = language();
}

/** The first of the browser's languages that there is, or English. */
export function browserLanguage() {
  const wanted = (navigator.languages ?? []).map((code) => code.slice(0, 2).toLowerCase());
  return wanted.find((code) => languages.some((one) => one.code === code)) ?? "en";
}

/**
 * The text of a key. `{name}` stands for an argument, `{n|point|points}` for a word that agrees with the number n:
 * of one and of other numbers; in Russian of one, few and many.
 */
export function t(key, args = {}) {
  return texts[key][number].replace(/\{(\w+)((?:\|[^|}]*)*)\}/g, (_, name, forms) => {
    const value = args[name];
    if (!forms) return value instanceof Refusal ? value.message : String(value);
    const words = forms.slice(1).split("|");
    const place = { one: 0, many: 2 }[plurals.select(value)] ?? 1;
    return words[Math.min(place, words.length - 1)];
  });
}

export const has = (key) => key in texts;

/** A number up to 29 in words. */
export const inWords = (value) => t("numbers").split(",")[value];

/** A number with some digits after the point. */
export const decimal = (value, digits) =>
  value.toLocaleString(language(), { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** The same with its sign. */
export const signed = (value, digits) =>
  (value > 0 ? "+" : value < 0 ? "−" : "") + decimal(Math.abs(value), digits);

/** Why something cannot be: the text of a key, said in the language of the moment. */
export class Refusal extends Error {
  constructor(key, args) {
    super(key);
    this.key = key;
    this.args = args;
    Object.defineProperty(this, "message", { get: () => t(`refusal.${key}`, args) });
  }
}

/** The name of a card, such as "Jack of Hearts". */
export function cardName(card) {
  return t("card", { rank: t("ranks").split(",")[card >> 2], suit: t("suits").split(",")[card & 3] });
}
