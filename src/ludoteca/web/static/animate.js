/** Shows what happens in a move, step by step, on the tokens of the view before it. */

import { nearest } from "./light.js";
import { make } from "./svg.js";

/** @import { Board } from "./draw.js" */
/** @import { Step } from "../types.js" */

/** Milliseconds for a stretch from cell to cell; 0 shows the end at once. */
export const SPEEDS = /** @type {Record<string, number>} */ ({ off: 0, slow: 550, normal: 260, fast: 110 });
const LONGEST = 3000;
/** Verbs that say nothing to the eye: the next view shows them. */
const QUIET = new Set(["range", "rest", "open", "pour", "take"]);

/**
 * @param {Board} board
 * @param {Step[]} steps
 * @param {number} pace milliseconds for a stretch
 */
export async function animate(board, steps, pace) {
  if (!pace || document.hidden) return;
  const groups = together(steps);
  const stretches = groups.reduce((sum, group) => sum + Math.max(...group.map((step) => length(step))), 0);
  const beat = Math.min(pace, LONGEST / Math.max(1, stretches));
  for (const group of groups) {
    await Promise.all(group.map((step) => act(board, step, beat)));
  }
}

/** Steps that happen at the same time: those of one verb in a row, and what travels along. @param {Step[]} steps */
function together(steps) {
  /** @type {Step[][]} */
  const groups = [];
  for (const step of steps) {
    const verb = step.verb.split(" ")[0];
    if (QUIET.has(verb)) continue;
    const last = groups.at(-1)?.at(-1);
    const isMove = step.cells.length > 1 && !verb.startsWith("carry") && verb !== "lock";
    const travels = isMove && last && String(last.cells) === String(step.cells);
    if (last && (travels || (last.verb.split(" ")[0] === verb && !isMove))) groups.at(-1)?.push(step);
    else groups.push([step]);
  }
  return groups;
}

/** @param {Step} step */
function length(step) {
  if (step.verb === "turn" || step.cells.length < 2) return 1;
  return Math.max(1, Math.min(3, step.cells.length - 1));
}

/** @param {Board} board @param {Step} step @param {number} beat */
async function act(board, step, beat) {
  const verb = step.verb.split(" ")[0];
  const [first] = step.cells;
  if (first === undefined) return;
  if (verb === "explode") await burst(board, first, 2 * beat);
  else if (verb === "die") await vanish(board, step, beat);
  else if (verb === "appear") await appear(board, step, beat);
  else if (verb === "swap") await swap(board, step, 2 * beat);
  else if (verb === "turn") await Promise.all(step.cells.map((cell) => flash(board, cell, beat)));
  else if (step.cells.length > 1) await travel(board, step, beat * length(step));
  else await flash(board, first, beat);
}

/** The token of a unit on a cell. @param {Board} board @param {number} cell @param {string} [unit] */
function tokenOn(board, cell, unit) {
  const tokens = [...board.layers.units.children, ...board.layers.moving.children].filter(
    (token) => /** @type {SVGElement} */ (token).dataset.cell === String(cell),
  );
  const found = tokens.find((token) => !unit || /** @type {SVGElement} */ (token).dataset.unit === unit);
  return /** @type {SVGElement | undefined} */ (found);
}

/** @param {Board} board @param {Step} step @param {number} time */
async function travel(board, step, time) {
  const from = step.cells[0];
  const to = step.cells[step.cells.length - 1];
  const token = tokenOn(board, from, step.unit || undefined);
  if (!token) return flash(board, to, time / 2);
  board.layers.moving.append(token);
  const isLeap = step.verb === "leap" || isHopping(board, step.cells);
  const frames = /** @type {Keyframe[]} */ ([]);
  const stretches = step.cells.length - 1;
  step.cells.forEach((cell, number) => {
    const [x, y] = board.spot(cell);
    if (number) {
      const before = step.cells[number - 1];
      const [farX, farY, isWrapped] = beyond(board, before, cell);
      const [nearX, nearY] = beyond(board, cell, before);
      const middle = (number - 0.5) / stretches;
      const [beforeX, beforeY] = board.spot(before);
      if (isWrapped) {
        frames.push(still((beforeX + farX) / 2, (beforeY + farY) / 2, middle));
        frames.push(still((x + nearX) / 2, (y + nearY) / 2, middle));
      } else if (isLeap) frames.push(still((beforeX + x) / 2, (beforeY + y) / 2, middle, 1.22));
    }
    frames.push(still(x, y, stretches ? number / stretches : 1));
  });
  await play(token, frames, time);
  const [x, y] = board.spot(to);
  token.setAttribute("transform", `translate(${x} ${y})`);
  token.dataset.cell = String(to);
  board.layers.units.append(token);
  return undefined;
}

/** @param {Board} board @param {number[]} cells */
function isHopping(board, cells) {
  const [first, second] = cells.slice(0, 2).map((cell) => board.sheet.places[cell]);
  return Math.abs(first[0] - second[0]) > 1 && Math.abs(first[1] - second[1]) !== 1 && cells.length > 2;
}

/**
 * Where a cell lies as seen from another, over the seam if that is nearer.
 * @param {Board} board
 * @param {number} from
 * @param {number} to
 * @returns {[number, number, boolean]}
 */
function beyond(board, from, to) {
  const { places, period } = board.sheet;
  const [fromX, fromY] = places[from];
  const [toX, toY] = places[to];
  if (!period) return [...board.spot(to), false];
  const [wayX, wayY] = [nearest(toX - fromX, period[0]), nearest(toY - fromY, period[1])];
  const isWrapped = wayX !== toX - fromX || wayY !== toY - fromY;
  return [...board.spotAt(fromX + wayX, fromY + wayY), isWrapped];
}

/** @param {number} x @param {number} y @param {number} offset @param {number} [scale] */
function still(x, y, offset, scale = 1) {
  return { transform: `translate(${x}px, ${y}px) scale(${scale})`, offset };
}

/** @param {Element} token @param {Keyframe[]} frames @param {number} time */
async function play(token, frames, time) {
  await token.animate(frames, { duration: time, easing: "ease-in-out", fill: "none" }).finished.catch(() => undefined);
}

/** @param {Board} board @param {Step} step @param {number} time */
async function vanish(board, step, time) {
  const token = tokenOn(board, step.cells[0], step.unit || undefined);
  if (!token) return flash(board, step.cells[0], time);
  const [x, y] = board.spot(step.cells[0]);
  await play(token, [{ ...still(x, y, 0), opacity: 1 }, { ...still(x, y, 1, 0.2), opacity: 0 }], time);
  token.remove();
  return undefined;
}

/** @param {Board} board @param {Step} step @param {number} time */
async function appear(board, step, time) {
  if (!step.unit) return;
  const [x, y] = board.spot(step.cells[0]);
  const token = board.place(step.unit, step.cells[0]);
  await play(token, [{ ...still(x, y, 0, 0.2), opacity: 0 }, { ...still(x, y, 1), opacity: 1 }], time);
}

/** @param {Board} board @param {Step} step @param {number} time */
async function swap(board, step, time) {
  const [here, there] = step.cells;
  const [one, other] = [tokenOn(board, here), tokenOn(board, there)];
  const [a, b] = [board.spot(here), board.spot(there)];
  await Promise.all([
    one && play(one, [still(...a, 0), still(...b, 1)], time),
    other && play(other, [still(...b, 0), still(...a, 1)], time),
  ]);
  for (const [token, cell, spot] of /** @type {const} */ ([[one, there, b], [other, here, a]])) {
    token?.setAttribute("transform", `translate(${spot[0]} ${spot[1]})`);
    if (token) token.dataset.cell = String(cell);
  }
}

/** @param {Board} board @param {number} cell @param {number} time */
async function burst(board, cell, time) {
  const [x, y] = board.spot(cell);
  const spikes = Array.from({ length: 24 }, (_, corner) => {
    const radius = corner % 2 ? 26 : 50;
    const angle = (corner * Math.PI) / 12;
    return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
  });
  const star = make("path", { d: `M${spikes.join("L")}z`, class: "burst", transform: `translate(${x} ${y})` }, board.layers.moving);
  await play(star, [{ ...still(x, y, 0, 0.2), opacity: 1 }, { ...still(x, y, 1, 3), opacity: 0 }], time);
  star.remove();
}

/** @param {Board} board @param {number} cell @param {number} time */
async function flash(board, cell, time) {
  const [x, y] = board.spot(cell);
  const light = make("circle", { r: 46, class: "tint last", transform: `translate(${x} ${y})` }, board.layers.lights);
  await play(light, [{ opacity: 0 }, { opacity: 0.8 }, { opacity: 0 }], time);
  light.remove();
}
