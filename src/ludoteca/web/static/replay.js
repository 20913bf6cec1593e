/** The list of moves, and the way back and forth in it. */

import { button, byId, element } from "./dom.js";

/** @import { Sheet } from "../types.js" */

export class Replay {
  /** @param {Sheet} sheet @param {(number: number) => void} go */
  constructor(sheet, go) {
    this.sheet = sheet;
    this.go = go;
    this.at = 0;
    this.count = 0;
    this.list = byId("moves");
    this.slider = /** @type {HTMLInputElement} */ (byId("slider"));
    this.slider.addEventListener("input", () => go(Number(this.slider.value)));
    const steps = /** @type {const} */ ([["first", () => 0], ["before", () => this.at - 1], ["after", () => this.at + 1], ["last", () => this.count]]);
    for (const [id, where] of steps) byId(id).addEventListener("click", () => this.to(where()));
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
    const where = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.count }[event.key];
    if (where === undefined) return;
    event.preventDefault();
    this.to(where);
  }

  /** @param {number} number */
  to(number) {
    const within = Math.max(0, Math.min(this.count, number));
    if (within !== this.at) this.go(within);
  }

  /**
   * @param {string[]} moves
   * @param {number[]} movers
   * @param {number} at
   * @param {number} saved the number of the last move of one's own that the server has stored
   */
  show(moves, movers, at, saved) {
    const { list } = this;
    while (list.children.length > moves.length) list.lastElementChild?.remove();
    moves.forEach((text, number) => {
      const seat = movers[number];
      const old = /** @type {HTMLElement | undefined} */ (list.children[number]);
      if (old?.dataset.text === text && old.dataset.seat === String(seat)) return;
      const item = element("li", { "data-text": text, "data-seat": String(seat) });
      const label = `Move ${number + 1}, ${this.sheet.seats[seat].title}: ${text}`;
      item.append(button(text, () => this.go(number + 1), { class: `move mover-${seat % 2}`, "aria-label": label }));
      if (old) old.replaceWith(item);
      else list.append(item);
    });
    [...list.children].forEach((item, number) => {
      const [first] = item.children;
      first.toggleAttribute("aria-current", number + 1 === at);
      item.classList.toggle("stored", number + 1 === saved);
    });
    this.at = at;
    this.count = moves.length;
    this.slider.max = String(moves.length);
    this.slider.value = String(at);
    this.slider.setAttribute("aria-valuetext", at === moves.length ? `move ${at}, the last` : `move ${at} of ${moves.length}`);
    byId("where").textContent = at === moves.length ? "" : `Looking back: move ${at} of ${moves.length}`;
    const current = list.children[at - 1];
    if (current) list.scrollTop = /** @type {HTMLElement} */ (current).offsetTop - list.clientHeight / 2;
  }
}
