/** Quick start: what was chosen last for a new game, kept in this browser, told in words and played by one click. */

import { element } from "./dom.js";
import { readJsonSetting, readSetting, saveSetting } from "./settings.js";
import { t, tn } from "./words.js";

/** @typedef {{ game: string, words: string, language: string, fields: Record<string, string> }} Choice */

const KEY = "last-game";

/** The fields of a form that would be sent. @param {HTMLFormElement} form @returns {Record<string, string>} */
export function fieldsOf(form) {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

/** Remember a filled-in form for a new game. @param {HTMLFormElement} form @param {string} game */
export function saveChoice(form, game) {
  const { lang: language } = document.documentElement;
  saveSetting(KEY, JSON.stringify({ game, words: choiceWords(form), language, fields: fieldsOf(form) }));
}

/** Let the button in the lobby play what was chosen last; until then it plays the server's proposal. */
export function bindQuickStart() {
  const form = document.getElementById("quick");
  const choice = /** @type {Choice | null} */ (readJsonSetting(KEY));
  if (!(form instanceof HTMLFormElement) || !choice) return;
  // A server may have other games today.
  if (!document.querySelector(`.games a[href="/new/${CSS.escape(choice.game)}"]`)) return;
  form.action = `/new/${choice.game}`;
  for (const field of form.querySelectorAll("input")) field.remove();
  const fields = { ...choice.fields, name: readSetting("name", choice.fields.name ?? "") };
  form.prepend(...Object.entries(fields).map(([name, value]) => element("input", { type: "hidden", name, value })));
  // Words in another language than the page's are left out.
  const card = document.querySelector(`.card:has(a[href="/new/${CSS.escape(choice.game)}"]) h2`);
  const isTold = (choice.language ?? "en") === document.documentElement.lang;
  form.querySelector("button")?.replaceChildren(isTold ? choice.words : t("Play {game} again", { game: card?.textContent ?? choice.game }));
  form.querySelector("a")?.setAttribute("href", `/new/${choice.game}`);
}

/** As `Play … again, against level 5 (fair), 5+3`. @param {HTMLFormElement} form */
function choiceWords(form) {
  const seats = [.../** @type {NodeListOf<HTMLSelectElement>} */ (form.querySelectorAll('select[name^="seat."]:not(:disabled)'))];
  const own = seats.filter((seat) => seat.value === "me");
  const seatTitle = own.length === 1 && own[0] !== seats[0] ? own[0].labels[0]?.dataset.seat : "";
  const values = { game: form.dataset.title ?? "", seat: seatTitle ?? "", players: playersWords(seats) };
  const play = seatTitle ? t("Play {game} again as {seat}", values) : t("Play {game} again", values);
  const between = own.length ? t("against {players}", values) : t("between {players}", values);
  return [
    own.length ? play : t("Watch {game} again", values),
    own.length === seats.length ? t("all seats yours") : between,
    ...unusualOptions(form).map((field) => `${field.labels?.[0]?.textContent?.trim().toLowerCase() ?? field.name}: ${shownValue(field)}`),
    clockWords(form),
    ...(fieldsOf(form).start ? [t("from your position")] : []),
  ].join(", ");
}

/** Who plays besides the visitor. @param {HTMLSelectElement[]} seats */
function playersWords(seats) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { selectedOptions } of seats.filter((seat) => seat.value !== "me")) {
    const words = selectedOptions[0]?.dataset.words ?? "";
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  const [first = "", ...others] = [...counts].map(([player, count]) => (count > 1 ? t("{count} × {player}", { count, player }) : player));
  return others.reduce((known, other) => t("{first} and {others}", { first: known, others: other }), first);
}

/** What a field of an option shows. @param {HTMLInputElement | HTMLSelectElement} field */
function shownValue(field) {
  return (field instanceof HTMLSelectElement && field.selectedOptions[0]?.textContent) || field.value;
}

/** The fields of options that are not as usual. @param {HTMLElement} part of the form */
export function unusualOptions(part) {
  const fields = /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */ (part.querySelectorAll("[data-usual]"));
  return [...fields].filter((field) => field.value !== field.dataset.usual);
}

/** @param {HTMLFormElement} form */
function clockWords(form) {
  const { clock, minutes, increment, days } = fieldsOf(form);
  const count = clock === "other" ? days : clock.endsWith("d") ? clock.slice(0, -1) : "";
  if (clock === "none") return t("no clock");
  if (count) return tn("{count} day a move", "{count} days a move", Number(count));
  return clock === "other" ? `${minutes}+${increment || 0}` : clock;
}
