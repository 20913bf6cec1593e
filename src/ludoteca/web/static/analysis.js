/** Analysis by the machine, in a room or a study: best lines as arrows and texts, expected shares of the win as bars. */

import { button, byId, element } from "./dom.js";
import { askForEvents } from "./events.js";
import { clearHighlights, drawArrow, hideAnalysis } from "./highlight.js";
import { showToast } from "./status.js";
import { cssColour } from "./svg.js";
import { percent, t, told } from "./words.js";

/** @import { Board } from "./board.js" */
/** @import { Analysis, AnalysedLine, Refusal } from "../types.js" */

const RANKS = ["first", "second", "third"];
const MAX_LINE_LENGTH = 8;
/** Milliseconds between two questions: who steps faster is answered about the last position. */
const INTERVAL = 80;
/** Milliseconds until a busy server is asked again. */
const BUSY_DELAY = 1000;

/**
 * The position that is analysed, and where.
 * @typedef {{
 *   board: Board,
 *   notationName: () => string,
 *   analysed: () => { game: string, options: Record<string, unknown>, start: string, moves: string[] },
 *   playLine: (moves: string[], texts: string[]) => void,
 * }} AnalysisPage
 */

export class Analyser {
  /** @param {AnalysisPage} page */
  constructor(page) {
    this.page = page;
    this.isOn = false;
    /** @type {Analysis | null} Of the position that is shown. */
    this.analysis = null;
    /** Names this page to the server, which answers the last of its questions. */
    this.asker = crypto.getRandomValues(new Uint32Array(2)).join("-");
    /** Counts positions, to drop answers about earlier ones. */
    this.generation = 0;
    this.timer = 0;
    this.askedAt = -INTERVAL;
    /** Ends a question that nobody waits for, without another one. */
    this.patience = new AbortController();
  }

  toggle() {
    if (this.isOn) this.stop();
    else {
      this.isOn = true;
      byId("analyse").setAttribute("aria-pressed", "true");
      this.update();
    }
  }

  stop() {
    this.isOn = false;
    this.generation += 1;
    this.analysis = null;
    clearTimeout(this.timer);
    this.patience.abort();
    byId("analyse").setAttribute("aria-pressed", "false");
    hideAnalysis(this.page.board);
  }

  /** Analyse the position that is shown; the server withdraws what was asked before. */
  update() {
    this.analysis = null;
    this.generation += 1;
    const { generation } = this;
    clearHighlights(this.page.board, "analysed");
    if (byId("analysis").hidden) showText(t("Thinking…"));
    byId("analysis").classList.add("outdated");
    this.askLater(generation, Math.max(0, this.askedAt + INTERVAL - performance.now()));
  }

  /** @param {number} generation @param {number} delay */
  askLater(generation, delay) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.askedAt = performance.now();
      this.patience = new AbortController();
      const { game, ...line } = this.page.analysed();
      const question = { ...line, asker: this.asker, lines: RANKS.length };
      const tell = (/** @type {Analysis | Refusal} */ answer) => this.receive(generation, answer);
      void askForEvents(`/api/study/${game}/analysis`, question, tell, this.patience.signal);
    }, delay);
  }

  /** @param {number} generation @param {Analysis | Refusal} answer */
  receive(generation, answer) {
    if (generation !== this.generation) return;
    if (answer.say === "analysis") {
      this.analysis = answer;
      this.show(answer);
    } else if (answer.why === "busy" || answer.why === "too-fast") this.askLater(generation, BUSY_DELAY);
    else if (answer.why === "over") showText(t("The game is over here; look back to see what the machine thinks."));
    else if (answer.why !== "stale") {
      this.stop();
      showToast(told(answer));
    }
  }

  /** Draw the analysis again, on a board that was rotated or drawn anew. */
  redraw() {
    if (this.analysis && !byId("analysis").hidden) this.show(this.analysis);
  }

  /** @param {Analysis} analysis */
  show(analysis) {
    const { board } = this.page;
    const { seats } = board.sheet;
    clearHighlights(board, "analysed");
    const bars = wholePercents(analysis.shares).map((whole, seat) => {
      const share = percent(whole / 100);
      const bar = element("span", { class: "bar", role: "img", "aria-label": `${seats[seat].title}: ${share}` });
      const fill = element("span", { class: "fill" });
      fill.style.width = `${whole}%`;
      fill.style.setProperty("--seat", cssColour(seats[seat].colour));
      bar.append(fill);
      return element("li", {}, element("span", { class: "bar-name" }, seats[seat].title), bar, element("span", {}, share));
    });
    const lines = analysis.lines.slice(0, RANKS.length).map((line, rank) => {
      if (line.cells[0]?.length) drawArrow(board, line.cells[0], `analysed ${RANKS[rank]}`);
      return this.line(line, analysis.seat);
    });
    const box = byId("analysis");
    box.replaceChildren(
      element("h2", {}, t("Analysis")),
      element("ul", { class: "bars", "aria-label": t("Share of the win for each seat") }, ...bars),
      element("ol", { class: "lines", "aria-label": t("Best lines") }, ...lines),
      element("p", { class: "hint depth" }, depthText(analysis)),
    );
    box.classList.remove("outdated");
    box.hidden = false;
  }

  /** A line, each move of which plays the line up to it. @param {AnalysedLine} line @param {number} toMove */
  line(line, toMove) {
    const { seats } = this.page.board.sheet;
    // With two seats always the same one, so that the numbers of two positions can be compared.
    const seat = seats.length === 2 ? 0 : toMove;
    const name = this.page.notationName();
    const texts = line.moves.map((move, number) => line.texts[number]?.[name] ?? move);
    const buttons = texts.slice(0, MAX_LINE_LENGTH).map((text, number) => {
      const moves = line.moves.slice(0, number + 1);
      return button(text, () => this.page.playLine(moves, texts.slice(0, number + 1)), { class: "move" });
    });
    const score = t("{seat} {share}", { seat: seats[seat].title, share: percent(line.shares[seat]) });
    return element("li", {}, element("strong", { class: "score" }, score), ...buttons);
  }
}

/** How far the machine looked. @param {Analysis} analysis */
function depthText({ depth, is_final: isFinal }) {
  if (!depth) return t("A first look, thinking…");
  return isFinal ? t("Depth {depth}", { depth }) : t("Depth {depth}, thinking…", { depth });
}

/** @param {string} text */
function showText(text) {
  const box = byId("analysis");
  box.replaceChildren(element("p", {}, text));
  box.classList.remove("outdated");
  box.hidden = false;
}

/** Shares as whole percents that add up to 100: those nearest to the next one are rounded up. @param {number[]} shares */
export function wholePercents(shares) {
  const total = shares.reduce((sum, share) => sum + share, 0);
  const exact = shares.map((share) => (100 * share) / (total || 1));
  const whole = exact.map(Math.floor);
  const byRemainder = exact.map((percent, seat) => ({ seat, remainder: percent - whole[seat] })).sort((one, other) => other.remainder - one.remainder);
  const missing = 100 - whole.reduce((sum, percent) => sum + percent, 0);
  for (const { seat } of byRemainder.slice(0, missing)) whole[seat] += 1;
  return whole;
}
