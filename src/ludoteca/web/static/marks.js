/** Draws the marks of a cell: numbers, circles, walls, tombs, flags. */

import { svgElement } from "./svg.js";

/** @import { Mark, Sheet } from "../types.js" */

export const SHIELD = "M0 -17c5 3 10 4 15 4c1 14 -4 24 -15 31c-11 -7 -16 -17 -15 -31c5 0 10 -1 15 -4z";
const JOINTS = "M-46 -15h92M-46 15h92M-15 -46v31M20 -46v31M0 -15v30M-30 -15v30M32 -15v30M-15 15v31M20 15v31";

/**
 * A mark as an SVG group.
 * @param {Sheet} sheet
 * @param {Mark} mark
 * @param {{ flagCount?: number, hasNumberInCentre?: boolean }} options how many flags its cell already has, and whether
 *   a number stands on the centre of its unit
 */
export function createMark(sheet, mark, { flagCount = 0, hasNumberInCentre = false } = {}) {
  const group = svgElement("g", { class: `mark ${mark.shape}` });
  group.classList.toggle("open", mark.kind.startsWith("open"));
  group.classList.toggle("usual", Boolean(mark.is_usual));
  if (["shield", "ring", "area", "tint"].includes(mark.shape ?? "")) drawHighlight(group, mark);
  else if (mark.shape === "pennant") drawPennant(sheet, group, mark, flagCount);
  else if (mark.shape === "number" && hasNumberInCentre) {
    svgElement("text", { y: 2, class: "number central" }, group).textContent = String(mark.amount ?? 0);
  } else drawMark(group, mark);
  return group;
}

/** @param {SVGElement} group @param {Mark} mark */
export function drawMark(group, mark) {
  const amount = mark.amount ?? 0;
  if (mark.shape === "number") drawBadge(group, 33, 33, String(amount));
  if (mark.shape === "count") drawCount(group, mark);
  if (mark.shape === "sleep") drawBadge(group, 34, -4, "z");
  if (mark.shape === "lock") drawBadge(group, -8, 33, "×");
  if (mark.shape === "buried") {
    svgElement("path", { d: "M-46 46v-16a9 9 0 0 1 18 0v16z", class: "slab" }, group);
  }
  if (mark.shape === "dots") {
    for (let dot = 0; dot < amount; dot += 1) svgElement("circle", { cx: 38, cy: -38 + 21 * dot, r: 10, class: "dot" }, group);
  }
  if (mark.shape === "block") {
    svgElement("rect", { x: -46, y: -46, width: 92, height: 92, rx: 6, class: "bricks" }, group);
    svgElement("path", { d: JOINTS, class: "joints" }, group);
    if (amount) svgElement("circle", { r: 24, class: "plate" }, group);
    if (amount) svgElement("text", { class: "amount", y: 2 }, group).textContent = String(amount);
  }
  if (mark.shape === "stone") {
    svgElement("path", { d: "M-30 40v-48a30 30 0 0 1 60 0v48z", class: "slab" }, group);
    svgElement("path", { d: "M-38 40h76", class: "soil" }, group);
    svgElement("path", { d: "M-4 -28h8v8h8v7h-8v14h-8v-14h-8v-7h8z", class: "cross" }, group);
    if (amount) svgElement("text", { class: "amount", y: 22 }, group).textContent = String(amount);
  }
}

/** What a page adds to a position, as it is shown in a legend. @param {SVGElement} group @param {Mark} mark */
function drawHighlight(group, mark) {
  const fill = { x: -50, y: -50, width: 100, height: 100 };
  if (mark.shape === "shield") svgElement("path", { d: SHIELD, class: "shield", transform: "scale(2)" }, group);
  if (mark.shape === "ring") svgElement("circle", { r: 40, class: "ring cause" }, group);
  if (mark.shape === "area") svgElement("rect", { ...fill, class: `area seat-${mark.seat}` }, group);
  if (mark.shape === "tint") svgElement("rect", { ...fill, class: `tint ${mark.kind}` }, group);
}

/** @param {SVGElement} group @param {number} x @param {number} y @param {string} text */
function drawBadge(group, x, y, text) {
  const width = text.length > 1 ? 40 : 28;
  const middle = Math.sign(x) * Math.min(Math.abs(x), 48 - width / 2);
  svgElement("rect", { x: middle - width / 2, y: y - 14, width, height: 28, rx: 12, class: "badge" }, group);
  svgElement("text", { x: middle, y: y + 1, class: "number" }, group).textContent = text;
}

/** How much a cell holds, in the colour of its seat. @param {SVGElement} group @param {Mark} mark */
function drawCount(group, mark) {
  if (typeof mark.seat === "number") group.classList.add(`seat-${mark.seat}`);
  group.classList.toggle("zero", !mark.amount);
  svgElement("circle", { r: 36, class: "badge" }, group);
  svgElement("text", { y: 2, class: "number" }, group).textContent = String(mark.amount ?? 0);
}

/** A small flag in the next free corner of the cell. @param {Sheet} sheet @param {SVGElement} group @param {Mark} mark @param {number} flagCount */
function drawPennant(sheet, group, mark, flagCount) {
  const flag = svgElement("path", { d: sheet.pictures.flag, class: `banner seat-${mark.seat}`, "fill-rule": "evenodd" }, group);
  const [x, y] = [[34, -32], [-24, -32], [34, 26], [-24, 26]][flagCount % 4];
  flag.setAttribute("transform", `translate(${x} ${y}) scale(0.7)`);
}
