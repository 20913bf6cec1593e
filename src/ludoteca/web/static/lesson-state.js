/** What the move entry asks of a room's state, answered for a lesson. */

/** @import { LessonPage } from "./learn.js" */

export class LessonState {
  /** @param {LessonPage} page */
  constructor(page) {
    this.page = page;
    this.room = { number: 0, to_move: 0, outcome: null };
  }

  get sheet() {
    return this.page.sheet;
  }

  get view() {
    return this.page.board.view;
  }

  isYourTurn() {
    return this.page.isOpen() && !this.page.step()?.choices.length;
  }

  /** Nobody waits for a turn in a lesson, so there are no premoves. */
  isSeated() {
    return false;
  }

  /** @param {number} cell */
  isOwnUnit(cell) {
    const unit = this.view?.units.find(([where]) => where === cell)?.[1];
    return unit !== undefined && this.sheet.glyphs[unit]?.seat === this.page.lesson.seat;
  }
}
