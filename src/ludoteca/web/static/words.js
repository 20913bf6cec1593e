/** The words of the page in the visitor's language. English words are their own names; other languages have a catalogue. */

import { capitalize } from "./dom.js";

/** @import { Message, Sheet } from "../types.js" */

/** @typedef {{ message_id: string, values: Record<string, Value> }} Nested a text within another */
/** @typedef {string | number | Nested | Nested[]} Value */

/** The form of each text, or its forms by number; and which form each category of Intl.PluralRules has. */
/** @typedef {{ texts: Record<string, string | string[]>, plurals: Record<string, number> }} Catalogue */

/** Between a context and a text, as in gettext's own files. */
const CONTEXT_END = "\u0004";
/** What a value stands for, the spaces beside it, and what is beyond them. */
const PLACEHOLDER = /(?<=(.?))( ?)\{(\w+)\}( ?)(?=(.?))/g;

const { lang, dataset } = document.documentElement;
const catalogue = await load(dataset.words);
const pluralRules = new Intl.PluralRules(lang);
const numbers = new Intl.NumberFormat(lang);
const percents = new Intl.NumberFormat(lang, { style: "percent" });

const ordinalRules = new Intl.PluralRules(lang, { type: "ordinal" });
const ORDINALS = /** @type {Record<string, string>} */ ({ one: t("{number}st"), two: t("{number}nd"), few: t("{number}rd"), other: t("{number}th") });

/** @param {string | undefined} addresses of the files that hold it @returns {Promise<Catalogue>} */
async function load(addresses) {
  const english = { texts: {}, plurals: { one: 0, other: 1 } };
  if (!addresses) return english;
  try {
    const parts = await Promise.all(addresses.split(" ").map(async (address) => (await import(address)).default));
    return { texts: Object.assign({}, ...parts.map(({ texts }) => texts)), plurals: parts[0].plurals };
  } catch {
    return english;
  }
}

/** Read words that few pages need. @param {string} file @returns {Promise<void>} */
export async function loadMore(file) {
  const [first = ""] = dataset.words?.split(" ") ?? [];
  if (first) Object.assign(catalogue.texts, (await load(first.replace("scripts.js", file))).texts);
}

/** A text in the page's language. @param {string} text @param {Record<string, Value>} values what stands for `{name}` in it */
export function t(text, values = {}) {
  const translated = catalogue.texts[text];
  return fill(typeof translated === "string" ? translated : withoutContext(text), values);
}

/**
 * A text with a number on which its form depends.
 * @param {string} one
 * @param {string} many
 * @param {number} count
 * @param {Record<string, Value>} values
 */
export function tn(one, many, count, values = {}) {
  const translated = catalogue.texts[one];
  const forms = Array.isArray(translated) ? translated : [one, many];
  const form = catalogue.plurals[pluralRules.select(count)] ?? 0;
  return fill(forms[Math.min(form, forms.length - 1)], { count: numbers.format(count), ...values });
}

/** A text that the server sent, or one of the games. @param {Message} message */
export function told({ message, message_id: id, values }) {
  return t(id || message, values);
}

/** A text of the server or the games as a sentence. @param {Message} message */
export function toldSentence(message) {
  return t("{sentence}.", { sentence: capitalize(told(message)) });
}

/** A word that a language may translate by what it belongs to. @param {string} context @param {string} word */
function inContext(context, word) {
  const translated = catalogue.texts[`${context}${CONTEXT_END}${word}`];
  return typeof translated === "string" ? translated : t(word);
}

/** A place in a queue, as 2nd or 3rd. @param {number} number */
export function ordinal(number) {
  return fill(ORDINALS[ordinalRules.select(number)] ?? ORDINALS.other, { number });
}

/** As 45 %. @param {number} share of 1 */
export function percent(share) {
  return percents.format(share);
}

/** A text that is in the page's language already, with what stands for `{name}` in it. @param {string} text @param {Record<string, Value>} values */
export function fill(text, values) {
  return text.replace(PLACEHOLDER, (whole, before, space, name, spaceAfter, after) => {
    if (!(name in values)) return whole;
    const value = show(values[name]);
    return `${isChinese(before + value[0]) ? "" : space}${value}${isChinese(value.at(-1) + after) ? "" : spaceAfter}`;
  });
}

/** Chinese has spaces beside Latin words alone, and what is filled in may be either. @param {string} pair of characters */
function isChinese(pair) {
  return /^[\u3000-\u9fff\uff00-\uffef]{2}$/.test(pair);
}

/** Several texts, one after the other. @param {string[]} texts */
export function listed(texts) {
  return texts.length ? texts.reduce((first, next) => t("{first}, {next}", { first, next })) : "";
}

/** @param {Value} value @returns {string} */
function show(value) {
  if (Array.isArray(value)) {
    const [first, ...others] = value;
    return others.length ? t("{first} and {others}", { first, others }) : show(first);
  }
  return typeof value === "object" ? t(value.message_id, value.values) : String(value);
}

/** @param {string} text */
function withoutContext(text) {
  return text.slice(text.lastIndexOf(CONTEXT_END) + 1);
}

/** The sheet of a game with its names in the page's language. @template {Sheet} Told @param {Told} sheet @returns {Told} */
export function tellSheet(sheet) {
  const seats = sheet.seats.map((seat) => ({ ...seat, name: seat.title, title: t(seat.title) }));
  const glyphs = Object.entries(sheet.glyphs).map(([unit, glyph]) => {
    const seat = glyph.seat === null ? "" : (sheet.seats[glyph.seat]?.title ?? "");
    return [unit, { ...glyph, name: inContext(seat, glyph.name) }];
  });
  return { ...sheet, title: t(sheet.title), seats, glyphs: Object.fromEntries(glyphs) };
}
