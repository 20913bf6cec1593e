/** Which position of a study the board shows, with an animation from one to the next. */

import { animate, finishAnimations, SPEEDS } from "./animate.js";
import { announce } from "./announce.js";
import { describeMove } from "./describe.js";
import { clearPicks } from "./highlight.js";
import { hideRuling } from "./ruling.js";
import { animationSpeed } from "./settings.js";
import { playSound } from "./sound.js";
import { showToast } from "./status.js";
import { showInAddress } from "./study-address.js";
import { StudyRefusal } from "./study-positions.js";

/** @import { StudyPage } from "./study.js" */
/** @import { StudyNode } from "./study-tree.js" */
/** @import { StudyPosition } from "../types.js" */

export class StudyPlayback {
  /** @param {StudyPage} page */
  constructor(page) {
    this.page = page;
    /** @type {Promise<void>} Until the position that is wanted is shown. */
    this.showing = Promise.resolve();
    /** Counts animations, of which the last one is shown. */
    this.animations = 0;
    this.isRunning = false;
    this.patience = new AbortController();
    /** @type {Promise<void>} */
    this.animated = Promise.resolve();
  }

  /** A move may be tried in every position. */
  isLive() {
    return true;
  }

  isAnimating() {
    return this.isRunning;
  }

  /** Show at once what is being animated. */
  finish() {
    this.patience.abort();
    finishAnimations(this.page.board);
    return this.animated;
  }

  /** Show the position after a move. @param {StudyNode} node */
  show(node) {
    this.showing = this.fetchAndShow(node);
    return this.showing;
  }

  /** @param {StudyNode} node */
  async fetchAndShow(node) {
    const { page } = this;
    const before = page.shown;
    page.node = node;
    hideRuling();
    page.list.mark(node);
    page.showControls();
    showInAddress(node);
    let position;
    try {
      position = await page.positions.get(node);
    } catch (error) {
      if (!(error instanceof StudyRefusal)) throw error;
      if (page.node !== node) return;
      showToast(error.message);
      if (error.why === "unreadable" && node.parent && before) await this.fetchAndShow(before);
      return;
    }
    if (page.node !== node || !position) return;
    page.shown = node;
    page.moveEntry.reload();
    if (page.analyser.isOn) page.analyser.update();
    if (node.parent && node.parent === before) this.startAnimation(position);
    else {
      this.animations += 1;
      this.isRunning = false;
      page.display(position);
    }
    void this.announceMove(node, position);
  }

  /** Announce the move once it is written in the notation that was chosen. @param {StudyNode} node @param {StudyPosition} position */
  async announceMove(node, { steps }) {
    const { page } = this;
    await page.translated;
    if (node.parent?.position && page.node === node) announce(describeMove(page.sheet, node.parent.position.to_move, node.text || node.move, steps));
  }

  /** @param {StudyPosition} position */
  startAnimation(position) {
    const { page } = this;
    this.patience.abort();
    finishAnimations(page.board);
    this.animations += 1;
    const { animations } = this;
    this.patience = new AbortController();
    this.isRunning = true;
    clearPicks(page.board);
    this.animated = animate(page.board, position.steps, SPEEDS[animationSpeed()], this.patience.signal).then(() => {
      if (animations !== this.animations) return;
      this.isRunning = false;
      page.display(position);
      playSound(position.steps.some(({ verb }) => verb === "die") ? "capture" : "move");
    });
  }
}
