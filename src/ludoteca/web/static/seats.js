/** The strip of each seat: player, clock, whose turn it is, units off the board. */

import { button, element } from "./dom.js";
import { levelDescription, levelOptions, levelWords } from "./handover.js";
import { cssColour } from "./svg.js";
import { drawSeatIcon, drawUnitIcon } from "./tokens.js";
import { t } from "./words.js";

/** @import { Board } from "./board.js" */
/** @import { RoomState } from "./room-state.js" */
/** @import { Clocks, Goal, Room, Sheet } from "../types.js" */

const CLOCK_REFRESH = 200;
/** Seconds: below this a clock shows tenths and a warning. */
const SHORT_TIME = 20;
/** Seconds: below this a clock with days for each move shows a warning. */
const SHORT_DAYS = 6 * 3600;
/** A goal of more units than these is drawn as a bar. */
const MOST_ICONS = 5;

/** @typedef {{ sit: (seat: number) => void, handOver: (seat: number, to: string) => void, invite: (seat: number) => void }} SeatHandlers */

export class Seats {
  /** @param {HTMLElement} far @param {HTMLElement} near @param {SeatHandlers} handlers */
  constructor(far, near, handlers) {
    this.far = far;
    this.near = near;
    this.handlers = handlers;
    /** @type {Clocks | null} */
    this.clocks = null;
    /** Whether each move has days of its own. */
    this.isPerMove = false;
    /** When the clocks were received, by this page's own clock. */
    this.receivedAt = 0;
    /** @type {HTMLElement[]} */
    this.clockElements = [];
    setInterval(() => this.showClocks(), CLOCK_REFRESH);
  }

  /** @param {RoomState} state @param {Board} board @param {number} nearSeat the seat at the bottom of the board */
  show(state, board, nearSeat) {
    this.clockElements = [];
    this.isPerMove = Boolean(state.room.clock?.is_per_move);
    const strips = state.room.seats.map((_, seat) => this.createStrip(state, board, seat));
    this.far.classList.toggle("many", strips.length > 2);
    this.near.replaceChildren(strips[nearSeat]);
    this.far.replaceChildren(...strips.filter((_, seat) => seat !== nearSeat));
    this.showClocks();
  }

  /** Set the clocks as they are now. @param {Clocks | null} clocks */
  setClocks(clocks) {
    this.clocks = clocks;
    this.receivedAt = performance.now();
  }

  /** @param {RoomState} state @param {Board} board @param {number} seat */
  createStrip(state, { view, face }, seat) {
    const { sheet, room, you } = state;
    const player = room.seats[seat];
    const isTurn = room.to_move === seat && !room.outcome;
    const strip = element("div", { class: "strip", "data-seat": String(seat) });
    strip.classList.toggle("turn", isTurn);
    const { name: usualName, title } = sheet.seats[seat];
    const isYou = you.includes(seat);
    const isMachine = player.kind === "machine";
    const name = element("span", { class: "who" }, element("strong", {}, state.playerName(seat)));
    if (isMachine) {
      const level = player.level ?? 1;
      name.append(" ", element("span", { class: "kind", title: levelDescription(level) }, element("span", { class: "prefix" }, t("machine,"), " "), levelWords(level)));
    }
    if (!isMachine && player.name && player.name !== usualName) name.append(` ${title}`);
    if (isYou) name.append(" ", t("(you)"));
    strip.append(drawSeatIcon(sheet, seat), name);
    if (player.kind === "open") strip.append(element("span", { class: "badge-open" }, t("open seat")));
    if (player.kind === "person" && player.is_here === false) strip.append(element("span", { class: "away" }, t("away")));
    if (isTurn) strip.append(element("span", { class: "to-move" }, isMachine ? t("thinks…") : t("to move")));
    const clock = element("span", { class: "clock" });
    // Machines have no clock (H2).
    if (room.clocks && !isMachine) {
      clock.setAttribute("role", "timer");
      strip.append(clock);
    }
    this.clockElements[seat] = clock;
    const controls = player.kind === "open" && !room.outcome ? this.openSeatControls(room, seat) : [];
    if (controls.length) strip.append(element("span", { class: "row seat-controls" }, ...controls));
    const pools = (view?.pools ?? []).filter((pool) => pool.seat === seat && pool.units.length);
    for (const pool of pools) {
      const units = pool.units.map((unit) => drawUnitIcon(sheet, unit, face));
      strip.append(element("span", { class: "pool" }, element("span", { class: "pool-name" }, `${t(pool.name)} `), ...units));
    }
    for (const goal of view?.goals ?? []) if (goal.seat === seat) strip.append(drawGoal(sheet, goal, face));
    return strip;
  }

  /** @param {Room} room @param {number} seat */
  openSeatControls(room, seat) {
    /** @type {HTMLElement[]} */
    const controls = [];
    if (room.is_joinable || room.host) controls.push(button(t("Sit here"), () => this.handlers.sit(seat)));
    if (room.host) {
      controls.push(button(t("Invite a friend"), () => this.handlers.invite(seat)));
      const choice = element("select", { "aria-label": t("give the seat to the machine") });
      choice.append(element("option", { value: "" }, t("Give it to a machine…")), ...levelOptions());
      choice.addEventListener("change", () => choice.value && this.handlers.handOver(seat, choice.value));
      controls.push(choice);
    }
    return controls;
  }

  showClocks() {
    const { clocks } = this;
    if (!clocks) return;
    const elapsed = (performance.now() - this.receivedAt) / 1000;
    clocks.left.forEach((left, seat) => {
      const seconds = Math.max(0, left - (clocks.running === seat ? elapsed : 0));
      const clock = this.clockElements[seat];
      if (!clock) return;
      const isRunning = clocks.running === seat;
      const text = this.isPerMove ? daysText(seconds, isRunning) : clockText(seconds);
      // What stays the same for an hour is not drawn five times a second.
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle("days", this.isPerMove);
      clock.classList.toggle("running", isRunning);
      clock.classList.toggle("short", seconds < (this.isPerMove ? SHORT_DAYS : SHORT_TIME));
    });
  }
}

/** How far a seat is: what it has and what it lacks as icons, or as a bar if that is much. @param {Sheet} sheet @param {Goal} goal @param {string} face */
function drawGoal(sheet, { seat, name, units, needed }, face) {
  const label = t("{count} of {needed} {things}", { count: units.length, needed, things: t(name) });
  const drawn = element("span", { class: `goal seat-${seat}`, role: "img", "aria-label": label });
  const words = element("span", { class: "goal-words" }, label);
  drawn.style.setProperty(`--seat-${seat}`, cssColour(sheet.seats[seat].colour));
  if (needed > MOST_ICONS) {
    const fill = element("span", { class: "fill" });
    fill.style.width = `${(100 * units.length) / needed}%`;
    drawn.classList.add("in-bar");
    drawn.append(element("span", { class: "bar" }, fill), words);
    return drawn;
  }
  const lacking = Array.from({ length: Math.max(0, needed - units.length) }, () => element("span", { class: "lacking" }));
  const icons = units.map((unit) => drawUnitIcon(sheet, unit, face));
  for (const icon of icons) icon.setAttribute("aria-hidden", "true");
  drawn.append(...icons, ...lacking, words);
  return drawn;
}

/** As 2 d 4 h, 5 h 12 min or 40 s. @param {number} seconds @param {boolean} isRunning */
function daysText(seconds, isRunning) {
  const time = timeText(seconds);
  return isRunning ? t("{time} left", { time }) : time;
}

/** @param {number} seconds */
function timeText(seconds) {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days) return hours % 24 ? t("{days} d {hours} h", { days, hours: hours % 24 }) : t("{days} d", { days });
  if (hours) return t("{hours} h {minutes} min", { hours, minutes: minutes % 60 });
  return minutes ? t("{minutes} min", { minutes }) : t("{seconds} s", { seconds: Math.floor(seconds) });
}

/** As 9:58 or 1:00:00, and as 0:07.3 in short time. @param {number} seconds */
function clockText(seconds) {
  if (seconds < SHORT_TIME) return `0:${seconds.toFixed(1).padStart(4, "0")}`;
  const whole = Math.ceil(seconds);
  const twoDigits = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  return `${hours ? `${hours}:${twoDigits(minutes)}` : minutes}:${twoDigits(whole % 60)}`;
}
