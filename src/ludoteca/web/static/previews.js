/** Draws the first position of a game wherever a page asks for a preview. */

import { Board } from "./board.js";
import { drawSeatIcon } from "./tokens.js";
import { t, tellSheet } from "./words.js";

/** @import { Sheet } from "../types.js" */

export async function drawPreviews() {
  const previews = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-sheet]"));
  await Promise.all([...previews].map(drawPreview));
}

/** @param {HTMLElement} preview */
async function drawPreview(preview) {
  const response = await fetch(preview.dataset.sheet ?? "");
  if (!response.ok) return;
  /** @type {Sheet} */
  const sheet = tellSheet(await response.json());
  const rotation = sheet.seats[Number(preview.dataset.seat ?? 0)]?.turn;
  const board = new Board(sheet, { title: t("{game}: the first position", { game: sheet.title }), isPreview: true, rotation });
  if (sheet.start) board.show(sheet.start);
  preview.replaceChildren(board.svg);
  showSeatIcons(sheet);
}

/** In the form for a new game: each seat's token before its name. @param {Sheet} sheet */
function showSeatIcons(sheet) {
  document.querySelectorAll("[data-variant]:not([hidden]) label").forEach((label, seat) => {
    label.querySelector("svg")?.remove();
    if (sheet.seats[seat]) label.prepend(drawSeatIcon(sheet, seat));
  });
}
