/** Fetches the sheets of variants of a game, once each. */

import { tellSheet } from "./words.js";

/** @import { Sheet } from "../types.js" */

/** The sheet that is on the page, and others by their options. */
export class SheetsByOptions {
  /** @param {Sheet} usual */
  constructor(usual) {
    this.usual = usual;
    /** @type {Map<string, Promise<Sheet>>} */
    this.others = new Map();
  }

  /** @param {Record<string, unknown>} options those that are not as usual */
  async find(options) {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(options)) query.set(name, String(value ?? "off"));
    const address = `/api/sheet/${this.usual.game}?${query}`;
    if (!query.size) return this.usual;
    const found = this.others.get(address) ?? fetch(address).then(async (response) => tellSheet(await response.json()));
    this.others.set(address, found);
    return found;
  }
}
