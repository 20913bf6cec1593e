/** Draws the examples of clauses: a position, and on it a move, a refused move, or the cells that a unit reaches. */

import { Board } from "./board.js";
import { crop, visiblePart } from "./crop.js";
import { burstCell, crossCell, drawArrow, drawControl, frameBlock, markTargets, ringCell, strikeCell } from "./highlight.js";
import { numberPlace } from "./settings.js";
import { SheetsByOptions } from "./sheets.js";
import { drawComingMark, waysOf } from "./ways.js";
import { t } from "./words.js";

/** @import { Example, Sheet, Step } from "../types.js" */

/** Draw each example shortly before it scrolls into view, and all of them before the page is printed. @param {Sheet} sheet */
export function drawExamples(sheet) {
  const figures = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("figure[data-example]"));
  const sheets = new SheetsByOptions(sheet);
  const observer = new IntersectionObserver(
    (entries) => entries.filter((entry) => entry.isIntersecting).forEach((entry) => draw(entry.target)),
    // Only ahead, not above: that would move the clause that a link leads to.
    { rootMargin: "-32px 0px 100% 0px" },
  );
  const draw = (/** @type {Element} */ figure) => {
    observer.unobserve(figure);
    void drawExample(sheets, /** @type {HTMLElement} */ (figure));
  };
  for (const figure of figures) {
    figure.classList.add("undrawn");
    observer.observe(figure);
  }
  addEventListener("beforeprint", () => figures.forEach(draw));
}

/** @param {SheetsByOptions} sheets @param {HTMLElement} figure */
async function drawExample(sheets, figure) {
  if (figure.querySelector("svg")) return;
  /** @type {Example} */
  const example = JSON.parse(figure.dataset.example ?? "");
  const sheet = await sheets.find(example.options ?? {});
  const board = new Board(sheet, { numberPlace: numberPlace() });
  board.show(example.view);
  if (example.steps) drawSteps(board, example.steps);
  if (example.ruling) drawRefusal(board, example);
  if (example.origin !== undefined) {
    ringCell(board, example.origin, "origin");
    markTargets(board, example.reaches ?? []);
  }
  for (const cell of example.marks ?? []) ringCell(board, cell, "pointed-out");
  board.layers.cells.remove();
  const part = visiblePart(board, importantCells(sheet, example));
  const svg = part ? crop(board, part) : board.svg;
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", t("Drawing: {caption}", { caption: example.caption }));
  figure.querySelector("svg")?.remove();
  figure.prepend(svg);
  figure.classList.remove("undrawn");
}

/** The cells that an example is about, among them those that its caption names. @param {Sheet} sheet @param {Example} example */
function importantCells(sheet, example) {
  const named = new Set(example.caption.match(/\b[a-z]\d+\b/g));
  const { marks, attempt, reaches, origin, steps, ruling } = example;
  return [
    ...(marks ?? []),
    ...(attempt ?? []),
    ...(reaches ?? []),
    ...(origin === undefined ? [] : [origin]),
    ...(steps ?? []).flatMap((step) => step.cells),
    ...(ruling?.cells ?? []),
    ...[...sheet.names.keys()].filter((cell) => named.has(sheet.names[cell])),
  ];
}

/** A move that is refused, and the cells to blame. @param {Board} board @param {Example} example */
function drawRefusal(board, { attempt = [], ruling }) {
  for (const cell of ruling?.cells ?? []) ringCell(board, cell, "blamed");
  drawArrow(board, attempt, "refused");
  if (attempt.length) crossCell(board, attempt[attempt.length - 1]);
}

/** What happens in a move: ways as arrows, and what comes, goes and falls. @param {Board} board @param {Step[]} steps */
function drawSteps(board, steps) {
  for (const cells of waysOf(steps)) drawArrow(board, cells, "way");
  const units = new Map(board.view?.units);
  for (const { verb, unit, cells } of steps) {
    const [cell] = cells;
    // A unit that came here in this move and dies is not drawn here.
    if ((verb === "die" && units.get(cell) === unit) || verb === "raze") strikeCell(board, cell);
    if (verb === "explode") burstCell(board, cell);
    if (verb === "control") drawControl(board, cells);
    if (verb === "turn") frameBlock(board, cells);
    if (verb === "appear" && unit) board.addToken(unit, cell).classList.add("coming");
    if (verb === "wall") drawComingMark(board, { kind: "wall", cell, shape: "block" });
  }
}
