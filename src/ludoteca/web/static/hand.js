/** The hand on a board: clicks, drags, touches and keys become picks of cells. */

import { describeCell } from "./describe.js";
import { drawToken } from "./tokens.js";

/** @import { Board } from "./draw.js" */

/** How far a pointer goes, in pixels, before it drags. */
const DRAG = 7;
const WAYS = /** @type {Record<string, [number, number]>} */ ({
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
});

export class Hand {
  /**
   * @param {Board} board
   * @param {{ pick: (cell: number) => Promise<void>, back: () => void, look: (cell: number | null) => void }} act
   */
  constructor(board, act) {
    this.board = board;
    this.act = act;
    this.here = 0;
    /** @type {{ cell: number, x: number, y: number, token: SVGElement | null } | null} */
    this.held = null;
    this.hasDragged = false;
    const { svg } = board;
    svg.addEventListener("click", (event) => this.click(event));
    svg.addEventListener("pointerdown", (event) => this.press(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    svg.addEventListener("pointerup", (event) => this.release(event));
    svg.addEventListener("pointercancel", () => this.drop());
    svg.addEventListener("pointerleave", () => this.act.look(null));
    svg.addEventListener("keydown", (event) => this.key(event));
    svg.addEventListener("focusin", (event) => this.focus(event));
  }

  /** Give every cell its words, and one of them the place in the order of tabs. */
  label() {
    const { board } = this;
    board.cells.forEach((cell, number) => {
      const words = board.view ? describeCell(board.sheet, board.view, number) : board.sheet.names[number];
      const pick = cell.dataset.pick;
      const more = pick === "origin" ? ", can move" : pick === "target" ? ", possible" : "";
      cell.setAttribute("role", "button");
      cell.setAttribute("aria-label", words + more);
      cell.setAttribute("tabindex", number === this.here ? "0" : "-1");
    });
  }

  /** The cell of an event, also on the far side of a wrapped board. @param {EventTarget | null} target */
  cellOf(target) {
    const cell = target instanceof SVGElement ? target.dataset.cell : undefined;
    return cell === undefined ? null : Number(cell);
  }

  /** @param {MouseEvent} event */
  click(event) {
    const cell = this.cellOf(event.target);
    if (cell === null || this.hasDragged) return;
    this.stand(cell);
    void this.act.pick(cell);
  }

  /** @param {PointerEvent} event */
  press(event) {
    this.hasDragged = false;
    const cell = this.cellOf(event.target);
    if (cell === null || event.button !== 0) return;
    if (this.board.cells[cell].dataset.pick === "origin") {
      this.held = { cell, x: event.clientX, y: event.clientY, token: null };
    }
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { held } = this;
    if (!held) {
      this.act.look(this.cellOf(event.target));
      return;
    }
    if (!held.token && Math.hypot(event.clientX - held.x, event.clientY - held.y) > DRAG) this.lift(held, event);
    if (held.token) {
      const [x, y] = this.spotOf(event);
      held.token.setAttribute("transform", `translate(${x} ${y}) scale(1.12)`);
    }
  }

  /** Take a unit up and let it follow the pointer. @param {NonNullable<Hand["held"]>} held @param {PointerEvent} event */
  lift(held, event) {
    const { board } = this;
    const unit = board.view?.units.find(([cell]) => cell === held.cell)?.[1];
    if (!unit) return;
    this.hasDragged = true;
    board.svg.setPointerCapture(event.pointerId);
    held.token = drawToken(board.sheet, unit, board.face);
    board.layers.moving.append(held.token);
    board.layers.units.querySelector(`[data-cell="${held.cell}"]`)?.classList.add("dragged");
    this.lifted = this.act.pick(held.cell);
  }

  /** @param {PointerEvent} event */
  release(event) {
    const { held } = this;
    this.drop();
    if (!held?.token) return;
    const target = this.cellOf(document.elementFromPoint(event.clientX, event.clientY));
    if (target === null || target === held.cell) return;
    this.stand(target);
    void this.lifted?.then(() => this.act.pick(target));
  }

  drop() {
    this.held?.token?.remove();
    for (const token of this.board.svg.querySelectorAll(".dragged")) token.classList.remove("dragged");
    this.held = null;
  }

  /** @param {PointerEvent} event */
  spotOf(event) {
    const svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (this.board.svg));
    const matrix = svg.getScreenCTM()?.inverse();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return [point.x, point.y];
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = WAYS[event.key];
    if (way) this.stand(this.next(way), true);
    else if (event.key === "Enter" || event.key === " ") void this.act.pick(this.here);
    else if (event.key === "Escape" || event.key === "Backspace") this.act.back();
    else if (event.key === "n" || event.key === "N") this.stand(this.nextPick(event.key === "n" ? 1 : -1), true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The cell that lies next in a direction of the screen. @param {[number, number]} way */
  next([east, south]) {
    const [x, y] = this.board.spot(this.here);
    let [best, least] = [this.here, Infinity];
    this.board.spots.forEach(([otherX, otherY], cell) => {
      const along = (otherX - x) * east + (otherY - y) * south;
      const aside = Math.abs((otherX - x) * south) + Math.abs((otherY - y) * east);
      if (along > 1 && aside <= 1.01 * along && along + 2 * aside < least) [best, least] = [cell, along + 2 * aside];
    });
    return best;
  }

  /** The next cell that can be picked. @param {number} way */
  nextPick(way) {
    const { cells } = this.board;
    const isChoosing = cells.some((cell) => cell.dataset.pick === "target");
    for (let count = 1; count <= cells.length; count += 1) {
      const cell = (this.here + way * count + cells.length * count) % cells.length;
      const pick = cells[cell].dataset.pick;
      if (isChoosing ? pick === "target" : pick) return cell;
    }
    return this.here;
  }

  /** @param {number} cell @param {boolean} [isFocused] */
  stand(cell, isFocused = false) {
    this.board.cells[this.here]?.setAttribute("tabindex", "-1");
    this.here = cell;
    this.board.cells[cell].setAttribute("tabindex", "0");
    if (isFocused) this.board.cells[cell].focus();
    this.act.look(cell);
  }

  /** @param {FocusEvent} event */
  focus(event) {
    const cell = this.cellOf(event.target);
    if (cell !== null && cell !== this.here) this.stand(cell);
  }
}
