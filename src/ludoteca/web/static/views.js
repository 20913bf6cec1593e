/** Positions that one looks back at: asked for once, one at a time and not too fast, the newest wish first. */

/** @import { Told } from "../types.js" */

/** The server lets nobody ask much faster for long. */
const GAP = 130;

export class Views {
  /** @param {(number: number) => Promise<Told>} ask */
  constructor(ask) {
    this.ask = ask;
    /** @type {Map<number, Told>} */
    this.known = new Map();
    /** @type {{ number: number, answer: (told: Told | null) => void } | null} */
    this.wanted = null;
    this.isAsking = false;
    this.asked = -GAP;
  }

  /** The view after so many moves, or null when another one is wanted by now. @param {number} number @returns {Promise<Told | null>} */
  get(number) {
    this.wanted?.answer(null);
    this.wanted = null;
    const known = this.known.get(number);
    if (known) return Promise.resolve(known);
    return new Promise((answer) => {
      this.wanted = { number, answer };
      this.goOn();
    });
  }

  /** Moves were taken back: only so many stand. @param {number} number */
  keep(number) {
    for (const known of this.known.keys()) if (known > number) this.known.delete(known);
  }

  goOn() {
    if (this.isAsking || !this.wanted) return;
    this.isAsking = true;
    const wait = Math.max(0, this.asked + GAP - performance.now());
    setTimeout(() => void this.askNow(), wait);
  }

  async askNow() {
    const { wanted } = this;
    if (wanted) {
      this.wanted = null;
      this.asked = performance.now();
      const told = await this.ask(wanted.number);
      if (told.view) this.known.set(wanted.number, told);
      wanted.answer(told);
    }
    this.isAsking = false;
    this.goOn();
  }
}
