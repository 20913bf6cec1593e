/** Fetches earlier positions once each, one request at a time, below the server's rate limit. */

/** @import { Answers, Refusal } from "../types.js" */

/** @typedef {Answers["view"]} ViewAnswer */

/** Milliseconds between two requests: the server closes connections that ask much faster for long. */
const REQUEST_INTERVAL = 130;

export class ViewCache {
  /** @param {(number: number) => Promise<ViewAnswer | Refusal>} fetchView */
  constructor(fetchView) {
    this.fetchView = fetchView;
    /** @type {Map<number, ViewAnswer>} */
    this.known = new Map();
    /** @type {{ number: number, resolve: (answer: ViewAnswer | null) => void } | null} The latest request that was not sent yet. */
    this.waiting = null;
    this.isFetching = false;
    this.lastRequest = -REQUEST_INTERVAL;
  }

  /**
   * The view after this many moves; null if there is none, or if a later call asked for another one meanwhile.
   * @param {number} number
   * @returns {Promise<ViewAnswer | null>}
   */
  get(number) {
    this.waiting?.resolve(null);
    this.waiting = null;
    const known = this.known.get(number);
    if (known) return Promise.resolve(known);
    return new Promise((resolve) => {
      this.waiting = { number, resolve };
      this.schedule();
    });
  }

  /** Forget the views after this many moves: those moves were taken back. @param {number} number */
  truncate(number) {
    for (const known of this.known.keys()) if (known > number) this.known.delete(known);
  }

  /** Forget everything. */
  clear() {
    this.known.clear();
  }

  schedule() {
    if (this.isFetching || !this.waiting) return;
    this.isFetching = true;
    const delay = Math.max(0, this.lastRequest + REQUEST_INTERVAL - performance.now());
    setTimeout(() => void this.fetchNext(), delay);
  }

  async fetchNext() {
    const { waiting } = this;
    if (waiting) {
      this.waiting = null;
      this.lastRequest = performance.now();
      const answer = await this.fetchView(waiting.number);
      if (answer.say === "view") this.known.set(waiting.number, answer);
      waiting.resolve(answer.say === "view" ? answer : null);
    }
    this.isFetching = false;
    this.schedule();
  }
}
