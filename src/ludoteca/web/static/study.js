/** The page of a study: a board without a game to be won, and the tree of moves that are tried on it. */

import { Analyser } from "./analysis.js";
import { announce } from "./announce.js";
import { Board } from "./board.js";
import { describeCell, describePosition } from "./describe.js";
import { confirm } from "./dialogs.js";
import { byId, element, embeddedJson } from "./dom.js";
import { clearPicks } from "./highlight.js";
import { BoardInput } from "./input.js";
import { offerLegend } from "./keys.js";
import { MoveEntry } from "./move-entry.js";
import { showNotes } from "./position-notes.js";
import { bindThemeButton, numberPlace, readSetting } from "./settings.js";
import { showCellDescription, showToast } from "./status.js";
import { nodeAt } from "./study-address.js";
import { bindControls, showControls } from "./study-controls.js";
import { Drawings } from "./study-drawings.js";
import { PositionEditor } from "./study-editor.js";
import { bindFiles } from "./study-files.js";
import { bindSteps, StudyList } from "./study-list.js";
import { bindOwnStudies } from "./study-own.js";
import { StudyPlayback } from "./study-playback.js";
import { Positions, StudyRefusal } from "./study-positions.js";
import { StudyReview } from "./study-review.js";
import { Saving } from "./study-saving.js";
import { bindStudySettings } from "./study-settings.js";
import { StudyState } from "./study-state.js";
import { documentNodes, nodesInOrder, promote, removeBranch, treeOf } from "./study-tree.js";
import { defaultFace } from "./tokens.js";
import { listed, t, tellSheet, tn } from "./words.js";

/** @import { Action, Question, Sheet, StudyDocument, StudyPosition, View } from "../types.js" */
/** @import { StudyNode } from "./study-tree.js" */

/** As many as the server stores. */
const MAX_NODES = 2000;

export class StudyPage {
  constructor() {
    /** @type {{ study: StudyDocument, id: string, revision: number, is_own: boolean, can_edit: boolean, formats: string[], sheet: Sheet }} */
    const data = embeddedJson("data");
    this.study = data.study;
    this.sheet = tellSheet(data.sheet);
    this.canEdit = data.can_edit;
    /** In which records are exported, besides the own one. */
    this.formats = data.formats;
    this.isEditing = false;
    this.isFlipped = false;
    this.root = treeOf(this.study);
    /** The node whose position is wanted, and the one whose position the board shows. */
    this.node = this.root;
    /** @type {StudyNode | null} */
    this.shown = null;
    this.isSaving = false;
    /** @type {Promise<void>} Until all moves are written in the notation that was chosen. */
    this.translated = Promise.resolve();
    /** @type {number | null} The cell that is described below the board. */
    this.inspected = null;
    this.positions = new Positions(this.sheet.game, () => ({ options: this.study.options, start: this.study.start }));
    this.connection = {
      isReady: true,
      ask: (/** @type {Question} */ question) => this.ask(question),
      act: (/** @type {Action} */ action) => void (action.do === "move" && this.play(action.move)),
    };
    this.state = new StudyState(this);
    this.playback = new StudyPlayback(this);
    this.list = new StudyList((node) => this.goTo(node));
    this.drawings = new Drawings(this);
    this.board = this.createBoard();
    /** @type {BoardInput} */
    this.input = this.createInput();
    /** @type {MoveEntry} */
    this.moveEntry = new MoveEntry(this);
    this.editor = new PositionEditor(this);
    this.analyser = new Analyser(this);
    this.review = new StudyReview(this);
    this.saving = new Saving(this, data);
    this.settings = bindStudySettings(this);
    bindControls(this);
    bindFiles(this);
    bindSteps(this);
    this.showOwnStudies = bindOwnStudies(() => this.saving.id);
    bindThemeButton();
    void this.begin();
  }

  /** Show the study as it was opened, at the move and with the line that the address names. */
  async begin() {
    const lastChanges = this.saving.lastChanges();
    const draft = this.saving.drafts.continued(this.saving.id);
    if (lastChanges) {
      await this.load(lastChanges.study);
      this.saving.changed();
    } else if (draft) await this.saving.restore(draft);
    else {
      this.attach();
      this.saving.offer = this.saving.drafts.offered(this.saving.id);
      this.saving.show();
    }
    const query = new URLSearchParams(location.search);
    const start = nodeAt(this.root, location.hash || `#${query.get("after") ?? 0}`);
    const moves = query.get("line")?.split(" ").filter(Boolean) ?? [];
    if (moves.length) await this.playLineFrom(start, moves, 1);
    else await this.playback.show(start);
    await this.translated;
    addEventListener("hashchange", () => this.goTo(nodeAt(this.root, location.hash)));
    document.body.dataset.ready = "yes";
  }

  // The study

  title() {
    return /** @type {HTMLInputElement} */ (byId("title")).value.trim();
  }

  /** @returns {StudyDocument} */
  document() {
    const { game, options, start, headers = {} } = this.study;
    return { game, options, start, headers, title: this.title(), notation: this.settings.notation(), nodes: documentNodes(this.root) };
  }

  /** Show a new study instead of this one, after a question if that would lose something. @param {StudyDocument} study @param {() => void} [onReplaced] */
  replaceAfterAsking(study, onReplaced = () => undefined) {
    const replace = async () => {
      onReplaced();
      this.saving.detach();
      history.replaceState(null, "", `/study/${this.sheet.game}`);
      await this.load(study);
      await this.playback.show(this.root);
      announce(tn("Imported: {count} move.", "Imported: {count} moves.", this.root.size()));
    };
    const isStored = this.saving.id && this.saving.isOwn && !this.saving.isOverwritten;
    if (isStored || !this.saving.hasChanged || !this.root.size()) void replace();
    else confirm(t("What is here now is not saved. Replace it?"), () => void replace());
  }

  /** @param {StudyDocument} study */
  async load(study) {
    const sheet = await sheetFor(study, this.sheet);
    this.study = study;
    this.sheet = sheet;
    this.root = treeOf(study);
    this.node = this.root;
    this.shown = null;
    this.settings.adopt(study.notation);
    this.attach();
  }

  /** Draw a new board for the sheet, and everything that depends on the study. */
  attach() {
    this.board = this.createBoard();
    this.input = this.createInput();
    byId("board").replaceChildren(this.board.svg);
    this.drawings.attach();
    /** @type {HTMLInputElement} */ (byId("title")).value = this.study.title ?? "";
    offerLegend(this.sheet);
    this.showTree();
    // Who steps on at once does not wait for it.
    this.translated = this.settings.translate();
  }

  createBoard() {
    const face = readSetting(`face.${this.sheet.game}`, defaultFace(this.sheet));
    return new Board(this.sheet, { rotation: this.rotation(), face, numberPlace: numberPlace(), notation: this.settings?.notation() });
  }

  /** @returns {BoardInput} */
  createInput() {
    return new BoardInput(this.board, {
      onPress: () => void this.moveEntry.skipAnimation(),
      onGrab: (cell) => (this.isEditing ? this.editor.grab(cell) : this.moveEntry.grabCell(cell)),
      onPick: (cell) => this.pick(cell),
      onBack: () => this.moveEntry.back(),
      onInspect: (cell) => this.inspectCell(cell),
      canDrag: (cell) => (this.isEditing ? this.editor.canDrag(cell) : !this.drawings.isOn && this.moveEntry.canDrag(cell)),
      isSaving: () => this.isSaving,
    });
  }

  /** @param {number} cell */
  async pick(cell) {
    if (this.isEditing) this.editor.pick(cell);
    else if (this.drawings.isOn) this.drawings.pick(cell);
    else await this.moveEntry.pickCell(cell);
  }

  // Moves

  /** Questions of the move entry. @param {Question} question @returns {Promise<any>} */
  async ask(question) {
    const moves = this.node.moves();
    try {
      switch (question.do) {
        case "moves":
          return { say: "moves", ...(await this.positions.ask({ do: "moves", moves, origin: question.origin })) };
        case "notes":
          return { say: "notes", ...(await this.positions.ask({ do: "notes", moves, cell: question.cell })) };
        case "preview":
          return { say: "preview", ...(await this.positions.ask({ do: "preview", moves, move: question.move })) };
        case "why": {
          const tried = "picks" in question ? { picks: question.picks } : { move: question.move };
          return { say: "why", ...(await this.positions.ask({ do: "why", moves, ...tried })) };
        }
      }
    } catch (error) {
      if (!(error instanceof StudyRefusal)) throw error;
      return { say: "refused", why: error.why, message: error.message };
    }
    return { say: "refused", why: "unreadable", message: "" };
  }

  /** Play a move here: a new branch, or one that was there. @param {string} move */
  play(move) {
    this.isSaving = false;
    const known = this.node.children.find((child) => child.move === move);
    if (!known && !this.mayGrow(1)) return;
    const child = this.node.play(move);
    if (!known) this.grown();
    void this.playback.show(child);
  }

  /** @param {number} count */
  mayGrow(count) {
    if (this.root.size() + count <= MAX_NODES) return true;
    showToast(t("A study has at most {count} moves.", { count: MAX_NODES }));
    return false;
  }

  grown() {
    this.showTree();
    this.saving.changed();
    this.translated = this.settings.translate();
  }

  /** A line of the analysis: all its moves are played here. @param {string[]} moves */
  playLine(moves) {
    void this.playLineFrom(this.node, moves, moves.length);
  }

  /** @param {StudyNode} from @param {string[]} moves @param {number} count of the moves whose position is shown */
  async playLineFrom(from, moves, count) {
    if (!this.mayGrow(moves.length)) return;
    const line = [from];
    for (const move of moves) line.push(line[line.length - 1].play(move));
    this.grown();
    await this.playback.show(line[count]);
  }

  promote() {
    promote(this.node);
    this.showTree();
    this.list.mark(this.node);
    this.saving.changed();
    this.showControls();
  }

  askToDelete() {
    if (!this.node.parent) return;
    const count = this.node.size();
    const remove = () => {
      const before = removeBranch(this.node);
      this.showTree();
      this.saving.changed();
      void this.playback.show(before);
    };
    if (count) confirm(tn("Delete this move and the one that follows it?", "Delete this move and the {count} that follow it?", count), remove);
    else remove();
  }

  // Showing

  /** @param {StudyNode} node */
  goTo(node) {
    void this.playback.show(node);
  }

  /** @param {StudyPosition} position */
  display(position) {
    this.board.show(position.view);
    this.drawings.show();
    this.analyser.redraw();
    this.moveEntry.refresh();
    this.inspectCell(this.inspected);
    this.describe(position.view);
    this.showControls();
  }

  /** Show units that are being set up. @param {View} view @param {number} toMove */
  showEdited(view, toMove) {
    this.board.show(view);
    clearPicks(this.board);
    this.input.labelCells();
    this.inspectCell(this.inspected);
    this.describe(view);
    byId("status").textContent = t("{seat} to move.", { seat: this.sheet.seats[toMove].title });
  }

  /** @param {View} view */
  describe(view) {
    showNotes(view.notes);
    byId("position").replaceChildren(...describePosition(this.sheet, view).map((line) => element("p", {}, line)));
  }

  /** @param {boolean} isEditing */
  setEditing(isEditing) {
    this.isEditing = isEditing;
    byId("study").hidden = isEditing;
    document.body.classList.toggle("editing", isEditing);
    if (isEditing && this.analyser.isOn) this.analyser.stop();
    if (this.drawings.isOn) this.drawings.toggle();
    this.moveEntry.clear();
    if (!isEditing && this.node.position) this.display(this.node.position);
  }

  /** Whether something may be drawn on the position that is shown. */
  mayDraw() {
    return !this.isEditing && this.shown === this.node;
  }

  /** Drawing was begun or ended. */
  onDrawing() {
    this.drawings.show();
    this.moveEntry.clear();
    this.moveEntry.reload();
  }

  /** Something was drawn. */
  onDrawn() {
    this.drawings.show();
    this.list.buttons.get(this.node)?.classList.toggle("drawn", this.node.arrows.length > 0);
    this.showControls();
    this.saving.changed();
  }

  showTree() {
    this.list.show(this.root, this.sheet);
    this.list.mark(this.node);
    this.review.check();
  }

  showControls() {
    showControls(this);
  }

  // The board

  seatBelow() {
    const { seats } = this.sheet;
    return this.isFlipped ? Math.floor(seats.length / 2) : 0;
  }

  rotation() {
    return ((this.sheet.seats[0].turn ?? 0) + (this.isFlipped ? 180 : 0)) % 360;
  }

  flip() {
    this.isFlipped = !this.isFlipped;
    this.board.rotate(this.rotation());
    this.redraw();
  }

  /** Everything that lies upon a board that was drawn anew. */
  redraw() {
    this.drawings.show();
    this.analyser.redraw();
    if (!this.isEditing) this.moveEntry.refresh();
  }

  /** Describe a cell below the board, and show what a move there would do. @param {number | null} cell */
  inspectCell(cell) {
    this.inspected = cell;
    const { view } = this.board;
    const words = cell !== null && view ? [describeCell(this.sheet, view, cell), this.moveEntry.notes.wordsFor(cell)] : [];
    showCellDescription(listed(words.filter(Boolean)));
    this.moveEntry.pointAt(cell);
  }

  // For the analysis

  notationName() {
    return this.settings.notation();
  }

  analysed() {
    const { game, options, start } = this.study;
    return { game, options, start, moves: this.node.moves() };
  }

  /** All nodes, in the order in which they are stored. */
  nodes() {
    return nodesInOrder(this.root);
  }

  /** A room shows here that a move is stored. */
  showSaved() {}
}

/** The sheet for the options of a study. @param {StudyDocument} study @param {Sheet} known @returns {Promise<Sheet>} */
async function sheetFor({ game, options }, known) {
  if (JSON.stringify(options) === JSON.stringify(known.options)) return known;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options)) if (value !== null) query.set(name, String(value));
  const response = await fetch(`/api/sheet/${game}?${query}`);
  return tellSheet(await response.json());
}

new StudyPage();
