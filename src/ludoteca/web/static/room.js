/** A live game: ties board, hand, picks, line and all that stands beside the board together. */

import { hideAnalysis } from "./analysis.js";
import { animate, SPEEDS } from "./animate.js";
import { announce } from "./announce.js";
import { describeCell, describeMove, describePosition } from "./describe.js";
import { byId, capitalize, embeddedJson, element } from "./dom.js";
import { Buttons, LEVELS } from "./buttons.js";
import { Board } from "./board.js";
import { BoardInput } from "./input.js";
import { showLegend } from "./legend.js";
import { clearHighlights } from "./highlight.js";
import { MoveEntry } from "./move-entry.js";
import { OFFER_NAMES, showOffers } from "./offers.js";
import { Replay } from "./replay.js";
import { Seats } from "./seats.js";
import { readSetting } from "./settings.js";
import { Connection } from "./connection.js";
import { playSound } from "./sound.js";
import { defaultFace } from "./tokens.js";
import { ViewCache } from "./view-cache.js";
import { clauseLink, hideRuling } from "./ruling.js";

/** @import { MovedEvent, OfferEvent, Presence, Refusal, Room, RoomEvent, ServerMessage, Sheet, Step, View, Welcome } from "../types.js" */

/** More moves than these waiting to be shown are shown at once. */
const MOST_WAITING = 3;
/** Events that leave the position and the seats as they are. */
const TALK = ["offered", "agreed", "refused"];

export class Table {
  constructor() {
    const data = embeddedJson("data");
    /** @type {Sheet} */
    this.sheet = data.sheet;
    /** @type {Room} */
    this.room = data.room;
    /** @type {number[]} */
    this.you = data.you;
    /** @type {View | null} The newest position. */
    this.view = null;
    /** Which position is shown, as a number of moves. */
    this.at = this.room.number;
    this.saved = 0;
    this.isSaving = false;
    this.isAnalysing = false;
    this.flip = 0;
    this.showing = Promise.resolve();
    this.queue = 0;
    /** Counts looks elsewhere: what was about to be shown before one is not shown after it. */
    this.look = 0;
    this.wasTurn = false;
    /** @type {number | null} The cell that is told about. */
    this.looked = null;
    const face = readSetting(`face.${this.sheet.game}`, defaultFace(this.sheet));
    this.board = new Board(this.sheet, { rotation: this.turn(), face });
    byId("board").replaceChildren(this.board.svg);
    this.input = new BoardInput(this.board, {
      onPick: (cell) => this.moveEntry.pickCell(cell),
      onBack: () => this.moveEntry.back(),
      onInspect: (cell) => this.inspectCell(cell),
    });
    this.moveEntry = new MoveEntry(this);
    this.seats = new Seats(byId("far"), byId("near"), {
      sit: (seat) => this.connection.act({ do: "sit", seat, name: readSetting("name", "") || this.sheet.seats[seat].title }),
      hand: (seat, to) => this.connection.act({ do: "hand", seat, to }),
      invite: (seat) => void this.buttons.invite(seat),
    });
    this.replay = new Replay(this.sheet, (number) => void this.lookAt(number));
    this.buttons = new Buttons(this);
    showLegend(this.sheet);
    if (this.sheet.start && !this.room.number) this.display(this.sheet.start);
    this.connection = new Connection(
      this.room.id,
      (message) => this.receive(message),
      (isOpen) => this.showConnection(isOpen),
    );
    this.views = new ViewCache((number) => this.connection.ask({ do: "view", number }));
    this.refresh();
  }

  // What the server says

  /** @param {ServerMessage} message */
  receive(message) {
    switch (message.say) {
      case "welcome":
        return this.welcome(message);
      case "event":
        return this.follow(message);
      case "refused":
        return this.refused(message);
      case "ok":
        return this.settle();
      case "here":
        return this.showPresence(message);
    }
  }

  /** @param {Welcome} told */
  welcome(told) {
    const wasAt = this.at;
    const wasLive = this.isLive();
    const before = this.room.number;
    this.room = told.room;
    this.you = told.you;
    this.view = told.view ?? this.view;
    this.seats.setClocks(this.room.clocks);
    this.isSaving = this.connection.hasUnanswered();
    this.board.rotation = this.turn();
    this.board.draw();
    this.look += 1;
    this.views.clear();
    if (wasLive || wasAt > this.room.number) this.at = this.room.number;
    if (this.view && this.isLive()) this.display(this.view);
    else void this.lookAt(this.at);
    if (this.room.number > before && told.steps && this.isLive()) this.announce(this.room.number, told.steps);
    this.renew();
    document.body.dataset.ready = "yes";
  }

  /** An event: something in the room has changed. @param {RoomEvent} told */
  follow(told) {
    const { room } = this;
    const wasLive = this.isLive();
    if (told.what === "moved") {
      room.moves = [...room.moves.slice(0, told.number - 1), told.move];
      room.movers = [...room.movers.slice(0, told.number - 1), told.seat];
    }
    if (told.number !== undefined) room.number = told.number;
    if (told.to_move !== undefined) room.to_move = told.to_move;
    if (told.what === "refused") this.tellRefusal(told);
    if (told.offers) room.offers = told.offers;
    if (told.outcome !== undefined) room.outcome = told.outcome;
    if (told.seats) room.seats = told.seats;
    if (told.rematch !== undefined) room.rematch = told.rematch;
    if (told.clocks !== undefined) {
      room.clocks = told.clocks;
      this.seats.setClocks(told.clocks);
    }
    if (told.ack) this.settle();
    if (told.ack && told.what === "sat") this.takeSeat(told.seat);
    this.you = this.you.filter((seat) => room.seats[seat]?.kind === "person");
    if (told.what === "moved") this.followMove(told, wasLive);
    else if (told.what === "taken-back") this.followTakeback();
    else if (told.what === "rematched" && this.you.length) location.href = `/room/${told.rematch}`;
    if (TALK.includes(told.what)) this.refresh();
    else this.renew();
  }

  /** Whoever offered something hears that it was refused. @param {OfferEvent} told */
  tellRefusal(told) {
    const offer = this.room.offers?.find((each) => each.what === told.offer);
    if (!offer || !this.you.includes(offer.seat) || this.you.includes(told.seat)) return;
    const who = this.room.seats[told.seat]?.name || this.sheet.seats[told.seat].title;
    this.showToast(`${who} refuses ${OFFER_NAMES[offer.what] ?? offer.what}.`);
  }

  /** @param {number} seat */
  takeSeat(seat) {
    this.you = [...new Set([...this.you, seat])];
    this.board.rotate(this.turn());
  }

  /** @param {MovedEvent} told @param {boolean} wasLive */
  followMove(told, wasLive) {
    const number = this.room.number;
    if (told.view) this.view = told.view;
    if (told.ack) this.saved = number;
    const { view } = this;
    const steps = told.steps ?? [];
    this.announce(number, steps);
    if (!wasLive) return;
    this.at = number;
    hideAnalysis(this.board);
    hideRuling();
    if (view) this.animateTo(steps, view);
  }

  followTakeback() {
    this.room.moves.length = this.room.number;
    this.room.movers.length = this.room.number;
    this.saved = Math.min(this.saved, this.room.number);
    this.at = this.room.number;
    announce(`Taken back: ${this.room.number} moves stand.`);
    const number = this.room.number;
    this.look += 1;
    this.views.truncate(number);
    void this.connection.ask({ do: "view", number }).then((told) => {
      if (told.say === "view" && number === this.room.number) {
        this.view = told.view;
        if (this.isLive()) this.display(told.view);
      }
    });
  }

  /** Show steps one after the other, however fast they come. @param {Step[]} steps @param {View} view */
  animateTo(steps, view) {
    const { look } = this;
    this.queue += 1;
    this.showing = this.showing.then(async () => {
      clearHighlights(this.board);
      const isDue = look === this.look;
      if (isDue) await animate(this.board, steps, this.queue > MOST_WAITING ? 0 : SPEEDS[this.speed()]);
      this.queue -= 1;
      if (look === this.look) this.display(view);
      else if (!this.queue && this.board.view) this.display(this.board.view);
      this.ring(steps, view);
    });
  }

  /** @param {number} number @param {Step[]} steps */
  announce(number, steps) {
    const text = this.room.moves[number - 1];
    const seat = this.room.movers[number - 1];
    if (text !== undefined && seat !== undefined) announce(describeMove(this.sheet, seat, text, steps));
    if (this.room.outcome) announce(this.outcomeWords());
  }

  /** @param {Step[]} steps @param {View} view */
  ring(steps, view) {
    const verbs = new Set(steps.map((step) => step.verb));
    if (this.room.outcome) playSound("end");
    else if (verbs.has("explode")) playSound("explosion");
    else if (view.marks.some((mark) => mark.kind === "check")) playSound("check");
    else playSound(verbs.has("die") ? "capture" : "move");
  }

  /** @param {Refusal} told */
  refused(told) {
    this.isSaving = this.connection.hasUnanswered();
    if (told.ruling) this.moveEntry.showRefusal("", told.ruling, []);
    else if (told.why !== "stale") this.showToast(told.message);
    this.moveEntry.clear();
  }

  /** @param {Presence} told */
  showPresence(told) {
    this.room.seats.forEach((seat, number) => {
      seat.is_here = told.seats[number];
    });
    byId("watching").textContent = told.watching ? `${told.watching} watching` : "";
    this.showSeats();
  }

  settle() {
    this.isSaving = this.connection.hasUnanswered();
    this.showSaved();
  }

  // What is shown

  isLive() {
    return this.at === this.room.number;
  }

  isYourTurn() {
    return !this.room.outcome && this.you.includes(this.room.to_move) && this.room.seats[this.room.to_move]?.kind === "person";
  }

  below() {
    return this.you[0] ?? 0;
  }

  turn() {
    return ((this.sheet.seats[this.below()].turn ?? 0) + this.flip) % 360;
  }

  speed() {
    const usual = matchMedia("(prefers-reduced-motion: reduce)").matches ? "off" : "normal";
    return readSetting("speed", usual);
  }

  /** @param {View} view */
  display(view) {
    this.board.show(view);
    this.moveEntry.refresh();
    this.inspectCell(this.looked);
    byId("notes").replaceChildren(...view.notes.map((note) => element("p", {}, note)));
    byId("position").replaceChildren(...describePosition(this.sheet, view).map((line) => element("p", {}, line)));
    this.showSeats();
    if (this.isAnalysing) void this.buttons.analyse();
  }

  /** Look at the position after so many moves. @param {number} number */
  async lookAt(number) {
    const before = this.at;
    this.at = number;
    this.look += 1;
    const { look } = this;
    this.moveEntry.clear();
    hideRuling();
    hideAnalysis(this.board);
    this.showMoves();
    const told = this.isLive() && this.view ? { view: this.view, steps: [] } : await this.views.get(number);
    if (look !== this.look || !told) return;
    const { view } = told;
    if (number === before + 1 && told.steps.length) this.animateTo(told.steps, view);
    else this.showing = this.showing.then(() => (look === this.look ? this.display(view) : undefined));
    this.refresh();
  }

  /** Everything after something has changed: also what can be picked. */
  renew() {
    this.moveEntry.reload();
    this.refresh();
    const isTurn = this.isYourTurn();
    if (isTurn && !this.wasTurn && document.hidden) playSound("turn");
    this.wasTurn = isTurn;
    document.title = `${isTurn ? "● " : ""}${this.sheet.title} · Ludoteca`;
  }

  refresh() {
    this.showStatus();
    this.showSeats();
    this.showMoves();
    this.showButtons();
    this.moveEntry.refresh();
    this.showSaved();
    showOffers(this.sheet, this.room, this.you, (doing, seat, offer) => this.connection.act({ do: doing, seat, offer }));
  }

  showMoves() {
    this.replay.show(this.room.moves, this.room.movers, this.at, this.saved);
  }

  showSeats() {
    this.buttons?.showHands();
    const { sheet, room, you, board } = this;
    const below = this.flip && room.seats.length === 2 ? 1 - this.below() : this.below();
    this.seats.show({ sheet, room, you, view: board.view, face: board.face, levels: LEVELS }, below);
  }

  outcomeWords() {
    const { outcome } = this.room;
    if (!outcome) return "";
    const winner = outcome.winner;
    if (winner === null) return `Drawn: ${outcome.reason}.`;
    const who = this.room.seats[winner]?.name || this.sheet.seats[winner].title;
    const yours = this.you.length === 1 ? (this.you[0] === winner ? "You win" : `${who} wins`) : `${who} wins`;
    return `${yours}: ${outcome.reason}.`;
  }

  showStatus() {
    const { room } = this;
    const status = byId("status");
    const { outcome } = room;
    status.classList.toggle("over", Boolean(outcome));
    status.classList.toggle("yours", this.isYourTurn());
    if (outcome) {
      status.replaceChildren(`${this.outcomeWords()} `, clauseLink(this.sheet.game, outcome.clause));
      return;
    }
    const sitting = room.seats[room.to_move];
    const title = this.sheet.seats[room.to_move].title;
    const isChecked = this.isLive() && this.view?.marks.some((mark) => mark.kind === "check");
    const check = isChecked ? " Check!" : "";
    if (sitting?.kind === "open") status.textContent = `Waiting for somebody to play ${title}.`;
    else if (this.isYourTurn()) status.textContent = this.you.length > 1 ? `${title} to move.${check}` : `Your turn.${check}`;
    else if (sitting?.kind === "machine") status.textContent = `${title} to move: the machine thinks.${check}`;
    else status.textContent = `${title} to move${sitting?.name && sitting.name !== title ? `: ${sitting.name}` : ""}.${check}`;
  }

  showButtons() {
    const { room } = this;
    const isSeated = this.you.length > 0;
    const hasPeople = room.seats.some((seat, number) => seat.kind === "person" && !this.you.includes(number));
    const isOver = Boolean(room.outcome);
    const show = (/** @type {string} */ id, /** @type {boolean} */ isShown) => {
      byId(id).hidden = !isShown;
    };
    show("undo", isSeated && !isOver && room.number > 0);
    show("draw", isSeated && !isOver && hasPeople);
    show("resign", isSeated && !isOver);
    show("rematch", isSeated && isOver && !room.rematch);
    show("leave", isSeated && !isOver && room.seats.length > 2);
    show("hint", !isOver && isSeated && !hasPeople);
    show("analyse", isOver || (isSeated && !hasPeople));
    show("typing", this.isYourTurn());
    const next = /** @type {HTMLAnchorElement} */ (byId("next"));
    next.hidden = !room.rematch;
    if (room.rematch) next.href = `/room/${room.rematch}`;
    byId("spectating").hidden = isSeated;
  }

  showSaved() {
    const saved = byId("saved");
    saved.hidden = !this.isSaving && !this.saved;
    saved.textContent = this.isSaving ? "saving…" : "✓ saved";
    saved.classList.toggle("waiting", this.isSaving);
  }

  /** @param {boolean} isOpen */
  showConnection(isOpen) {
    byId("offline").hidden = isOpen;
    document.body.dataset.connection = isOpen ? "open" : "lost";
    if (!isOpen) announce("The connection is lost; trying again.");
  }

  /** @param {number | null} cell */
  inspectCell(cell) {
    this.looked = cell;
    const { view } = this.board;
    byId("cell").textContent = cell !== null && view ? describeCell(this.sheet, view, cell) : "\u00a0";
  }

  /** A word to the player that goes away by itself. @param {string} words */
  showToast(words) {
    const toast = byId("toast");
    toast.textContent = capitalize(words);
    toast.hidden = false;
    announce(words);
    setTimeout(() => {
      toast.hidden = true;
    }, 5000);
  }

}

new Table();
