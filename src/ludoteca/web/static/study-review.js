/** The review of a study's main line. What was better is played as a variation. */

import { byId } from "./dom.js";
import { askForEvents } from "./events.js";
import { ReviewPanel } from "./review.js";
import { showToast } from "./status.js";
import { told } from "./words.js";

/** @import { StudyPage } from "./study.js" */
/** @import { StudyNode } from "./study-tree.js" */
/** @import { Refusal, Review } from "../types.js" */

/** Milliseconds until a busy server is asked again. */
const BUSY_DELAY = 1000;

export class StudyReview {
  /** @param {StudyPage} page */
  constructor(page) {
    this.page = page;
    this.panel = new ReviewPanel(this);
    this.isOn = false;
    /** @type {StudyNode[]} The positions that are reviewed, the first one included. */
    this.line = [];
    this.patience = new AbortController();
    this.timer = 0;
  }

  toggle() {
    if (this.isOn) this.stop();
    else this.start();
  }

  start() {
    const { root } = this.page;
    this.isOn = true;
    this.line = [root, ...root.line()];
    byId("ask-review").setAttribute("aria-pressed", "true");
    this.ask();
  }

  stop() {
    this.isOn = false;
    this.patience.abort();
    clearTimeout(this.timer);
    byId("ask-review").setAttribute("aria-pressed", "false");
    this.panel.clear();
    this.showMarks();
  }

  ask() {
    const { signal } = (this.patience = new AbortController());
    const { game, options, start } = this.page.study;
    const question = { options, start, moves: this.line.slice(1).map(({ move }) => move) };
    const tell = (/** @type {Review | Refusal} */ answer) => void (signal.aborted || this.receive(answer));
    void askForEvents(`/api/study/${game}/review`, question, tell, signal).then(() => {
      // A server that has stopped goes on when it is asked again.
      if (!signal.aborted && this.isOn && !this.panel.isFinal()) this.timer = setTimeout(() => this.ask(), BUSY_DELAY);
    });
  }

  /** @param {Review | Refusal} answer */
  receive(answer) {
    if (answer.say === "review") {
      this.panel.receive(answer);
      this.showMarks();
    } else if (answer.why !== "busy" && answer.why !== "too-fast") {
      this.stop();
      showToast(told(answer));
    }
  }

  /** Mark the mistakes in the list of moves. */
  showMarks() {
    const marks = new Map(this.panel.review?.mistakes?.map(({ number, mark }) => [this.line[number], mark]));
    for (const node of this.line) {
      const mark = marks.get(node) ?? "";
      if (node.mark === mark) continue;
      node.mark = mark;
      this.page.list.showMark(node);
    }
  }

  /** The tree has changed: a review of moves that are no part of it any more is put away. */
  check() {
    const { line, page } = this;
    const isThere = line[0] === page.root && line.every((node, number) => !number || line[number - 1].children.includes(node));
    if (this.isOn && !isThere) this.stop();
  }

  /** Show it anew, as the moves are written now. */
  show() {
    this.panel.show();
  }

  // The game that is reviewed

  get sheet() {
    return this.page.sheet;
  }

  notationName() {
    return this.page.notationName();
  }

  /** @param {number} seat */
  playerName(seat) {
    return this.sheet.seats[seat].title;
  }

  /** @param {number} number */
  moveTitle(number) {
    return this.page.list.titleOf(this.line[number]);
  }

  shownNumber() {
    const number = this.line.indexOf(this.page.node);
    return number < 0 ? null : number;
  }

  /** @param {number} number */
  goTo(number) {
    this.page.goTo(this.line[number]);
  }

  /** Show the first move of a line, which becomes a variation; the others follow in the list. @param {number} number @param {string[]} moves */
  playOut(number, moves) {
    void this.page.playLineFrom(this.line[number], moves, 1);
  }

  /** The study is open. */
  linksTo() {
    return [];
  }
}
