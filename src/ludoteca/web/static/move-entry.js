/** Entering a move: highlights what can be picked, offers buttons, and plays the move or shows why it is not legal. */

import { announce } from "./announce.js";
import { clauseText, sentencesOf } from "./clause-text.js";
import { describeCell } from "./describe.js";
import { button, byId, capitalize, element } from "./dom.js";
import { clearPicks, drawArrow, frameBlock, highlightPicks, highlightRuling } from "./highlight.js";
import { MovePicker } from "./pick.js";
import { Premove } from "./premove.js";
import { Preview } from "./preview.js";
import { clauseLink, hideRuling, showRuling } from "./ruling.js";
import { playSound } from "./sound.js";
import { showToast } from "./status.js";
import { UnitNotes } from "./unit-notes.js";
import { listed, t, told } from "./words.js";

/** @import { MovePage, Pick, Ruling } from "../types.js" */

/** How many of the next cells are announced by name. */
const MAX_ANNOUNCED_CELLS = 12;

const BLOCKED = t("No move begins here. Pick where it should go to hear why.");

export class MoveEntry {
  /** @param {MovePage} page */
  constructor(page) {
    this.page = page;
    this.picker = new MovePicker((origin) => page.connection.ask({ do: "moves", turn: page.state.room.number, origin }));
    this.premove = new Premove(page);
    this.preview = new Preview(page);
    this.notes = new UnitNotes(page);
    /** @type {number | null} A picked cell with which no legal move begins: the next pick asks why. */
    this.blocked = null;
    /** Whether the last pick was refused: somebody who then picks the unit again wants another try with it. */
    this.isRefused = false;
    /** @type {Promise<void>} */
    this.lastPick = Promise.resolve();
    // A click on a choice takes the focus off the board, and Escape goes back from there, too.
    byId("choices").addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.back();
    });
  }

  /** The position has changed: fetch what can be picked in it. */
  reload() {
    const { page } = this;
    this.picker.reset();
    this.preview.reset();
    this.notes.reset();
    this.blocked = null;
    if (!page.state.isYourTurn() || !page.connection.isReady) return;
    const { number } = page.state.room;
    // Picks that come before the answer wait for it.
    this.lastPick = this.picker.load().then(() => {
      if (number !== page.state.room.number) return undefined;
      this.refresh();
      return this.tryPremove();
    });
  }

  /** It is the visitor's turn: play what they have entered before, or go on from what they have picked. */
  async tryPremove() {
    const { connection, sheet, state } = this.page;
    const cells = this.premove.take();
    if (cells.length === 1 && this.picker.isOrigin(cells[0])) this.afterPick(await this.picker.pick(cells[0]));
    if (cells.length < 2) return;
    const turn = state.room.number;
    const answer = await connection.ask({ do: "why", turn, picks: cells });
    if (turn !== state.room.number) return;
    if (answer.say === "why" && answer.move && !answer.ruling) this.play(answer.move);
    else showToast(t("Your premove {cells} is not possible now.", { cells: cells.map((cell) => sheet.names[cell]).join(" → ") }));
  }

  canPick() {
    const { state, playback, isSaving } = this.page;
    return state.isYourTurn() && playback.isLive() && !playback.isAnimating() && !isSaving;
  }

  refresh() {
    const { picker } = this;
    const { board } = this.page;
    const canPick = this.canPick();
    board.svg.classList.toggle("can-pick", canPick);
    if (!canPick) {
      clearPicks(board);
      if (this.premove.isPossible()) this.premove.draw();
    } else {
      const { cells } = picker.choices();
      const origins = picker.origins.map(([origin]) => origin).filter((origin) => typeof origin === "number");
      const picked = [...picker.cells(), ...(this.blocked === null ? [] : [this.blocked])];
      highlightPicks(board, { origins, picked, targets: picker.picks.length ? cells : [] });
      if (picker.cells().length > 1) this.drawPicks(picker.cells());
    }
    this.page.input.labelCells();
    this.showChoices();
    this.showHelp();
    void this.notes.show(this.pickedUnit());
    this.preview.hide();
    this.pointAt(this.page.inspected);
  }

  /** The way that was picked so far, or the block. @param {number[]} cells */
  drawPicks(cells) {
    const { board, sheet } = this.page;
    const isBlock = this.picker.picks.some((pick) => typeof pick === "string" && sheet.blocks?.includes(pick));
    if (isBlock) frameBlock(board, cells, "so-far");
    else drawArrow(board, cells, "so-far");
  }

  /** The cell of the unit that is picked, if there is one: on one's turn or for a premove. */
  pickedUnit() {
    if (!this.page.playback.isLive()) return null;
    const [cell] = this.canPick() ? this.picker.cells() : this.premove.cells;
    const picked = cell ?? this.blocked;
    return this.page.board.view?.units.some(([where]) => where === picked) ? picked : null;
  }

  /** Show what would happen if this were picked next; without a pick, what the picks so far would do. @param {Pick | null} pick */
  pointAt(pick) {
    const { picker } = this;
    if (!this.canPick() || (!picker.picks.length && !picker.hasPlacements())) return this.preview.hide();
    return this.preview.show((pick === null ? null : picker.moveWith(pick)) ?? picker.choices().complete);
  }

  /** Buttons for the words that can be picked, for the move as picked so far, and for the way back. */
  showChoices() {
    const box = byId("choices");
    const children = this.canPick() ? this.choiceElements() : this.premoveElements();
    const hadFocus = box.contains(document.activeElement);
    box.replaceChildren(...children);
    if (hadFocus) box.querySelector("button")?.focus();
  }

  premoveElements() {
    if (!this.premove.cells.length || !this.premove.isPossible()) return [];
    return [element("span", { class: "picks" }, this.premove.text()), button(t("Cancel"), () => this.back(), { id: "back" })];
  }

  choiceElements() {
    const { sheet } = this.page;
    const { picks } = this.picker;
    const { cells, words, complete } = this.picker.choices();
    /** @type {HTMLElement[]} */
    const elements = [];
    if (picks.length) {
      const names = picks.map((pick) => (typeof pick === "number" ? sheet.names[pick] : pick));
      const values = { picks: names.join(" → "), cell: names.at(-1) ?? "" };
      const mayEnd = complete && cells.length && !words.length && typeof picks.at(-1) === "number";
      elements.push(element("span", { class: "picks" }, mayEnd ? t("{picks}. To end here, click {cell} again, or", values) : values.picks));
    }
    // Where more can be chosen, to play without it is one choice among equals.
    const mayGoOn = complete !== null && words.length > 0;
    if (mayGoOn) elements.push(element("strong", { class: "which" }, t("Choose:")));
    for (const word of words) {
      const clause = sheet.clauses?.[word];
      const title = clause ? `${clause.clause}: ${clause.words}` : word;
      const choice = button(capitalize(word), () => void this.pickWord(word), { "data-word": word, title });
      choice.classList.toggle("primary", mayGoOn);
      for (const event of ["pointerenter", "focus"]) choice.addEventListener(event, () => this.pointAt(word));
      elements.push(choice);
    }
    if (complete) {
      const text = mayGoOn ? t("Only play {move}", { move: complete }) : t("Play {move}", { move: complete });
      const play = button(text, () => this.play(complete), { class: "primary", id: "play" });
      for (const event of ["pointerenter", "focus"]) play.addEventListener(event, () => this.preview.show(complete));
      elements.push(play);
    }
    if (picks.length || this.blocked !== null) elements.push(button(t("Back"), () => this.back(), { id: "back" }));
    return elements;
  }

  /** The clause behind the ability that was picked last; or that no move begins with the unit that was picked. */
  showHelp() {
    const { sheet } = this.page;
    const isBlocked = this.canPick() && this.blocked !== null;
    const word = this.canPick() ? this.picker.picks.findLast((pick) => typeof pick === "string") : undefined;
    const clause = word ? sheet.clauses?.[word] : undefined;
    const help = byId("help");
    help.hidden = !clause && !isBlocked;
    if (isBlocked) help.replaceChildren(BLOCKED);
    if (!clause || isBlocked) return;
    const { cells, words } = this.picker.choices();
    const next = cells.length ? t("Now pick one of the marked cells.") : words.length ? t("Now choose below the board.") : "";
    const [first, ...others] = sentencesOf(clause.words);
    const isLong = others.length || first.endsWith(":");
    const whole = element("details", {}, element("summary", {}, t("The whole clause")), ...clauseText(clause.words));
    help.replaceChildren(element("strong", {}, next), " ", clauseLink(sheet.game, clause.clause), ` ${first}`, ...(isLong ? [whole] : []));
  }

  /** Handle picks one after the other, however fast they come. @param {() => Promise<void>} handle */
  enqueue(handle) {
    const { generation } = this.picker;
    this.lastPick = this.lastPick.then(async () => {
      if (generation !== this.picker.generation) return;
      await this.skipAnimation();
      await handle();
    });
    return this.lastPick;
  }

  /** Somebody who can pick does not wait until the opponent's move has been shown. */
  async skipAnimation() {
    const { state, playback } = this.page;
    if (state.isYourTurn() && playback.isLive() && playback.isAnimating()) await playback.finish();
  }

  /** Whether the unit on a cell can be dragged. @param {number} cell */
  canDrag(cell) {
    const isOwn = this.picker.isOrigin(cell) || this.page.state.isOwnUnit(cell);
    return isOwn && this.picker.mayLeadOn(cell) && (this.canPick() || this.premove.isPossible());
  }

  /** @param {number} cell */
  pickCell(cell) {
    return this.enqueue(() => this.handleCell(cell));
  }

  /** Pick a unit to drag it. One that is picked already stays so, and another premove is dropped. @param {number} cell */
  grabCell(cell) {
    return this.enqueue(async () => {
      const { picks } = this.picker;
      this.premove.clear();
      const isPicked = picks.length === 1 && picks[0] === cell;
      if (!isPicked && this.blocked !== cell) await this.handleCell(cell);
    });
  }

  /** @param {string} word */
  pickWord(word) {
    return this.enqueue(() => this.handleWord(word));
  }

  /** @param {number} cell @returns {Promise<void>} */
  async handleCell(cell) {
    this.page.inspectCell(cell);
    if (this.premove.isPossible()) {
      this.premove.pick(cell);
      this.refresh();
    }
    if (!this.canPick()) return;
    highlightRuling(this.page.board, [], []);
    const { isRefused, picker } = this;
    this.isRefused = false;
    const { cells, complete } = picker.choices();
    const last = picker.picks.at(-1);
    if (this.blocked !== null) await this.finishBlocked(this.blocked, cell);
    else if (cell === last && complete) this.play(complete);
    else if (cells.includes(cell)) this.afterPick(await picker.pick(cell));
    else if (picker.picks.length === 1 && cell === last) isRefused ? this.afterPick("more") : this.back();
    else if (picker.isOrigin(cell) && !picker.hasWord()) {
      picker.clear();
      this.afterPick(await picker.pick(cell));
    } else if (picker.picks.length || picker.hasPlacements()) await this.askWhyNot([...picker.picks, cell]);
    else await this.pickBlocked(cell);
  }

  /** A unit that has no legal move was picked, or an empty cell. @param {number} cell */
  async pickBlocked(cell) {
    const { board, sheet } = this.page;
    if (!board.view?.units.some(([where]) => where === cell)) {
      if (board.view?.marks.some((mark) => mark.cell === cell && mark.words)) await this.pickWordFor(cell);
      return;
    }
    this.blocked = cell;
    announce(`${describeCell(sheet, board.view, cell)}: ${BLOCKED}`);
    this.refresh();
  }

  /** Pick the word with which a move to this cell alone begins, such as to come back from a grave. @param {number} cell */
  async pickWordFor(cell) {
    const { picker } = this;
    for (const [word] of picker.origins) {
      if (typeof word !== "string") continue;
      const moves = await picker.movesFrom(word);
      if (moves.some(([, picks]) => picks.length === 2 && picks[1] === cell)) {
        this.afterPick(await picker.pick(word));
        return;
      }
    }
  }

  /** The target for a unit that has no legal move. @param {number} origin @param {number} cell */
  async finishBlocked(origin, cell) {
    this.blocked = null;
    this.refresh();
    if (this.picker.isOrigin(cell)) await this.handleCell(cell);
    else if (cell !== origin) await this.askWhyNot([origin, cell]);
  }

  /** @param {string} word */
  async handleWord(word) {
    if (!this.canPick()) return;
    const { picker } = this;
    this.blocked = null;
    if (!picker.choices().words.includes(word) && picker.isOrigin(word)) picker.clear();
    this.afterPick(await picker.pick(word));
  }

  /** @param {"more" | "complete" | "illegal"} result */
  afterPick(result) {
    hideRuling();
    const { complete, cells, words } = this.picker.choices();
    if (result === "complete" && complete) {
      this.play(complete);
      return;
    }
    this.refresh();
    const names = cells.slice(0, MAX_ANNOUNCED_CELLS).map((cell) => this.page.sheet.names[cell]);
    const values = { cells: listed([...names, ...words]), count: cells.length - names.length };
    const next = values.count ? t("Next: {cells} and {count} more.", values) : t("Next: {cells}.", values);
    announce(complete ? `${t("{move} can be played.", { move: complete })} ${next}` : next);
  }

  /** Undo the last pick. */
  back() {
    highlightRuling(this.page.board, [], []);
    hideRuling();
    this.blocked = null;
    this.premove.clear();
    this.picker.back();
    this.refresh();
  }

  /** Undo all picks. */
  clear() {
    this.picker.clear();
    this.blocked = null;
    highlightRuling(this.page.board, [], []);
    this.refresh();
  }

  /** @param {string} move */
  play(move) {
    this.page.isSaving = true;
    hideRuling();
    this.page.connection.act({ do: "move", turn: this.page.state.room.number, move });
    this.clear();
    this.page.showSaved();
  }

  /** Ask why no legal move begins with these picks. @param {Pick[]} picks */
  async askWhyNot(picks) {
    const answer = await this.page.connection.ask({ do: "why", turn: this.page.state.room.number, picks });
    if (answer.ruling) {
      const cells = picks.filter((pick) => typeof pick === "number");
      this.showRefusal(answer.say === "why" ? answer.move : "", answer.ruling, cells, this.otherWays(cells));
    } else if (answer.say === "why" && answer.move) this.play(answer.move);
  }

  /** Abilities that lead where the last pick did not, or else the nearest cell on the way. @param {number[]} cells @returns {Pick[]} */
  otherWays(cells) {
    const { places } = this.page.sheet;
    const [from, to] = cells.slice(-2);
    if (to === undefined) return [];
    const ways = this.picker.waysTo(to);
    const words = ways.filter((pick) => typeof pick === "string");
    const distance = (/** @type {number} */ one, /** @type {number} */ other) =>
      Math.hypot(places[one][0] - places[other][0], places[one][1] - places[other][1]);
    const detour = (/** @type {number} */ cell) => distance(from, cell) + distance(cell, to);
    const vias = ways.filter((pick) => typeof pick === "number").toSorted((one, other) => detour(one) - detour(other));
    return words.length ? words : vias.slice(0, 1);
  }

  /**
   * @param {string} move
   * @param {Ruling} ruling
   * @param {number[]} attempted the cells that were picked
   * @param {Pick[]} ways what can be picked to get to the last of them
   */
  showRefusal(move, ruling, attempted, ways = []) {
    const { sheet } = this.page;
    const buttons = ways.map((pick) =>
      typeof pick === "string"
        ? button(capitalize(pick), () => void this.pickWord(pick))
        : button(t("First to {cell}", { cell: sheet.names[pick] }), () => void this.pickCell(pick)),
    );
    showRuling(sheet.game, move, ruling, buttons);
    highlightRuling(this.page.board, ruling.cells, attempted);
    this.isRefused = true;
    announce(t("Not possible, {clause}: {reason}.", { clause: ruling.clause, reason: told(ruling) }));
    playSound("refusal");
  }

  /** Play a move that was typed. @param {string} text */
  async submitText(text) {
    if (!this.page.state.isYourTurn()) {
      showToast(t("it is not your turn"));
      return;
    }
    const answer = await this.page.connection.ask({ do: "why", turn: this.page.state.room.number, move: text });
    if (answer.ruling) this.showRefusal(text, answer.ruling, []);
    else if (answer.say === "why") this.play(answer.move);
    else showToast(told(answer));
  }
}
