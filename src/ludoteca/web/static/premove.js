/** One move that is entered before one's turn: kept in the page, and tried when the turn comes. */

import { announce } from "./announce.js";
import { drawArrow, framePicked } from "./highlight.js";
import { t } from "./words.js";

/** @import { MovePage } from "../types.js" */

export class Premove {
  /** @param {MovePage} page */
  constructor(page) {
    this.page = page;
    /** @type {number[]} The origin, or origin and target. */
    this.cells = [];
  }

  /** Whether a pick now is for a move to come. */
  isPossible() {
    const { isSaving, playback, state } = this.page;
    return state.isSeated() && !state.room.outcome && playback.isLive() && (isSaving || !state.isYourTurn());
  }

  /** Pick the origin, then the target; one more pick cancels both. @param {number} cell */
  pick(cell) {
    const { sheet, state } = this.page;
    if (this.cells.length === 2 || this.cells[0] === cell) {
      this.clear();
      announce(t("Premove cancelled."));
    } else if (this.cells.length === 1 || state.isOwnUnit(cell)) {
      this.cells = [...this.cells, cell];
      const [origin, target] = this.cells.map((each) => sheet.names[each]);
      if (target) announce(t("Premove {origin} to {target}: it is played on your turn if it is legal then.", { origin, target }));
    }
  }

  clear() {
    this.cells = [];
  }

  draw() {
    framePicked(this.page.board, this.cells);
    if (this.cells.length === 2) drawArrow(this.page.board, this.cells, "so-far");
  }

  text() {
    return t("Premove: {cells}", { cells: this.cells.map((cell) => this.page.sheet.names[cell]).join(" → ") });
  }

  /** The cells of a move for the seat whose turn it is, which are forgotten then. @returns {number[]} */
  take() {
    const { cells } = this;
    const { room, sheet, view } = this.page.state;
    const unit = view?.units.find(([where]) => where === cells[0])?.[1];
    const seat = unit === undefined ? null : sheet.glyphs[unit]?.seat;
    // A visitor with several seats may have meant another one.
    if (seat !== room.to_move && this.page.state.isOwnUnit(cells[0])) return [];
    this.clear();
    return cells;
  }
}
