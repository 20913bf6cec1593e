/** Shows what a move would do before it is played: the difference of two views, and the steps that lead there. */

import { announce } from "./announce.js";
import { describeConsequences } from "./describe.js";
import { byId } from "./dom.js";
import { burstCell, clearHighlights, drawArrow, drawControl, frameBlock, ringCell, strikeCell } from "./highlight.js";
import { LatestCache } from "./latest-cache.js";
import { readSetting } from "./settings.js";
import { svgElement } from "./svg.js";
import { drawToken } from "./tokens.js";
import { drawComingMark, isWay, waysOf } from "./ways.js";
import { told } from "./words.js";

/** @import { Answers, MovePage, View } from "../types.js" */
/** @import { Board } from "./board.js" */

/** @typedef {Answers["preview"]} Outlook */

/** How long a pointer rests before the server is asked, in milliseconds. */
const PATIENCE = 120;

export class Preview {
  /** @param {MovePage} page */
  constructor(page) {
    this.page = page;
    /** The move that is shown, or is going to be. */
    this.move = "";
    this.timer = 0;
    /** @type {LatestCache<Outlook>} */
    this.outlooks = new LatestCache((move) => this.fetch(move));
  }

  /** @param {string} move */
  async fetch(move) {
    const { connection, state } = this.page;
    const answer = await connection.ask({ do: "preview", turn: state.room.number, move });
    return answer.say === "preview" ? answer : null;
  }

  /** Forget what was fetched: the position has changed. */
  reset() {
    this.outlooks.clear();
    this.hide();
  }

  /** Show what a move would do, once the pointer has rested; nothing without a move. @param {string | null} move */
  show(move) {
    if (!move || readSetting("previews", "on") === "off") return this.hide();
    if (move === this.move) return undefined;
    this.hide();
    this.move = move;
    this.timer = setTimeout(() => void this.present(move), PATIENCE);
    return undefined;
  }

  /** @param {string} move */
  async present(move) {
    const outlook = await this.outlooks.get(move);
    if (!outlook || move !== this.move || !this.page.board.view) return;
    drawOutlook(this.page.board, outlook);
    const { sheet } = this.page;
    const { outcome } = outlook;
    const result = outcome ? ` ${told({ ...outcome, message: outcome.reason })} (${outcome.clause}).` : "";
    const words = describeConsequences(sheet, outlook.seat, outlook.steps) + result;
    byId("outlook").textContent = `${outlook.texts[this.page.board.notation] ?? outlook.move}: ${words}`;
    byId("outlook").hidden = false;
    if (document.activeElement?.matches(".cell:focus-visible")) announce(words);
  }

  hide() {
    clearTimeout(this.timer);
    this.move = "";
    byId("outlook").hidden = true;
    clearHighlights(this.page.board, "preview");
    for (const token of this.page.board.svg.querySelectorAll(".leaving")) token.classList.remove("leaving");
  }
}

/** @param {Board} board @param {Outlook} outlook */
function drawOutlook(board, { seat, steps, view }) {
  clearHighlights(board, "preview");
  const [before, after] = [new Map(board.view?.units), new Map(view.units)];
  for (const cell of new Set([...before.keys(), ...after.keys()])) {
    const unit = after.get(cell);
    if (unit === before.get(cell)) continue;
    const token = /** @type {SVGElement | null} */ (board.svg.querySelector(`.units > .unit[data-cell="${cell}"]`));
    for (const part of token ? [token, ...board.badgesOf(token)] : []) part.classList.add("leaving");
    if (unit) drawComing(board, unit, cell);
  }
  for (const mark of newMarks(board.view, view)) drawComingMark(board, mark).classList.add("highlight", "preview");
  for (const cells of waysOf(steps.filter(isWay))) drawArrow(board, cells, "preview");
  for (const { verb, unit, cells } of steps) {
    if (verb === "control") drawControl(board, cells, "preview");
    if (verb === "turn") frameBlock(board, cells, "preview");
    if (verb === "explode") burstCell(board, cells[0], "preview");
    if (verb === "raze") strikeCell(board, cells[0], "preview");
    if (verb === "die" && unit) drawDeath(board, unit, cells[0], { before, after, isOwn: board.sheet.glyphs[unit]?.seat === seat });
  }
}

/**
 * @param {Board} board
 * @param {string} unit
 * @param {number} cell
 * @param {{ before: Map<number, string>, after: Map<number, string>, isOwn: boolean }} views
 */
function drawDeath(board, unit, cell, { before, after, isOwn }) {
  const kind = isOwn ? "own-death" : "death";
  if (isOwn) ringCell(board, cell, `preview ${kind}`);
  if (after.has(cell)) {
    // Another unit comes to stand here: the dead one small beside it.
    const [x, y] = board.centre(cell);
    const token = drawComing(board, unit, cell);
    token.classList.replace("coming", "going");
    token.setAttribute("transform", `translate(${x + 30} ${y - 30}) scale(0.5)`);
    for (const part of ["edging", "stroke"]) svgElement("path", { d: "M-36 36L36 -36", class: `strike preview ${kind} ${part}` }, token);
    return;
  }
  // A unit that comes here in this move and dies is not on the board of either view.
  if (before.get(cell) !== unit) drawComing(board, unit, cell);
  strikeCell(board, cell, `preview ${kind}`);
}

/** @param {Board} board @param {string} unit @param {number} cell */
function drawComing(board, unit, cell) {
  const token = drawToken(board.sheet, unit, board.face);
  token.classList.add("highlight", "preview", "coming");
  token.setAttribute("transform", `translate(${board.centre(cell).join(" ")})`);
  board.layers.paths.append(token);
  return token;
}

/** The marks that a move brings: those of another kind than before, or of another unit. @param {View | null} before @param {View} after */
function newMarks(before, after) {
  const known = new Set(before?.marks.map(({ cell, kind }) => `${cell} ${kind}`));
  const [unitsBefore, unitsAfter] = [new Map(before?.units), new Map(after.units)];
  return after.marks.filter(({ cell, kind, shape }) => {
    if (!shape || shape === "none" || shape === "buried") return false;
    return !known.has(`${cell} ${kind}`) || unitsBefore.get(cell) !== unitsAfter.get(cell);
  });
}
