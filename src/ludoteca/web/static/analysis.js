/** Hints and analysis by the machine: best lines as arrows and texts, expected shares of the win as bars. */

import { placeText } from "./describe.js";
import { byId, element } from "./dom.js";
import { clearHighlights, drawArrow } from "./highlight.js";
import { showToast } from "./status.js";
import { cssColour } from "./svg.js";

/** @import { Board } from "./board.js" */
/** @import { RoomPage } from "./room.js" */
/** @import { Analysis } from "../types.js" */

const RANKS = ["first", "second", "third"];
const MAX_LINE_LENGTH = 6;
/** Milliseconds until a busy server is asked again. */
const BUSY_DELAY = 1000;

export class Analyser {
  /** @param {RoomPage} page */
  constructor(page) {
    this.page = page;
    this.isOn = false;
    /** @type {Analysis | null} Of the position that is shown. */
    this.analysis = null;
    this.isAsking = false;
    /** Whether the position has changed since the last question. */
    this.isOutdated = false;
  }

  async showHint() {
    const { board, connection, playback, state } = this.page;
    if (!playback.isLive()) await playback.goTo(state.room.number);
    const answer = await connection.ask({ do: "hint", turn: state.room.number });
    if (answer.say === "refused") {
      showToast(answer.message);
      return;
    }
    clearHighlights(board, "analysed");
    drawArrow(board, answer.cells, "analysed first");
    showToast(`The machine would play ${answer.move}.`);
  }

  /** Tell that a question has to wait. @param {number} place */
  showWaiting(place) {
    if (place) showToast(`The machine is busy; yours is the ${placeText(place)} request.`);
  }

  toggle() {
    if (this.isOn) this.stop();
    else {
      this.isOn = true;
      byId("analyse").setAttribute("aria-pressed", "true");
      void this.update();
    }
  }

  stop() {
    this.isOn = false;
    byId("analyse").setAttribute("aria-pressed", "false");
    hideAnalysis(this.page.board);
  }

  /** Analyse the position that is shown. The server takes one question at a time: what comes meanwhile is asked next. */
  async update() {
    this.analysis = null;
    this.isOutdated = true;
    if (byId("analysis").hidden) showText("Thinking…");
    if (this.isAsking) return;
    this.isAsking = true;
    while (this.isOn && this.isOutdated) {
      this.isOutdated = false;
      await this.ask();
    }
    this.isAsking = false;
  }

  async ask() {
    const { connection, playback } = this.page;
    const { number } = playback;
    const answer = await connection.ask({ do: "analyse", number, lines: RANKS.length });
    if (!this.isOn || this.isOutdated || number !== playback.number) return;
    if (answer.say === "analysis") {
      this.analysis = answer;
      showAnalysis(this.page.board, answer);
    } else if (answer.why === "busy") {
      await new Promise((resolve) => setTimeout(resolve, BUSY_DELAY));
      this.isOutdated = true;
    } else if (answer.why === "over") showText("The game is over here; look back to see what the machine thinks.");
    else {
      this.stop();
      showToast(answer.message);
    }
  }

  /** Draw the analysis again, on a board that was rotated or drawn anew. */
  redraw() {
    if (this.analysis && !byId("analysis").hidden) showAnalysis(this.page.board, this.analysis);
  }
}

/** @param {string} text */
function showText(text) {
  const box = byId("analysis");
  box.replaceChildren(element("p", {}, text));
  box.hidden = false;
}

/** @param {Board} board @param {Analysis} analysis */
function showAnalysis(board, analysis) {
  const { seats } = board.sheet;
  clearHighlights(board, "analysed");
  const bars = wholePercents(analysis.shares).map((whole, seat) => {
    const percent = `${whole} %`;
    const bar = element("span", { class: "bar", role: "img", "aria-label": `${seats[seat].title}: ${percent}` });
    const fill = element("span", { class: "fill" });
    fill.style.width = `${whole}%`;
    fill.style.setProperty("--seat", cssColour(seats[seat].colour));
    bar.append(fill);
    return element("li", {}, element("span", { class: "bar-name" }, seats[seat].title), bar, element("span", {}, percent));
  });
  const lines = analysis.lines.slice(0, RANKS.length).map((line, rank) => {
    if (line.cells[0]?.length) drawArrow(board, line.cells[0], `analysed ${RANKS[rank]}`);
    return element("li", {}, line.moves.slice(0, MAX_LINE_LENGTH).join(" "));
  });
  const box = byId("analysis");
  box.replaceChildren(
    element("h2", {}, "Analysis"),
    element("ul", { class: "bars", "aria-label": "Share of the win for each seat" }, ...bars),
    element("ol", { class: "lines", "aria-label": "Best lines" }, ...lines),
  );
  box.hidden = false;
}

/** @param {Board} board */
export function hideAnalysis(board) {
  clearHighlights(board, "analysed");
  byId("analysis").hidden = true;
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
