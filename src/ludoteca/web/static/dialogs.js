/** Dialogs: questions with yes and no, and links to copy. */

import { button, byId, element } from "./dom.js";
import { t } from "./words.js";

/** @param {(Node | string)[]} children */
export function openDialog(...children) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
  dialog.replaceChildren(...children);
  dialog.showModal();
}

export function closeDialog() {
  /** @type {HTMLDialogElement} */ (byId("dialog")).close();
}

/** @param {string} question @param {() => void} onYes @param {() => void} [onNo] */
export function confirm(question, onYes, onNo) {
  const yes = button(t("Yes"), () => {
    closeDialog();
    onYes();
  }, { class: "primary" });
  const no = button(t("No"), () => {
    closeDialog();
    onNo?.();
  });
  openDialog(element("p", {}, question), element("p", { class: "row" }, yes, no));
}

/** A field with an address, and a button that copies it. @param {string} address @param {string} id of the field @param {string} name */
export function linkField(address, id, name = t("Link")) {
  const field = element("input", { type: "text", readonly: "", value: address, "aria-label": name, id });
  return /** @type {const} */ ([field, copyButton(field, name)]);
}

/** @param {HTMLInputElement | HTMLTextAreaElement} field whose text it copies @param {string} name */
export function copyButton(field, name) {
  const copy = button(t("Copy"), () => {
    field.select();
    void navigator.clipboard?.writeText(field.value).then(() => {
      copy.textContent = t("Copied");
    });
  }, { class: "primary", "aria-label": t("Copy: {name}", { name }) });
  return copy;
}

/** @param {string} address @param {string} explanation @param {Node[]} more */
export function showLink(address, explanation, ...more) {
  const [field, copy] = linkField(address, "link");
  const close = element("p", { class: "row" }, button(t("Close"), closeDialog));
  openDialog(element("p", {}, explanation), element("p", { class: "link" }, field, copy), ...more, close);
  field.select();
}
