/** The strips beside the board: who sits where, whose turn it is, clocks, and units off the board. */

import { button, element } from "./dom.js";
import { drawSeatIcon, drawUnitIcon } from "./tokens.js";

/** @import { Clocks, Room, Sheet, View } from "../types.js" */

/** @typedef {{ sheet: Sheet, room: Room, you: number[], view: View | null, face: string, levels: number }} Table */
/** @typedef {{ sit: (seat: number) => void, hand: (seat: number, to: string) => void, invite: (seat: number) => void }} SeatActs */

export class Seats {
  /** @param {HTMLElement} far @param {HTMLElement} near @param {SeatActs} acts */
  constructor(far, near, acts) {
    this.far = far;
    this.near = near;
    this.acts = acts;
    /** @type {Clocks | null} */
    this.clocks = null;
    this.heard = 0;
    /** @type {HTMLElement[]} */
    this.faces = [];
    setInterval(() => this.tick(), 200);
  }

  /** @param {Table} table @param {number} below the seat that sits below */
  show(table, below) {
    const { room } = table;
    this.faces = [];
    const strips = room.seats.map((_, seat) => this.strip(table, seat));
    const near = table.you.length > 1 ? [below] : [below];
    this.near.replaceChildren(...near.map((seat) => strips[seat]));
    this.far.replaceChildren(...strips.filter((_, seat) => !near.includes(seat)));
    this.tick();
  }

  /** Clocks as of now. @param {Clocks | null} clocks */
  setClocks(clocks) {
    this.clocks = clocks;
    this.heard = performance.now();
  }

  /** @param {Table} table @param {number} seat */
  strip(table, seat) {
    const { sheet, room, you, view, face } = table;
    const sitting = room.seats[seat];
    const isTurn = room.to_move === seat && !room.outcome;
    const strip = element("div", { class: "strip", "data-seat": String(seat) });
    strip.classList.toggle("turn", isTurn);
    const title = sheet.seats[seat].title;
    const isYou = you.includes(seat);
    const name = element("span", { class: "who" }, element("strong", {}, sitting.name || title));
    if (sitting.name && sitting.name !== title) name.append(` ${title}`);
    if (isYou) name.append(" (you)");
    strip.append(drawSeatIcon(sheet, seat), name);
    if (sitting.kind === "open") strip.append(element("span", { class: "badge-open" }, "open seat"));
    if (sitting.kind === "person" && sitting.is_here === false) strip.append(element("span", { class: "away" }, "away"));
    if (isTurn) strip.append(element("span", { class: "to-move" }, sitting.kind === "machine" ? "thinks…" : "to move"));
    const clock = element("span", { class: "clock" });
    if (room.clocks) {
      clock.setAttribute("role", "timer");
      strip.append(clock);
    }
    this.faces[seat] = clock;
    const offers = sitting.kind === "open" && !room.outcome ? this.offers(table, seat) : [];
    if (offers.length) strip.append(element("span", { class: "row seat-offers" }, ...offers));
    const pools = (view?.pools ?? []).filter((pool) => pool.seat === seat && pool.units.length);
    for (const pool of pools) {
      const units = pool.units.map((unit) => drawUnitIcon(sheet, unit, face));
      strip.append(element("span", { class: "pool" }, element("span", { class: "pool-name" }, `${pool.name} `), ...units));
    }
    return strip;
  }

  /** What can be done about an open seat. @param {Table} table @param {number} seat */
  offers({ room, levels }, seat) {
    const found = [];
    if (room.public || room.host) found.push(button("Sit here", () => this.acts.sit(seat)));
    if (room.host) {
      found.push(button("Invite a friend", () => this.acts.invite(seat)));
      const choice = element("select", { "aria-label": "give the seat to the machine" });
      choice.append(element("option", { value: "" }, "Give it to a machine…"));
      for (let level = 1; level <= levels; level += 1) {
        choice.append(element("option", { value: `machine:${level}` }, `Machine, level ${level}`));
      }
      choice.addEventListener("change", () => choice.value && this.acts.hand(seat, choice.value));
      found.push(choice);
    }
    return found;
  }

  tick() {
    const { clocks } = this;
    if (!clocks) return;
    const gone = (performance.now() - this.heard) / 1000;
    clocks.left.forEach((left, seat) => {
      const now = Math.max(0, left - (clocks.running === seat ? gone : 0));
      const face = this.faces[seat];
      if (!face) return;
      face.textContent = clockText(now);
      face.classList.toggle("running", clocks.running === seat);
      face.classList.toggle("short", now < 20);
    });
  }
}

/** @param {number} seconds */
function clockText(seconds) {
  if (seconds < 20) return seconds.toFixed(1);
  const whole = Math.ceil(seconds);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  return `${hours ? `${hours}:` : ""}${two(Math.floor((whole % 3600) / 60))}:${two(whole % 60)}`;
}
