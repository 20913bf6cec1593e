/** Choosing a move at the table: what is lit, which buttons there are, and what a pick leads to. */

import { announce } from "./announce.js";
import { describeCell } from "./describe.js";
import { button, byId, capitalize, element } from "./dom.js";
import { highlightRuling, drawArrow, highlightPicks, clearHighlights } from "./highlight.js";
import { Picker } from "./pick.js";
import { clauseLink, hideRuling, showRuling } from "./ruling.js";
import { playSound } from "./sound.js";

/** @import { Table } from "./room.js" */
/** @import { Pick, Told } from "../types.js" */

export class Choosing {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.picker = new Picker((origin) => table.line.ask({ do: "moves", turn: table.room.number, origin }));
    /** @type {Pick[]} What was picked although no legal move begins so. */
    this.wished = [];
    /** @type {Promise<void>} */
    this.before = Promise.resolve();
  }

  /** The position is another one: learn what can be picked in it. */
  renew() {
    const { table } = this;
    this.picker.forget();
    this.wished = [];
    if (!table.isYourTurn() || !table.line.isWelcome) return;
    const { number } = table.room;
    void this.picker.learn().then(() => {
      if (number === table.room.number) this.light();
    });
  }

  canPick() {
    return this.table.isYourTurn() && this.table.isLive() && !this.table.isWaiting && !this.table.queue;
  }

  light() {
    const { picker } = this;
    const { board } = this.table;
    const { svg } = board;
    const canPick = this.canPick();
    svg.classList.toggle("can", canPick);
    if (!canPick) clearHighlights(board);
    else {
      const { cells } = picker.choices();
      const origins = picker.origins.map(([first]) => first).filter((first) => typeof first === "number");
      const picked = [...picker.cells(), ...this.wished.filter((pick) => typeof pick === "number")];
      highlightPicks(board, { origins, picked, targets: picker.path.length ? cells : [] });
      if (picker.cells().length > 1) drawArrow(board, picker.cells(), "so-far");
    }
    this.table.input.labelCells();
    this.offerChoices();
  }

  /** Buttons for what cells do not tell, for the move as picked so far, and for the way back. */
  offerChoices() {
    const box = byId("choices");
    const made = /** @type {HTMLElement[]} */ ([]);
    if (this.canPick()) {
      const { words, done } = this.picker.choices();
      made.push(...this.pathWords());
      if (done) made.push(button(`Play ${done}`, () => this.play(done), { class: "primary", id: "play" }));
      for (const word of words) {
        const clause = this.table.sheet.clauses?.[word];
        const title = clause ? `${clause.clause}: ${clause.words}` : word;
        made.push(button(capitalize(word), () => void this.pickWord(word), { "data-word": word, title }));
      }
      if (this.picker.path.length || this.wished.length) made.push(button("Back", () => this.back(), { id: "back" }));
    }
    this.help();
    const focused = document.activeElement instanceof HTMLElement && box.contains(document.activeElement);
    box.replaceChildren(...made);
    if (focused) box.querySelector("button")?.focus();
  }

  /** What was picked so far, in words. */
  pathWords() {
    const { names } = this.table.sheet;
    const told = this.picker.path.map((pick) => (typeof pick === "number" ? names[pick] : pick));
    return told.length ? [element("span", { class: "path" }, told.join(" → "))] : [];
  }

  /** The clause behind the ability that was picked last. */
  help() {
    const { sheet } = this.table;
    const word = this.canPick() ? this.picker.path.findLast((pick) => typeof pick === "string") : undefined;
    const clause = word ? sheet.clauses?.[word] : undefined;
    const help = byId("help");
    help.hidden = !clause;
    if (!clause) return;
    const { cells, words } = this.picker.choices();
    const next = cells.length ? "Now pick one of the marked cells." : words.length ? "Now choose below the board." : "";
    help.replaceChildren(element("strong", {}, next), " ", clauseLink(sheet.game, clause.clause), ` ${clause.words}`);
  }

  /** Picks come one after the other, however fast the hand is. @param {number} cell */
  pickCell(cell) {
    const { era } = this.picker;
    this.before = this.before.then(() => (era === this.picker.era ? this.takeCell(cell) : undefined));
    return this.before;
  }

  /** @param {number} cell @returns {Promise<void>} */
  async takeCell(cell) {
    this.table.tellCell(cell);
    if (!this.canPick()) return;
    highlightRuling(this.table.board, [], []);
    const { picker } = this;
    const { cells, done } = picker.choices();
    const last = picker.path.at(-1);
    if (this.wished.length) return this.pickWish(cell);
    if (picker.path.length && cell === last && done) return this.play(done);
    if (cells.includes(cell)) return this.take(await picker.pick(cell));
    const isOrigin = picker.origins.some(([first]) => first === cell);
    if (picker.path.length === 1 && cell === last) return this.back();
    if (isOrigin) {
      picker.clear();
      return this.take(await picker.pick(cell));
    }
    if (picker.path.length) return this.askWhy([...picker.path, cell]);
    if (this.table.board.view?.units.some(([where]) => where === cell)) {
      this.wished = [cell];
      announce(`${describeCell(this.table.sheet, this.table.board.view, cell)}: no move begins here. Pick where it should go to hear why.`);
      this.light();
    }
    return undefined;
  }

  /** A second cell for a unit that has no legal move: ask why not. @param {number} cell @returns {Promise<void>} */
  async pickWish(cell) {
    const [first] = this.wished;
    this.wished = [];
    if (this.picker.origins.some(([origin]) => origin === cell)) return this.takeCell(cell);
    if (cell === first) return this.light();
    await this.askWhy([first, cell]);
    return this.light();
  }

  /** @param {string} word */
  async pickWord(word) {
    if (!this.canPick()) return;
    hideRuling();
    this.take(await this.picker.pick(word));
  }

  /** @param {"more" | "play" | "no"} answer */
  take(answer) {
    hideRuling();
    const { done, cells, words } = this.picker.choices();
    if (answer === "play" && done) {
      this.play(done);
      return;
    }
    this.light();
    const names = cells.slice(0, 12).map((cell) => this.table.sheet.names[cell]);
    const more = cells.length > names.length ? ` and ${cells.length - names.length} more` : "";
    const next = [...names, ...words].join(", ");
    announce(`${done ? `${done} can be played. ` : ""}Next: ${next}${more}.`);
  }

  back() {
    highlightRuling(this.table.board, [], []);
    hideRuling();
    this.wished = [];
    this.picker.back();
    this.light();
  }

  /** Nothing is picked any more. */
  clear() {
    this.picker.clear();
    this.wished = [];
    highlightRuling(this.table.board, [], []);
    this.light();
  }

  /** @param {string} move */
  play(move) {
    this.table.isWaiting = true;
    hideRuling();
    this.table.line.act({ do: "move", turn: this.table.room.number, move });
    this.clear();
    this.table.tellSaved();
  }

  /** @param {Pick[]} picks */
  async askWhy(picks) {
    const told = await this.table.line.ask({ do: "why", turn: this.table.room.number, picks });
    const cells = picks.filter((pick) => typeof pick === "number");
    if (told.ruling) this.explain(told.move ?? "", told.ruling, cells);
    else if (told.say === "why" && told.move) this.play(told.move);
  }

  /** @param {string} wish @param {NonNullable<Told["ruling"]>} ruling @param {number[]} cells */
  explain(wish, ruling, cells) {
    showRuling(this.table.sheet.game, wish, ruling);
    highlightRuling(this.table.board, ruling.cells, cells);
    announce(`Not possible, ${ruling.clause}: ${ruling.message}.`);
    playSound("refusal");
  }

  /** @param {string} text */
  async typeMove(text) {
    const told = await this.table.line.ask({ do: "why", turn: this.table.room.number, move: text });
    if (told.ruling) this.explain(text, told.ruling, []);
    else if (told.say === "why") this.play(told.move ?? text);
    else this.table.tell(told.message ?? "That cannot be read.");
  }
}
