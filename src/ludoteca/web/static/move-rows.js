/** Where moves stand in a list of moves: a column for each seat, as far as there is room, and rows that are numbered. */

export class MoveRows {
  /** @param {number} seats */
  constructor(seats) {
    /** With many seats a round takes several rows. */
    this.columns = { 1: 1, 2: 2, 4: 2 }[seats] ?? 3;
  }

  /** From 1. @param {number} seat */
  columnOf(seat) {
    return (seat % this.columns) + 1;
  }

  /** Whether a move begins a row. @param {number} mover @param {number | undefined} before who made the move before, if there was one */
  isRowStart(mover, before) {
    return before === undefined || this.columnOf(mover) < this.columnOf(before);
  }
}
