/** Which position the board shows: the latest or an earlier one, with animations in between. */

import { animate, finishAnimations, SPEEDS } from "./animate.js";
import { clearHighlights, clearPicks, hideAnalysis } from "./highlight.js";
import { LatestCache } from "./latest-cache.js";
import { hideRuling } from "./ruling.js";
import { animationSpeed } from "./settings.js";
import { numberInAddress, showInAddress } from "./share.js";
import { playSound } from "./sound.js";

/** @import { RoomPage } from "./room.js" */
/** @import { Answers, Step, View } from "../types.js" */

/** When more moves than these wait for their animation, they are shown at once. */
const MAX_QUEUED_ANIMATIONS = 3;

export class Playback {
  /** @param {RoomPage} page */
  constructor(page) {
    this.page = page;
    /** The position that is shown, as a number of moves. */
    this.number = page.state.room.number;
    /** The position that the address of the page asks for, until it is shown. */
    this.linked = numberInAddress(location.hash);
    addEventListener("hashchange", () => {
      const number = numberInAddress(location.hash);
      if (number !== null && number <= page.state.room.number) void this.goTo(number);
    });
    /** Counts jumps to another position, so that what was queued before a jump is not shown after it. */
    this.jumps = 0;
    this.queued = 0;
    /** Aborted when the visitor does not wait for the animations that are queued. */
    this.patience = new AbortController();
    /** Resolves when everything that is queued has been shown. */
    this.idle = Promise.resolve();
    /** @type {LatestCache<Answers["view"]>} By number of moves. */
    this.views = new LatestCache((number) => this.fetchView(number));
  }

  /** @param {number} number */
  async fetchView(number) {
    const answer = await this.page.connection.ask({ do: "view", number });
    return answer.say === "view" ? answer : null;
  }

  /** Whether the latest position is shown. */
  isLive() {
    return this.number === this.page.state.room.number;
  }

  isAnimating() {
    return this.queued > 0;
  }

  /** Show at once what is being animated and what is queued. */
  finish() {
    this.patience.abort();
    this.patience = new AbortController();
    finishAnimations(this.page.board);
    return this.idle;
  }

  /** Show the position anew after the server has sent the whole state. @param {boolean} wasLive */
  restart(wasLive) {
    const { room, view } = this.page.state;
    this.jumps += 1;
    this.views.clear();
    if (wasLive || this.number > room.number) this.number = room.number;
    if (this.linked !== null) {
      this.number = Math.min(this.linked, room.number);
      this.linked = null;
    }
    if (view && this.isLive()) this.page.display(view);
    else void this.goTo(this.number);
  }

  /** Show the move that was just made. @param {Step[]} steps */
  advance(steps) {
    const { board, state } = this.page;
    this.number = state.room.number;
    showInAddress(null);
    hideAnalysis(board);
    hideRuling();
    if (state.view) this.animateTo(steps, state.view);
  }

  /** Moves were taken back: show the position that is the latest now. */
  takeBack() {
    const { room, view } = this.page.state;
    this.number = room.number;
    showInAddress(null);
    this.jumps += 1;
    this.views.retain((number) => number <= room.number);
    hideAnalysis(this.page.board);
    hideRuling();
    this.page.moveEntry.premove.clear();
    if (view) this.page.display(view);
  }

  /** Show the position after this many moves. @param {number} number */
  async goTo(number) {
    const { page } = this;
    const before = this.number;
    this.number = number;
    this.jumps += 1;
    const { jumps } = this;
    page.moveEntry.clear();
    hideRuling();
    hideAnalysis(page.board);
    page.showMoves();
    showInAddress(this.isLive() ? null : number);
    const latest = this.isLive() ? page.state.view : null;
    const found = latest ? { view: latest, steps: [] } : await this.views.get(number);
    if (jumps !== this.jumps || !found) return;
    const { view, steps } = found;
    if (number === before + 1 && steps.length) this.animateTo(steps, view);
    else this.idle = this.idle.then(() => (jumps === this.jumps ? page.display(view) : undefined));
    page.refresh();
  }

  /** Animate a move after those that are queued, then show the position. @param {Step[]} steps @param {View} view */
  animateTo(steps, view) {
    const { page, jumps } = this;
    const { board } = page;
    const { signal } = this.patience;
    this.queued += 1;
    this.idle = this.idle.then(async () => {
      clearPicks(board);
      clearHighlights(board, "refusal");
      const pace = this.queued > MAX_QUEUED_ANIMATIONS ? 0 : SPEEDS[animationSpeed()];
      if (jumps === this.jumps) await animate(board, steps, pace, signal);
      this.queued -= 1;
      if (jumps === this.jumps) {
        page.display(view);
        this.playMoveSound(steps, view);
      } else if (!this.queued && board.view) page.display(board.view);
    });
  }

  /** @param {Step[]} steps @param {View} view */
  playMoveSound(steps, view) {
    const verbs = new Set(steps.map((step) => step.verb));
    if (this.page.state.room.outcome) playSound("end");
    else if (verbs.has("explode")) playSound("explosion");
    else if (view.marks.some((mark) => mark.kind === "check")) playSound("check");
    else playSound(verbs.has("die") ? "capture" : "move");
  }
}
