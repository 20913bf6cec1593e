/** What a move does, as parts of a drawing: the ways of its units, and the marks that come. */

import { createMark } from "./marks.js";

/** @import { Board } from "./board.js" */
/** @import { Mark, Step } from "../types.js" */

/** A mark that is not there yet. @param {Board} board @param {Mark} mark */
export function drawComingMark(board, mark) {
  const drawn = createMark(board.sheet, mark, { hasNumberInCentre: board.hasNumbersInCentre });
  drawn.setAttribute("transform", `translate(${board.centre(mark.cell).join(" ")})`);
  drawn.classList.add("coming");
  const isUnder = mark.shape === "block" || mark.shape === "stone";
  board.layers[isUnder ? "under" : "paths"].append(drawn);
  return drawn;
}

/** Steps between cells in which nothing goes by itself: it is turned with its block, hindered, or controls another unit. */
const NO_WAY = /^(carry|lock|control)/;

/** Whether a unit goes by itself in a step. @param {Step} step */
export function isWay({ verb, cells }) {
  return cells.length > 1 && !NO_WAY.test(verb);
}

/**
 * The way of each unit that moves, its steps joined; a unit that travels along with another has none of its own.
 * @param {Step[]} steps
 */
export function waysOf(steps) {
  /** @type {{ unit: string, cells: number[] }[]} */
  const ways = [];
  const seen = new Set();
  for (const { verb, unit, cells } of steps) {
    if (!unit || cells.length < 2 || verb === "push" || verb === "control" || seen.has(String(cells))) continue;
    seen.add(String(cells));
    const last = ways.find((way) => way.unit === unit && way.cells[way.cells.length - 1] === cells[0]);
    if (last) last.cells.push(...cells.slice(1));
    else ways.push({ unit, cells: [...cells] });
    if (verb === "swap") ways.push({ unit: "", cells: [...cells].reverse() });
  }
  return ways.map((way) => way.cells);
}
