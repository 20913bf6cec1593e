/** The notation in which moves are shown: the game's own, or another that the visitor has chosen. */

import { capitalize } from "./dom.js";
import { inOwnLanguage, isOwnLanguage, readSetting, saveSetting } from "./settings.js";
import { t } from "./words.js";

/** @import { Sheet } from "../types.js" */
/** @import { RoomPage } from "./room.js" */

/** Shorter names of notations are abbreviations. */
const LONGEST_ABBREVIATION = 4;

export class Notation {
  /** @param {RoomPage} page */
  constructor(page) {
    this.page = page;
    /** The game's own: the room's moves are written in it. */
    this.own = page.sheet.notations?.[0] ?? "";
    this.name = chosenNotation(page.sheet);
    /** @type {string[]} The moves in that notation, as far as they were fetched. */
    this.texts = [];
    /** Counts changes of what is shown, to drop answers from before. */
    this.generation = 0;
    /** @type {Promise<void>} Until all moves are written in it. */
    this.updated = Promise.resolve();
  }

  /** @param {string} name */
  choose(name) {
    this.name = name;
    saveSetting(settingName(this.page.sheet), name);
    this.page.board.setNotation(name);
    this.page.refresh();
    this.page.analyser?.redraw();
    this.reset();
  }

  /** Write all moves anew. */
  reset() {
    this.truncate(0);
    this.page.showMoves();
    this.page.review.show();
    this.update();
  }

  /** Forget the moves after this many: they were taken back. @param {number} count */
  truncate(count) {
    this.generation += 1;
    this.texts = this.texts.slice(0, count);
  }

  /** Fetch the moves that are new, and show them. */
  update() {
    this.updated = this.fetch();
  }

  async fetch() {
    const { page, generation } = this;
    const since = this.texts.length;
    if (this.name === this.own || since >= page.state.room.number) return;
    const answer = await page.connection.ask({ do: "texts", notation: this.name, since });
    if (answer.say !== "texts" || generation !== this.generation) return;
    this.texts = [...this.texts.slice(0, since), ...answer.texts];
    page.showMoves();
    page.review.show();
  }

  /** A move that is not in the list. @param {{ move: string, texts: Record<string, string> }} written in all notations */
  textOf({ move, texts }) {
    return texts[this.name] ?? move;
  }
}

/** @param {Sheet} sheet */
export function settingName({ game }) {
  return `notation.${game}`;
}

/** The notations to choose from: of those in the page's language, the one in its script. @param {Sheet} sheet */
export function offeredNotations({ notations = [] }) {
  const own = inOwnLanguage(notations);
  return notations.filter((name) => name === own || !isOwnLanguage(name));
}

/** The notation that the visitor likes, or else the author of what is shown, or the page's language. @param {Sheet} sheet @param {string} [ofAuthor] */
export function chosenNotation(sheet, ofAuthor = "") {
  const { notations = [] } = sheet;
  const wanted = readSetting(settingName(sheet), ofAuthor);
  const own = inOwnLanguage(notations);
  if (own && (!wanted || isOwnLanguage(wanted))) return own;
  return notations.includes(wanted) ? wanted : (notations[0] ?? "");
}

/** A notation as the visitor reads it. @param {string} name */
export function notationName(name) {
  if (name.length <= LONGEST_ABBREVIATION) return name.toUpperCase();
  const told = t(name);
  return told === name ? name.split(" ").map(capitalize).join(" ") : capitalize(told);
}
