/** The review of a game, in a room or a study: what it was worth to each seat as a graph, and the mistakes with what was better. */

import { button, byId, element } from "./dom.js";
import { cssColour, svgElement } from "./svg.js";
import { drawSeatIcon } from "./tokens.js";
import { listed, percent, t } from "./words.js";

/** @import { Mistake, Review, ReviewedLine, Sheet } from "../types.js" */

const [WIDTH, HEIGHT] = [300, 96];
/** What a mistake is called. */
export const MARKS = { inaccuracy: t("inaccuracy"), mistake: t("mistake"), blunder: t("blunder") };

/**
 * The game that is reviewed, and where. Positions have the numbers of the moves before them.
 * @typedef {{
 *   sheet: Sheet,
 *   notationName: () => string,
 *   playerName: (seat: number) => string,
 *   moveTitle: (number: number) => string,
 *   shownNumber: () => number | null,
 *   goTo: (number: number) => void,
 *   playOut: (number: number, moves: string[], texts: string[]) => void,
 *   linksTo: (number: number, better: string[]) => HTMLElement[],
 * }} ReviewedGame
 */

export class ReviewPanel {
  /** @param {ReviewedGame} game */
  constructor(game) {
    this.game = game;
    this.box = byId("review");
    /** @type {Review | null} The last that was told. */
    this.review = null;
    /** @type {Set<number>} The moves that were told to be mistakes, at any time. */
    this.suspects = new Set();
    this.graph = svgElement("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
    this.graph.addEventListener("click", (event) => this.onClick(/** @type {MouseEvent} */ (event)));
  }

  isFinal() {
    return this.review !== null && this.review.refined === this.review.total;
  }

  /** @param {Review} review */
  receive(review) {
    this.review = review;
    for (const { number } of review.mistakes ?? []) this.suspects.add(number);
    this.show();
  }

  clear() {
    this.review = null;
    this.suspects.clear();
    this.box.hidden = true;
  }

  show() {
    const { review } = this;
    if (!review) return;
    const done = review.shares ? review.refined : review.assessed;
    const values = { done, total: review.total };
    const words = review.shares ? t("looking closer: {done} of {total} positions", values) : t("a first look: {done} of {total} positions", values);
    const progress = element("progress", { max: String(review.total), value: String(done), "aria-label": t("Review") });
    const state = done < review.total ? [element("p", { class: "row" }, progress, words)] : [];
    const scrolled = this.box.querySelector(".mistakes")?.scrollTop ?? 0;
    const parts = review.shares ? [this.drawGraph(review.shares, review.mistakes ?? []), this.accuracies(review), this.mistakes(review), ...this.cleared(review)] : [];
    this.box.replaceChildren(element("h2", {}, t("Review")), ...state, ...parts);
    this.box.hidden = false;
    this.box.querySelector(".mistakes")?.scrollTo(0, scrolled);
    this.showNumber();
  }

  /** The graph: an area for two seats, a line for each of more. @param {number[][]} shares @param {Mistake[]} mistakes */
  drawGraph(shares, mistakes) {
    const { seats } = this.game.sheet;
    const last = shares.length - 1;
    const point = (/** @type {number} */ number, /** @type {number} */ share) =>
      `${((WIDTH * number) / (last || 1)).toFixed(1)} ${(HEIGHT * (1 - share)).toFixed(1)}`;
    const lineOf = (/** @type {number} */ seat) => `M${shares.map((each, number) => point(number, each[seat])).join("L")}`;
    this.graph.replaceChildren();
    this.graph.setAttribute("aria-label", this.describe(shares));
    if (seats.length === 2) {
      svgElement("rect", { width: WIDTH, height: HEIGHT, fill: cssColour(seats[1].colour) }, this.graph);
      const area = `${lineOf(0)}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}z`;
      svgElement("path", { d: area, fill: cssColour(seats[0].colour) }, this.graph);
      svgElement("path", { d: `M0 ${HEIGHT / 2}H${WIDTH}`, class: "middle" }, this.graph);
    } else {
      seats.forEach((seat, number) => {
        svgElement("path", { d: lineOf(number), class: `share dash-${number % 6}`, stroke: cssColour(seat.colour) }, this.graph);
      });
    }
    for (const mistake of mistakes) {
      const share = shares[mistake.number][seats.length === 2 ? 0 : mistake.seat];
      const [cx, cy] = point(mistake.number, share).split(" ");
      svgElement("circle", { cx, cy, r: 4, class: `dot ${mistake.mark}` }, this.graph);
    }
    svgElement("path", { class: "now" }, this.graph);
    return element("div", { class: "graph" }, this.graph);
  }

  /** @param {number[][]} shares */
  describe(shares) {
    const last = shares[shares.length - 1];
    const parts = this.game.sheet.seats.map((seat, number) => `${seat.title} ${percent(last[number])}`);
    return t("Share of the win after each move; at the end {shares}. The list below has the mistakes.", { shares: listed(parts) });
  }

  /** @param {Review} review */
  accuracies(review) {
    const { game } = this;
    const items = (review.accuracies ?? []).flatMap((accuracy, seat) =>
      accuracy === null ? [] : [element("li", {}, drawSeatIcon(game.sheet, seat), t("{player}: {accuracy} accurate", { player: game.playerName(seat), accuracy: percent(accuracy / 100) }))],
    );
    return element("ul", { class: "accuracies", "aria-label": t("Accuracy of each seat") }, ...items);
  }

  /** @param {Review} review */
  mistakes(review) {
    const mistakes = review.mistakes ?? [];
    if (!mistakes.length) return element("p", {}, review.refined < review.total ? "" : t("No mistakes were found."));
    return element("ol", { class: "mistakes", "aria-label": t("Mistakes") }, ...mistakes.map((mistake) => this.mistake(mistake)));
  }

  /** The moves that were mistakes at a first look only: a verdict that was seen does not vanish without a word. @param {Review} review */
  cleared(review) {
    const marked = new Set(review.mistakes?.map(({ number }) => number));
    const numbers = [...this.suspects].filter((number) => !marked.has(number)).sort((one, other) => one - other);
    if (!numbers.length) return [];
    const moves = listed(numbers.map((number) => this.game.moveTitle(number)));
    return [element("p", { class: "hint cleared" }, t("No mistakes after a closer look: {moves}", { moves }))];
  }

  /** @param {Mistake} mistake */
  mistake(mistake) {
    const { game } = this;
    const { number, seat, mark, better, answer } = mistake;
    const title = button(game.moveTitle(number), () => game.goTo(number), { class: "move" });
    const item = element("li", {}, drawSeatIcon(game.sheet, seat), title, element("strong", { class: mark }, t("{mark}, −{loss}", { mark: MARKS[mark], loss: percent(mistake.loss) })));
    const lines = element("div", { class: "row" });
    if (better.length) lines.append(this.line(t("Better"), number - 1, better), ...game.linksTo(number, better.map(({ move }) => move)));
    if (answer.length) lines.append(this.line(t("It allows"), number, answer));
    item.append(lines);
    return item;
  }

  /** A line that a click plays out on the board. @param {string} label @param {number} number @param {ReviewedLine} line */
  line(label, number, line) {
    const name = this.game.notationName();
    const texts = line.map(({ move, texts: others }) => others[name] ?? move);
    const shown = texts.slice(0, 4).join(" ") + (texts.length > 4 ? " …" : "");
    const words = t("{label}: {moves}. Play it out on the board.", { label, moves: texts.join(" ") });
    return button(`${label}: ${shown}`, () => this.game.playOut(number, line.map(({ move }) => move), texts), { class: "line", "aria-label": words });
  }

  /** Mark the position that the board shows. */
  showNumber() {
    const last = this.review?.shares ? this.review.shares.length - 1 : 0;
    const number = this.game.shownNumber();
    this.graph.querySelector(".now")?.setAttribute("d", last && number !== null ? `M${(WIDTH * number) / last} 0V${HEIGHT}` : "");
  }

  /** @param {MouseEvent} event */
  onClick(event) {
    const { left, width } = this.graph.getBoundingClientRect();
    const last = (this.review?.shares?.length ?? 1) - 1;
    this.game.goTo(Math.max(0, Math.min(last, Math.round((last * (event.clientX - left)) / width))));
  }
}
