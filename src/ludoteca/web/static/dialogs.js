/** Dialogs: questions with yes and no, and links to copy. */

import { button, byId, element } from "./dom.js";

/** @param {(Node | string)[]} children */
function openDialog(...children) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
  dialog.replaceChildren(...children);
  dialog.showModal();
}

function closeDialog() {
  /** @type {HTMLDialogElement} */ (byId("dialog")).close();
}

/** @param {string} question @param {() => void} onYes @param {() => void} [onNo] */
export function confirm(question, onYes, onNo) {
  const yes = button("Yes", () => {
    closeDialog();
    onYes();
  }, { class: "primary" });
  const no = button("No", () => {
    closeDialog();
    onNo?.();
  });
  openDialog(element("p", {}, question), element("p", { class: "row" }, yes, no));
}

/** A field with an address, and a button that copies it. @param {string} address @param {string} id of the field */
export function linkField(address, id) {
  const field = element("input", { type: "text", readonly: "", value: address, "aria-label": "Link", id });
  const copy = button("Copy", () => {
    field.select();
    void navigator.clipboard?.writeText(address).then(() => {
      copy.textContent = "Copied";
    });
  }, { class: "primary" });
  return /** @type {const} */ ([field, copy]);
}

/** @param {string} address @param {string} explanation @param {Node[]} more */
export function showLink(address, explanation, ...more) {
  const [field, copy] = linkField(address, "link");
  const buttons = element("p", { class: "row" }, copy, button("Close", closeDialog));
  openDialog(element("p", {}, explanation), field, ...more, buttons);
  field.select();
}
