/** Cuts the part that matters out of a board, with its coordinates along the edges. */

import { boundingBox, coordinateTexts, hasOwnLabels } from "./draw.js";
import { CELL_SIZE, svgElement } from "./svg.js";

/** @import { Board } from "./board.js" */
/** @import { Box } from "./draw.js" */

/** A part has at least so many cells a side, if the board does. */
const LEAST_CELLS = 5;
/** Further units are taken in as long as the part has at most so many cells a side. */
const MOST_CELLS = 8;
/** With more units than these outside, the whole board is shown: most positions need a few that have no part in the example. */
const MOST_LEFT_OUT = 4;
/** The room for coordinates beside a part. */
const MARGIN = 0.5 * CELL_SIZE;

/**
 * The part of a board around some cells, or null if that leaves out too much. As many of the other units and marks as
 * fit are in it, the nearest first.
 * @param {Board} board
 * @param {number[]} cells
 */
export function visiblePart(board, cells) {
  if (board.sheet.period || !cells.length) return null;
  const whole = boundingBox(board.centres);
  const pointsOf = (/** @type {number[]} */ some) => some.map((cell) => board.centres[cell]);
  let part = atLeast(intersection(boundingBox(pointsOf(cells), 1.5 * CELL_SIZE), whole), whole);
  const units = (board.view?.units ?? []).map(([cell]) => cell);
  const others = [...units, ...(board.view?.marks ?? []).map(({ cell }) => cell)];
  const near = others.sort((one, other) => distance(part, board.centres[one]) - distance(part, board.centres[other]));
  for (const cell of near) {
    const larger = union(part, boundingBox(pointsOf([cell])));
    const limit = MOST_CELLS * CELL_SIZE;
    if (larger.right - larger.left <= limit && larger.bottom - larger.top <= limit) part = larger;
  }
  const leftOut = units.filter((cell) => distance(part, board.centres[cell]) > 0);
  return leftOut.length > MOST_LEFT_OUT ? null : part;
}

/** A drawing of a part of a board. @param {Board} board @param {Box} part */
export function crop(board, part) {
  const [width, height] = [part.right - part.left, part.bottom - part.top];
  const viewBox = `${part.left - MARGIN} ${part.top} ${width + MARGIN} ${height + MARGIN}`;
  const svg = svgElement("svg", { class: `board part ${board.sheet.style}`, viewBox });
  svg.style.maxWidth = `${Math.min(22, (2.5 * width) / CELL_SIZE)}rem`;
  if (!hasOwnLabels(board.sheet)) {
    drawEdgeCoordinates(board, part, svg);
    drawBoardEdge(board);
  }
  const { left: x, top: y } = part;
  for (const [name, value] of Object.entries({ x, y, width, height, viewBox: `${x} ${y} ${width} ${height}` })) {
    board.svg.setAttribute(name, String(value));
  }
  svg.append(board.svg);
  return svg;
}

/** Letters below and numbers to the left, for the cells in the part. @param {Board} board @param {Box} part @param {SVGElement} svg */
function drawEdgeCoordinates(board, part, svg) {
  const cells = [...board.centres.keys()].filter((cell) => distance(part, board.centres[cell]) === 0);
  const { rows, columns } = coordinateTexts(board, cells);
  for (const [x, text] of columns) {
    svgElement("text", { class: "coordinate", x, y: part.bottom + MARGIN / 2 }, svg).textContent = text;
  }
  for (const [y, text] of rows) {
    svgElement("text", { class: "coordinate", x: part.left - MARGIN / 2, y }, svg).textContent = text;
  }
}

/** A line around the whole board, so that its edge differs from that of the part. @param {Board} board */
function drawBoardEdge(board) {
  const { left, top, right, bottom } = boundingBox(board.centres);
  const size = { x: left, y: top, width: right - left, height: bottom - top };
  svgElement("rect", { ...size, class: "board-edge" }, board.layers.background);
}

/** How far a point lies outside a box; 0 inside. @param {Box} box @param {[number, number]} point */
function distance(box, [x, y]) {
  return Math.max(0, box.left - x, x - box.right, box.top - y, y - box.bottom);
}

/** @param {Box} one @param {Box} other @returns {Box} */
function union(one, other) {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}

/** @param {Box} one @param {Box} other @returns {Box} */
function intersection(one, other) {
  return {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  };
}

/** A part, widened to the least size as far as the whole allows. @param {Box} part @param {Box} whole @returns {Box} */
function atLeast(part, whole) {
  const [left, right] = widened(part.left, part.right, whole.left, whole.right);
  const [top, bottom] = widened(part.top, part.bottom, whole.top, whole.bottom);
  return { left, top, right, bottom };
}

/** @param {number} start @param {number} end @param {number} first @param {number} last */
function widened(start, end, first, last) {
  const cells = Math.ceil(Math.max(0, LEAST_CELLS - (end - start) / CELL_SIZE) / 2);
  return [Math.max(first, start - cells * CELL_SIZE), Math.min(last, end + cells * CELL_SIZE)];
}
