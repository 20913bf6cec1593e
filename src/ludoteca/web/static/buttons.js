/** The buttons, the field for typed moves and the settings beside the board. */

import { confirm } from "./dialogs.js";
import { byId, element } from "./dom.js";
import { showHint } from "./hint.js";
import { notationName, offeredNotations } from "./notation.js";
import { animationSpeed, applyBoardTheme, bindThemeButton, numberPlace, readSetting, saveSetting } from "./settings.js";
import { showSharing } from "./share.js";
import { availableFaces, faceName, hasNumbers } from "./tokens.js";
import { t } from "./words.js";

/** @import { RoomPage } from "./room.js" */
/** @import { RoomState } from "./room-state.js" */

/** The level of the machine that plays on for somebody who leaves. */
const SUBSTITUTE_LEVEL = 5;

/** @param {RoomPage} page */
export function bindButtons(page) {
  const { connection, moveEntry, state } = page;
  const onClick = (/** @type {string} */ id, /** @type {() => void} */ handler) => byId(id).addEventListener("click", handler);
  const offer = (/** @type {string} */ what, seat = state.ownSeat()) => connection.act({ do: "offer", seat, offer: what });
  onClick("undo", () => offer("takeback", state.lastOwnMover()));
  onClick("draw", () => offer("draw"));
  onClick("rematch", () => offer("rematch"));
  onClick("resign", () =>
    confirm(t("Resign this game?"), () => {
      const { to_move: toMove } = state.room;
      connection.act({ do: "resign", seat: state.you.includes(toMove) ? toMove : state.ownSeat() });
    }),
  );
  onClick("leave", () =>
    confirm(t("Leave, and let the machine play on for you?"), () =>
      connection.act({ do: "leave", seat: state.ownSeat(), level: SUBSTITUTE_LEVEL }),
    ),
  );
  onClick("hint", () => void showHint(page));
  onClick("analyse", () => void page.toggleAnalysis());
  onClick("ask-review", () => void page.review.start());
  onClick("flip", () => page.flip());
  onClick("share", () => showSharing(page));
  byId("move-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (byId("move-text"));
    if (field.value.trim()) void moveEntry.submitText(field.value.trim());
    field.value = "";
  });
}

/** Show the buttons that make sense now. @param {RoomState} state */
export function showButtons(state) {
  const { room } = state;
  const isSeated = state.isSeated();
  const isOver = Boolean(room.outcome);
  const isAlone = isSeated && !state.hasOpponents();
  const mayAsk = isAlone && !state.hasOpenSeat();
  const isShown = {
    undo: isSeated && !isOver,
    draw: isSeated && !isOver && !isAlone && !state.hasOpenSeat(),
    resign: isSeated && !isOver,
    rematch: isSeated && isOver && !room.rematch,
    leave: isSeated && !isOver && room.seats.length > 2,
    hint: mayAsk && !isOver,
    analyse: mayAsk || isOver,
    "ask-review": mayAsk || isOver,
    "open-study": mayAsk || isOver,
    "move-form": isSeated && !isOver,
    pacing: room.host && !isOver && state.isPlayedByMachines(),
    next: Boolean(room.rematch),
    phrases: isSeated && state.hasOpponents(),
    spectating: !isSeated,
  };
  for (const [id, value] of Object.entries(isShown)) byId(id).hidden = !value;
  for (const id of ["undo", "ask-review"]) /** @type {HTMLButtonElement} */ (byId(id)).disabled = room.number === 0;
  if (room.rematch) /** @type {HTMLAnchorElement} */ (byId("next")).href = `/room/${room.rematch}`;
}

/** @param {RoomPage} page */
export function bindSettings(page) {
  bindThemeButton();
  const speed = /** @type {HTMLSelectElement} */ (byId("speed"));
  speed.value = animationSpeed();
  speed.addEventListener("change", () => saveSetting("speed", speed.value));
  for (const name of ["sounds", "previews"]) {
    const box = /** @type {HTMLInputElement} */ (byId(name));
    box.checked = readSetting(name, "on") === "on";
    box.addEventListener("change", () => saveSetting(name, box.checked ? "on" : "off"));
  }
  const numbers = /** @type {HTMLSelectElement} */ (byId("number-place"));
  byId("numbers").hidden = !hasNumbers(page.sheet);
  numbers.value = numberPlace();
  numbers.addEventListener("change", () => {
    saveSetting("numbers", numbers.value);
    page.setNumberPlace(numbers.value);
  });
  const material = /** @type {HTMLSelectElement} */ (byId("board-theme"));
  material.value = readSetting("board", "wood");
  material.addEventListener("change", () => {
    saveSetting("board", material.value);
    applyBoardTheme(material.value);
  });
  const pace = /** @type {HTMLInputElement} */ (byId("pace"));
  pace.value = readSetting("pace", "1");
  pace.addEventListener("change", () => {
    saveSetting("pace", pace.value);
    page.setPace(Number(pace.value));
  });
  const notations = offeredNotations(page.sheet);
  const notation = /** @type {HTMLSelectElement} */ (byId("notation"));
  notation.replaceChildren(...notations.map((name) => element("option", { value: name }, notationName(name))));
  byId("notations").hidden = notations.length < 2;
  notation.value = page.notation.name;
  notation.addEventListener("change", () => page.notation.choose(notation.value));
  const faces = availableFaces(page.sheet);
  const face = /** @type {HTMLSelectElement} */ (byId("face"));
  face.replaceChildren(...faces.map((name) => element("option", { value: name }, faceName(name))));
  byId("faces").hidden = faces.length < 2;
  face.value = page.board.face;
  face.addEventListener("change", () => page.setFace(face.value));
}
