/** The notation in which the list shows the moves: the game's own, or another that the visitor has chosen. */

import { capitalize } from "./dom.js";
import { inOwnLanguage, readSetting, saveSetting } from "./settings.js";
import { t } from "./words.js";

/** @import { RoomPage } from "./room.js" */

/** Shorter names of notations are abbreviations. */
const LONGEST_ABBREVIATION = 4;

export class Notation {
  /** @param {RoomPage} page */
  constructor(page) {
    this.page = page;
    /** The game's own: the room's moves are written in it. */
    this.own = page.sheet.notations?.[0] ?? "";
    this.name = readSetting(this.settingName(), inOwnLanguage(page.sheet.notations ?? []) ?? this.own);
    /** @type {string[]} The moves in that notation, as far as they were fetched. */
    this.texts = [];
    /** Counts changes of what is shown, to drop answers from before. */
    this.generation = 0;
  }

  settingName() {
    return `notation.${this.page.sheet.game}`;
  }

  /** @param {string} name */
  choose(name) {
    this.name = name;
    saveSetting(this.settingName(), name);
    this.reset();
  }

  /** Write all moves anew. */
  reset() {
    this.truncate(0);
    this.page.showMoves();
    this.page.review.show();
    void this.update();
  }

  /** Forget the moves after this many: they were taken back. @param {number} count */
  truncate(count) {
    this.generation += 1;
    this.texts = this.texts.slice(0, count);
  }

  /** Fetch the moves that are new, and show them. */
  async update() {
    const { page, generation } = this;
    const since = this.texts.length;
    if (this.name === this.own || since >= page.state.room.number) return;
    const answer = await page.connection.ask({ do: "texts", notation: this.name, since });
    if (answer.say !== "texts" || generation !== this.generation) return;
    this.texts = [...this.texts.slice(0, since), ...answer.texts];
    page.showMoves();
    page.review.show();
  }
}

/** A notation as the visitor reads it. @param {string} name */
export function notationName(name) {
  return name.length <= LONGEST_ABBREVIATION ? name.toUpperCase() : capitalize(t(name));
}
