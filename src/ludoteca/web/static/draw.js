/** Draws what never changes on a board: squares, lines or holes, labels and coordinates. */

import { CELL_SIZE, svgElement } from "./svg.js";

/** @import { Board } from "./board.js" */
/** @import { Sheet } from "../types.js" */

/** @typedef {{ text: string, x: number, y: number }} Label in the drawing */
/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */

/** How far from the outer cells the edges are named. */
const BESIDE = 0.74;

/** Draw the board below its units. Returns its holes, if it has any. @param {Board} board */
export function drawBackground(board) {
  const { sheet, isPreview } = board;
  const edges = isPreview ? [] : edgeLabels(board);
  const hasCoordinates = !(hasOwnLabels(sheet) && sheet.labels.length) && !isPreview && !edges.length;
  setViewBox(board, hasCoordinates, edges);
  if (sheet.style === "squares") drawSquares(board);
  if (sheet.style === "points") drawLines(board);
  if (sheet.style === "holes") drawBody(board);
  const holes = hasOwnLabels(sheet) ? drawHoles(board) : [];
  for (const label of isPreview && hasOwnLabels(sheet) ? [] : sheet.labels) {
    const [x, y] = board.pointAt(label.x, label.y);
    svgElement("text", { class: "label", x, y }, board.layers.background).textContent = label.text;
  }
  if (hasCoordinates) drawCoordinates(board);
  for (const { text, x, y } of edges) drawCoordinate(board, text, x, y);
  return holes;
}

/** Whether labels name the cells, because they are not in files and ranks. @param {Sheet} sheet */
export function hasOwnLabels(sheet) {
  return sheet.style === "holes" || sheet.style === "hexagons";
}

/**
 * The outline of a cell: a square or a circle.
 * @param {Board} board
 * @param {number} cell
 * @param {number} radius
 * @param {SVGElement} layer
 */
export function drawCellShape(board, cell, radius, layer) {
  const [x, y] = board.centres[cell];
  if (board.sheet.style !== "squares") return svgElement("circle", { cx: x, cy: y, r: radius }, layer);
  return svgElement("rect", { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius }, layer);
}

/**
 * The copies of cells that show beyond the edges of a wrapped board.
 * @param {Board} board
 * @param {[number, number]} period
 */
export function wrappedCopies(board, [width, height]) {
  const copies = [];
  for (const [cell, [x, y]] of board.sheet.places.entries()) {
    for (const east of [-1, 0, 1]) {
      for (const north of [-1, 0, 1]) {
        const [copyX, copyY] = [x + east * width, y + north * height];
        const isNear = copyX >= -1 && copyX <= width && copyY >= -1 && copyY <= height;
        if ((east || north) && isNear) {
          const [pointX, pointY] = board.pointAt(copyX, copyY);
          copies.push({ cell, x: pointX, y: pointY });
        }
      }
    }
  }
  return copies;
}

/** The box around points with a margin. @param {[number, number][]} points @param {number} [margin] @returns {Box} */
export function boundingBox(points, margin = CELL_SIZE / 2) {
  return {
    left: Math.min(...points.map(([x]) => x)) - margin,
    top: Math.min(...points.map(([, y]) => y)) - margin,
    right: Math.max(...points.map(([x]) => x)) + margin,
    bottom: Math.max(...points.map(([, y]) => y)) + margin,
  };
}

/** @param {Board} board @param {boolean} hasCoordinates @param {Label[]} edges */
function setViewBox(board, hasCoordinates, edges) {
  const labels = board.sheet.labels.map((label) => board.pointAt(label.x, label.y));
  const rim = hasOwnLabels(board.sheet) ? 12 : board.isPreview ? 0 : 6;
  const margin = CELL_SIZE / 2 + rim + (board.sheet.period ? CELL_SIZE : 0);
  const box = boundingBox([...board.centres, ...labels], margin);
  const coordinates = hasCoordinates ? 0.42 * CELL_SIZE : 0;
  const rimOfEdges = edges.length ? boundingBox(edges.map(({ x, y }) => [x, y]), CELL_SIZE / 4) : box;
  const [left, top] = [Math.min(box.left - coordinates, rimOfEdges.left), Math.min(box.top, rimOfEdges.top)];
  const [right, bottom] = [Math.max(box.right, rimOfEdges.right), Math.max(box.bottom + coordinates, rimOfEdges.bottom)];
  board.svg.setAttribute("viewBox", `${left} ${top} ${right - left} ${bottom - top}`);
}

/** @param {Board} board */
function drawSquares(board) {
  const { period, regions } = board.sheet;
  board.centres.forEach((_, cell) => {
    const square = drawCellShape(board, cell, CELL_SIZE / 2, board.layers.background);
    square.setAttribute("class", `square ${squareColour(board, cell)}`);
  });
  if (period) drawOpenEdges(board, period);
  for (const cells of Object.values(regions)) outlineRegion(board, new Set(cells));
}

/** @param {Board} board @param {number} cell */
function squareColour(board, cell) {
  const [x, y] = board.sheet.places[cell];
  return (x + y) % 2 === 0 ? "dark" : "light";
}

/** The opposite side of a wrapped board, faintly, beyond each edge. @param {Board} board @param {[number, number]} period */
function drawOpenEdges(board, period) {
  const { background } = board.layers;
  const size = { width: CELL_SIZE, height: CELL_SIZE };
  for (const { cell, x, y } of wrappedCopies(board, period)) {
    const kind = `square ${squareColour(board, cell)} ghost`;
    svgElement("rect", { x: x - CELL_SIZE / 2, y: y - CELL_SIZE / 2, ...size, class: kind, "data-cell": cell }, background);
  }
  const { left, top, right, bottom } = boundingBox(board.centres);
  svgElement("rect", { x: left, y: top, width: right - left, height: bottom - top, class: "seam" }, background);
}

/** A line along the border of a region of squares. @param {Board} board @param {Set<number>} cells */
function outlineRegion(board, cells) {
  const cellAt = new Map(board.centres.map((centre, cell) => [String(centre), cell]));
  const half = CELL_SIZE / 2;
  let path = "";
  for (const cell of cells) {
    const [x, y] = board.centres[cell];
    for (const [east, south] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      const neighbour = cellAt.get(String([x + east * CELL_SIZE, y + south * CELL_SIZE]));
      if (neighbour === undefined || cells.has(neighbour)) continue;
      const [middleX, middleY] = [x + east * half, y + south * half];
      path += `M${middleX - south * half} ${middleY - east * half}L${middleX + south * half} ${middleY + east * half}`;
    }
  }
  if (path) svgElement("path", { d: path, class: "region" }, board.layers.background);
}

/** @param {Board} board */
function drawLines(board) {
  const { centres, sheet } = board;
  const { background } = board.layers;
  const { left, top, right, bottom } = boundingBox(centres);
  svgElement("rect", { x: left, y: top, width: right - left, height: bottom - top, rx: 10, class: "plank" }, background);
  const path = sheet.lines.map(([start, end]) => `M${centres[start].join(" ")}L${centres[end].join(" ")}`).join("");
  svgElement("path", { d: path, class: "line" }, background);
  svgElement("path", { d: (sheet.corners ?? []).map((cell) => cornersOf(board, cell)).join(""), class: "line corner" }, background);
}

/** Small angles in the four corners of a point; at the edge of the board, in two. @param {Board} board @param {number} cell */
function cornersOf(board, cell) {
  const [x, y] = board.centres[cell];
  const across = board.centres.map(([otherX]) => otherX);
  const isInside = (/** @type {number} */ at) => at > Math.min(...across) && at < Math.max(...across);
  const [gap, size] = [9, 15];
  return [[1, 1], [1, -1], [-1, 1], [-1, -1]]
    .filter(([east]) => isInside(x + east * gap))
    .map(([east, south]) => `M${x + east * gap} ${y + south * (gap + size)}v${-south * size}h${east * size}`)
    .join("");
}

/** The body of a board with holes, wide around them, and the corners of the seats in their colours. @param {Board} board */
function drawBody(board) {
  const { background } = board.layers;
  const whole = waysBetween(board, [...board.centres.keys()]);
  for (const part of ["rim", "body"]) svgElement("path", { d: whole, class: part }, background);
  for (const { cells, seat } of board.sheet.zones ?? []) {
    svgElement("path", { d: waysBetween(board, cells), class: `zone seat-${seat}` }, background);
  }
}

/** Lines between neighbouring cells; drawn wide, they make one shape. @param {Board} board @param {number[]} cells */
function waysBetween({ centres }, cells) {
  return cells.flatMap((cell, index) => cells.slice(index).filter((other) => distance(centres[cell], centres[other]) < 1.1 * CELL_SIZE).map((other) => `M${centres[cell].join(" ")}L${centres[other].join(" ")}`)).join("");
}

/** @param {[number, number]} one @param {[number, number]} other */
function distance([x, y], [otherX, otherY]) {
  return Math.hypot(x - otherX, y - otherY);
}

/** Round holes, or hexagons side by side. @param {Board} board */
function drawHoles(board) {
  const homes = new Map();
  for (const zone of board.sheet.zones ?? []) for (const cell of zone.cells) homes.set(cell, zone.seat);
  return board.centres.map(([x, y], cell) => {
    const hole =
      board.sheet.style === "hexagons"
        ? svgElement("polygon", { points: hexagonAround(x, y), class: "hole" }, board.layers.background)
        : svgElement("circle", { cx: x, cy: y, r: 0.17 * CELL_SIZE, class: "hole" }, board.layers.background);
    if (homes.has(cell)) hole.classList.add("home", `seat-${homes.get(cell)}`);
    return hole;
  });
}

/** The corners of a hexagon as wide as a cell, with one to the north. @param {number} x @param {number} y */
function hexagonAround(x, y) {
  const [half, long] = [CELL_SIZE / 2, CELL_SIZE / Math.sqrt(3)];
  const corners = [[0, -long], [half, -long / 2], [half, long / 2], [0, long], [-half, long / 2], [-half, -long / 2]];
  return corners.map(([east, south]) => `${x + east},${y + south}`).join(" ");
}

/** Letters and numbers along the lower and the left edge, however the board is rotated. @param {Board} board */
function drawCoordinates(board) {
  const { centres } = board;
  const lowest = Math.max(...centres.map(([, y]) => y));
  const leftmost = Math.min(...centres.map(([x]) => x));
  const margin = board.sheet.period ? CELL_SIZE : 0;
  const { columns, rows } = coordinateTexts(board, [...centres.keys()]);
  for (const [x, text] of columns) {
    drawCoordinate(board, text, x, lowest + margin + 0.74 * CELL_SIZE);
  }
  for (const [y, text] of rows) {
    drawCoordinate(board, text, leftmost - margin - 0.72 * CELL_SIZE, y);
  }
}

/** What stands along the edges with the board's notation; it turns with the board. @param {Board} board @returns {Label[]} */
function edgeLabels(board) {
  const { below = "", above = "", left = "" } = board.sheet.edges?.[board.notation] ?? {};
  const top = Math.max(...board.sheet.places.map(([, y]) => y)) + BESIDE;
  const label = (/** @type {string} */ text, /** @type {[number, number]} */ place) => {
    const [x, y] = board.pointAt(...place);
    return { text, x, y };
  };
  return [
    ...[...below].map((text, x) => label(text, [x, -BESIDE])),
    ...[...above].map((text, x) => label(text, [x, top])),
    ...[...left].map((text, y) => label(text, [-BESIDE, y])),
  ];
}

/** @param {Board} board @param {string} text @param {number} x @param {number} y */
function drawCoordinate(board, text, x, y) {
  svgElement("text", { class: "coordinate", x, y }, board.layers.background).textContent = text;
}

/**
 * The coordinates of the columns and rows of some cells, with the x or y where each belongs.
 * @param {Board} board
 * @param {number[]} cells
 */
export function coordinateTexts(board, cells) {
  return { columns: coordinatesAlong(board, cells, 0), rows: coordinatesAlong(board, cells, 1) };
}

/**
 * The part of the names that all cells of a column or row share, letters or numbers, and that others do not.
 * @param {Board} board
 * @param {number[]} cells
 * @param {0 | 1} axis
 * @returns {[number, string][]}
 */
function coordinatesAlong(board, cells, axis) {
  const places = [...new Set(cells.map((cell) => board.centres[cell][axis]))];
  const groups = places.map((at) => cells.filter((cell) => board.centres[cell][axis] === at).map((cell) => board.sheet.names[cell]));
  for (const rest of [/\d+$/, /^\D+/]) {
    const parts = groups.map((names) => new Set(names.map((name) => name.replace(rest, "")).filter(Boolean)));
    const shared = places.flatMap((at, number) => (parts[number].size === 1 ? [pair(at, [...parts[number]][0])] : []));
    if (new Set(shared.map(([, text]) => text)).size > 1 || (places.length === 1 && shared.length)) return shared;
  }
  return [];
}

/** @param {number} at @param {string} text @returns {[number, string]} */
function pair(at, text) {
  return [at, text];
}
