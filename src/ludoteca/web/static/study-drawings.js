/** Arrows and circles that are drawn on a position of a study: by a right click or drag, or with the button Draw. */

import { byId } from "./dom.js";
import { clearHighlights, drawArrow } from "./highlight.js";

/** @import { Board } from "./board.js" */
/** @import { Drawing } from "../types.js" */
/** @import { StudyNode } from "./study-tree.js" */

export const COLOURS = ["green", "red", "blue", "yellow"];
const RIGHT = 2;

export class Drawings {
  /** @param {{ board: Board, node: StudyNode, mayDraw: () => boolean, onDrawing: () => void, onDrawn: () => void }} page */
  constructor(page) {
    this.page = page;
    /** Whether cells that are picked are drawn on. */
    this.isOn = false;
    /** @type {number | null} Where an arrow begins. */
    this.from = null;
    /** @type {number | null} Where a pointer was pressed to draw. */
    this.pressed = null;
    byId("draw").addEventListener("click", () => this.toggle());
    byId("erase").addEventListener("click", () => this.erase());
  }

  colour() {
    return /** @type {HTMLSelectElement} */ (byId("colour")).value;
  }

  /** Listen to a new board. */
  attach() {
    const { svg } = this.page.board;
    svg.addEventListener("contextmenu", (event) => event.preventDefault());
    svg.addEventListener("pointerdown", (event) => {
      const mayBegin = event.button === RIGHT || (this.isOn && event.button === 0);
      this.pressed = mayBegin && this.page.mayDraw() ? cellAt(event) : null;
    });
    svg.addEventListener("pointerup", (event) => {
      const { pressed } = this;
      this.pressed = null;
      const cell = cellAt(event);
      if (pressed === null || cell === null) return;
      // A click of the first button becomes a pick.
      if (event.button === RIGHT || cell !== pressed) this.add(pressed, cell);
    });
    this.show();
  }

  toggle() {
    this.isOn = !this.isOn;
    this.from = null;
    byId("draw").setAttribute("aria-pressed", String(this.isOn));
    byId("drawing").hidden = !this.isOn;
    this.page.board.svg.classList.toggle("drawing", this.isOn);
    this.page.onDrawing();
  }

  /** A cell was picked while drawing: the first is where an arrow begins; the same again is circled. @param {number} cell */
  pick(cell) {
    if (this.from === null) {
      this.from = cell;
      this.show();
      return;
    }
    const { from } = this;
    this.from = null;
    this.add(from, cell);
  }

  /** Draw an arrow, or a circle on one cell; the same once more removes it. @param {number} from @param {number} to */
  add(from, to) {
    const { board, node } = this.page;
    const { names } = board.sheet;
    this.from = null;
    /** @type {Drawing} */
    const drawn = [names[from], names[to], this.colour()];
    const others = node.arrows.filter(([start, end]) => start !== drawn[0] || end !== drawn[1]);
    const isSame = node.arrows.some((each) => String(each) === String(drawn));
    node.arrows = isSame ? others : [...others, drawn];
    this.page.onDrawn();
  }

  erase() {
    this.from = null;
    this.page.node.arrows = [];
    this.page.onDrawn();
  }

  show() {
    const { board, node } = this.page;
    clearHighlights(board, "drawn");
    const cellOf = (/** @type {string} */ name) => board.sheet.names.indexOf(name);
    for (const [start, end, colour] of node.arrows) {
      const cells = start === end ? [cellOf(start)] : [cellOf(start), cellOf(end)];
      if (!cells.includes(-1)) drawArrow(board, cells, `drawn ${colour}`);
    }
    if (this.from !== null) drawArrow(board, [this.from], "drawn begun");
  }
}

/** @param {PointerEvent} event */
function cellAt(event) {
  const found = document.elementFromPoint(event.clientX, event.clientY);
  const cell = found instanceof SVGElement ? found.dataset.cell : undefined;
  return cell === undefined ? null : Number(cell);
}
