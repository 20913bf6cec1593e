/** The buttons and fields beside the board of a study. */

import { byId, capitalize } from "./dom.js";
import { t, told } from "./words.js";

/** @import { StudyPage } from "./study.js" */
/** @import { StudyPosition } from "../types.js" */

/** @param {StudyPage} page */
export function bindControls(page) {
  const onClick = (/** @type {string} */ id, /** @type {() => void} */ handler) => byId(id).addEventListener("click", handler);
  onClick("analyse", () => page.analyser.toggle());
  onClick("ask-review", () => page.review.toggle());
  onClick("flip", () => page.flip());
  onClick("promote", () => page.promote());
  onClick("delete", () => page.askToDelete());
  const comment = /** @type {HTMLTextAreaElement} */ (byId("comment"));
  comment.addEventListener("input", () => {
    page.node.comment = comment.value.trim();
    page.saving.changed();
  });
  comment.addEventListener("change", () => page.showTree());
  byId("title").addEventListener("input", () => page.saving.changed());
  byId("move-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (byId("move-text"));
    const text = field.value.trim();
    // Who types fast does not wait until the last move is shown.
    if (text) void page.playback.showing.then(() => page.moveEntry.submitText(text));
    field.value = "";
  });
}

/** The state of everything that depends on the node. @param {StudyPage} page */
export function showControls({ node, root, review, sheet }) {
  const { position } = node;
  const isDisabled = /** @type {Record<string, boolean>} */ ({
    first: !node.parent,
    before: !node.parent,
    after: !node.children.length,
    last: !node.children.length,
    delete: !node.parent,
    promote: node.isMainLine(),
    "play-from-here": Boolean(position?.outcome),
    "ask-review": !root.children.length,
  });
  for (const [id, value] of Object.entries(isDisabled)) /** @type {HTMLButtonElement} */ (byId(id)).disabled = value;
  const comment = /** @type {HTMLTextAreaElement} */ (byId("comment"));
  if (comment.dataset.node !== String(node.id)) {
    comment.value = node.comment;
    comment.dataset.node = String(node.id);
  }
  byId("erase").hidden = !node.arrows.length;
  review.panel.showNumber();
  if (!position) return;
  byId("status").textContent = position.outcome ? endText(position.outcome) : t("{seat} to move.", { seat: sheet.seats[position.to_move].title });
}

/** @param {NonNullable<StudyPosition["outcome"]>} outcome */
function endText({ clause, reason, ...translation }) {
  return t("{reason} ({clause}).", { reason: capitalize(told({ message: reason, ...translation })), clause });
}
