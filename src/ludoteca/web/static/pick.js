/** Picks a move by steps: every cell or word that is picked narrows the legal moves. Knows nothing of drawing. */

/** @import { Move, Pick, Told } from "../types.js" */

/** @typedef {{ cells: number[], words: string[], done: string | null }} Choices */

export class Picker {
  /**
   * @param {(origin: Pick | null) => Promise<Told>} ask the legal moves of the present position, all or by first pick
   */
  constructor(ask) {
    this.ask = ask;
    /** @type {Pick[]} */
    this.path = [];
    /** @type {Move[]} */
    this.left = [];
    /** @type {Map<Pick, Move[]>} */
    this.known = new Map();
    /** @type {[Pick, number][]} */
    this.origins = [];
    /** Counts positions: an answer about an earlier one comes too late. */
    this.era = 0;
  }

  /** Forget everything: the position is another one. */
  forget() {
    this.era += 1;
    this.clear();
    this.known.clear();
    this.origins = [];
  }

  /** Learn what the position allows. */
  async learn() {
    const { era } = this;
    const told = await this.ask(null);
    if (era !== this.era) return;
    this.known.clear();
    this.origins = told.origins ?? [];
    for (const move of told.moves ?? []) {
      const first = move[1][0];
      this.known.set(first, [...(this.known.get(first) ?? []), move]);
    }
    // Where only some moves came along, the others are asked for by their first pick.
    for (const [first, count] of this.origins) if (this.known.get(first)?.length !== count) this.known.delete(first);
  }

  clear() {
    this.path = [];
    this.left = [];
  }

  /** What can be picked next, and the move that is complete already. @returns {Choices} */
  choices() {
    const here = this.path.length;
    const next = here ? this.left.map((move) => move[1][here]) : this.origins.map(([first]) => first);
    const picks = [...new Set(next.filter((pick) => pick !== undefined))];
    return {
      cells: picks.filter((pick) => typeof pick === "number"),
      words: picks.filter((pick) => typeof pick === "string"),
      done: this.left.find((move) => move[1].length === here)?.[0] ?? null,
    };
  }

  /**
   * Pick a cell or a word.
   * @param {Pick} pick
   * @returns {Promise<"more" | "play" | "no">} whether there is more to pick, the one move left is complete, or no move fits
   */
  async pick(pick) {
    const { cells, words } = this.choices();
    if (!(/** @type {Pick[]} */ ([...cells, ...words]).includes(pick))) return "no";
    if (!this.path.length) {
      const { era } = this;
      const left = await this.movesFrom(pick);
      if (era !== this.era) return "no";
      this.path = [pick];
      this.left = left;
    } else {
      const here = this.path.length;
      this.left = this.left.filter((move) => move[1][here] === pick);
      this.path = [...this.path, pick];
    }
    return this.left.length === 1 && this.left[0][1].length === this.path.length ? "play" : "more";
  }

  /** @param {Pick} first */
  async movesFrom(first) {
    const known = this.known.get(first);
    if (known) return known;
    const { era } = this;
    const told = await this.ask(first);
    if (era !== this.era) return [];
    this.known.set(first, told.moves ?? []);
    return told.moves ?? [];
  }

  /** One pick back. */
  back() {
    const path = this.path.slice(0, -1);
    const moves = path.length ? (this.known.get(path[0]) ?? []) : [];
    this.path = path;
    this.left = moves.filter((move) => path.every((pick, number) => move[1][number] === pick));
  }

  /** The cells picked so far. */
  cells() {
    return this.path.filter((pick) => typeof pick === "number");
  }
}
