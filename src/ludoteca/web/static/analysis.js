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

export class Analyser {
  /** @param {RoomPage} page */
  constructor(page) {
    this.page = page;
    this.isOn = false;
    /** @type {Analysis | null} Of the position that is shown. */
    this.analysis = null;
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
    this.isOn = !this.isOn;
    byId("analyse").setAttribute("aria-pressed", String(this.isOn));
    if (this.isOn) void this.update();
    else hideAnalysis(this.page.board);
  }

  /** Analyse the position that is shown. */
  async update() {
    const { board, connection, playback, state } = this.page;
    const { number } = playback;
    const box = byId("analysis");
    this.analysis = null;
    if (state.room.outcome && playback.isLive()) {
      box.replaceChildren(element("p", {}, "The game is over here; look back to see what the machine thinks."));
      box.hidden = false;
      return;
    }
    if (box.hidden) {
      box.replaceChildren(element("p", {}, "Thinking…"));
      box.hidden = false;
    }
    const answer = await connection.ask({ do: "analyse", number, lines: RANKS.length });
    if (!this.isOn || number !== playback.number) return;
    if (answer.say === "analysis") {
      this.analysis = answer;
      this.redraw();
    } else {
      hideAnalysis(board);
      showToast(answer.message);
    }
  }

  /** Draw the analysis again, on a board that was rotated or drawn anew. */
  redraw() {
    if (this.analysis && !byId("analysis").hidden) showAnalysis(this.page.board, this.analysis);
  }
}

/** @param {Board} board @param {Analysis} analysis */
function showAnalysis(board, analysis) {
  const { seats } = board.sheet;
  clearHighlights(board, "analysed");
  const bars = analysis.shares.map((share, seat) => {
    const percent = `${Math.round(100 * share)} %`;
    const bar = element("span", { class: "bar", role: "img", "aria-label": `${seats[seat].title}: ${percent}` });
    const fill = element("span", { class: "fill" });
    fill.style.width = `${Math.round(100 * share)}%`;
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
