/** The review of a game: what it was worth to each seat as a graph, and the mistakes with what was better. */

import { button, byId, element } from "./dom.js";
import { showToast } from "./status.js";
import { cssColour, svgElement } from "./svg.js";
import { drawSeatIcon } from "./tokens.js";

/** @import { RoomPage } from "./room.js" */
/** @import { Mistake, Review, ReviewedLine } from "../types.js" */

const [WIDTH, HEIGHT] = [300, 96];

export class ReviewPanel {
  /** @param {RoomPage} page */
  constructor(page) {
    this.page = page;
    this.box = byId("review");
    /** @type {Review | null} The last that was told. */
    this.review = null;
    /** Whether the visitor wants to see it. */
    this.isOn = false;
    this.graph = svgElement("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
    this.graph.addEventListener("click", (event) => this.onClick(/** @type {MouseEvent} */ (event)));
  }

  async start() {
    this.isOn = true;
    const answer = await this.page.connection.ask({ do: "review" });
    if (answer.say !== "refused") return;
    this.isOn = false;
    showToast(answer.message);
  }

  /** After the connection was lost, the server tells the review to nobody: ask again. */
  resume() {
    if (this.isOn && this.review && this.review.refined < this.review.total) void this.start();
  }

  /** @param {Review} review */
  receive(review) {
    this.review = review;
    this.show();
  }

  /** Moves were made or taken back: the review is of another game. */
  check() {
    if (this.review && this.review.total !== this.page.state.room.number + 1) {
      this.review = null;
      this.isOn = false;
      this.box.hidden = true;
    }
  }

  show() {
    const { review } = this;
    if (!review) return;
    const done = review.shares ? review.refined : review.assessed;
    const words = review.shares ? "looking closer" : "a first look";
    const progress = element("progress", { max: String(review.total), value: String(done), "aria-label": "Review" });
    const state = done < review.total ? [element("p", { class: "row" }, progress, `${words}: ${done} of ${review.total} positions`)] : [];
    const parts = review.shares ? [this.drawGraph(review.shares, review.mistakes ?? []), this.accuracies(review), this.mistakes(review)] : [];
    this.box.replaceChildren(element("h2", {}, "Review"), ...state, ...parts);
    this.box.hidden = false;
    this.showNumber();
  }

  /** The graph: an area for two seats, a line for each of more. @param {number[][]} shares @param {Mistake[]} mistakes */
  drawGraph(shares, mistakes) {
    const { seats } = this.page.sheet;
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
    const parts = this.page.sheet.seats.map((seat, number) => `${seat.title} ${Math.round(100 * last[number])} %`);
    return `Share of the win after each move; at the end ${parts.join(", ")}. The list below has the mistakes.`;
  }

  /** @param {Review} review */
  accuracies(review) {
    const { sheet, state } = this.page;
    const items = (review.accuracies ?? []).flatMap((accuracy, seat) =>
      accuracy === null ? [] : [element("li", {}, drawSeatIcon(sheet, seat), `${state.playerName(seat)}: ${Math.round(accuracy)} % accurate`)],
    );
    return element("ul", { class: "accuracies", "aria-label": "Accuracy of each seat" }, ...items);
  }

  /** @param {Review} review */
  mistakes(review) {
    const mistakes = review.mistakes ?? [];
    if (!mistakes.length) return element("p", {}, review.refined < review.total ? "" : "No mistakes were found.");
    return element("ol", { class: "mistakes", "aria-label": "Mistakes" }, ...mistakes.map((mistake) => this.mistake(mistake)));
  }

  /** @param {Mistake} mistake */
  mistake(mistake) {
    const { playback, sheet, state } = this.page;
    const { number, seat, mark, better, answer } = mistake;
    const text = state.room.moves[number - 1] ?? "";
    const title = button(`${number}. ${text}`, () => void playback.goTo(number), { class: "move" });
    const item = element("li", {}, drawSeatIcon(sheet, seat), title, element("strong", { class: mark }, `${mark}, −${Math.round(100 * mistake.loss)} %`));
    const lines = element("div", { class: "row" });
    if (better.length) lines.append(this.line("Better", number - 1, better));
    if (answer.length) lines.append(this.line("It allows", number, answer));
    item.append(lines);
    return item;
  }

  /** A line that a click plays out on the board. @param {string} label @param {number} number @param {ReviewedLine} line */
  line(label, number, line) {
    const texts = line.map(({ move }) => move);
    const shown = texts.slice(0, 4).join(" ") + (texts.length > 4 ? " …" : "");
    const words = `${label}: ${texts.join(" ")}. Play it out on the board.`;
    return button(`${label}: ${shown}`, () => void this.playOut(number, texts), { class: "line", "aria-label": words });
  }

  /** Show what might have been played from a position of the game. @param {number} number @param {string[]} moves */
  async playOut(number, moves) {
    const { connection, playback } = this.page;
    await playback.goTo(number);
    const { jumps } = playback;
    const answer = await connection.ask({ do: "line", number, moves });
    if (answer.say === "refused") {
      showToast(answer.message);
      return;
    }
    for (const { view, steps } of answer.positions) {
      await playback.idle;
      if (jumps !== playback.jumps) return;
      playback.animateTo(steps, view);
    }
    await playback.idle;
    if (jumps === playback.jumps) byId("looking-back").textContent = `Not played: ${moves.join(" ")} after move ${number}`;
  }

  /** Mark the position that the board shows. */
  showNumber() {
    const last = this.review?.shares ? this.review.shares.length - 1 : 0;
    const now = this.graph.querySelector(".now");
    if (now && last) now.setAttribute("d", `M${(WIDTH * this.page.playback.number) / last} 0V${HEIGHT}`);
  }

  /** @param {MouseEvent} event */
  onClick(event) {
    const { left, width } = this.graph.getBoundingClientRect();
    const last = (this.review?.shares?.length ?? 1) - 1;
    void this.page.playback.goTo(Math.max(0, Math.min(last, Math.round((last * (event.clientX - left)) / width))));
  }
}
