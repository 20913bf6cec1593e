/** The rules page: the first position, and the drawings of the clauses as boards. */

import { embeddedJson, element } from "./dom.js";
import { Board } from "./board.js";
import { drawMark } from "./marks.js";
import { bindThemeButton } from "./settings.js";
import { svgElement, cssColour, CELL_SIZE } from "./svg.js";
import { drawToken, defaultFace } from "./tokens.js";

/** @import { Sheet } from "../types.js" */

/** Signs that are no units: an empty cell, one that can be reached, one that cannot, a stop, the edge. */
const SIGNS = new Set([".", "x", "+", "-", "*", "|", "#", "t"]);

/** @typedef {{ column: number, row: number, sign: string }} Spot */

/**
 * The cells of a drawing in characters and the words beside it, or null if it is no board.
 * @param {Sheet} sheet
 * @param {string} text
 */
function read(sheet, text) {
  /** @type {Spot[]} */
  const spots = [];
  const words = [];
  for (const [row, line] of text.split("\n").entries()) {
    for (const part of spread(line).matchAll(/\S+(?: \S+)*/g)) {
      const signs = part[0].split(" ");
      if (signs.every((sign) => SIGNS.has(sign) || isUnit(sheet, sign))) {
        signs.forEach((sign, place) => spots.push({ column: part.index + 2 * place, row, sign }));
      } else if (signs.length > 1 && signs.every((sign) => sign.length === 1)) return null;
      else if (part[0].length > 1) words.push(part[0]);
    }
  }
  return spots.length > 1 && spots.some(({ sign }) => isUnit(sheet, sign)) ? { spots, words } : null;
}

/** A row that is written without spaces, with them. @param {string} line */
function spread(line) {
  return /^[.\d]{4,}$/.test(line) ? [...line].join(" ") : line;
}

/** @param {Sheet} sheet @param {string} sign */
function isUnit(sheet, sign) {
  return unitOf(sheet, sign) in sheet.glyphs || (/^[1-6]$/.test(sign) && "1" in sheet.glyphs);
}

/** The unit that a sign means: `s` is any piece. @param {Sheet} sheet @param {string} sign */
function unitOf(sheet, sign) {
  return sign === "s" && sheet.glyphs.p ? "p" : sign;
}

/** @param {Sheet} sheet @param {HTMLElement} example */
function drawExample(sheet, example) {
  const text = example.textContent ?? "";
  const found = read(sheet, text.replace(/^\n+|\s+$/g, ""));
  if (!found) return;
  const [across, up] = sheet.scale ?? [1, 1];
  const isStar = across !== 1;
  const at = (/** @type {Spot} */ { column, row }) => [(isStar ? column * across : column / 2) * CELL_SIZE, row * up * CELL_SIZE];
  const spots = found.spots.map(at);
  const left = Math.min(...spots.map(([x]) => x)) - CELL_SIZE / 2;
  const right = Math.max(...spots.map(([x]) => x)) + CELL_SIZE / 2;
  const bottom = Math.max(...spots.map(([, y]) => y)) + CELL_SIZE / 2;
  const label = `Drawing: ${found.words.join(" ") || text.trim()}`;
  const box = `${left} ${-CELL_SIZE / 2} ${right - left} ${bottom + CELL_SIZE / 2}`;
  const svg = svgElement("svg", { class: `board diagram ${sheet.style}`, viewBox: box, role: "img", "aria-label": label });
  sheet.seats.forEach((seat, number) => svg.style.setProperty(`--seat-${number}`, cssColour(seat.colour)));
  svg.style.maxWidth = `${((right - left) / CELL_SIZE) * 2.6}rem`;
  found.spots.forEach((spot, number) => drawSpot(sheet, svg, spot, /** @type {[number, number]} */ (spots[number]), bottom));
  const figure = document.createElement("figure");
  figure.append(svg);
  if (found.words.length) {
    const caption = document.createElement("figcaption");
    caption.textContent = found.words.join(" ");
    figure.append(caption);
  }
  example.replaceWith(figure);
}

/** @param {Sheet} sheet @param {SVGElement} svg @param {Spot} spot @param {[number, number]} place @param {number} bottom */
function drawSpot(sheet, svg, { column, row, sign }, [x, y], bottom) {
  const ground = svgElement("g", {}, svg);
  svg.prepend(ground);
  if (sign === "|") {
    svgElement("path", { d: `M${x - CELL_SIZE / 2} ${y - CELL_SIZE / 2}v${CELL_SIZE}`, class: "edge" }, svg);
    return;
  }
  if (sheet.style === "squares") {
    const tone = (Math.floor(column / 2) + Math.round(bottom / CELL_SIZE) - row) % 2 ? "light" : "dark";
    svgElement("rect", { x: x - CELL_SIZE / 2, y: y - CELL_SIZE / 2, width: CELL_SIZE, height: CELL_SIZE, class: `square ${tone}` }, ground);
  } else if (sheet.style === "points") {
    svgElement("rect", { x: x - CELL_SIZE / 2, y: y - CELL_SIZE / 2, width: CELL_SIZE, height: CELL_SIZE, fill: "var(--plank)" }, ground);
    svgElement("path", { d: `M${x - CELL_SIZE / 2} ${y}h${CELL_SIZE}M${x} ${y - CELL_SIZE / 2}v${CELL_SIZE}`, class: "line" }, ground);
  } else svgElement("circle", { cx: x, cy: y, r: 0.3 * CELL_SIZE, class: "hole" }, ground);
  const here = { transform: `translate(${x} ${y})` };
  const unit = unitOf(sheet, sign);
  if (isUnit(sheet, sign) && !SIGNS.has(sign)) {
    const seat = Number(sign) - 1;
    const known = unit in sheet.glyphs ? sheet : { ...sheet, glyphs: { [unit]: { ...sheet.glyphs["1"], seat } } };
    const token = drawToken(known, unit, defaultFace(sheet));
    token.setAttribute("transform", here.transform);
    svg.append(token);
  } else if (sign === "x" || sign === "+" || sign === "*") svgElement("circle", { ...here, r: 17, class: "can" }, svg);
  else if (sign === "-") svgElement("path", { ...here, d: "M-16 -16L16 16M-16 16L16 -16", class: "cannot" }, svg);
  else if (sign === "#" || sign === "t") {
    const shape = sign === "#" ? "block" : "stone";
    drawMark(svgElement("g", { ...here, class: `mark ${shape}` }, svg), { kind: shape, cell: 0, shape });
  }
}

/** Numbers of clauses within the text lead to them. @param {Element} text */
function linkClauses(text) {
  for (const node of [...text.childNodes]) {
    if (!(node instanceof Text)) continue;
    const parts = node.data.split(/\b([A-Z]\d+(?:\.\d+)?)\b/);
    if (parts.length < 2) continue;
    node.replaceWith(
      ...parts.map((part, number) => {
        const isLink = number % 2 && document.getElementById(part);
        return isLink ? element("a", { href: `#${part}` }, part) : part;
      }),
    );
  }
}

/** @type {Sheet} */
const sheet = embeddedJson("sheet");
bindThemeButton();
const first = document.getElementById("first");
if (first && sheet.start) {
  const board = new Board(sheet, { title: `${sheet.title}: the first position` });
  board.show(sheet.start);
  first.replaceChildren(board.svg);
}
for (const example of document.querySelectorAll("pre.example")) drawExample(sheet, /** @type {HTMLElement} */ (example));
for (const text of document.querySelectorAll(".chapter p, .chapter li")) linkClauses(text);
