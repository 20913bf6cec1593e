/** The page of lessons or puzzles: a position, a task, and what the rules answer to each try. */

import { animate, finishAnimations, SPEEDS } from "./animate.js";
import { Board } from "./board.js";
import { clauseText } from "./clause-text.js";
import { describeCell, describeMove, describePosition, isPlainMove } from "./describe.js";
import { button, byId, capitalize, element, embeddedJson } from "./dom.js";
import { clearHighlights, clearPicks, drawArrow, highlightRuling } from "./highlight.js";
import { BoardInput } from "./input.js";
import { offerLegend, offerSigns } from "./keys.js";
import { LessonList } from "./lesson-list.js";
import { LessonState } from "./lesson-state.js";
import { MoveEntry } from "./move-entry.js";
import { clauseLink, hideRuling } from "./ruling.js";
import { animationSpeed, bindThemeButton, numberPlace, readSetting } from "./settings.js";
import { SheetsByOptions } from "./sheets.js";
import { describeSign } from "./signs.js";
import { playSound } from "./sound.js";
import { showCellDescription, showToast } from "./status.js";
import { defaultFace } from "./tokens.js";
import { listed, t, tellSheet, told } from "./words.js";

/** @import { Action, Lesson, LessonQuestion, Move, Note, Pick, Played, Question, Sheet, TryAnswer, View } from "../types.js" */

/** Milliseconds between a move and the reply to it. */
const REPLY_DELAY = 500;

const ENDS = { lessons: t("Well done! That is the lesson."), puzzles: t("Solved!") };

export class LessonPage {
  constructor() {
    /** @type {{ kind: "lessons" | "puzzles", sheet: Sheet, lessons: Lesson[] }} */
    const { kind, sheet: written, lessons } = embeddedJson("data");
    const sheet = tellSheet(written);
    this.kind = kind;
    this.isPuzzles = kind === "puzzles";
    this.list = new LessonList(kind, sheet.game, lessons);
    this.lesson = lessons[0];
    this.sheets = new SheetsByOptions(sheet);
    this.sheet = sheet;
    /** @type {string[]} The tries that reached the goals of the steps so far. */
    this.tries = [];
    /** The position in which the present step began. */
    this.view = this.lesson.view;
    /** Whether the board shows a try that did not reach the goal. */
    this.isMissed = false;
    /** @type {View | null} Where the next step begins, while the answer to the last one is read. */
    this.ahead = null;
    /** Whether a try waits for its answer; the move entry sets the other one, too. */
    this.isTrying = false;
    this.isSaving = false;
    this.isAnimating = false;
    /** @type {number | null} The cell that is described below the board. */
    this.inspected = null;
    /** Counts lessons opened, to drop answers about an earlier one. */
    this.generation = 0;
    this.connection = {
      isReady: true,
      ask: (/** @type {Question} */ question) => this.ask(question),
      act: (/** @type {Action} */ action) => void (action.do === "move" && this.send({ do: "try", move: action.move })),
    };
    this.state = new LessonState(this);
    this.playback = { isLive: () => true, isAnimating: () => this.isAnimating, finish: () => this.skip() };
    /** What makes an animation end at once. */
    this.patience = new AbortController();
    /** @type {Promise<void>} The animation, if there is one. */
    this.shown = Promise.resolve();
    this.board = this.createBoard();
    /** @type {BoardInput} */
    this.input = this.createInput();
    /** @type {MoveEntry} */
    this.moveEntry = new MoveEntry(this);
    bindThemeButton();
    offerLegend(sheet, true);
    offerSigns(sheet);
    byId("next").addEventListener("click", () => this.openNext());
    byId("go-on").addEventListener("click", () => {
      this.goOn();
      byId("title").focus();
    });
    byId("again").addEventListener("click", () => this.retry());
    byId("choices").addEventListener("click", () => this.forgetAnswer(), { capture: true });
    byId("show").addEventListener("click", () => void this.attempt({ do: "show" }));
    addEventListener("hashchange", () => void this.openNamed());
    this.list.onFilter = () => this.chooseListed();
    void this.openNamed();
  }

  // Lessons and their steps

  /** The step that is to be done; none once the lesson is done. */
  step() {
    return this.lesson.steps[this.tries.length];
  }

  /** Whether a try can be made. */
  isOpen() {
    return this.step() !== undefined && !this.isMissed && !this.ahead;
  }

  /** Open the lesson that the address names, or the first that is not done. */
  openNamed() {
    return this.open(this.list.named(location.hash.slice(1)) ?? this.list.firstOpen());
  }

  openNext() {
    const next = this.list.after(this.lesson);
    if (next) location.hash = next.id;
    byId("title").focus();
  }

  /** Other puzzles are listed now: open one of them, unless the present one is among them. */
  chooseListed() {
    const listed = this.list.listed();
    if (listed.length && !listed.includes(this.lesson)) location.hash = this.list.firstOpen().id;
    else this.list.show(this.lesson);
  }

  /** @param {Lesson} lesson */
  async open(lesson) {
    this.generation += 1;
    const { generation } = this;
    const sheet = await this.sheets.find(lesson.options);
    if (generation !== this.generation) return;
    this.lesson = lesson;
    this.tries = [];
    this.isMissed = false;
    this.ahead = null;
    this.isTrying = false;
    this.isSaving = false;
    this.isAnimating = false;
    this.sheet = sheet;
    this.board = this.createBoard();
    this.input = this.createInput();
    byId("board").replaceChildren(this.board.svg);
    byId("title").textContent = lesson.title;
    byId("title").lang = "en";
    byId("text").textContent = lesson.text;
    byId("clause-texts").replaceChildren(
      ...lesson.clauses.flatMap(({ clause, words }) => [
        element("dt", {}, clauseLink(sheet.game, clause)),
        element("dd", {}, ...clauseText(words)),
      ]),
    );
    this.showNewSigns();
    this.hideAnswer();
    this.beginStep(lesson.view);
    this.list.show(this.lesson);
  }

  /**
   * What the signs mean that this lesson is the first to have in its moves, once their clause is taught; puzzles are in no
   * such order.
   */
  showNewSigns() {
    const signs = (this.sheet.signs ?? []).filter(({ sign, clause }) => this.list.firstWithSign(sign, clause) === this.lesson);
    byId("new-signs").hidden = this.isPuzzles || !signs.length;
    byId("new-signs").replaceChildren(...signs.map((sign) => describeSign(this.sheet, sign)));
  }

  /** Show the task of the present step, in the position where it begins. @param {View} view */
  beginStep(view) {
    this.view = view;
    this.ahead = null;
    const { steps } = this.lesson;
    const { length } = this.tries;
    const count = steps.length > 1 ? `${t("{number} of {count}:", { number: length + 1, count: steps.length })} ` : "";
    byId("task").textContent = count + steps[length].task;
    byId("task").classList.remove("done");
    byId("show").hidden = false;
    this.showQuiz();
    this.moveEntry.reload();
    this.display(view);
  }

  /** The tries to choose from, if the step has any; each is shown on the board when it is pointed at. */
  showQuiz() {
    const choices = this.step()?.choices ?? [];
    byId("quiz").hidden = choices.length === 0;
    byId("quiz").replaceChildren(
      element("p", {}, t("Answer with one of these buttons:")),
      ...choices.map(({ move, cells }) => {
        const chosen = button(move, () => void this.attempt({ do: "try", move }), { "data-move": move });
        const point = () => {
          if (!this.isOpen()) return;
          clearPicks(this.board);
          drawArrow(this.board, cells, "way");
        };
        chosen.addEventListener("pointerenter", point);
        chosen.addEventListener("focus", point);
        return chosen;
      }),
    );
  }

  /** A try that is not picked on the board. @param {LessonQuestion} question */
  async attempt(question) {
    if (this.isSaving || this.isAnimating) return;
    this.forgetAnswer();
    this.moveEntry.clear();
    await this.send(question);
  }

  /** Begin the next step, if the answer to the last one is still shown. */
  goOn() {
    if (!this.ahead) return;
    this.hideAnswer();
    this.beginStep(this.ahead);
  }

  /** The visitor begins another try: what was answered to the last one is not shown any more. */
  forgetAnswer() {
    this.goOn();
    this.retry();
    if (this.isOpen() && !byId("answer").hidden) this.hideAnswer();
  }

  /** Take a try back that did not reach the goal. */
  retry() {
    if (!this.isMissed) return;
    this.isMissed = false;
    this.hideAnswer();
    this.display(this.view);
  }

  // Tries

  /** Questions of the move entry, about the moves that can be picked. @param {Question} question @returns {Promise<any>} */
  async ask(question) {
    if (question.do === "moves") {
      const answer = await this.post({ do: "moves", origin: question.origin });
      return answer ? { say: "moves", ...this.withoutLaterAbilities(answer) } : { say: "refused", message: "" };
    }
    if (question.do === "notes") {
      const answer = await this.post({ do: "notes", cell: question.cell });
      if (!answer) return { say: "refused", message: "" };
      return { say: "notes", notes: answer.notes.filter((/** @type {Note} */ { clause }) => !this.isLater(clause)) };
    }
    if (question.do === "preview") {
      // A try is not kept, so it serves to look ahead.
      const answer = await this.post({ do: "try", move: question.move });
      return answer && !answer.ruling ? { say: "preview", ...answer } : { say: "refused", message: "" };
    }
    if (question.do !== "why") return { say: "refused", message: "" };
    const tried = "picks" in question ? { picks: question.picks } : { move: question.move };
    const { generation } = this;
    /** @type {TryAnswer | null} */
    const answer = await this.post({ do: "try", ...tried });
    if (!answer || generation !== this.generation) return { say: "refused", message: "" };
    // The move entry shows the ruling; then the lesson may go on.
    if (answer.ruling) setTimeout(() => void (answer.is_reached ? this.reach(answer) : this.advise(answer)));
    return { say: "why", move: answer.move, ruling: answer.ruling };
  }

  /** Whether a clause is taught in a later lesson and in none before that. @param {string | undefined} clause */
  isLater(clause) {
    return this.list.isLater(clause, this.lesson);
  }

  /**
   * The moves without those that begin with an ability of a later lesson. Who picks such a move all the same may try it.
   * @param {{ origins?: [Pick, number][], moves: Move[] }} answer
   */
  withoutLaterAbilities({ origins = [], moves }) {
    const isLater = (/** @type {Pick | undefined} */ pick) => typeof pick === "string" && this.isLater(this.sheet.clauses?.[pick]?.clause);
    return { origins: origins.filter(([origin]) => !isLater(origin)), moves: moves.filter(([, picks]) => !picks.slice(0, 2).some(isLater)) };
  }

  /** Ask the rules, and show what they answer. @param {LessonQuestion} question */
  async send(question) {
    if (this.isTrying || !this.isOpen()) return;
    const { generation } = this;
    this.isTrying = true;
    this.isSaving = true;
    /** @type {TryAnswer | null} */
    const answer = await this.post(question);
    if (generation !== this.generation) return;
    this.isTrying = false;
    this.isSaving = false;
    if (!answer) this.moveEntry.refresh();
    else if (answer.ruling) this.refuse(answer, question.do === "show");
    else await this.showTry(answer, question.do === "show");
  }

  /** A question about the present step. @param {LessonQuestion} question @returns {Promise<any>} */
  async post(question) {
    const address = `/api/${this.kind}/${this.sheet.game}/${this.lesson.id}`;
    const body = JSON.stringify({ ...question, tries: this.tries });
    try {
      const response = await fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body });
      const answer = await response.json();
      if (response.ok) return answer;
      showToast(told(answer));
    } catch {
      showToast(t("the server cannot be reached; try again"));
    }
    return null;
  }

  /** A try that the rules refuse. @param {TryAnswer} answer @param {boolean} isShown whether the page made the try */
  refuse(answer, isShown) {
    const { ruling } = answer;
    if (!ruling) return;
    this.moveEntry.clear();
    const cells = this.step()?.choices.find(({ move }) => move === answer.move)?.cells ?? [];
    this.moveEntry.showRefusal(answer.move, ruling, cells);
    if (!answer.is_reached) this.advise(answer);
    else if (isShown) this.tell("missed", t("{move} is refused. Now you.", { move: answer.move }));
    else void this.reach(answer);
  }

  /** Beside a ruling: how the step is done. A puzzle gives no such help. @param {TryAnswer} answer */
  advise(answer) {
    this.hideAnswer(false);
    if (!this.isPuzzles) this.tell("missed", answer.words);
  }

  /** A legal try: show what it does. @param {TryAnswer} answer @param {boolean} isShown whether the page made the try */
  async showTry(answer, isShown) {
    const { generation } = this;
    this.hideAnswer();
    await this.playMove(answer);
    if (generation !== this.generation) return;
    if (answer.is_reached && !isShown) return void (await this.reach(answer));
    this.isMissed = true;
    this.moveEntry.refresh();
    const words = isShown ? t("{move} does it. Now you.", { move: answer.move }) : answer.words;
    this.tell("missed", this.describe(answer), words);
    byId("again").hidden = false;
  }

  /** The goal of the step is reached: go on with the next one, or end the lesson. @param {TryAnswer} answer */
  async reach(answer) {
    const { generation } = this;
    // Who has made a plain move has seen what it did.
    const isPlain = answer.ruling !== null || (isPlainMove(answer.steps) && !answer.outcome);
    const told = [isPlain ? "" : this.describe(answer), answer.words];
    this.tries.push(answer.move);
    if (answer.reply) {
      await new Promise((resolve) => setTimeout(resolve, animationSpeed() === "off" ? 0 : REPLY_DELAY));
      if (generation !== this.generation) return;
      await this.playMove(answer.reply);
      if (generation !== this.generation) return;
      told.push(this.describe(answer.reply));
    }
    this.tell("reached", this.step() ? t("Well done.") : ENDS[this.kind], ...told);
    const { view } = answer.reply ?? answer;
    // The steps of a puzzle have no tasks of their own to be read.
    if (this.isPuzzles && this.step()) return void this.beginStep(view);
    this.endStep(view);
    if (!this.step()) return this.finish();
    byId("go-on").hidden = false;
    byId("go-on").focus();
  }

  /** Let the answer be read before the next step. @param {View} view where that begins, if there is one */
  endStep(view) {
    this.ahead = this.step() ? view : null;
    byId("task").classList.add("done");
    byId("show").hidden = true;
    byId("quiz").hidden = true;
    this.moveEntry.reload();
    this.moveEntry.refresh();
  }

  finish() {
    this.list.markDone(this.lesson);
    this.list.show(this.lesson);
    const isLast = !this.list.after(this.lesson);
    byId("next").hidden = isLast;
    byId("next").classList.add("primary");
    byId("onward").hidden = !isLast;
    playSound("end");
    byId(isLast ? "play-now" : "next").focus();
  }

  // Showing

  createBoard() {
    const face = readSetting(`face.${this.sheet.game}`, defaultFace(this.sheet));
    const rotation = this.sheet.seats[this.lesson.seat]?.turn ?? 0;
    return new Board(this.sheet, { rotation, face, numberPlace: numberPlace() });
  }

  /** @returns {BoardInput} */
  createInput() {
    return new BoardInput(this.board, {
      onPress: () => void this.moveEntry.skipAnimation(),
      onGrab: async (cell) => {
        this.forgetAnswer();
        await this.moveEntry.grabCell(cell);
      },
      onPick: async (cell) => {
        this.forgetAnswer();
        await this.moveEntry.pickCell(cell);
      },
      onBack: () => (this.isMissed || this.ahead ? this.forgetAnswer() : this.moveEntry.back()),
      onInspect: (cell) => this.inspectCell(cell),
      canDrag: (cell) => this.isMissed || this.ahead !== null || this.moveEntry.canDrag(cell),
      isSaving: () => this.isSaving,
    });
  }

  /** Animate a move, then show the position after it. @param {Played} played */
  playMove(played) {
    this.shown = this.showMove(played);
    return this.shown;
  }

  /** Show at once what is being animated. */
  skip() {
    this.patience.abort();
    finishAnimations(this.board);
    return this.shown;
  }

  /** @param {Played} played */
  async showMove(played) {
    const { generation } = this;
    this.isAnimating = true;
    this.patience = new AbortController();
    clearPicks(this.board);
    clearHighlights(this.board, "refusal");
    await animate(this.board, played.steps, SPEEDS[animationSpeed()], this.patience.signal);
    if (generation !== this.generation) return;
    this.isAnimating = false;
    this.display(played.view);
    playSound(played.steps.some((step) => step.verb === "die") ? "capture" : "move");
  }

  /** @param {View} view */
  display(view) {
    const pointedOut = view === this.view ? (this.step()?.marks ?? []) : [];
    const marks = pointedOut.map((cell) => ({ kind: "pointed-out", cell }));
    this.board.show({ ...view, marks: [...view.marks, ...marks] });
    this.moveEntry.refresh();
    this.inspectCell(this.inspected);
    byId("position").replaceChildren(...describePosition(this.sheet, view).map((line) => element("p", {}, line)));
  }

  /** What a move did, and the result if it ended the game. @param {Played} played */
  describe(played) {
    const { outcome } = played;
    const result = outcome ? ` ${capitalize(told({ ...outcome, message: outcome.reason }))} (${outcome.clause}).` : "";
    return describeMove(this.sheet, played.seat, played.move, played.steps) + result;
  }

  /** @param {"reached" | "missed"} kind @param {string[]} sentences */
  tell(kind, ...sentences) {
    const box = byId("answer");
    box.className = `answer ${kind}`;
    const [first, ...others] = sentences.filter(Boolean);
    box.replaceChildren(element("p", { class: "verdict" }, first), ...others.map((sentence) => element("p", {}, sentence)));
    box.hidden = false;
    if (kind === "missed") box.scrollIntoView({ block: "nearest" });
  }

  /** @param {boolean} isAll whether the ruling disappears too */
  hideAnswer(isAll = true) {
    for (const id of ["answer", "again", "go-on", "onward"]) byId(id).hidden = true;
    // A puzzle may be left unsolved.
    byId("next").hidden = !this.isPuzzles || !this.list.after(this.lesson);
    byId("next").classList.remove("primary");
    if (!isAll) return;
    hideRuling();
    highlightRuling(this.board, [], []);
  }

  /** Describe a cell below the board, and show what a move there would do. @param {number | null} cell */
  inspectCell(cell) {
    this.inspected = cell;
    const { view } = this.board;
    const words = cell !== null && view ? [describeCell(this.sheet, view, cell), this.moveEntry.notes.wordsFor(cell)] : [];
    showCellDescription(listed(words.filter(Boolean)));
    this.moveEntry.pointAt(cell);
  }

  /** A room shows here that a move is stored. */
  showSaved() {}
}

new LessonPage();
