/** Animates the steps of a move with the tokens of the position before it. */

import { clearHighlights, drawControl } from "./highlight.js";
import { svgElement } from "./svg.js";
import { wrappedOffset } from "./torus.js";
import { isWay } from "./ways.js";

/** @import { Board } from "./board.js" */
/** @import { Step } from "../types.js" */

/** Milliseconds from cell to cell; 0 shows the result at once. */
export const SPEEDS = /** @type {Record<string, number>} */ ({ off: 0, slow: 550, normal: 260, fast: 110 });
/** Milliseconds that a whole move takes at most. */
const MAX_DURATION = 3000;
/** Verbs without an animation: the next view shows their effect. */
const NOT_ANIMATED = new Set(["range", "rest", "open", "pour", "take"]);

/**
 * @param {Board} board
 * @param {Step[]} steps
 * @param {number} pace milliseconds from cell to cell
 * @param {AbortSignal} signal leaves out the rest
 */
export async function animate(board, steps, pace, signal) {
  if (!pace || document.hidden) return;
  const groups = groupSteps(steps);
  const beats = groups.reduce((sum, group) => sum + Math.max(...group.map((step) => beatCount(step))), 0);
  const beat = Math.min(pace, MAX_DURATION / Math.max(1, beats));
  for (const group of groups) {
    if (signal.aborted) break;
    await Promise.all(group.map((step) => animateStep(board, step, beat)));
  }
  clearHighlights(board, "controlling");
}

/** Bring what moves on a board to its end. @param {Board} board */
export function finishAnimations(board) {
  for (const animation of board.svg.getAnimations({ subtree: true })) animation.finish();
}

/** Group the steps that happen together: consecutive ones with the same verb, and units that travel together. @param {Step[]} steps */
function groupSteps(steps) {
  /** @type {Step[][]} */
  const groups = [];
  for (const step of steps) {
    const verb = step.verb.split(" ")[0];
    if (NOT_ANIMATED.has(verb)) continue;
    const last = groups.at(-1)?.at(-1);
    const isTravel = isWay(step);
    const travelsAlong = isTravel && last && String(last.cells) === String(step.cells);
    if (last && (travelsAlong || (last.verb.split(" ")[0] === verb && !isTravel))) groups.at(-1)?.push(step);
    else groups.push([step]);
  }
  return groups;
}

/** How long a step takes, in beats. @param {Step} step */
function beatCount(step) {
  if (step.verb === "control") return 3;
  if (step.verb === "turn" || step.cells.length < 2) return 1;
  return Math.max(1, Math.min(3, step.cells.length - 1));
}

/** @param {Board} board @param {Step} step @param {number} beat */
async function animateStep(board, step, beat) {
  const verb = step.verb.split(" ")[0];
  const [first] = step.cells;
  if (first === undefined) return;
  if (verb === "explode") await explode(board, first, 2 * beat);
  else if (verb === "die") await vanish(board, step, beat);
  else if (verb === "appear") await appear(board, step, beat);
  else if (verb === "swap") await swap(board, step, 2 * beat);
  else if (verb === "control") await showControl(board, step, beat * beatCount(step));
  else if (verb === "turn") await Promise.all(step.cells.map((cell) => flash(board, cell, beat)));
  else if (step.cells.length > 1) await travel(board, step, beat * beatCount(step));
  else await flash(board, first, beat);
}

/** The token of a unit on a cell. @param {Board} board @param {number} cell @param {string} [unit] */
function findToken(board, cell, unit) {
  const tokens = [...board.layers.units.children, ...board.layers.moving.children].filter(
    (token) => token.matches(`.unit[data-cell="${cell}"]`),
  );
  const found = tokens.find((token) => !unit || /** @type {SVGElement} */ (token).dataset.unit === unit);
  return /** @type {SVGElement | undefined} */ (found);
}

/** @param {Board} board @param {Step} step @param {number} duration */
async function travel(board, step, duration) {
  const origin = step.cells[0];
  const target = step.cells[step.cells.length - 1];
  const token = findToken(board, origin, step.unit || undefined);
  if (!token) return flash(board, target, duration / 2);
  const parts = [token, ...board.badgesOf(token)];
  board.layers.moving.append(...parts);
  const frames = travelFrames(board, step);
  await Promise.all(parts.map((part) => play(part, frames, duration)));
  board.moveToken(token, target);
  return undefined;
}

/** @param {Board} board @param {Step} step */
function travelFrames(board, step) {
  const isLeap = step.verb === "leap" || isHopping(board, step.cells);
  const frames = [keyframe(...board.centre(step.cells[0]), 0)];
  const last = step.cells.length - 1;
  for (let number = 1; number <= last; number += 1) {
    const [before, cell] = step.cells.slice(number - 1, number + 1);
    const [[beforeX, beforeY], [x, y]] = [board.centre(before), board.centre(cell)];
    const middle = (number - 0.5) / last;
    const far = acrossSeam(board, before, cell);
    if (far) {
      const near = acrossSeam(board, cell, before) ?? [beforeX, beforeY];
      frames.push(keyframe((beforeX + far[0]) / 2, (beforeY + far[1]) / 2, middle));
      frames.push(keyframe((x + near[0]) / 2, (y + near[1]) / 2, middle));
    } else if (isLeap) frames.push(keyframe((beforeX + x) / 2, (beforeY + y) / 2, middle, 1.22));
    frames.push(keyframe(x, y, number / last));
  }
  return frames;
}

/** @param {Board} board @param {number[]} cells */
function isHopping(board, cells) {
  const [first, second] = cells.slice(0, 2).map((cell) => board.sheet.places[cell]);
  return Math.abs(first[0] - second[0]) > 1 && Math.abs(first[1] - second[1]) !== 1 && cells.length > 2;
}

/**
 * Where a cell's copy beyond the edge lies, if that copy is nearer to the origin than the cell itself; else null.
 * @param {Board} board
 * @param {number} origin
 * @param {number} cell
 */
function acrossSeam(board, origin, cell) {
  const { places, period } = board.sheet;
  if (!period) return null;
  const [originX, originY] = places[origin];
  const [x, y] = places[cell];
  const nearX = originX + wrappedOffset(x - originX, period[0]);
  const nearY = originY + wrappedOffset(y - originY, period[1]);
  return nearX === x && nearY === y ? null : board.pointAt(nearX, nearY);
}

/** @param {number} x @param {number} y @param {number} offset @param {number} [scale] */
function keyframe(x, y, offset, scale = 1) {
  return { transform: `translate(${x}px, ${y}px) scale(${scale})`, offset };
}

/** @param {Element} token @param {Keyframe[]} frames @param {number} duration */
async function play(token, frames, duration) {
  await token.animate(frames, { duration, easing: "ease-in-out", fill: "none" }).finished.catch(() => undefined);
}

/** @param {Board} board @param {Step} step @param {number} duration */
async function vanish(board, step, duration) {
  const token = findToken(board, step.cells[0], step.unit || undefined);
  if (!token) return flash(board, step.cells[0], duration);
  const [x, y] = board.centre(step.cells[0]);
  const parts = [token, ...board.badgesOf(token)];
  const frames = [{ ...keyframe(x, y, 0), opacity: 1 }, { ...keyframe(x, y, 1, 0.2), opacity: 0 }];
  await Promise.all(parts.map((part) => play(part, frames, duration)));
  for (const part of parts) part.remove();
  return undefined;
}

/** @param {Board} board @param {Step} step @param {number} duration */
async function appear(board, step, duration) {
  if (!step.unit) return;
  const [x, y] = board.centre(step.cells[0]);
  const token = board.addToken(step.unit, step.cells[0]);
  await play(token, [{ ...keyframe(x, y, 0, 0.2), opacity: 0 }, { ...keyframe(x, y, 1), opacity: 1 }], duration);
}

/** @param {Board} board @param {Step} step @param {number} duration */
async function swap(board, step, duration) {
  const [here, there] = step.cells;
  const [one, other] = [findToken(board, here), findToken(board, there)];
  const [start, end] = [board.centre(here), board.centre(there)];
  const [parts, otherParts] = [one, other].map((token) => (token ? [token, ...board.badgesOf(token)] : []));
  await Promise.all([
    ...parts.map((part) => play(part, [keyframe(...start, 0), keyframe(...end, 1)], duration)),
    ...otherParts.map((part) => play(part, [keyframe(...end, 0), keyframe(...start, 1)], duration)),
  ]);
  if (one) board.moveToken(one, there);
  if (other) board.moveToken(other, here);
}

/** Show which unit controls another until that one has moved. @param {Board} board @param {Step} step @param {number} duration */
async function showControl(board, step, duration) {
  await play(drawControl(board, step.cells, "controlling"), [{ opacity: 0 }, { opacity: 1 }, { opacity: 1 }], duration);
}

/** @param {Board} board @param {number} cell @param {number} duration */
async function explode(board, cell, duration) {
  const [x, y] = board.centre(cell);
  const spikes = Array.from({ length: 24 }, (_, corner) => {
    const radius = corner % 2 ? 26 : 50;
    const angle = (corner * Math.PI) / 12;
    return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
  });
  const star = svgElement("path", { d: `M${spikes.join("L")}z`, class: "explosion", transform: `translate(${x} ${y})` }, board.layers.moving);
  await play(star, [{ ...keyframe(x, y, 0, 0.2), opacity: 1 }, { ...keyframe(x, y, 1, 3), opacity: 0 }], duration);
  star.remove();
}

/** @param {Board} board @param {number} cell @param {number} duration */
async function flash(board, cell, duration) {
  const [x, y] = board.centre(cell);
  const circle = svgElement("circle", { r: 46, class: "tint last", transform: `translate(${x} ${y})` }, board.layers.highlights);
  await play(circle, [{ opacity: 0 }, { opacity: 0.8 }, { opacity: 0 }], duration);
  circle.remove();
}
