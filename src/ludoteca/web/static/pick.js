/** Selects a move step by step: each cell or word that is picked narrows the legal moves. Knows nothing of drawing. */

/** @import { Answers, Move, Pick, Refusal } from "../types.js" */

/** @typedef {{ cells: number[], words: string[], complete: string | null }} Choices */

export class MovePicker {
  /**
   * @param {(origin: Pick | null) => Promise<Answers["moves"] | Refusal>} fetchMoves the legal moves of the current
   *   position, all of them or those with this first pick
   */
  constructor(fetchMoves) {
    this.fetchMoves = fetchMoves;
    /** @type {Pick[]} */
    this.picks = [];
    /** @type {Move[]} The legal moves that begin with the picks. */
    this.candidates = [];
    /** @type {Map<Pick, Move[]>} */
    this.movesByOrigin = new Map();
    /** @type {[Pick, number][]} Each possible first pick, and how many moves begin with it. */
    this.origins = [];
    /** Counts positions, to drop answers about an earlier one. */
    this.generation = 0;
  }

  /** Forget everything: the position has changed. */
  reset() {
    this.generation += 1;
    this.clear();
    this.movesByOrigin.clear();
    this.origins = [];
  }

  /** Fetch the legal moves of the position. */
  async load() {
    const { generation } = this;
    const answer = await this.fetchMoves(null);
    if (generation !== this.generation) return;
    const { origins, moves } = answer.say === "moves" ? answer : { origins: [], moves: [] };
    this.movesByOrigin.clear();
    this.origins = origins ?? [];
    for (const move of moves) {
      const origin = move[1][0];
      this.movesByOrigin.set(origin, [...(this.movesByOrigin.get(origin) ?? []), move]);
    }
  }

  clear() {
    this.picks = [];
    this.candidates = [];
  }

  /** What can be picked next, and the move that the picks already complete. @returns {Choices} */
  choices() {
    const depth = this.picks.length;
    const next = depth ? this.candidates.map((move) => move[1][depth]) : this.origins.map(([origin]) => origin);
    const picks = [...new Set(next.filter((pick) => pick !== undefined))];
    return {
      cells: picks.filter((pick) => typeof pick === "number"),
      words: picks.filter((pick) => typeof pick === "string"),
      complete: this.candidates.find((move) => move[1].length === depth)?.[0] ?? null,
    };
  }

  /** Whether a move begins with this pick. @param {Pick} pick */
  isOrigin(pick) {
    return this.origins.some(([origin]) => origin === pick);
  }

  /** Whether some move is one cell, such as to put a stone there. */
  hasPlacements() {
    const moves = [...this.movesByOrigin.values()].flat();
    return moves.some(([, picks]) => picks.length === 1 && typeof picks[0] === "number");
  }

  /** Whether a move may lead from this cell to another. @param {number} cell */
  mayLeadOn(cell) {
    const moves = this.movesByOrigin.get(cell);
    return moves ? moves.some(([, picks]) => picks.length > 1) : !this.hasPlacements();
  }

  /**
   * Pick a cell or a word.
   * @param {Pick} pick
   * @returns {Promise<"more" | "complete" | "illegal">} whether there is more to pick, a single complete move is left, or no move fits
   */
  async pick(pick) {
    const { cells, words } = this.choices();
    if (!(/** @type {Pick[]} */ ([...cells, ...words]).includes(pick))) return "illegal";
    if (!this.picks.length) {
      const { generation } = this;
      const moves = await this.movesFrom(pick);
      if (generation !== this.generation) return "illegal";
      this.picks = [pick];
      this.candidates = moves;
    } else {
      const depth = this.picks.length;
      this.candidates = this.candidates.filter((move) => move[1][depth] === pick);
      this.picks = [...this.picks, pick];
    }
    return this.candidates.length === 1 && this.candidates[0][1].length === this.picks.length ? "complete" : "more";
  }

  /** The move that one more pick would make; of several, one that needs the fewest picks. @param {Pick} pick */
  moveWith(pick) {
    const depth = this.picks.length;
    const moves = depth ? this.candidates : (this.movesByOrigin.get(pick) ?? []);
    const fitting = moves.filter((move) => move[1][depth] === pick);
    return fitting.toSorted((one, other) => one[1].length - other[1].length)[0]?.[0] ?? null;
  }

  /** What can be picked next to get to a cell. @param {number} cell */
  waysTo(cell) {
    const depth = this.picks.length;
    const leading = this.candidates.filter(([, picks]) => picks.findLast((pick) => typeof pick === "number") === cell);
    return [...new Set(leading.map(([, picks]) => picks[depth]))];
  }

  /** @param {Pick} origin */
  async movesFrom(origin) {
    const known = this.movesByOrigin.get(origin);
    if (known) return known;
    const { generation } = this;
    const answer = await this.fetchMoves(origin);
    if (generation !== this.generation) return [];
    const moves = answer.say === "moves" ? answer.moves : [];
    this.movesByOrigin.set(origin, moves);
    return moves;
  }

  /** Undo the last pick. */
  back() {
    const picks = this.picks.slice(0, -1);
    const moves = picks.length ? (this.movesByOrigin.get(picks[0]) ?? []) : [];
    this.picks = picks;
    this.candidates = moves.filter((move) => picks.every((pick, number) => move[1][number] === pick));
  }

  /** Whether an ability or another word was picked. */
  hasWord() {
    return this.picks.some((pick) => typeof pick === "string");
  }

  /** The cells picked so far. */
  cells() {
    return this.picks.filter((pick) => typeof pick === "number");
  }
}
