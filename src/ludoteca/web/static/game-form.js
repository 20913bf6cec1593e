/** The form for a new game: shows the seats and the preview that belong to the chosen options. */

import { drawPreviews } from "./previews.js";
import { fieldsOf, saveChoice, unusualOptions } from "./quick-start.js";
import { readJsonSetting, readSetting, saveSetting } from "./settings.js";

/** Bind the form, if the page has one. */
export function bindGameForm() {
  const form = document.getElementById("new");
  if (!(form instanceof HTMLFormElement)) return;
  const name = /** @type {HTMLInputElement | null} */ (form.elements.namedItem("name"));
  if (name && !name.value) name.value = readSetting("name", "");
  form.addEventListener("submit", () => {
    if (name) saveSetting("name", name.value);
    if (form.dataset.title) saveChoices(form);
  });
  // A form that comes back with an error has what was chosen.
  if (form.dataset.title && !document.querySelector(".error")) restoreChoices(form);
  const update = () => {
    showVariant(form);
    updatePreview(form);
  };
  form.addEventListener("change", update);
  update();
}

/** @param {HTMLFormElement} form */
function gameName(form) {
  return new URL(form.action).pathname.split("/").pop() ?? "";
}

/** Remember all that was chosen, for the next game of this kind and for the lobby. @param {HTMLFormElement} form */
function saveChoices(form) {
  saveSeats(form);
  saveChoice(form, gameName(form));
  saveSetting(`choices.${gameName(form)}`, JSON.stringify(fieldsOf(form)));
}

/** Options, clock and who may come; a position to begin from is meant for one game. @param {HTMLFormElement} form */
function restoreChoices(form) {
  const saved = /** @type {Record<string, string> | null} */ (readJsonSetting(`choices.${gameName(form)}`));
  for (const field of saved ? form.elements : []) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
    const value = saved?.[field.name];
    if (field.type === "checkbox" || field.type === "radio") /** @type {HTMLInputElement} */ (field).checked = value === field.value;
    else if (value !== undefined && !/^(name|start|seat\..*)$/.test(field.name)) field.value = value;
  }
  restoreSeats(form);
  for (const more of /** @type {NodeListOf<HTMLDetailsElement>} */ (form.querySelectorAll("details.more"))) {
    // What is not as usual is seen before it is played.
    if (unusualOptions(more).length) more.open = true;
  }
}

/** Where the choices for the seats of a variant are stored. @param {HTMLFormElement} form @param {HTMLElement} group */
function seatsKey(form, group) {
  return `seats.${gameName(form)}.${group.dataset.variant}`;
}

/** @param {HTMLElement} group */
function seatChoices(group) {
  return [.../** @type {NodeListOf<HTMLSelectElement>} */ (group.querySelectorAll('select[name^="seat."]'))];
}

/** Remember who plays, for the next game of this kind. @param {HTMLFormElement} form */
function saveSeats(form) {
  for (const group of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-variant]:not([hidden])"))) {
    saveSetting(seatsKey(form, group), seatChoices(group).map((choice) => choice.value).join(" "));
  }
}

/** @param {HTMLFormElement} form */
function restoreSeats(form) {
  for (const group of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-variant]"))) {
    const saved = readSetting(seatsKey(form, group), "").split(" ");
    const choices = seatChoices(group);
    if (saved.length === choices.length) choices.forEach((choice, seat) => (choice.value = saved[seat]));
  }
}

/** Show the seats of the variant that the options select, and disable the others. @param {HTMLFormElement} form */
function showVariant(form) {
  for (const group of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-variant]"))) {
    const options = /** @type {Record<string, unknown>} */ (JSON.parse(group.dataset.variant ?? "{}"));
    const isSelected = Object.entries(options).every(([option, value]) => {
      const field = form.elements.namedItem(`option.${option}`);
      return !(field instanceof HTMLSelectElement) || field.value === String(value);
    });
    group.hidden = !isSelected;
    const fields = /** @type {NodeListOf<HTMLInputElement>} */ (group.querySelectorAll("select, input"));
    for (const field of fields) field.disabled = !isSelected;
  }
}

/** @param {HTMLFormElement} form */
function updatePreview(form) {
  const preview = /** @type {HTMLElement | null} */ (form.querySelector("[data-preview]"));
  if (!preview) return;
  const options = new URLSearchParams();
  for (const select of /** @type {NodeListOf<HTMLSelectElement>} */ (form.querySelectorAll("[data-shapes]"))) {
    options.set(select.name.replace("option.", ""), select.value);
  }
  const address = `${preview.dataset.preview}?${options}`;
  if (preview.dataset.sheet === address) return;
  preview.dataset.sheet = address;
  void drawPreviews();
}
