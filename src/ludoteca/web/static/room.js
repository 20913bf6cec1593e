/** The page of a live game: connects the board, the server and everything beside the board. */

import { announce } from "./announce.js";
import { Board } from "./board.js";
import { bindButtons, bindSettings, showButtons } from "./buttons.js";
import { Connection } from "./connection.js";
import { describeCell, describeMove, describePosition } from "./describe.js";
import { showLink } from "./dialogs.js";
import { byId, element, embeddedJson } from "./dom.js";
import { putAwayFirstVisit, showFirstVisit } from "./first-visit.js";
import { showHandover } from "./handover.js";
import { hideAnalysis } from "./highlight.js";
import { showWaiting } from "./hint.js";
import { BoardInput } from "./input.js";
import { qrCode, showInvitation, tellArrival } from "./invitation.js";
import { offerLegend, offerSigns } from "./keys.js";
import { MoveEntry } from "./move-entry.js";
import { MoveList } from "./move-list.js";
import { MoveWords } from "./move-words.js";
import { Notation } from "./notation.js";
import { isOwnOffer, offerText, showOffers } from "./offers.js";
import { bindPhrases, showMessage } from "./phrases.js";
import { Playback } from "./playback.js";
import { showNotes } from "./position-notes.js";
import { RoomReview } from "./room-review.js";
import { RoomState } from "./room-state.js";
import { Seats } from "./seats.js";
import { numberPlace, readSetting, saveSetting } from "./settings.js";
import { studyAddress } from "./share.js";
import { playSound } from "./sound.js";
import { showCellDescription, showConnection, showNotice, showRemoval, showSaved, showStatus, showToast } from "./status.js";
import { defaultFace } from "./tokens.js";
import { listed, t, tn, told } from "./words.js";

/** @import { Analyser } from "./analysis.js" */
/** @import { OfferEvent, Presence, Refusal, RoomEvent, RoomMessage, Step, View, Waiting, Welcome } from "../types.js" */

/** Events that change neither the position nor the seats. */
const OFFER_EVENTS = ["offered", "agreed", "refused"];

export class RoomPage {
  constructor() {
    this.state = new RoomState(embeddedJson("data"));
    this.sheet = this.state.sheet;
    /** Whether a move waits for its answer. */
    this.isSaving = false;
    this.isFlipped = false;
    this.wasYourTurn = false;
    /** @type {number | null} The cell that is described below the board. */
    this.inspected = null;
    this.notation = new Notation(this);
    const face = readSetting(`face.${this.sheet.game}`, defaultFace(this.sheet));
    this.board = new Board(this.sheet, { rotation: this.rotation(), face, numberPlace: numberPlace(), notation: this.notation.name });
    byId("board").replaceChildren(this.board.svg);
    /** @type {BoardInput} */
    this.input = new BoardInput(this.board, {
      onPress: () => void this.moveEntry.skipAnimation(),
      onGrab: (cell) => this.moveEntry.grabCell(cell),
      onPick: (cell) => this.moveEntry.pickCell(cell),
      onBack: () => this.moveEntry.back(),
      onInspect: (cell) => this.inspectCell(cell),
      canDrag: (cell) => this.moveEntry.canDrag(cell),
      isSaving: () => this.isSaving,
    });
    this.seats = new Seats(byId("far"), byId("near"), {
      sit: (seat) => this.sit(seat),
      handOver: (seat, to) => this.handOver(seat, to),
      invite: (seat) => void this.invite(seat),
    });
    this.moveWords = new MoveWords(this);
    this.moveList = new MoveList(this.sheet, {
      goTo: (number) => void this.playback.goTo(number),
      explain: (item, number) => void this.moveWords.explain(item, number),
    });
    this.connection = new Connection(this.state.room.id, (message) => this.receive(message), showConnection, showRemoval);
    this.playback = new Playback(this);
    this.moveEntry = new MoveEntry(this);
    /** Loaded when it is asked for. @type {Analyser | null} */
    this.analyser = null;
    this.review = new RoomReview(this);
    bindButtons(this);
    bindSettings(this);
    bindPhrases(this);
    offerLegend(this.sheet);
    offerSigns(this.sheet);
    showFirstVisit(this);
    if (this.sheet.start && !this.state.room.number) this.display(this.sheet.start);
    this.refresh();
  }

  // Messages from the server

  /** @param {RoomMessage} message */
  receive(message) {
    switch (message.say) {
      case "welcome":
        return this.onWelcome(message);
      case "event":
        return this.onEvent(message);
      case "refused":
        return this.onRefusal(message);
      case "ok":
        return this.onAnswered();
      case "here":
        return this.onPresence(message);
      case "waiting":
        return this.onWaiting(message);
      case "review":
        return this.review.receive(message);
      case "message":
        return showMessage(this.state, message);
    }
  }

  /** @param {Welcome} message */
  onWelcome(message) {
    const { state } = this;
    const wasLive = this.playback.isLive();
    const before = state.room.number;
    state.replace(message);
    this.seats.setClocks(state.room.clocks);
    this.isSaving = this.connection.hasUnanswered();
    this.board.rotate(this.rotation());
    this.playback.restart(wasLive);
    this.notation.reset();
    this.moveWords.reset();
    if (state.room.number > before && message.steps && this.playback.isLive()) void this.announceMove(message.steps);
    this.update();
    this.review.resume();
    if (state.room.host && state.isPlayedByMachines()) this.setPace(Number(readSetting("pace", "1")));
    document.body.dataset.ready = "yes";
  }

  /** @param {RoomEvent} event */
  onEvent(event) {
    const { state } = this;
    const wasLive = this.playback.isLive();
    if (event.what === "refused") this.showOfferRefusal(event);
    if (event.what === "sat") tellArrival(state, event);
    state.apply(event);
    if (event.clocks !== undefined) this.seats.setClocks(event.clocks);
    if (event.ack) this.onAnswered();
    if (event.what === "sat" && event.ack) this.board.rotate(this.rotation());
    if (event.what === "moved") {
      if (event.ack) putAwayFirstVisit(this);
      this.notation.update();
      void this.announceMove(event.steps ?? []);
      if (wasLive) this.playback.advance(event.steps ?? []);
    } else if (event.what === "taken-back") {
      announce(tn("Taken back: {count} move stands.", "Taken back: {count} moves stand.", state.room.number));
      this.notation.truncate(state.room.number);
      this.moveWords.reset();
      this.playback.takeBack();
    } else if (event.what === "rematched" && state.isSeated()) location.href = `/room/${event.rematch}`;
    if (OFFER_EVENTS.includes(event.what)) this.refresh();
    else this.update();
  }

  /** Tell the visitor that their offer was refused. @param {OfferEvent} event */
  showOfferRefusal(event) {
    const { room, you } = this.state;
    const offer = room.offers.find((each) => each.what === event.offer);
    if (!offer || !isOwnOffer(this.state, offer) || you.includes(event.seat)) return;
    showToast(offerText(this.state, offer, "refused", event.seat));
  }

  /** @param {Refusal} message */
  onRefusal(message) {
    this.isSaving = this.connection.hasUnanswered();
    if (!this.isSaving && this.state.view && this.playback.isLive()) this.board.show(this.state.view);
    this.moveEntry.clear();
    if (message.ruling) this.moveEntry.showRefusal("", message.ruling, []);
    else if (message.why !== "stale") showToast(told(message));
  }

  onAnswered() {
    this.isSaving = this.connection.hasUnanswered();
    this.showSaved();
  }

  /** @param {Presence} message */
  onPresence(message) {
    byId("watching").textContent = message.watching ? tn("{count} watching", "{count} watching", message.watching) : "";
    const { seats } = this.state.room;
    // Strips that stay as they are keep the focus.
    if (seats.every((seat, number) => seat.is_here === message.seats[number])) return;
    seats.forEach((seat, number) => {
      seat.is_here = message.seats[number];
    });
    this.showSeats();
  }

  /** @param {Waiting} message */
  onWaiting({ id, place }) {
    if (id) showWaiting(place);
    else {
      this.state.placeInQueue = place;
      this.showStatus();
    }
  }

  // Actions of the visitor

  /** @param {number} seat */
  sit(seat) {
    this.connection.act({ do: "sit", seat, name: readSetting("name", "") || (this.sheet.seats[seat].name ?? "") });
  }

  /** @param {number} seat @param {string} to */
  handOver(seat, to) {
    this.connection.act({ do: "hand", seat, to });
  }

  /** @param {number} seat */
  async invite(seat) {
    const answer = await this.connection.ask({ do: "invite", seat });
    if (answer.say === "refused") showToast(told(answer));
    else showLink(`${location.origin}/join/${answer.code}`, t("Send this link to a friend: whoever opens it first gets the seat."), qrCode(`/join/${answer.code}`));
  }

  /** Let machines that play alone take so long for a move at least. @param {number} seconds */
  setPace(seconds) {
    void this.connection.ask({ do: "pace", seconds });
  }

  flip() {
    this.isFlipped = !this.isFlipped;
    this.board.rotate(this.rotation());
    this.refresh();
    this.analyser?.redraw();
  }

  /** @param {string} face */
  setFace(face) {
    saveSetting(`face.${this.sheet.game}`, face);
    /** @type {HTMLSelectElement} */ (byId("face")).value = face;
    this.board.setFace(face);
    this.refresh();
    this.analyser?.redraw();
  }

  /** @param {string} place */
  setNumberPlace(place) {
    this.board.setNumberPlace(place);
    this.refresh();
    this.analyser?.redraw();
  }

  // Showing the state

  /** The visitor's seat is at the bottom, unless the board is flipped. */
  rotation() {
    const { turn } = this.sheet.seats[this.state.ownSeat()];
    return ((turn ?? 0) + (this.isFlipped ? 180 : 0)) % 360;
  }

  notationName() {
    return this.notation.name;
  }

  async toggleAnalysis() {
    const { Analyser } = await import("./analysis.js");
    this.analyser ??= new Analyser(this);
    this.analyser.toggle();
  }

  /** What the analysis is about. */
  analysed() {
    const { game, moves, options, start } = this.state.room;
    return { game, options, start, moves: moves.slice(0, this.playback.number) };
  }

  /** Play a line of the analysis out on the board. @param {string[]} moves @param {string[]} texts */
  playLine(moves, texts) {
    void this.review.playOut(this.playback.number, moves, texts);
  }

  /** Show a position and everything that depends on it. @param {View} view */
  display(view) {
    this.board.show(view);
    this.showStatus();
    this.moveEntry.refresh();
    this.inspectCell(this.inspected);
    showNotes(view.notes);
    byId("position").replaceChildren(...describePosition(this.sheet, view).map((line) => element("p", {}, line)));
    this.showSeats();
    if (this.analyser?.isOn) this.analyser.update();
  }

  /** After a change of the position or the seats: also fetch what can be picked. */
  update() {
    if (this.state.room.outcome && !this.analyser?.isOn) hideAnalysis(this.board);
    this.moveEntry.reload();
    this.refresh();
    const isYourTurn = this.state.isYourTurn();
    if (isYourTurn && !this.wasYourTurn && document.hidden) playSound("turn");
    this.wasYourTurn = isYourTurn;
    document.title = `${isYourTurn ? "● " : ""}${this.sheet.title} · Ludoteca`;
  }

  /** Show everything beside the board as it is now. */
  refresh() {
    showNotice(this.state.notice());
    this.showStatus();
    this.showSeats();
    this.showMoves();
    showInvitation(this.state, (seat) => this.sit(seat));
    showButtons(this.state);
    if (this.analyser?.isOn && byId("analyse").hidden) this.analyser.stop();
    this.moveEntry.refresh();
    this.showSaved();
    showOffers(this.state, (action, seat, offer) => this.connection.act({ do: action, seat, offer }));
  }

  showStatus() {
    showStatus(this.state, this.playback.isLive(), this.playback.isAnimating());
  }

  showMoves() {
    const { room, savedMove } = this.state;
    this.moveList.show(room.moves, room.movers, this.notation.texts, this.playback.number, savedMove);
    this.moveWords.showCurrent();
    this.review.check();
    /** @type {HTMLAnchorElement} */ (byId("open-study")).href = studyAddress(room, this.playback.number);
  }

  showSeats() {
    const { room } = this.state;
    showHandover(this.state, (seat, to) => this.handOver(seat, to));
    const ownSeat = this.state.ownSeat();
    const nearSeat = this.isFlipped && room.seats.length === 2 ? 1 - ownSeat : ownSeat;
    this.seats.show(this.state, this.board, nearSeat);
  }

  showSaved() {
    showSaved(this.isSaving, this.state.savedMove > 0);
  }

  /** Describe a cell below the board, and show what a move there would do. @param {number | null} cell */
  inspectCell(cell) {
    this.inspected = cell;
    const { view } = this.board;
    const words = cell !== null && view ? [describeCell(this.sheet, view, cell), this.moveEntry.notes.wordsFor(cell)] : [];
    showCellDescription(listed(words.filter(Boolean)));
    this.moveEntry.pointAt(cell);
  }

  /** Announce the last move, and the outcome if it ended the game. @param {Step[]} steps */
  async announceMove(steps) {
    const { moves, movers, number, outcome } = this.state.room;
    await this.notation.updated;
    const [text, seat] = [this.notation.texts[number - 1] ?? moves[number - 1], movers[number - 1]];
    if (text !== undefined && seat !== undefined) announce(describeMove(this.sheet, seat, text, steps));
    if (outcome) announce(this.state.outcomeText());
  }
}

new RoomPage();
