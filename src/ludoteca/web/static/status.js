/** The status line, the saved mark, and notices beside the board. */

import { announce } from "./announce.js";
import { byId, capitalize } from "./dom.js";
import { clauseLink } from "./ruling.js";
import { t } from "./words.js";

/** @import { RoomState } from "./room-state.js" */

const TOAST_DURATION = 5000;
/** More characters than these do not fit into a line below the board. */
const LONG_DESCRIPTION = 80;

/** The timer that hides the toast. */
let toastTimer = 0;

/** What is on the cell that the visitor points at; long texts are written small. @param {string} words */
export function showCellDescription(words) {
  const line = byId("cell-description");
  line.textContent = words || "\u00a0";
  line.classList.toggle("long", words.length > LONG_DESCRIPTION);
}

/** What everyone in the room should know before they go on. @param {string} text */
export function showNotice(text) {
  const notice = byId("notice");
  // A screen reader reads it again whenever it is set.
  if (notice.textContent !== text) notice.textContent = text;
  notice.hidden = !text;
}

/**
 * The outcome with its clause, whose turn it is, or the move that is being shown before it is the visitor's turn.
 * @param {RoomState} state
 * @param {boolean} isLive
 * @param {boolean} isAnimating
 */
export function showStatus(state, isLive, isAnimating) {
  const { outcome } = state.room;
  const status = byId("status");
  const isAnswered = isLive && isAnimating && state.isYourTurn() && !outcome;
  status.classList.toggle("over", Boolean(outcome));
  status.classList.toggle("yours", state.isYourTurn() && !isAnswered);
  if (isAnswered) {
    status.textContent = state.lastMoveText();
    return;
  }
  if (outcome) {
    status.replaceChildren(`${state.outcomeText()} `, clauseLink(state.sheet.game, outcome.clause, outcome.is_house));
    return;
  }
  const isChecked = isLive && state.view?.marks.some((mark) => mark.kind === "check");
  const prompt = isLive ? (state.view?.prompt ?? "") : "";
  status.textContent = `${state.turnText()}${isChecked ? ` ${t("Check!")}` : ""} ${prompt}`.trim();
}

/** @param {boolean} isSaving whether a move waits for its answer @param {boolean} hasSaved */
export function showSaved(isSaving, hasSaved) {
  const saved = byId("saved");
  saved.hidden = !isSaving && !hasSaved;
  saved.textContent = isSaving ? t("saving…") : t("✓ saved");
  saved.classList.toggle("waiting", isSaving);
}

/** @param {boolean} isOpen */
export function showConnection(isOpen) {
  byId("offline").hidden = isOpen;
  document.body.dataset.connection = isOpen ? "open" : "lost";
  if (!isOpen) announce(t("The connection is lost; trying again."));
}

/** @param {string} reason why the room is no more */
export function showRemoval(reason) {
  byId("offline").textContent = t("{sentence}.", { sentence: capitalize(reason) });
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
