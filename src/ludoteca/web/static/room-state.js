/** The state of a room as the server last reported it. Knows nothing of the page. */

import { describeAbilities } from "./describe.js";
import { ordinal, t, tellSheet, told } from "./words.js";

/** @import { Room, RoomEvent, Sheet, Step, View, Welcome } from "../types.js" */

/** Events after which it is another machine's turn, or nobody waits for one. */
const TURN_EVENTS = ["moved", "taken-back", "handed"];

export class RoomState {
  /** @param {{ sheet: Sheet, room: Room, you: number[] }} data */
  constructor({ sheet, room, you }) {
    this.sheet = tellSheet(sheet);
    this.room = room;
    /** The seats of this visitor. */
    this.you = you;
    /** @type {View | null} The latest position. */
    this.view = null;
    /** @type {Step[]} What happened in the last move. */
    this.steps = [];
    /** The number of the visitor's last move that the server has stored. */
    this.savedMove = 0;
    /** The place of the machine that is to move among those that wait for the server; 0 if it thinks. */
    this.placeInQueue = 0;
  }

  /** @param {Welcome} message */
  replace({ room, you, view, steps }) {
    this.room = room;
    this.you = you;
    this.view = view ?? this.view;
    this.steps = steps ?? [];
    this.placeInQueue = 0;
  }

  /** @param {RoomEvent} event */
  apply(event) {
    const { room } = this;
    if (event.what === "moved") {
      room.moves = [...room.moves.slice(0, event.number - 1), event.move];
      room.movers = [...room.movers.slice(0, event.number - 1), event.seat];
      this.view = event.view ?? this.view;
      this.steps = event.steps ?? [];
      if (event.ack) this.savedMove = event.number;
    }
    if (event.what === "taken-back") {
      room.moves.length = event.number;
      room.movers.length = event.number;
      this.view = event.view ?? null;
      this.steps = [];
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
    const { name: usualName, title } = this.sheet.seats[seat];
    return (kind === "person" && name !== usualName && name) || title;
  }

  /** What everyone in the room should know before they go on. */
  notice() {
    const { notice, notice_id: id, notice_values: values } = this.room;
    return notice && told({ message: notice, message_id: id, values });
  }

  outcomeText() {
    const { outcome } = this.room;
    if (!outcome) return "";
    const reason = told({ ...outcome, message: outcome.reason });
    if (!outcome.payoffs.length) return t("Ended without a result: {reason}.", { reason });
    if (outcome.winner === null) return t("Drawn: {reason}.", { reason });
    const isYou = this.you.length === 1 && this.you[0] === outcome.winner;
    if (isYou) return t("You win: {reason}.", { reason });
    return t("{player} wins: {reason}.", { player: this.playerName(outcome.winner), reason });
  }

  /** Who made the last move, and by which abilities. */
  lastMoveText() {
    const { moves, movers, number } = this.room;
    const abilities = describeAbilities(this.sheet, this.steps);
    const values = { seat: this.sheet.seats[movers[number - 1] ?? 0].title, move: moves[number - 1], abilities };
    return abilities ? t("{seat} plays {move}: {abilities}.", values) : t("{seat} plays {move}.", values);
  }

  /** Whose turn it is. */
  turnText() {
    const { to_move: toMove, seats } = this.room;
    const { kind, name } = seats[toMove];
    const { name: usualName, title: seat } = this.sheet.seats[toMove];
    if (kind === "open") return t("Waiting for somebody to play {seat}.", { seat });
    if (this.isYourTurn()) return this.you.length > 1 ? t("{seat} to move.", { seat }) : t("Your turn.");
    if (kind === "machine" && this.placeInQueue === 1) return t("{seat} to move: the machine is busy, and this game is next in its queue.", { seat });
    if (kind === "machine" && this.placeInQueue)
      return t("{seat} to move: the machine is busy, and this game is {place} in its queue.", { seat, place: ordinal(this.placeInQueue) });
    if (kind === "machine") return t("{seat} to move: the machine thinks.", { seat });
    return name && name !== usualName ? t("{seat} to move: {name}.", { seat, name }) : t("{seat} to move.", { seat });
  }
}
