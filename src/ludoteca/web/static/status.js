/** The status line, the saved mark, and notices beside the board. */

import { announce } from "./announce.js";
import { byId, capitalize } from "./dom.js";
import { clauseLink } from "./ruling.js";

/** @import { RoomState } from "./room-state.js" */

const TOAST_DURATION = 5000;

/** The timer that hides the toast. */
let toastTimer = 0;

/** What everyone in the room should know before they go on. @param {string} text */
export function showNotice(text) {
  const notice = byId("notice");
  // A screen reader reads it again whenever it is set.
  if (notice.textContent !== text) notice.textContent = text;
  notice.hidden = !text;
}

/** The outcome with its clause, or whose turn it is. @param {RoomState} state @param {boolean} isLive */
export function showStatus(state, isLive) {
  const { outcome } = state.room;
  const status = byId("status");
  status.classList.toggle("over", Boolean(outcome));
  status.classList.toggle("yours", state.isYourTurn());
  if (outcome) {
    status.replaceChildren(`${state.outcomeText()} `, clauseLink(state.sheet.game, outcome.clause, outcome.is_house));
    return;
  }
  const isChecked = isLive && state.view?.marks.some((mark) => mark.kind === "check");
  const prompt = isLive ? (state.view?.prompt ?? "") : "";
  status.textContent = `${state.turnText()}${isChecked ? " Check!" : ""} ${prompt}`.trim();
}

/** @param {boolean} isSaving whether a move waits for its answer @param {boolean} hasSaved */
export function showSaved(isSaving, hasSaved) {
  const saved = byId("saved");
  saved.hidden = !isSaving && !hasSaved;
  saved.textContent = isSaving ? "saving…" : "✓ saved";
  saved.classList.toggle("waiting", isSaving);
}

/** @param {boolean} isOpen */
export function showConnection(isOpen) {
  byId("offline").hidden = isOpen;
  document.body.dataset.connection = isOpen ? "open" : "lost";
  if (!isOpen) announce("The connection is lost; trying again.");
}

/** @param {string} reason why the room is no more */
export function showRemoval(reason) {
  byId("offline").textContent = `${capitalize(reason)}.`;
  announce(reason);
}

/** A notice that disappears by itself. @param {string} text */
export function showToast(text) {
  const toast = byId("toast");
  toast.textContent = capitalize(text);
  toast.hidden = false;
  announce(text);
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => {
    toast.hidden = true;
  }, TOAST_DURATION);
}
