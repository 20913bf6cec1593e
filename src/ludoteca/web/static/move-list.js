/** The list of moves, and the buttons, slider and keys that go back and forth in it. */

import { button, byId, element } from "./dom.js";
import { cssColour } from "./svg.js";
import { drawSeatIcon } from "./tokens.js";

/** @import { Sheet } from "../types.js" */

export class MoveList {
  /** @param {Sheet} sheet @param {(number: number) => void} goTo shows the position after this many moves */
  constructor(sheet, goTo) {
    this.sheet = sheet;
    this.goTo = goTo;
    /** The position that is shown, as a number of moves. */
    this.shown = 0;
    this.count = 0;
    this.list = byId("moves");
    /** With many seats a round takes several rows. */
    this.columns = { 1: 1, 2: 2, 4: 2 }[sheet.seats.length] ?? 3;
    this.list.style.setProperty("--columns", String(this.columns));
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

  /** @param {number} seat */
  columnOf(seat) {
    return (seat % this.columns) + 1;
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
    moves.forEach((text, number) => {
      const seat = movers[number];
      // A turn of several decisions is shown as one: d1-d7 + g7.
      const goesOn = String(number > 0 && movers[number - 1] === seat);
      const old = /** @type {HTMLElement | undefined} */ (list.children[number]);
      const label = written[number] ?? text;
      const isSame = old?.dataset.text === text && old.dataset.seat === String(seat) && old.dataset.goesOn === goesOn && old.textContent === label;
      if (isSame) return;
      const item = element("li", { "data-text": text, "data-seat": String(seat), "data-goes-on": goesOn, class: `seat-${seat}` });
      item.style.gridColumn = String(this.columnOf(seat));
      const words = `Move ${number + 1}, ${this.sheet.seats[seat].title}${goesOn === "true" ? ", in the same turn" : ""}: ${label}`;
      if (goesOn === "false") item.append(drawSeatIcon(this.sheet, seat));
      item.append(button(label, () => this.goTo(number + 1), { class: "move", "aria-label": words }));
      if (old) old.replaceWith(item);
      else list.append(item);
    });
    [...list.children].forEach((item, number) => {
      item.querySelector(".move")?.toggleAttribute("aria-current", number + 1 === shown);
      item.classList.toggle("row-start", !number || this.columnOf(movers[number]) < this.columnOf(movers[number - 1]));
      item.classList.toggle("stored", number + 1 === saved);
    });
    this.shown = shown;
    this.count = moves.length;
    this.slider.max = String(moves.length);
    this.slider.value = String(shown);
    this.slider.setAttribute("aria-valuetext", shown === moves.length ? `move ${shown}, the last` : `move ${shown} of ${moves.length}`);
    byId("looking-back").textContent = shown === moves.length ? "" : `Looking back: move ${shown} of ${moves.length}`;
    const current = list.children[shown - 1];
    if (current) list.scrollTop = /** @type {HTMLElement} */ (current).offsetTop - list.clientHeight / 2;
  }
}
