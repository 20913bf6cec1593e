/** Draws the character diagrams in the rules as boards. */

import { element } from "./dom.js";
import { drawMark } from "./marks.js";
import { CELL_SIZE, setSeatColours, svgElement } from "./svg.js";
import { defaultFace, drawToken } from "./tokens.js";
import { t } from "./words.js";

/** @import { Sheet } from "../types.js" */

/** Signs that are not units: an empty cell, reachable ones, an unreachable one, the edge, a wall, a tomb. */
const SIGNS = new Set([".", "x", "+", "*", "-", "|", "#", "t"]);

/** @typedef {{ column: number, row: number, sign: string }} DiagramCell */

/** Replace a diagram in characters by a drawing, if it shows a board. @param {Sheet} sheet @param {HTMLElement} source */
export function drawDiagram(sheet, source) {
  const text = source.textContent ?? "";
  const diagram = parseDiagram(sheet, text.replace(/^\n+|\s+$/g, ""));
  if (!diagram) return;
  const caption = diagram.captions.join(" ");
  const figure = element("figure");
  figure.append(drawCells(sheet, diagram.cells, t("Drawing: {caption}", { caption: caption || text.trim() })));
  if (caption) figure.append(element("figcaption", {}, caption));
  source.replaceWith(figure);
}

/**
 * The cells of a diagram and the captions beside it, or null if it shows no board.
 * @param {Sheet} sheet
 * @param {string} text
 */
function parseDiagram(sheet, text) {
  /** @type {DiagramCell[]} */
  const cells = [];
  const captions = [];
  for (const [row, line] of text.split("\n").entries()) {
    for (const part of withSpaces(line).matchAll(/\S+(?: \S+)*/g)) {
      const signs = part[0].split(" ");
      if (signs.every((sign) => SIGNS.has(sign) || isUnit(sheet, sign))) {
        signs.forEach((sign, index) => cells.push({ column: part.index + 2 * index, row, sign }));
      } else if (signs.length > 1 && signs.every((sign) => sign.length === 1)) return null;
      else if (part[0].length > 1) captions.push(part[0]);
    }
  }
  return cells.length > 1 && cells.some(({ sign }) => isUnit(sheet, sign)) ? { cells, captions } : null;
}

/** A row of signs written without spaces gets them. @param {string} line */
function withSpaces(line) {
  return /^[.\d]{4,}$/.test(line) ? [...line].join(" ") : line;
}

/** @param {Sheet} sheet @param {string} sign */
function isUnit(sheet, sign) {
  return unitOf(sheet, sign) in sheet.glyphs || (/^[1-6]$/.test(sign) && "1" in sheet.glyphs);
}

/** The unit of a sign: `s` stands for any piece. @param {Sheet} sheet @param {string} sign */
function unitOf(sheet, sign) {
  return sign === "s" && sheet.glyphs.p ? "p" : sign;
}

/** @param {Sheet} sheet @param {DiagramCell[]} cells @param {string} label */
function drawCells(sheet, cells, label) {
  const [scaleX, scaleY] = sheet.scale ?? [1, 1];
  // The columns of a star are its x coordinates; in other diagrams every second column is a space.
  const columnWidth = scaleX === 1 ? 1 / 2 : scaleX;
  const points = cells.map(({ column, row }) => [column * columnWidth * CELL_SIZE, row * scaleY * CELL_SIZE]);
  const left = Math.min(...points.map(([x]) => x)) - CELL_SIZE / 2;
  const right = Math.max(...points.map(([x]) => x)) + CELL_SIZE / 2;
  const bottom = Math.max(...points.map(([, y]) => y)) + CELL_SIZE / 2;
  const viewBox = `${left} ${-CELL_SIZE / 2} ${right - left} ${bottom + CELL_SIZE / 2}`;
  const svg = svgElement("svg", { class: `board diagram ${sheet.style}`, viewBox, role: "img", "aria-label": label });
  setSeatColours(svg, sheet.seats);
  svg.style.maxWidth = `${((right - left) / CELL_SIZE) * 2.6}rem`;
  const rowCount = Math.round(bottom / CELL_SIZE);
  cells.forEach((cell, index) => {
    const [x, y] = points[index];
    if (cell.sign === "|") {
      svgElement("path", { d: `M${x - CELL_SIZE / 2} ${y - CELL_SIZE / 2}v${CELL_SIZE}`, class: "edge" }, svg);
      return;
    }
    const isLight = (Math.floor(cell.column / 2) + rowCount - cell.row) % 2 !== 0;
    svg.prepend(drawGround(sheet, x, y, isLight));
    drawSign(sheet, svg, cell.sign, `translate(${x} ${y})`);
  });
  return svg;
}

/** The empty cell at a point. @param {Sheet} sheet @param {number} x @param {number} y @param {boolean} isLight */
function drawGround(sheet, x, y, isLight) {
  const ground = svgElement("g");
  const half = CELL_SIZE / 2;
  const square = { x: x - half, y: y - half, width: CELL_SIZE, height: CELL_SIZE };
  if (sheet.style === "squares") {
    svgElement("rect", { ...square, class: `square ${isLight ? "light" : "dark"}` }, ground);
  } else if (sheet.style === "points") {
    svgElement("rect", { ...square, fill: "var(--plank)" }, ground);
    svgElement("path", { d: `M${x - half} ${y}h${CELL_SIZE}M${x} ${y - half}v${CELL_SIZE}`, class: "line" }, ground);
  } else svgElement("circle", { cx: x, cy: y, r: 0.3 * CELL_SIZE, class: "hole" }, ground);
  return ground;
}

/** @param {Sheet} sheet @param {SVGElement} svg @param {string} sign @param {string} transform */
function drawSign(sheet, svg, sign, transform) {
  if (isUnit(sheet, sign) && !SIGNS.has(sign)) {
    const unit = unitOf(sheet, sign);
    // A diagram may number more seats than this variant of the game has.
    const withUnit = unit in sheet.glyphs ? sheet : { ...sheet, glyphs: { [unit]: { ...sheet.glyphs["1"], seat: Number(sign) - 1 } } };
    const token = drawToken(withUnit, unit, defaultFace(sheet));
    token.setAttribute("transform", transform);
    svg.append(token);
  } else if (sign === "x" || sign === "+" || sign === "*") svgElement("circle", { transform, r: 17, class: "can" }, svg);
  else if (sign === "-") svgElement("path", { transform, d: "M-16 -16L16 16M-16 16L16 -16", class: "cannot" }, svg);
  else if (sign === "#" || sign === "t") {
    const shape = sign === "#" ? "block" : "stone";
    drawMark(svgElement("g", { transform, class: `mark ${shape}` }, svg), { kind: shape, cell: 0, shape });
  }
}
