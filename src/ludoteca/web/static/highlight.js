/** Highlights cells and draws arrows on a board. */

import { byId } from "./dom.js";
import { boundingBox, drawCellShape } from "./draw.js";
import { SHIELD } from "./marks.js";
import { CELL_SIZE, svgElement } from "./svg.js";
import { wrappedOffset } from "./torus.js";

/** @import { Board } from "./board.js" */

/** Remove what shows the visitor's picks. @param {Board} board */
export function clearPicks(board) {
  for (const old of board.svg.querySelectorAll(".highlight:not(.refusal, .analysed, .controlling, .drawn)")) old.remove();
  for (const cell of board.cells) delete cell.dataset.pick;
}

/**
 * Remove what shows a ruling, an analysis, who controls a unit, a preview of a move, notes about a unit, or what was drawn.
 * @param {Board} board
 * @param {"refusal" | "analysed" | "controlling" | "preview" | "note" | "drawn"} kind
 */
export function clearHighlights(board, kind) {
  for (const old of board.svg.querySelectorAll(`.highlight.${kind}`)) old.remove();
}

/**
 * Show what can be picked: origins as thin frames, targets as dots or, where a unit stands, as rings.
 * @param {Board} board
 * @param {{ origins: number[], picked: number[], targets: number[] }} cells
 */
export function highlightPicks(board, { origins, picked, targets }) {
  clearPicks(board);
  for (const cell of origins) {
    board.cells[cell].dataset.pick = "origin";
    frameCell(board, cell, "highlight-origin", "highlights");
  }
  framePicked(board, picked);
  for (const cell of targets) board.cells[cell].dataset.pick = "target";
  markTargets(board, targets);
}

/** @param {Board} board @param {number[]} cells */
export function framePicked(board, cells) {
  for (const cell of cells) frameCell(board, cell, "highlight-picked", "highlights");
}

/** Tint an area, in the colour of a seat if it is one's. @param {Board} board @param {number[]} cells @param {number | undefined} seat */
export function tintArea(board, cells, seat) {
  const radius = board.sheet.style === "squares" ? CELL_SIZE / 2 : 0.44 * CELL_SIZE;
  for (const cell of cells) {
    const kind = seat === undefined ? "closed" : `seat-${seat}`;
    drawCellShape(board, cell, radius, board.layers.highlights).setAttribute("class", `tint highlight note area ${kind}`);
  }
}

/** A shield beside the unit on a cell. @param {Board} board @param {number} cell */
export function shieldCell(board, cell) {
  const [x, y] = board.centre(cell);
  svgElement("path", { d: SHIELD, class: "highlight note shield", transform: `translate(${x - 33} ${y + 29})`, "data-cell": cell }, board.layers.paths);
}

/** Dots where a unit can go, rings where another stands. @param {Board} board @param {number[]} targets */
export function markTargets(board, targets) {
  const occupied = new Set(board.view?.units.map(([cell]) => cell));
  for (const cell of targets) {
    if (occupied.has(cell)) frameCell(board, cell, "highlight-capture", "over");
    else dotCell(board, cell);
  }
}

/**
 * Show the cells that a ruling names, and those of the refused attempt.
 * @param {Board} board
 * @param {number[]} named
 * @param {number[]} attempted
 */
export function highlightRuling(board, named, attempted) {
  clearHighlights(board, "refusal");
  for (const cell of attempted) frameCell(board, cell, "highlight-attempted refusal", "highlights");
  for (const cell of named) frameCell(board, cell, "highlight-named refusal", "over");
}

/** @param {Board} board @param {number} cell @param {string} kind @param {string} layer */
function frameCell(board, cell, kind, layer) {
  const [x, y] = board.centre(cell);
  const half = CELL_SIZE / 2 - 5;
  const shape =
    board.sheet.style === "squares"
      ? svgElement("rect", { x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 8 }, board.layers[layer])
      : svgElement("circle", { cx: x, cy: y, r: half }, board.layers[layer]);
  shape.setAttribute("class", `tint highlight ${kind}`);
}

/** @param {Board} board @param {number} cell */
function dotCell(board, cell) {
  const [x, y] = board.centre(cell);
  svgElement("circle", { cx: x, cy: y, r: 0.16 * CELL_SIZE, class: "tint highlight highlight-target" }, board.layers.over);
}

/** A ring around the unit on a cell, below it and above a wall. @param {Board} board @param {number} cell @param {string} kind */
export function ringCell(board, cell, kind) {
  const [cx, cy] = board.centre(cell);
  svgElement("circle", { cx, cy, r: 0.48 * CELL_SIZE, class: `tint highlight ring ${kind}` }, board.layers.under);
}

/** Strike out the unit or wall on a cell. @param {Board} board @param {number} cell @param {string} [kind] */
export function strikeCell(board, cell, kind = "") {
  drawEdged(board, "M-36 36L36 -36", board.centre(cell), `strike ${kind}`);
}

/** A cross on a cell, in its corner if there is something on it. @param {Board} board @param {number} cell */
export function crossCell(board, cell) {
  const [x, y] = board.centre(cell);
  const { units = [], marks = [] } = board.view ?? {};
  const isEmpty = ![...units.map(([where]) => where), ...marks.map((mark) => mark.cell)].includes(cell);
  if (isEmpty) drawEdged(board, "M-22 -22L22 22M-22 22L22 -22", [x, y], "strike refusal-cross");
  else drawEdged(board, "M-14 -14L14 14M-14 14L14 -14", [x - 32, y - 32], "strike refusal-cross");
}

/** A path with a pale edge, so that it is seen on anything. @param {Board} board @param {string} d @param {[number, number]} at @param {string} kind */
function drawEdged(board, d, at, kind) {
  const transform = `translate(${at.join(" ")})`;
  for (const part of ["edging", "stroke"]) {
    svgElement("path", { d, transform, class: `highlight ${kind} ${part}` }, board.layers.paths);
  }
}

/** An explosion on a cell, below the units around. @param {Board} board @param {number} cell @param {string} [kind] */
export function burstCell(board, cell, kind = "") {
  const corners = Array.from({ length: 24 }, (_, corner) => {
    const [angle, radius] = [(corner * Math.PI) / 12, (corner % 2 ? 0.52 : 0.78) * CELL_SIZE];
    return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
  });
  const transform = `translate(${board.centre(cell).join(" ")})`;
  svgElement("path", { d: `M${corners.join("L")}z`, transform, class: `highlight burst ${kind}` }, board.layers.under);
}

/** A frame around a block of cells. @param {Board} board @param {number[]} cells @param {string} [kind] */
export function frameBlock(board, cells, kind = "") {
  const { left, top, right, bottom } = boundingBox(cells.map((cell) => board.centre(cell)));
  const size = { x: left, y: top, width: right - left, height: bottom - top };
  svgElement("rect", { ...size, class: `highlight block-frame ${kind}` }, board.layers.paths);
}

/** A unit that controls another: a ring around it, and a dashed line to the other. @param {Board} board @param {number[]} cells @param {string} [kind] */
export function drawControl(board, [controller, controlled], kind = "") {
  ringCell(board, controller, `cause ${kind}`);
  const [from, to] = [board.centre(controller), board.centre(controlled)];
  const ends = [leaveToken(from, to), leaveToken(to, from)].map((point) => point.map((place) => place.toFixed(1)).join(" "));
  return svgElement("path", { d: `M${ends.join("L")}`, class: `highlight control ${kind}` }, board.layers.paths);
}

/**
 * An arrow through the centres of cells; a single cell gets a ring instead.
 * @param {Board} board
 * @param {number[]} cells
 * @param {string} kind
 */
export function drawArrow(board, cells, kind) {
  const points = unwrappedCentres(board, cells);
  if (points.length < 2) {
    for (const cell of cells) frameCell(board, cell, `highlight-capture ${kind}`, "paths");
    return;
  }
  const [endX, endY] = points[points.length - 1];
  const [beforeX, beforeY] = points[points.length - 2];
  const angle = Math.atan2(endY - beforeY, endX - beforeX);
  const headStart = [endX - 26 * Math.cos(angle), endY - 26 * Math.sin(angle)];
  const line = [leaveToken(points[0], points[1]), ...points.slice(1, -1), headStart].map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
  svgElement("path", { d: `M${line}`, class: `highlight arrow ${kind}` }, board.layers.paths);
  const degrees = (angle * 180) / Math.PI;
  const transform = `translate(${endX} ${endY}) rotate(${degrees.toFixed(1)})`;
  svgElement("path", { d: "M4 0L-34 20L-26 0L-34 -20z", transform, class: `highlight arrow-head ${kind}` }, board.layers.paths);
}

/** Where an arrow begins that leaves the picture on its first token visible. @param {[number, number]} from @param {[number, number]} to */
function leaveToken([x, y], [toX, toY]) {
  const angle = Math.atan2(toY - y, toX - x);
  return [x + 34 * Math.cos(angle), y + 34 * Math.sin(angle)];
}

/**
 * The centres of cells along a path. On a board that wraps, a step over the seam leads off the edge.
 * @param {Board} board
 * @param {number[]} cells
 */
function unwrappedCentres(board, cells) {
  const { places, period } = board.sheet;
  /** @type {[number, number][]} */
  const points = [];
  let [x, y] = places[cells[0]] ?? [0, 0];
  cells.forEach((cell, number) => {
    const [nextX, nextY] = places[cell];
    if (number && period) {
      x += wrappedOffset(nextX - x, period[0]);
      y += wrappedOffset(nextY - y, period[1]);
    } else [x, y] = [nextX, nextY];
    points.push(board.pointAt(x, y));
  });
  return points;
}

/** Hide the machine's lines and its hint. @param {Board} board */
export function hideAnalysis(board) {
  clearHighlights(board, "analysed");
  byId("analysis").hidden = true;
  byId("advice").hidden = true;
}
