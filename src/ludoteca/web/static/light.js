/** Lights cells and draws arrows on a board: what can be picked, what is to blame, where lines lead. */

import { make, SIZE } from "./svg.js";

/** @import { Board } from "./draw.js" */

const LIT = "lit";

/** Put out all lights of a kind, or all. @param {Board} board @param {string} [kind] */
export function unlight(board, kind = LIT) {
  for (const old of board.svg.querySelectorAll(`.${kind}`)) old.remove();
  if (kind === LIT) for (const cell of board.cells) delete cell.dataset.pick;
}

/**
 * What can be picked now: first cells as thin frames, next cells as dots or, where a unit stands, as rings.
 * @param {Board} board
 * @param {{ origins: number[], picked: number[], targets: number[] }} found
 */
export function lightPicks(board, { origins, picked, targets }) {
  unlight(board);
  const units = new Set(board.view?.units.map(([cell]) => cell));
  for (const cell of origins) {
    board.cells[cell].dataset.pick = "origin";
    frame(board, cell, "light-origin", "lights");
  }
  for (const cell of picked) frame(board, cell, "light-picked", "lights");
  for (const cell of targets) {
    board.cells[cell].dataset.pick = "target";
    if (units.has(cell)) frame(board, cell, "light-taking", "over");
    else dot(board, cell);
  }
}

/** The cells that a ruling blames, and those that were wished for. @param {Board} board @param {number[]} cells @param {number[]} wished */
export function blame(board, cells, wished) {
  unlight(board, "blame");
  for (const cell of wished) frame(board, cell, "light-wish blame", "lights");
  for (const cell of cells) frame(board, cell, "light-blame blame", "over");
}

/** @param {Board} board @param {number} cell @param {string} kind @param {string} layer */
function frame(board, cell, kind, layer) {
  const [x, y] = board.spot(cell);
  const half = SIZE / 2 - 5;
  const shape =
    board.sheet.style === "squares"
      ? make("rect", { x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 8 }, board.layers[layer])
      : make("circle", { cx: x, cy: y, r: half }, board.layers[layer]);
  shape.setAttribute("class", `tint ${LIT} ${kind}`);
}

/** @param {Board} board @param {number} cell */
function dot(board, cell) {
  const [x, y] = board.spot(cell);
  make("circle", { cx: x, cy: y, r: 0.16 * SIZE, class: `tint ${LIT} light-target` }, board.layers.over);
}

/**
 * An arrow by way of cells.
 * @param {Board} board
 * @param {number[]} cells
 * @param {string} kind
 */
export function drawArrow(board, cells, kind) {
  const way = spotsBy(board, cells);
  if (way.length < 2) {
    for (const cell of cells) frame(board, cell, `light-taking ${kind}`, "paths");
    return;
  }
  const [endX, endY] = way[way.length - 1];
  const [beforeX, beforeY] = way[way.length - 2];
  const angle = Math.atan2(endY - beforeY, endX - beforeX);
  const stop = [endX - 26 * Math.cos(angle), endY - 26 * Math.sin(angle)];
  const line = [...way.slice(0, -1), stop].map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
  make("path", { d: `M${line}`, class: `${LIT} arrow ${kind}` }, board.layers.paths);
  const degrees = (angle * 180) / Math.PI;
  const place = `translate(${endX} ${endY}) rotate(${degrees.toFixed(1)})`;
  make("path", { d: "M4 0L-34 20L-26 0L-34 -20z", transform: place, class: `${LIT} arrow-head ${kind}` }, board.layers.paths);
}

/**
 * The spots of a way by cells; over the seam of a wrapped board it leads off the edge.
 * @param {Board} board
 * @param {number[]} cells
 */
function spotsBy(board, cells) {
  const { places, period } = board.sheet;
  /** @type {[number, number][]} */
  const found = [];
  let [x, y] = places[cells[0]] ?? [0, 0];
  cells.forEach((cell, number) => {
    const [nextX, nextY] = places[cell];
    if (number && period) {
      x += nearest(nextX - x, period[0]);
      y += nearest(nextY - y, period[1]);
    } else [x, y] = [nextX, nextY];
    found.push(board.spotAt(x, y));
  });
  return found;
}

/** The shorter way around. @param {number} way @param {number} period */
export function nearest(way, period) {
  const rest = ((way % period) + period) % period;
  return rest > period / 2 ? rest - period : rest;
}
