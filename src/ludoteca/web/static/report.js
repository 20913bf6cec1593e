/** A design report: its example games are stepped through on boards, each built when it is opened. */

import { animate, finishAnimations, SPEEDS } from "./animate.js";
import { Board } from "./board.js";
import { describeMove } from "./describe.js";
import { button, byId, element, embeddedJson } from "./dom.js";
import { MoveRows } from "./move-rows.js";
import { animationSpeed, bindThemeButton } from "./settings.js";
import { cssColour } from "./svg.js";
import { drawSeatIcon, drawUnitIcon } from "./tokens.js";

/** @import { Mark, Pool, Sheet, Step, View } from "../types.js" */

/** @typedef {{ units: [number, string][], marks: number[], notes: string[], pools: Pool[] }} Start marks by their numbers */
/** @typedef {[number, string | null][]} UnitChanges a cell, and what stands there now */
/** @typedef {[string, number[], string?]} ShortStep verb, cells, unit */
/** @typedef {{ move: string, seat: number, steps: ShortStep[], units?: UnitChanges, gone?: number[], come?: number[], notes?: string[], pools?: Pool[] }} Ply */
/** @typedef {{ sheet: number, first: number, count: number, start: Start, plies: Ply[], marks: Mark[], end: string, kept: string }} ExampleGame kept: which moves are here, if not all */

class GameViewer {
  /**
   * @param {HTMLElement} box
   * @param {Sheet} sheet
   * @param {ExampleGame} game
   * @param {number} ply where it begins, as a number of moves
   */
  constructor(box, sheet, game, ply) {
    this.sheet = sheet;
    this.game = game;
    this.views = allViews(game);
    this.last = game.first + game.plies.length;
    this.shown = Math.max(game.first, Math.min(this.last, ply));
    this.patience = new AbortController();
    const template = /** @type {HTMLTemplateElement} */ (byId("viewer"));
    box.replaceChildren(template.content.cloneNode(true));
    this.find = (/** @type {string} */ name) => /** @type {HTMLElement} */ (box.querySelector(`[data-part="${name}"]`));
    this.board = new Board(sheet, { title: sheet.title });
    this.board.layers.cells.remove();
    this.find("place").replaceChildren(this.board.svg);
    /** @type {[string, () => number][]} */
    const targets = [["first", () => game.first], ["before", () => this.shown - 1], ["after", () => this.shown + 1], ["last", () => this.last]];
    for (const [name, target] of targets) this.find(name).addEventListener("click", () => void this.goTo(target()));
    // From its summary on, which has the focus when an example was just opened.
    (box.closest("details") ?? box).addEventListener("keydown", (event) => this.onKeyDown(event));
    this.find("kept").textContent = game.kept;
    this.listMoves();
    this.display();
  }

  listMoves() {
    const list = this.find("moves");
    const rows = new MoveRows(this.sheet.seats.length);
    list.style.setProperty("--columns", String(rows.columns));
    this.sheet.seats.forEach(({ colour }, seat) => list.style.setProperty(`--seat-${seat}`, cssColour(colour)));
    this.items = this.game.plies.map(({ move, seat }, index) => {
      const number = this.game.first + index + 1;
      const item = element("li", { class: `seat-${seat}` }, drawSeatIcon(this.sheet, seat));
      item.style.gridColumn = String(rows.columnOf(seat));
      item.append(button(move, () => void this.goTo(number), { title: String(number) }));
      list.append(item);
      return item;
    });
  }

  /** @param {KeyboardEvent} event */
  onKeyDown(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const number = { ArrowLeft: this.shown - 1, ArrowRight: this.shown + 1, Home: this.game.first, End: this.last }[event.key];
    if (number === undefined) return;
    event.preventDefault();
    void this.goTo(number);
  }

  /** Show the position after this many moves, by an animation if it is the next one. @param {number} number */
  async goTo(number) {
    const target = Math.max(this.game.first, Math.min(this.last, number));
    const isNext = target === this.shown + 1;
    this.patience.abort();
    finishAnimations(this.board);
    this.shown = target;
    const patience = new AbortController();
    this.patience = patience;
    this.tell();
    if (isNext) {
      this.board.show(this.views[target - 1 - this.game.first]);
      await animate(this.board, this.stepsTo(target), SPEEDS[animationSpeed()], patience.signal);
    }
    if (!patience.signal.aborted) this.display();
  }

  /** What happened in a move. @param {number} number @returns {Step[]} */
  stepsTo(number) {
    return this.game.plies[number - 1 - this.game.first].steps.map(([verb, cells, unit]) => ({ verb, cells, unit }));
  }

  display() {
    this.board.show(this.views[this.shown - this.game.first]);
    this.tell();
  }

  /** The move and the position in words, and where it is in the list. */
  tell() {
    const { first, count, plies, end } = this.game;
    const view = this.views[this.shown - first];
    const ply = plies[this.shown - 1 - first];
    this.find("number").textContent = `${this.shown} / ${count}`;
    const isEnd = this.shown === count && end;
    this.find("told").textContent = `${ply ? describeMove(this.sheet, ply.seat, ply.move, this.stepsTo(this.shown)) : ""} ${isEnd ? end : ""}`;
    this.find("notes").replaceChildren(...view.notes.map((note) => element("p", {}, note)), ...(view.pools ?? []).map((pool) => this.pool(pool)));
    for (const [name, isOff] of [["first", this.shown === first], ["before", this.shown === first], ["after", this.shown === this.last], ["last", this.shown === this.last]]) {
      // A disabled button would lose the focus, and the keys with it.
      this.find(String(name)).setAttribute("aria-disabled", String(isOff));
    }
    this.items?.forEach((item, index) => item.firstElementChild?.nextElementSibling?.toggleAttribute("aria-current", first + index + 1 === this.shown));
    const current = this.items?.[this.shown - 1 - first];
    const list = this.find("moves");
    // Before the first move there is none to show: its list begins.
    list.scrollTop = current ? current.offsetTop - list.offsetTop - list.clientHeight / 2 : 0;
  }

  /** Units off the board. @param {Pool} pool */
  pool({ name, seat, units }) {
    const icons = units.map((unit) => drawUnitIcon(this.sheet, unit, this.board.face));
    return element("p", { class: "pool" }, `${this.sheet.seats[seat].title}, ${name}: `, ...(icons.length ? icons : ["0"]));
  }
}

/** The view after each move. @param {ExampleGame} game @returns {View[]} */
function allViews({ start, plies, marks }) {
  let { notes, pools } = start;
  const units = new Map(start.units);
  const numbers = new Set(start.marks);
  const view = () => ({ units: [...units], marks: [...numbers].map((number) => marks[number]), notes, pools });
  const views = [view()];
  for (const ply of plies) {
    for (const [cell, unit] of ply.units ?? []) {
      if (unit === null) units.delete(cell);
      else units.set(cell, unit);
    }
    for (const number of ply.gone ?? []) numbers.delete(number);
    for (const number of ply.come ?? []) numbers.add(number);
    notes = ply.notes ?? notes;
    pools = ply.pools ?? pools;
    views.push(view());
  }
  return views;
}

/** @type {{ sheets: Sheet[], games: Record<string, ExampleGame> }} */
const { sheets, games } = embeddedJson("examples");
const examples = /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details[data-game]"));

/** @param {HTMLDetailsElement} example */
function build(example) {
  const box = /** @type {HTMLElement} */ (example.querySelector(".viewer"));
  const game = games[example.dataset.game ?? ""];
  if (!box.children.length) new GameViewer(box, sheets[game.sheet], game, Number(example.dataset.ply));
}

for (const example of examples) {
  if (example.open) build(example);
  example.addEventListener("toggle", () => example.open && build(example));
}

/** What was opened for the printer alone. @type {HTMLDetailsElement[]} */
let opened = [];
addEventListener("beforeprint", () => {
  const closed = /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details:not([open])"));
  const seen = new Set();
  // On paper the same position need not be seen twice.
  const isNew = (/** @type {string | undefined} */ game, /** @type {string | undefined} */ ply) => !game || seen.size < seen.add(`${game} ${ply}`).size;
  opened = [...closed].filter(({ dataset }) => isNew(dataset.game, dataset.ply));
  for (const details of opened) {
    if (details.dataset.game) build(details);
    details.open = true;
  }
});
addEventListener("afterprint", () => {
  for (const details of opened) details.open = false;
});

bindThemeButton();
byId("theme").hidden = false;
