/** The state of a room as the server last reported it. Knows nothing of the page. */

import { placeText } from "./describe.js";

/** @import { Room, RoomEvent, Sheet, View, Welcome } from "../types.js" */

/** Events after which it is another machine's turn, or nobody waits for one. */
const TURN_EVENTS = ["moved", "taken-back", "handed"];

export class RoomState {
  /** @param {{ sheet: Sheet, room: Room, you: number[] }} data */
  constructor({ sheet, room, you }) {
    this.sheet = sheet;
    this.room = room;
    /** The seats of this visitor. */
    this.you = you;
    /** @type {View | null} The latest position. */
    this.view = null;
    /** The number of the visitor's last move that the server has stored. */
    this.savedMove = 0;
    /** The place of the machine that is to move among those that wait for the server; 0 if it thinks. */
    this.placeInQueue = 0;
  }

  /** @param {Welcome} message */
  replace({ room, you, view }) {
    this.room = room;
    this.you = you;
    this.view = view ?? this.view;
    this.placeInQueue = 0;
  }

  /** @param {RoomEvent} event */
  apply(event) {
    const { room } = this;
    if (event.what === "moved") {
      room.moves = [...room.moves.slice(0, event.number - 1), event.move];
      room.movers = [...room.movers.slice(0, event.number - 1), event.seat];
      this.view = event.view ?? this.view;
      if (event.ack) this.savedMove = event.number;
    }
    if (event.what === "taken-back") {
      room.moves.length = event.number;
      room.movers.length = event.number;
      this.view = event.view ?? null;
      this.savedMove = Math.min(this.savedMove, event.number);
    }
    if (TURN_EVENTS.includes(event.what)) this.placeInQueue = 0;
    if (event.number !== undefined) room.number = event.number;
    if (event.to_move !== undefined) room.to_move = event.to_move;
    if (event.offers) room.offers = event.offers;
    if (event.outcome !== undefined) room.outcome = event.outcome;
    if (event.seats) room.seats = event.seats;
    if (event.rematch !== undefined) room.rematch = event.rematch;
    if (event.clocks !== undefined) room.clocks = event.clocks;
    if (event.what === "sat" && event.ack) this.you = [...new Set([...this.you, event.seat])];
    this.you = this.you.filter((seat) => room.seats[seat]?.kind === "person");
  }

  isYourTurn() {
    const { outcome, to_move: toMove, seats } = this.room;
    return !outcome && this.you.includes(toMove) && seats[toMove]?.kind === "person";
  }

  /** Whether the unit on a cell belongs to the visitor. @param {number} cell */
  isOwnUnit(cell) {
    const unit = this.view?.units.find(([where]) => where === cell)?.[1];
    const seat = unit === undefined ? null : this.sheet.glyphs[unit]?.seat;
    return typeof seat === "number" && this.you.includes(seat);
  }

  isSeated() {
    return this.you.length > 0;
  }

  /** Whether other people play, too. */
  hasOpponents() {
    return this.room.seats.some((seat, number) => seat.kind === "person" && !this.you.includes(number));
  }

  isPlayedByMachines() {
    return this.room.seats.every((seat) => seat.kind === "machine");
  }

  hasOpenSeat() {
    return this.room.seats.some((seat) => seat.kind === "open");
  }

  /** The visitor's first seat; for spectators the first one. */
  ownSeat() {
    return this.you[0] ?? 0;
  }

  /** The visitor's seat that moved last. */
  lastOwnMover() {
    return this.room.movers.findLast((seat) => this.you.includes(seat)) ?? this.ownSeat();
  }

  /** Machines are told by their seats: several may have the same name. @param {number} seat */
  playerName(seat) {
    const { kind, name } = this.room.seats[seat];
    return (kind === "person" && name) || this.sheet.seats[seat].title;
  }

  outcomeText() {
    const { outcome } = this.room;
    if (!outcome) return "";
    if (!outcome.payoffs.length) return `Ended without a result: ${outcome.reason}.`;
    if (outcome.winner === null) return `Drawn: ${outcome.reason}.`;
    const isYou = this.you.length === 1 && this.you[0] === outcome.winner;
    return `${isYou ? "You win" : `${this.playerName(outcome.winner)} wins`}: ${outcome.reason}.`;
  }

  /** Whose turn it is. */
  turnText() {
    const { to_move: toMove, seats } = this.room;
    const { kind, name } = seats[toMove];
    const { title } = this.sheet.seats[toMove];
    if (kind === "open") return `Waiting for somebody to play ${title}.`;
    if (this.isYourTurn()) return this.you.length > 1 ? `${title} to move.` : "Your turn.";
    if (kind === "machine" && this.placeInQueue)
      return `${title} to move: the machine is busy, and this game is ${placeText(this.placeInQueue)} in its queue.`;
    if (kind === "machine") return `${title} to move: the machine thinks.`;
    return `${title} to move${name && name !== title ? `: ${name}` : ""}.`;
  }
}
