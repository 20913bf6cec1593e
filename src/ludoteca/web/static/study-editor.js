/** The position editor: units are put on cells, and the rules tell whether a game can stand like that. */

import { button, byId, capitalize, element } from "./dom.js";
import { LatestCache } from "./latest-cache.js";
import { StudyRefusal } from "./study-positions.js";
import { drawUnitIcon, unitName } from "./tokens.js";
import { t, told } from "./words.js";

/** @import { StudyPage } from "./study.js" */
/** @import { StudyPosition, View } from "../types.js" */

const ERASER = "";
/** Milliseconds from the last letter to the verdict about the text. */
const TYPING_DELAY = 300;

export class PositionEditor {
  /** @param {StudyPage} page */
  constructor(page) {
    this.page = page;
    this.box = byId("editor");
    this.isOn = false;
    /** @type {Map<number, string>} */
    this.units = new Map();
    this.toMove = 0;
    /** The unit that the next cell gets. */
    this.unit = ERASER;
    /** @type {number | null} The cell whose unit is being dragged. */
    this.grabbed = null;
    /** @type {StudyPosition | null} What everything but the units is taken from. */
    this.origin = null;
    this.text = /** @type {HTMLInputElement} */ (byId("position-text"));
    this.seat = /** @type {HTMLSelectElement} */ (byId("editor-seat"));
    byId("edit").addEventListener("click", () => (this.isOn ? this.close() : this.open()));
    byId("editor-cancel").addEventListener("click", () => this.close());
    byId("editor-clear").addEventListener("click", () => this.setUnits([]));
    byId("editor-start").addEventListener("click", () => this.setUnits(page.sheet.start?.units ?? []));
    byId("editor-use").addEventListener("click", () => void this.use());
    this.seat.addEventListener("change", () => {
      this.toMove = Number(this.seat.value);
      this.show();
      void this.judge();
    });
    this.timer = 0;
    this.text.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.changes += 1;
      this.timer = setTimeout(() => void this.judgeText(), TYPING_DELAY);
    });
    /** Counts changes, to drop verdicts about earlier ones. */
    this.changes = 0;
    /** @type {LatestCache<{ text: string, fault: string, view: View | null }>} */
    this.verdicts = new LatestCache(() => this.fetchVerdict());
  }

  open() {
    const { page } = this;
    this.origin = page.node.position;
    if (!this.origin) return;
    this.isOn = true;
    page.setEditing(true);
    this.box.hidden = false;
    byId("edit").setAttribute("aria-pressed", "true");
    byId("board-editing").hidden = !page.canEdit;
    byId("text-only").hidden = page.canEdit;
    this.toMove = this.origin.to_move;
    this.seat.replaceChildren(...page.sheet.seats.map(({ title }, seat) => element("option", { value: String(seat) }, title)));
    this.seat.value = String(this.toMove);
    this.showPalette();
    this.units = new Map(this.origin.view.units);
    this.show();
    this.tell(this.origin.text, "");
  }

  close() {
    this.isOn = false;
    this.changes += 1;
    this.box.hidden = true;
    byId("edit").setAttribute("aria-pressed", "false");
    this.page.setEditing(false);
  }

  showPalette() {
    const { board, sheet } = this.page;
    const choose = (/** @type {string} */ unit) => {
      this.unit = unit;
      for (const each of byId("palette").querySelectorAll("button")) each.setAttribute("aria-pressed", String(each.dataset.unit === unit));
    };
    const units = Object.keys(sheet.glyphs).map((unit) => {
      const name = capitalize(unitName(sheet, unit));
      const chosen = button("", () => choose(unit), { "data-unit": unit, "aria-label": name, title: name });
      chosen.append(drawUnitIcon(sheet, unit, board.face));
      return chosen;
    });
    byId("palette").replaceChildren(...units, button(t("Remove"), () => choose(ERASER), { "data-unit": ERASER }));
    choose(Object.keys(sheet.glyphs)[0] ?? ERASER);
  }

  /** @param {number} cell */
  canDrag(cell) {
    return this.page.canEdit && this.units.has(cell);
  }

  /** @param {number} cell */
  async grab(cell) {
    this.grabbed = cell;
  }

  /** Put the unit that is dragged or chosen on a cell; the chosen one once more removes it. @param {number} cell */
  pick(cell) {
    const { grabbed } = this;
    this.grabbed = null;
    if (!this.page.canEdit) return;
    const dragged = grabbed === null ? undefined : this.units.get(grabbed);
    if (grabbed !== null && dragged) {
      this.units.delete(grabbed);
      this.units.set(cell, dragged);
    } else if (this.unit === ERASER || this.units.get(cell) === this.unit) this.units.delete(cell);
    else this.units.set(cell, this.unit);
    this.show();
    void this.judge();
  }

  /** @param {[number, string][]} units */
  setUnits(units) {
    this.units = new Map(units);
    this.show();
    void this.judge();
  }

  show() {
    const marks = this.page.canEdit ? [] : (this.origin?.view.marks ?? []);
    this.page.showEdited({ units: [...this.units], marks, notes: [] }, this.toMove);
  }

  async fetchVerdict() {
    try {
      const verdict = await this.page.positions.ask({ do: "edit", start: this.origin?.text ?? "", units: [...this.units], to_move: this.toMove });
      return { ...verdict, fault: told({ message: verdict.fault, message_id: verdict.fault_id, values: verdict.fault_values }) };
    } catch (error) {
      return { text: "", fault: error instanceof StudyRefusal ? error.message : String(error), view: null };
    }
  }

  /** Ask the rules what they say of the board as it is now. */
  async judge() {
    this.changes += 1;
    const { changes } = this;
    const verdict = await this.verdicts.get(changes);
    if (!verdict || changes !== this.changes || !this.isOn) return;
    this.tell(verdict.text, verdict.fault);
    if (!verdict.view) return;
    // The rules may have put some units where they belong.
    this.units = new Map(verdict.view.units);
    this.show();
  }

  /** Ask the rules what they say of the text that was typed, and show it. Whether it is a position. */
  async judgeText() {
    clearTimeout(this.timer);
    this.changes += 1;
    const { changes } = this;
    const text = this.text.value.trim();
    try {
      // The options are those that the text tells.
      const { positions } = await this.page.positions.ask({ do: "views", options: {}, start: text, moves: [], since: 0 });
      if (changes !== this.changes || !this.isOn) return false;
      this.tell("", "");
      this.showText(positions[0]);
      return true;
    } catch (error) {
      if (!(error instanceof StudyRefusal)) throw error;
      if (changes === this.changes) this.tell("", error.message);
      return false;
    }
  }

  /** A position that was typed, if it is one of this board. @param {StudyPosition} position */
  showText(position) {
    const { glyphs, names, seats } = this.page.sheet;
    const fits = position.to_move < seats.length && position.view.units.every(([cell, unit]) => cell < names.length && unit in glyphs);
    if (!fits) return;
    this.origin = position;
    this.toMove = position.to_move;
    this.seat.value = String(this.toMove);
    this.units = new Map(position.view.units);
    this.show();
  }

  /** @param {string} text @param {string} fault why it is no position */
  tell(text, fault) {
    if (text) this.text.value = text;
    byId("verdict").textContent = fault ? t("{sentence}.", { sentence: capitalize(fault) }) : "";
    byId("verdict").hidden = !fault;
    /** @type {HTMLButtonElement} */ (byId("editor-use")).disabled = Boolean(fault);
  }

  /** Begin a new study with the position. */
  async use() {
    const { page } = this;
    if (!(await this.judgeText())) return;
    const { study } = await page.positions.ask({ do: "read", text: this.text.value });
    page.replaceAfterAsking(study, () => this.close());
  }
}
