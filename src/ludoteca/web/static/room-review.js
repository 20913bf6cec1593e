/** The review of a room's game, which the server tells all members who asked for it. */

import { byId, element } from "./dom.js";
import { studyAddress } from "./share.js";
import { showToast } from "./status.js";
import { t, told } from "./words.js";

/** @import { ReviewPanel } from "./review.js" */
/** @import { RoomPage } from "./room.js" */
/** @import { Review } from "../types.js" */

export class RoomReview {
  /** @param {RoomPage} page */
  constructor(page) {
    this.page = page;
    this.sheet = page.sheet;
    /** Loaded when it is needed: most games are not reviewed. @type {ReviewPanel | null} */
    this.panel = null;
    /** Whether the visitor wants to see it. */
    this.isOn = false;
  }

  async start() {
    this.isOn = true;
    // Before the question: an answer that had to wait for the panel could be shown after the next one.
    const { ReviewPanel } = await import("./review.js");
    this.panel ??= new ReviewPanel(this);
    const answer = await this.page.connection.ask({ do: "review" });
    if (answer.say !== "refused") return;
    this.isOn = false;
    showToast(told(answer));
  }

  /** After the connection was lost, the server tells the review to nobody: ask again. */
  resume() {
    if (this.isOn && this.panel?.review && !this.panel.isFinal()) void this.start();
  }

  /** @param {Review} review */
  receive(review) {
    this.panel?.receive(review);
  }

  /** The list of moves has changed: after moves that were made or taken back, the review is of another game. */
  check() {
    if (this.panel?.review && this.panel.review.total !== this.page.state.room.number + 1) {
      this.isOn = false;
      this.panel.clear();
    }
    this.panel?.showNumber();
  }

  /** Show it anew, as the moves are written now. */
  show() {
    this.panel?.show();
  }

  // The game that is reviewed

  notationName() {
    return this.page.notation.name;
  }

  /** @param {number} seat */
  playerName(seat) {
    return this.page.state.playerName(seat);
  }

  /** @param {number} number */
  moveText(number) {
    const { notation, state } = this.page;
    return notation.texts[number - 1] ?? state.room.moves[number - 1] ?? "";
  }

  /** @param {number} number */
  moveTitle(number) {
    return `${this.page.moveList.rows[number - 1]}. ${this.moveText(number)}`;
  }

  shownNumber() {
    return this.page.playback.number;
  }

  /** @param {number} number */
  goTo(number) {
    void this.page.playback.goTo(number);
  }

  /** A way to a study of what was better than a move. @param {number} number @param {string[]} better */
  linksTo(number, better) {
    const words = t("Study what was better than move {number}, {text}", { number: this.page.moveList.rows[number - 1], text: this.moveText(number) });
    const href = studyAddress(this.page.state.room, number - 1, better);
    return [element("a", { class: "button line", href, "aria-label": words }, t("Study"))];
  }

  /**
   * Show what might have been played from a position of the game.
   * @param {number} number
   * @param {string[]} moves
   * @param {string[]} texts the moves as they are shown
   */
  async playOut(number, moves, texts) {
    const { connection, moveList, playback } = this.page;
    await playback.goTo(number);
    const { jumps } = playback;
    const answer = await connection.ask({ do: "line", number, moves });
    if (answer.say === "refused") {
      showToast(told(answer));
      return;
    }
    for (const { view, steps } of answer.positions) {
      await playback.idle;
      if (jumps !== playback.jumps) return;
      playback.animateTo(steps, view);
    }
    await playback.idle;
    if (jumps === playback.jumps) byId("looking-back").textContent = notPlayed(texts.join(" "), number ? moveList.nameOf(number) : "");
  }
}

/** @param {string} moves @param {string} last the move before, if there is one */
function notPlayed(moves, last) {
  return last ? t("Not played: {moves}, after {last}", { moves, last }) : t("Not played: {moves}, as the first move", { moves });
}
