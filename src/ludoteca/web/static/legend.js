/** Shows the legend: what each mark on the board means, those of the game and those of the page. */

import { byId, element } from "./dom.js";
import { createMark } from "./marks.js";
import { setSeatColours, svgElement } from "./svg.js";
import { loadMore, t } from "./words.js";

/** @import { Sheet } from "../types.js" */

await loadMore("keys.js");

/** What the page marks while a move is entered: the class of the drawing, and its meaning. */
const PAGE_MARKS = [
  ["highlight-origin", t("can be picked: a move begins here")],
  ["highlight-picked", t("is picked")],
  ["highlight-target", t("where what is picked can go")],
  ["highlight-capture", t("where it can go, and a unit stands: mostly a capture")],
  ["highlight-named", t("the reason why a move is refused")],
];
const POINTED_OUT = ["pointed-out", t("what the task is about")];

/** @param {Sheet} sheet @param {boolean} [isLesson] whether the page gives tasks */
export function fillLegend(sheet, isLesson = false) {
  const marks = (sheet.legend ?? []).map((mark) => legendItem(sheet, createMark(sheet, mark), t(mark.words ?? "")));
  const ofPage = [...PAGE_MARKS, ...(isLesson ? [POINTED_OUT] : [])].map(([kind, words]) => legendItem(sheet, pageMark(sheet, kind), words));
  byId("marks").replaceChildren(...ofPage, ...marks);
}

/** @param {Sheet} sheet @param {SVGElement} drawn @param {string} words */
function legendItem(sheet, drawn, words) {
  const svg = svgElement("svg", { class: "board", viewBox: "-50 -50 100 100", "aria-hidden": "true" });
  setSeatColours(svg, sheet.seats);
  svg.append(drawn);
  const item = element("li", {}, element("span", {}, words));
  item.prepend(svg);
  return item;
}

/** @param {Sheet} sheet @param {string} kind */
function pageMark(sheet, kind) {
  if (kind === "highlight-target") return svgElement("circle", { r: 16, class: `tint ${kind}` });
  if (sheet.style !== "squares") return svgElement("circle", { r: 42, class: `tint ${kind}` });
  return svgElement("rect", { x: -45, y: -45, width: 90, height: 90, rx: 8, class: `tint ${kind}` });
}
