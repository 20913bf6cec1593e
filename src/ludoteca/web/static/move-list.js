/** The list of moves, and the buttons, slider and keys that go back and forth in it. */

import { button, byId, element } from "./dom.js";
import { MoveRows } from "./move-rows.js";
import { cssColour } from "./svg.js";
import { drawSeatIcon } from "./tokens.js";
import { t } from "./words.js";

/** @import { Sheet } from "../types.js" */

export class MoveList {
  /**
   * @param {Sheet} sheet
   * @param {{ goTo: (number: number) => void, explain: (item: HTMLElement, number: number) => void }} handlers show the
   *   position after this many moves, and tell what that move did
   */
  constructor(sheet, { goTo, explain }) {
    this.sheet = sheet;
    this.goTo = goTo;
    this.explain = explain;
    /** The position that is shown, as a number of moves. */
    this.shown = 0;
    this.count = 0;
    /** @type {number[]} For each move, the number of the row that it stands in. */
    this.rows = [];
    /** @type {number[]} */
    this.movers = [];
    this.list = byId("moves");
    this.layout = new MoveRows(sheet.seats.length);
    this.list.style.setProperty("--columns", String(this.layout.columns));
    sheet.seats.forEach(({ colour }, seat) => this.list.style.setProperty(`--seat-${seat}`, cssColour(colour)));
    this.slider = /** @type {HTMLInputElement} */ (byId("slider"));
    this.slider.addEventListener("input", () => goTo(Number(this.slider.value)));
    byId("first").addEventListener("click", () => this.jump(0));
    byId("before").addEventListener("click", () => this.jump(this.shown - 1));
    byId("after").addEventListener("click", () => this.jump(this.shown + 1));
    byId("last").addEventListener("click", () => this.jump(this.count));
    document.addEventListener("keydown", (event) => this.onKeyDown(event));
  }

  /** @param {KeyboardEvent} event */
  onKeyDown(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
    const number = { ArrowLeft: this.shown - 1, ArrowRight: this.shown + 1, Home: 0, End: this.count }[event.key];
    if (number === undefined) return;
    event.preventDefault();
    this.jump(number);
  }

  /** A move as the list has it: by the number of its row and its seat. @param {number} number from 1 */
  nameOf(number) {
    return t("move {number} of {seat}", { number: this.rows[number - 1], seat: this.sheet.seats[this.movers[number - 1]].title });
  }

  /** Go to a position, or to the first or last one if there is none such. @param {number} number */
  jump(number) {
    const target = Math.max(0, Math.min(this.count, number));
    if (target !== this.shown) this.goTo(target);
  }

  /**
   * @param {string[]} moves
   * @param {number[]} movers
   * @param {string[]} written the moves as they are shown, where that is another text
   * @param {number} shown
   * @param {number} saved the number of the visitor's last move that the server has stored
   */
  show(moves, movers, written, shown, saved) {
    const { list } = this;
    while (list.children.length > moves.length) list.lastElementChild?.remove();
    const isRowStart = (/** @type {number} */ number) => this.layout.isRowStart(movers[number], movers[number - 1]);
    let row = 0;
    this.rows = moves.map((_, number) => (row += Number(isRowStart(number))));
    this.movers = movers;
    moves.forEach((text, number) => {
      const seat = movers[number];
      // A turn of several decisions is shown as one: d1-d7 + g7.
      const goesOn = String(number > 0 && movers[number - 1] === seat);
      const old = /** @type {HTMLElement | undefined} */ (list.children[number]);
      const label = written[number] ?? text;
      const isSame = old?.dataset.text === text && old.dataset.seat === String(seat) && old.dataset.goesOn === goesOn && old.textContent === label;
      if (isSame) return;
      const item = element("li", { "data-text": text, "data-seat": String(seat), "data-goes-on": goesOn, class: `seat-${seat}` });
      item.style.gridColumn = String(this.layout.columnOf(seat));
      const values = { number: this.rows[number], seat: this.sheet.seats[seat].title, move: label };
      const words = goesOn === "true" ? t("Move {number}, {seat}, in the same turn: {move}", values) : t("Move {number}, {seat}: {move}", values);
      if (goesOn === "false") item.append(drawSeatIcon(this.sheet, seat));
      const move = button(label, () => this.goTo(number + 1), { class: "move", "aria-label": words });
      for (const event of ["pointerenter", "focus"]) move.addEventListener(event, () => this.explain(move, number + 1));
      item.append(move);
      if (old) old.replaceWith(item);
      else list.append(item);
    });
    [...list.children].forEach((item, number) => {
      item.querySelector(".move")?.toggleAttribute("aria-current", number + 1 === shown);
      item.classList.toggle("row-start", isRowStart(number));
      item.classList.toggle("stored", number + 1 === saved);
    });
    this.shown = shown;
    this.count = moves.length;
    this.slider.max = String(moves.length);
    this.slider.value = String(shown);
    const place = shown ? t("after {move}", { move: this.nameOf(shown) }) : t("the first position");
    this.slider.setAttribute("aria-valuetext", shown === moves.length ? t("{place}, the last", { place }) : place);
    byId("looking-back").textContent = shown === moves.length ? "" : t("Looking back: {place}", { place });
    const current = list.children[shown - 1];
    if (current) list.scrollTop = /** @type {HTMLElement} */ (current).offsetTop - list.clientHeight / 2;
  }
}
