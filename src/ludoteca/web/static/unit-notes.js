/** Tells what the rules say of the unit that is picked: how it moves, who lends and guards, what hinders it. */

import { byId, capitalize, element } from "./dom.js";
import { clearHighlights, ringCell, shieldCell, tintArea } from "./highlight.js";
import { LatestCache } from "./latest-cache.js";
import { clauseLink } from "./ruling.js";
import { unitName } from "./tokens.js";
import { t, told, toldSentence } from "./words.js";

/** @import { MovePage, Note } from "../types.js" */

export class UnitNotes {
  /** @param {MovePage} page */
  constructor(page) {
    this.page = page;
    /** @type {number | null} The cell whose notes are shown. */
    this.cell = null;
    /** @type {Note[]} */
    this.notes = [];
    /** @type {LatestCache<Note[]>} By cell. */
    this.known = new LatestCache((cell) => this.fetch(cell));
  }

  /** @param {number} cell */
  async fetch(cell) {
    const { connection, state } = this.page;
    const answer = await connection.ask({ do: "notes", number: state.room.number, cell });
    return answer.say === "notes" ? answer.notes : null;
  }

  /** Forget what was fetched: the position has changed. */
  reset() {
    this.known.clear();
    void this.show(null);
  }

  /** Show the notes about the unit on a cell, or none. @param {number | null} cell */
  async show(cell) {
    if (cell !== this.cell) {
      this.cell = cell;
      this.notes = [];
      const notes = cell === null ? [] : await this.known.get(cell);
      if (cell !== this.cell) return;
      this.notes = notes ?? [];
    }
    this.draw();
    this.list();
  }

  draw() {
    const { board } = this.page;
    clearHighlights(board, "note");
    for (const { shape, cell, cells = [], seat } of this.notes) {
      if (shape === "area") tintArea(board, cells, seat);
      if (shape === "shield" && cell !== undefined) shieldCell(board, cell);
      if (shape !== "area" && cell === this.cell) for (const each of cells) ringCell(board, each, "note cause");
    }
  }

  /** The notes about the picked unit, and those about whole areas. */
  list() {
    const { board, sheet } = this.page;
    const box = byId("unit-notes");
    const shown = this.notes.filter(({ cell }) => cell === this.cell || cell === undefined);
    box.hidden = !shown.length;
    if (this.cell === null || !shown.length) return;
    const unit = board.view?.units.find(([where]) => where === this.cell)?.[1] ?? "";
    const items = shown.map((note) => element("li", {}, clauseLink(sheet.game, note.clause), ` ${toldSentence({ ...note, message: note.words })}`));
    box.replaceChildren(
      element("h2", {}, capitalize(t("{unit} on {cell}", { unit: unitName(sheet, unit), cell: sheet.names[this.cell] }))),
      element("ul", {}, ...items),
    );
  }

  /** What else is said of another cell while the unit is picked: who guards it. @param {number | null} cell */
  wordsFor(cell) {
    if (cell === null || cell === this.cell) return "";
    return this.notes.filter((note) => note.cell === cell).map((note) => `${noteText(note)} (${note.clause})`).join(", ");
  }
}

/** @param {Note} note */
function noteText(note) {
  return told({ ...note, message: note.words });
}
