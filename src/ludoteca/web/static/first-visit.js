/** What a visitor is told once: keys and gestures, and a choice of pieces where players differ about it. */

import { button, byId } from "./dom.js";
import { readSetting, saveSetting } from "./settings.js";
import { availableFaces, drawUnitIcon, faceName } from "./tokens.js";
import { t } from "./words.js";

/** @import { RoomPage } from "./room.js" */

/** Units that are shown of each face. */
const SAMPLE_SIZE = 3;

/** @param {RoomPage} page */
export function showFirstVisit(page) {
  const { sheet } = page;
  const asksForFace = Boolean(sheet.asks_for_face) && !readSetting(`face.${sheet.game}`, "");
  const tellsGestures = readSetting("gestures", "") !== "told";
  byId("first-visit").hidden = !asksForFace && !tellsGestures;
  byId("gestures").hidden = !tellsGestures;
  byId("face-question").hidden = !asksForFace;
  if (asksForFace) askForFace(page);
  byId("understood").addEventListener("click", () => {
    putAwayFirstVisit(page);
    byId("board").querySelector(/** @type {"g"} */ ('.cell[tabindex="0"]'))?.focus();
  });
}

/** The visitor has read it, or has made a move without it. @param {RoomPage} page */
export function putAwayFirstVisit(page) {
  if (byId("first-visit").hidden) return;
  saveSetting("gestures", "told");
  if (!byId("face-question").hidden) page.setFace(page.board.face);
  byId("first-visit").hidden = true;
}

/** A button for each face, with some units as it draws them. @param {RoomPage} page */
function askForFace(page) {
  const { sheet } = page;
  const sample = Object.keys(sheet.glyphs).slice(0, SAMPLE_SIZE);
  const choices = availableFaces(sheet).map((face) => {
    const choice = button("", () => choose(face), { "data-face": face, "aria-pressed": String(face === page.board.face) });
    choice.append(...sample.map((unit) => drawUnitIcon(sheet, unit, face)), faceName(face));
    for (const icon of choice.querySelectorAll("svg")) {
      icon.removeAttribute("role");
      icon.removeAttribute("aria-label");
      icon.setAttribute("aria-hidden", "true");
    }
    return choice;
  });
  const choose = (/** @type {string} */ face) => {
    page.setFace(face);
    for (const choice of choices) choice.setAttribute("aria-pressed", String(choice.dataset.face === face));
  };
  byId("face-question").replaceChildren(t("Pieces:"), " ", ...choices);
}
