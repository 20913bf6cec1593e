/** What the move entry of a study is told, as a room's state tells it in a room. */

/** @import { StudyPage } from "./study.js" */

export class StudyState {
  /** @param {StudyPage} page */
  constructor(page) {
    this.page = page;
  }

  /** Each node is a turn of its own. */
  get room() {
    const { node } = this.page;
    return { number: node.id, to_move: node.position?.to_move ?? 0, outcome: null };
  }

  get sheet() {
    return this.page.sheet;
  }

  get view() {
    return this.page.board.view;
  }

  isYourTurn() {
    const { isEditing, drawings, node, shown } = this.page;
    return shown === node && Boolean(node.position) && !node.position?.outcome && !isEditing && !drawings.isOn;
  }

  /** Nobody waits for a turn in a study, so there are no premoves. */
  isSeated() {
    return false;
  }

  /** @param {number} cell */
  isOwnUnit(cell) {
    const unit = this.view?.units.find(([where]) => where === cell)?.[1];
    return unit !== undefined && this.sheet.glyphs[unit]?.seat === this.room.to_move;
  }
}
