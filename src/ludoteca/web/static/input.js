/** Input on a board: clicks, drags, touches and keys become picks of cells. */

import { describeCell } from "./describe.js";
import { drawToken } from "./tokens.js";
import { t } from "./words.js";

/** @import { Board } from "./board.js" */

/** How far a pointer moves before it drags, in pixels. */
const DRAG_THRESHOLD = 7;
/** How long a finger rests on a cell to point at it without a pick, in milliseconds. */
const LONG_PRESS = 450;
const DIRECTIONS = /** @type {Record<string, [number, number]>} */ ({
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
});

/**
 * @typedef {{
 *   onPress: () => void,
 *   onGrab: (cell: number) => Promise<void>,
 *   onPick: (cell: number) => Promise<void>,
 *   onBack: () => void,
 *   onInspect: (cell: number | null) => void,
 *   canDrag: (cell: number) => boolean,
 *   isSaving: () => boolean,
 * }} BoardHandlers
 */
/** @typedef {{ cell: number, x: number, y: number, token: SVGElement | null }} Drag a pressed pointer; it has a token once it has moved */

export class BoardInput {
  /**
   * @param {Board} board
   * @param {BoardHandlers} handlers
   */
  constructor(board, handlers) {
    this.board = board;
    this.handlers = handlers;
    /** The cell that the keyboard is on. */
    this.current = 0;
    /** @type {Drag | null} */
    this.drag = null;
    /** Whether the click that follows a release belongs to a drag or a long press. */
    this.hasDragged = false;
    /** Whether a finger rests on a cell. */
    this.isPointing = false;
    this.longPress = 0;
    const { svg } = board;
    svg.addEventListener("click", (event) => this.onClick(event));
    svg.addEventListener("pointerdown", (event) => this.onPointerDown(event));
    svg.addEventListener("pointermove", (event) => this.onPointerMove(event));
    svg.addEventListener("pointerup", (event) => this.onPointerUp(event));
    svg.addEventListener("pointercancel", () => this.endDrag());
    // A finger that is lifted leaves what it pointed at.
    svg.addEventListener("pointerleave", (event) => event.pointerType !== "touch" && handlers.onInspect(null));
    svg.addEventListener("contextmenu", (event) => this.isPointing && event.preventDefault());
    svg.addEventListener("keydown", (event) => this.onKeyDown(event));
    svg.addEventListener("focusin", (event) => this.onFocusIn(event));
  }

  /** Give every cell its accessible label, and put the current one into the tab order. */
  labelCells() {
    const { board } = this;
    board.cells.forEach((cell, number) => {
      const description = board.view ? describeCell(board.sheet, board.view, number) : board.sheet.names[number];
      const { pick } = cell.dataset;
      const state = pick === "origin" && this.handlers.canDrag(number) ? t("can move") : pick ? t("possible") : "";
      cell.setAttribute("role", "button");
      cell.setAttribute("aria-label", state ? `${description}, ${state}` : description);
      cell.setAttribute("tabindex", number === this.current ? "0" : "-1");
    });
  }

  /** @param {MouseEvent} event */
  onClick(event) {
    const cell = cellOf(event.target);
    if (cell === null || this.hasDragged) return;
    this.setCurrent(cell);
    void this.handlers.onPick(cell);
  }

  /** @param {PointerEvent} event */
  onPointerDown(event) {
    this.hasDragged = false;
    const cell = cellOf(event.target);
    if (cell === null || event.button !== 0) return;
    this.handlers.onPress();
    this.drag = { cell, x: event.clientX, y: event.clientY, token: null };
    if (event.pointerType === "touch") this.awaitLongPress(cell);
  }

  /** A finger that rests on a cell points at it, as a mouse does that hovers. @param {number} cell */
  awaitLongPress(cell) {
    this.isPointing = true;
    clearTimeout(this.longPress);
    this.longPress = setTimeout(() => {
      if (!this.drag || this.drag.token) return;
      this.hasDragged = true;
      this.setCurrent(cell);
    }, LONG_PRESS);
  }

  /** @param {PointerEvent} event */
  onPointerMove(event) {
    // A button that was released outside of the board ends a drag, too.
    if (!event.buttons) this.endDrag();
    const { drag } = this;
    if (!drag) {
      this.handlers.onInspect(cellOf(event.target));
      return;
    }
    const distance = Math.hypot(event.clientX - drag.x, event.clientY - drag.y);
    if (!drag.token && distance > DRAG_THRESHOLD) this.startDrag(drag, event);
    if (drag.token) {
      const [x, y] = this.pointOf(event);
      drag.token.setAttribute("transform", `translate(${x} ${y}) scale(1.12)`);
    }
  }

  /** Let the unit follow the pointer. @param {Drag} drag @param {PointerEvent} event */
  startDrag(drag, event) {
    const { board } = this;
    const unit = board.view?.units.find(([cell]) => cell === drag.cell)?.[1];
    if (!unit || !this.handlers.canDrag(drag.cell)) return;
    this.hasDragged = true;
    board.svg.setPointerCapture(event.pointerId);
    drag.token = drawToken(board.sheet, unit, board.face);
    board.layers.moving.append(drag.token);
    board.layers.units.querySelector(`[data-cell="${drag.cell}"]`)?.classList.add("dragged");
    this.originPicked = this.handlers.onGrab(drag.cell);
  }

  /** @param {PointerEvent} event */
  onPointerUp(event) {
    const { drag } = this;
    this.endDrag();
    if (!drag?.token) return;
    const target = cellOf(document.elementFromPoint(event.clientX, event.clientY));
    if (target === null || target === drag.cell) return;
    this.setCurrent(target);
    void this.drop(drag.cell, target);
  }

  /** Leave the unit where it was dropped until it is known whether it may stay. @param {number} origin @param {number} target */
  async drop(origin, target) {
    const { board, handlers } = this;
    const token = /** @type {SVGElement | null} */ (board.layers.units.querySelector(`[data-cell="${origin}"]`));
    if (token) board.moveToken(token, target);
    await this.originPicked;
    await handlers.onPick(target);
    if (token?.isConnected && !handlers.isSaving()) board.moveToken(token, origin);
  }

  endDrag() {
    clearTimeout(this.longPress);
    this.isPointing = false;
    this.drag?.token?.remove();
    for (const token of this.board.svg.querySelectorAll(".dragged")) token.classList.remove("dragged");
    this.drag = null;
  }

  /** The point in the drawing under the pointer. @param {PointerEvent} event */
  pointOf(event) {
    const svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (this.board.svg));
    const matrix = svg.getScreenCTM()?.inverse();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return [point.x, point.y];
  }

  /** @param {KeyboardEvent} event */
  onKeyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = DIRECTIONS[event.key];
    if (direction) this.focusCell(this.neighbour(direction));
    else if (event.key === "Enter" || event.key === " ") void this.handlers.onPick(this.current);
    else if (event.key === "Escape" || event.key === "Backspace") this.handlers.onBack();
    else if (event.key === "n") this.focusCell(this.nextPickable(1));
    else if (event.key === "N") this.focusCell(this.nextPickable(-1));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The nearest cell in a direction of the screen. @param {[number, number]} direction */
  neighbour([east, south]) {
    const [x, y] = this.board.centre(this.current);
    let [nearest, least] = [this.current, Infinity];
    this.board.centres.forEach(([otherX, otherY], cell) => {
      const ahead = (otherX - x) * east + (otherY - y) * south;
      const aside = Math.abs((otherX - x) * south) + Math.abs((otherY - y) * east);
      const cost = ahead + 2 * aside;
      if (ahead > 1 && aside <= 1.01 * ahead && cost < least) [nearest, least] = [cell, cost];
    });
    return nearest;
  }

  /** The next cell that can be picked, forwards or backwards: targets if there are any. @param {1 | -1} step */
  nextPickable(step) {
    const { cells } = this.board;
    const hasTargets = cells.some((cell) => cell.dataset.pick === "target");
    for (let count = 1; count <= cells.length; count += 1) {
      const cell = (this.current + step * count + cells.length * count) % cells.length;
      const { pick } = cells[cell].dataset;
      if (hasTargets ? pick === "target" : pick) return cell;
    }
    return this.current;
  }

  /** @param {number} cell */
  focusCell(cell) {
    this.setCurrent(cell);
    this.board.cells[cell].focus();
  }

  /** @param {number} cell */
  setCurrent(cell) {
    this.board.cells[this.current]?.setAttribute("tabindex", "-1");
    this.current = cell;
    this.board.cells[cell].setAttribute("tabindex", "0");
    this.handlers.onInspect(cell);
  }

  /** @param {FocusEvent} event */
  onFocusIn(event) {
    const cell = cellOf(event.target);
    if (cell !== null && cell !== this.current) this.setCurrent(cell);
  }
}

/** The cell that an element stands for, also beyond the edge of a wrapped board. @param {EventTarget | null} target */
function cellOf(target) {
  const cell = target instanceof SVGElement ? target.dataset.cell : undefined;
  return cell === undefined ? null : Number(cell);
}
