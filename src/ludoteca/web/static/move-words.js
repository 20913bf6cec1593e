/** Tells in words what a move of the list did: below the list the one that is shown, and each that is pointed at. */

import { describeMove } from "./describe.js";
import { byId } from "./dom.js";
import { LatestCache } from "./latest-cache.js";

/** @import { RoomPage } from "./room.js" */
/** @import { Step } from "../types.js" */

export class MoveWords {
  /** @param {RoomPage} page */
  constructor(page) {
    this.page = page;
    /** @type {LatestCache<Step[]>} What happened in moves that were pointed at, by number. */
    this.pointedAt = new LatestCache((number) => this.fetch(number));
  }

  /** @param {number} number */
  async fetch(number) {
    const answer = await this.page.connection.ask({ do: "view", number });
    return answer.say === "view" ? answer.steps : null;
  }

  /** Forget what was fetched: moves may have been taken back. */
  reset() {
    this.pointedAt.clear();
  }

  /** Tell what the move did that led to the position on the board. */
  showCurrent() {
    const { playback, state } = this.page;
    const { number } = playback;
    const steps = playback.isLive() ? state.steps : (playback.views.known.get(number)?.steps ?? []);
    byId("shown-move").textContent = steps.length ? this.describe(number, steps) : "";
  }

  /** Tell what a move did beside the pointer or the focus. @param {HTMLElement} item @param {number} number */
  async explain(item, number) {
    const steps = await this.pointedAt.get(number);
    if (steps?.length) item.title = this.describe(number, steps);
  }

  /** @param {number} number @param {Step[]} steps */
  describe(number, steps) {
    const { notation, sheet, state } = this.page;
    const { moves, movers } = state.room;
    return describeMove(sheet, movers[number - 1], notation.texts[number - 1] ?? moves[number - 1], steps);
  }
}
