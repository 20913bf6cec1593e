/** Fetches answers once each, one request at a time, below the server's rate limit. */

/** Milliseconds between two requests: the server closes connections that ask much faster for long. */
const REQUEST_INTERVAL = 130;

/** When any cache of this page has sent its last request. */
let lastRequest = -REQUEST_INTERVAL;

/** @template Answer */
export class LatestCache {
  /** @param {(key: any) => Promise<Answer | null>} fetch */
  constructor(fetch) {
    this.fetch = fetch;
    /** @type {Map<unknown, Answer>} */
    this.known = new Map();
    /** @type {{ key: unknown, resolve: (answer: Answer | null) => void } | null} The latest request that was not sent yet. */
    this.waiting = null;
    this.isFetching = false;
    /** Counts how often everything was forgotten, to drop answers from before. */
    this.generation = 0;
  }

  /**
   * The answer for a key; null if there is none, or if a later call asked for another one meanwhile.
   * @param {unknown} key
   * @returns {Promise<Answer | null>}
   */
  get(key) {
    this.waiting?.resolve(null);
    this.waiting = null;
    const known = this.known.get(key);
    if (known) return Promise.resolve(known);
    return new Promise((resolve) => {
      this.waiting = { key, resolve };
      this.schedule();
    });
  }

  /** Forget everything. */
  clear() {
    this.generation += 1;
    this.known.clear();
  }

  /** Forget all but some. @param {(key: any) => boolean} isKept */
  retain(isKept) {
    for (const key of this.known.keys()) if (!isKept(key)) this.known.delete(key);
  }

  schedule() {
    if (this.isFetching || !this.waiting) return;
    this.isFetching = true;
    const delay = Math.max(0, lastRequest + REQUEST_INTERVAL - performance.now());
    setTimeout(() => void this.fetchNext(), delay);
  }

  async fetchNext() {
    const { generation, waiting } = this;
    if (waiting) {
      this.waiting = null;
      lastRequest = performance.now();
      const answer = await this.fetch(waiting.key);
      const isCurrent = generation === this.generation;
      if (answer && isCurrent) this.known.set(waiting.key, answer);
      waiting.resolve(isCurrent ? answer : null);
    }
    this.isFetching = false;
    this.schedule();
  }
}
