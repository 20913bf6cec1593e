/** Offers what explains the marks and the signs of a page; it is loaded when somebody opens it. */

import { byId } from "./dom.js";

/** @import { Sheet } from "../types.js" */

/** @param {Sheet} sheet @param {boolean} [isLesson] whether the page gives tasks */
export function offerLegend(sheet, isLesson = false) {
  onFirstOpening("legend", async () => (await import("./legend.js")).fillLegend(sheet, isLesson));
}

/** @param {Sheet} sheet */
export function offerSigns(sheet) {
  if (sheet.signs?.length) onFirstOpening("signs", async () => (await import("./signs.js")).fillSigns(sheet));
}

/** @param {string} id of a details element @param {() => Promise<void>} fill */
function onFirstOpening(id, fill) {
  const details = byId(id);
  details.hidden = false;
  details.addEventListener("toggle", () => void fill(), { once: true });
}
