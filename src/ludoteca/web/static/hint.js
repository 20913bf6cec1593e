/** Hints: the move that the machine would play, as an arrow and in words. */

import { announce } from "./announce.js";
import { describeConsequences } from "./describe.js";
import { button, byId, element } from "./dom.js";
import { clearHighlights, drawArrow } from "./highlight.js";
import { showToast } from "./status.js";
import { ordinal, t, told } from "./words.js";

/** @import { RoomPage } from "./room.js" */
/** @import { Answers } from "../types.js" */

/** @param {RoomPage} page */
export async function showHint(page) {
  const { board, connection, moveEntry, playback, state } = page;
  if (!playback.isLive()) await playback.goTo(state.room.number);
  const turn = state.room.number;
  const answer = await connection.ask({ do: "hint", turn });
  if (answer.say === "refused") {
    showToast(told(answer));
    return;
  }
  const outlook = await moveEntry.preview.outlooks.get(answer.move);
  if (turn !== state.room.number || state.room.outcome) return;
  clearHighlights(board, "analysed");
  drawArrow(board, answer.cells, "analysed first");
  showAdvice(page, answer, outlook ? describeConsequences(board.sheet, outlook.seat, outlook.steps) : "");
}

/** @param {RoomPage} page @param {Answers["hint"]} hint @param {string} words what it does */
function showAdvice({ moveEntry, notation, playback, state }, hint, words) {
  const play = button(t("Play it"), () => moveEntry.play(hint.move), { class: "primary", id: "play-hint" });
  const text = t("The machine would play {move}.", { move: notation.textOf(hint) });
  const canPlay = state.isYourTurn() && playback.isLive();
  byId("advice").replaceChildren(element("p", { class: "row" }, text, ...(canPlay ? [play] : [])), element("p", {}, words));
  byId("advice").hidden = false;
  announce(text);
}

/** Tell that a question has to wait. @param {number} place */
export function showWaiting(place) {
  if (place) showToast(place === 1 ? t("The machine is busy; yours is the next request.") : t("The machine is busy; yours is the {place} request.", { place: ordinal(place) }));
}
