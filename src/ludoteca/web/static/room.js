/** A live game: ties board, hand, picks, line and all that stands beside the board together. */

import { hideAnalysis, showAnalysis } from "./analyse.js";
import { animate, SPEEDS } from "./animate.js";
import { button, byId, carried, element } from "./build.js";
import { Board, facesOf, usualFace } from "./draw.js";
import { Hand } from "./hand.js";
import { blame, drawArrow, lightPicks, unlight } from "./light.js";
import { showOffers } from "./offers.js";
import { Picker } from "./pick.js";
import { Replay } from "./replay.js";
import { Seats } from "./seats.js";
import { keep, offerThemes, setting } from "./settings.js";
import { Line } from "./socket.js";
import { sound } from "./sound.js";
import { cellWords, moveWords, positionWords, say } from "./speak.js";
import { capital, clauseLink, hideWhy, tellWhy } from "./why.js";

/** @import { Pick, Room, Sheet, Step, Told, View } from "../types.js" */

const LEVELS = 8;
/** More moves than these waiting to be shown are shown at once. */
const MOST_WAITING = 8;

class Table {
  constructor() {
    const data = carried("data");
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
    this.isWaiting = false;
    this.isAnalysing = false;
    this.flip = 0;
    /** @type {Pick[]} What was picked although no legal move begins so. */
    this.wished = [];
    this.showing = Promise.resolve();
    this.queue = 0;
    /** Counts looks elsewhere: what was about to be shown before one is not shown after it. */
    this.look = 0;
    this.wasTurn = false;
    /** @type {number | null} The cell that is told about. */
    this.looked = null;
    const face = setting(`face.${this.sheet.game}`, usualFace(this.sheet));
    this.board = new Board(this.sheet, { turn: this.turn(), face });
    byId("board").replaceChildren(this.board.svg);
    this.hand = new Hand(this.board, {
      pick: (cell) => this.pickCell(cell),
      back: () => this.back(),
      look: (cell) => this.tellCell(cell),
    });
    this.picker = new Picker((origin) => this.line.ask({ do: "moves", turn: this.room.number, origin }));
    this.seats = new Seats(byId("far"), byId("near"), {
      sit: (seat) => this.line.act({ do: "sit", seat, name: setting("name", "") || this.sheet.seats[seat].title }),
      hand: (seat, to) => this.line.act({ do: "hand", seat, to }),
      invite: (seat) => void this.invite(seat),
    });
    this.replay = new Replay(this.sheet, (number) => void this.lookAt(number));
    this.bindButtons();
    this.bindSettings();
    if (this.sheet.start && !this.room.number) this.display(this.sheet.start);
    this.line = new Line(
      this.room.id,
      (told) => this.hear(told),
      (isOpen) => this.tellLine(isOpen),
    );
    this.refresh();
  }

  // What the server says

  /** @param {Told} told */
  hear(told) {
    if (told.say === "welcome") this.welcome(told);
    else if (told.say === "event") this.follow(told);
    else if (told.say === "refused") this.refused(told);
    else if (told.say === "ok") this.settle();
    else if (told.say === "here") this.greet(told);
  }

  /** @param {Told} told */
  welcome(told) {
    const wasAt = this.at;
    const wasLive = this.isLive();
    const before = this.room.number;
    if (told.room) this.room = told.room;
    this.you = told.you ?? this.you;
    this.view = told.view ?? this.view;
    this.seats.setClocks(this.room.clocks);
    this.isWaiting = this.line.outbox.size > 0;
    this.board.turn = this.turn();
    this.board.lay();
    this.look += 1;
    if (wasLive || wasAt > this.room.number) this.at = this.room.number;
    if (this.view && this.isLive()) this.display(this.view);
    else void this.lookAt(this.at);
    if (this.room.number > before && told.steps && this.isLive()) this.announce(this.room.number, told.steps);
    this.renew();
    document.body.dataset.ready = "yes";
  }

  /** An event: something in the room has changed. @param {Told} told */
  follow(told) {
    const { room } = this;
    const wasLive = this.isLive();
    if (told.what === "moved" && told.move !== undefined && told.number !== undefined) {
      room.moves = [...room.moves.slice(0, told.number - 1), told.move];
      room.movers = [...room.movers.slice(0, told.number - 1), told.seat ?? room.to_move];
    }
    if (told.number !== undefined) room.number = told.number;
    if (told.to_move !== undefined) room.to_move = told.to_move;
    if (told.offers) room.offers = told.offers;
    if (told.outcome !== undefined) room.outcome = told.outcome;
    if (Array.isArray(told.seats)) room.seats = /** @type {Room["seats"]} */ (told.seats);
    if (told.rematch !== undefined) room.rematch = told.rematch;
    if (told.clocks !== undefined) {
      room.clocks = told.clocks;
      this.seats.setClocks(told.clocks);
    }
    if (told.ack) this.settle();
    if (told.ack && told.what === "sat" && told.seat !== undefined) this.takeSeat(told.seat);
    this.you = this.you.filter((seat) => room.seats[seat]?.kind === "person");
    if (told.what === "moved") this.followMove(told, wasLive);
    else if (told.what === "taken-back") this.followTakeback();
    else if (told.what === "rematched" && told.rematch && this.you.length) location.href = `/room/${told.rematch}`;
    this.renew();
  }

  /** @param {number} seat */
  takeSeat(seat) {
    this.you = [...new Set([...this.you, seat])];
    this.board.turnTo(this.turn());
  }

  /** @param {Told} told @param {boolean} wasLive */
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
    hideWhy();
    if (view) this.animateTo(steps, view);
  }

  followTakeback() {
    this.room.moves.length = this.room.number;
    this.room.movers.length = this.room.number;
    this.saved = Math.min(this.saved, this.room.number);
    this.at = this.room.number;
    say(`Taken back: ${this.room.number} moves stand.`);
    const number = this.room.number;
    this.look += 1;
    void this.line.ask({ do: "view", number }).then((told) => {
      if (told.view && number === this.room.number) {
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
      unlight(this.board);
      const isDue = look === this.look;
      if (isDue) await animate(this.board, steps, this.queue > MOST_WAITING ? 0 : SPEEDS[this.speed()]);
      this.queue -= 1;
      if (look === this.look) this.display(view);
      this.ring(steps, view);
    });
  }

  /** @param {number} number @param {Step[]} steps */
  announce(number, steps) {
    const text = this.room.moves[number - 1];
    const seat = this.room.movers[number - 1];
    if (text !== undefined && seat !== undefined) say(moveWords(this.sheet, seat, text, steps));
    if (this.room.outcome) say(this.outcomeWords());
  }

  /** @param {Step[]} steps @param {View} view */
  ring(steps, view) {
    const isOn = setting("sounds", "on") === "on";
    const verbs = new Set(steps.map((step) => step.verb));
    if (this.room.outcome) sound("end", isOn);
    else if (verbs.has("explode")) sound("burst", isOn);
    else if (view.marks.some((mark) => mark.kind === "check")) sound("check", isOn);
    else sound(verbs.has("die") ? "take" : "move", isOn);
  }

  /** @param {Told} told */
  refused(told) {
    this.isWaiting = this.line.outbox.size > 0;
    if (told.ruling) this.explain(told.move ?? "", told.ruling, []);
    else if (told.why !== "stale") this.tell(told.message ?? "That is not possible now.");
    this.clearPicks();
  }

  /** @param {Told} told */
  greet(told) {
    const here = /** @type {boolean[]} */ (told.seats ?? []);
    this.room.seats.forEach((seat, number) => {
      seat.is_here = here[number];
    });
    byId("watching").textContent = told.watching ? `${told.watching} watching` : "";
    this.showSeats();
  }

  settle() {
    this.isWaiting = this.line.outbox.size > 0;
    this.tellSaved();
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
    return setting("speed", usual);
  }

  /** @param {View} view */
  display(view) {
    this.board.show(view);
    this.light();
    this.tellCell(this.looked);
    byId("notes").replaceChildren(...view.notes.map((note) => element("p", {}, note)));
    byId("position").replaceChildren(...positionWords(this.sheet, view).map((line) => element("p", {}, line)));
    this.showSeats();
    if (this.isAnalysing) void this.analyse();
  }

  /** Look at the position after so many moves. @param {number} number */
  async lookAt(number) {
    const before = this.at;
    this.at = number;
    this.look += 1;
    const { look } = this;
    this.clearPicks();
    hideWhy();
    hideAnalysis(this.board);
    this.showMoves();
    const told = this.isLive() && this.view ? { view: this.view, steps: [] } : await this.line.ask({ do: "view", number });
    if (look !== this.look || !told.view) return;
    const { view } = told;
    if (number === before + 1 && told.steps?.length) this.animateTo(told.steps, view);
    else this.showing = this.showing.then(() => (look === this.look ? this.display(view) : undefined));
    this.refresh();
  }

  /** Everything after something has changed: also what can be picked. */
  renew() {
    this.picker.forget();
    this.wished = [];
    this.refresh();
    if (this.isYourTurn() && this.line.isWelcome) {
      const number = this.room.number;
      void this.picker.learn().then(() => {
        if (number === this.room.number) this.light();
      });
    }
    const isTurn = this.isYourTurn();
    if (isTurn && !this.wasTurn && document.hidden) sound("turn", setting("sounds", "on") === "on");
    this.wasTurn = isTurn;
    document.title = `${isTurn ? "● " : ""}${this.sheet.title} · Ludoteca`;
  }

  refresh() {
    this.showStatus();
    this.showSeats();
    this.showMoves();
    this.showButtons();
    this.light();
    this.tellSaved();
    showOffers(this.sheet, this.room, this.you, (doing, seat, offer) => this.line.act({ do: doing, seat, offer }));
  }

  showMoves() {
    this.replay.show(this.room.moves, this.room.movers, this.at, this.saved);
  }

  showSeats() {
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
    else status.textContent = `${title} to move: ${sitting?.name ?? ""}.${check}`;
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
    show("hint", isOver || (isSeated && !hasPeople));
    show("analyse", isOver || (isSeated && !hasPeople));
    show("typing", this.isYourTurn());
    const next = /** @type {HTMLAnchorElement} */ (byId("next"));
    next.hidden = !room.rematch;
    if (room.rematch) next.href = `/room/${room.rematch}`;
    byId("spectating").hidden = isSeated;
  }

  tellSaved() {
    const saved = byId("saved");
    saved.hidden = !this.isWaiting && !this.saved;
    saved.textContent = this.isWaiting ? "saving…" : "✓ saved";
    saved.classList.toggle("waiting", this.isWaiting);
  }

  /** @param {boolean} isOpen */
  tellLine(isOpen) {
    byId("offline").hidden = isOpen;
    document.body.dataset.line = isOpen ? "open" : "lost";
    if (!isOpen) say("The connection is lost; trying again.");
  }

  /** @param {number | null} cell */
  tellCell(cell) {
    this.looked = cell;
    const { view } = this.board;
    byId("cell").textContent = cell !== null && view ? cellWords(this.sheet, view, cell) : "\u00a0";
  }

  /** A word to the player that goes away by itself. @param {string} words */
  tell(words) {
    const toast = byId("toast");
    toast.textContent = capital(words);
    toast.hidden = false;
    say(words);
    setTimeout(() => {
      toast.hidden = true;
    }, 5000);
  }

  // Picking

  canPick() {
    return this.isYourTurn() && this.isLive() && !this.isWaiting && !this.queue;
  }

  light() {
    const { board, picker } = this;
    const { svg } = board;
    const canPick = this.canPick();
    svg.classList.toggle("can", canPick);
    if (!canPick) unlight(board);
    else {
      const { cells } = picker.choices();
      const origins = picker.origins.map(([first]) => first).filter((first) => typeof first === "number");
      const picked = [...picker.cells(), ...this.wished.filter((pick) => typeof pick === "number")];
      lightPicks(board, { origins, picked, targets: picker.path.length ? cells : [] });
      if (picker.cells().length > 1) drawArrow(board, picker.cells(), "so-far");
    }
    this.hand.label();
    this.offerChoices();
  }

  /** Buttons for what cells do not tell, for the move as picked so far, and for the way back. */
  offerChoices() {
    const box = byId("choices");
    const made = /** @type {HTMLElement[]} */ ([]);
    if (this.canPick()) {
      const { words, done } = this.picker.choices();
      if (done) made.push(button(`Play ${done}`, () => this.play(done), { class: "primary", id: "play" }));
      for (const word of words) {
        const clause = this.sheet.clauses?.[word];
        const title = clause ? `${clause.clause}: ${clause.words}` : word;
        made.push(button(capital(word), () => void this.pickWord(word), { "data-word": word, title }));
      }
      if (this.picker.path.length || this.wished.length) made.push(button("Back", () => this.back(), { id: "back" }));
    }
    const focused = document.activeElement instanceof HTMLElement && box.contains(document.activeElement);
    box.replaceChildren(...made);
    if (focused) made[0]?.focus();
  }

  /** @param {number} cell @returns {Promise<void>} */
  async pickCell(cell) {
    this.tellCell(cell);
    if (!this.canPick()) return;
    blame(this.board, [], []);
    const { picker } = this;
    const { cells, done } = picker.choices();
    const last = picker.path.at(-1);
    if (this.wished.length) return this.pickWish(cell);
    if (picker.path.length && cell === last && done) return this.play(done);
    if (cells.includes(cell)) return this.take(await picker.pick(cell));
    const isOrigin = picker.origins.some(([first]) => first === cell);
    if (picker.path.length === 1 && cell === last) return this.back();
    if (isOrigin) {
      picker.clear();
      return this.take(await picker.pick(cell));
    }
    if (picker.path.length) return this.askWhy([...picker.path, cell]);
    if (this.board.view?.units.some(([where]) => where === cell)) {
      this.wished = [cell];
      say(`${cellWords(this.sheet, this.board.view, cell)}: no move begins here. Pick where it should go to hear why.`);
      this.light();
    }
    return undefined;
  }

  /** A second cell for a unit that has no legal move: ask why not. @param {number} cell @returns {Promise<void>} */
  async pickWish(cell) {
    const [first] = this.wished;
    this.wished = [];
    if (this.picker.origins.some(([origin]) => origin === cell)) return this.pickCell(cell);
    if (cell === first) return this.light();
    await this.askWhy([first, cell]);
    return this.light();
  }

  /** @param {string} word */
  async pickWord(word) {
    if (!this.canPick()) return;
    hideWhy();
    this.take(await this.picker.pick(word));
  }

  /** @param {"more" | "play" | "no"} answer */
  take(answer) {
    hideWhy();
    const { done, cells, words } = this.picker.choices();
    if (answer === "play" && done) {
      this.play(done);
      return;
    }
    this.light();
    const names = cells.slice(0, 12).map((cell) => this.sheet.names[cell]);
    const more = cells.length > names.length ? ` and ${cells.length - names.length} more` : "";
    const next = [...names, ...words].join(", ");
    say(`${done ? `${done} can be played. ` : ""}Next: ${next}${more}.`);
  }

  back() {
    blame(this.board, [], []);
    hideWhy();
    this.wished = [];
    this.picker.back();
    this.light();
  }

  clearPicks() {
    this.picker.clear();
    this.wished = [];
    blame(this.board, [], []);
    this.light();
  }

  /** @param {string} move */
  play(move) {
    this.isWaiting = true;
    hideWhy();
    this.line.act({ do: "move", turn: this.room.number, move });
    this.clearPicks();
    this.tellSaved();
  }

  /** @param {Pick[]} picks */
  async askWhy(picks) {
    const told = await this.line.ask({ do: "why", turn: this.room.number, picks });
    const cells = picks.filter((pick) => typeof pick === "number");
    if (told.ruling) this.explain(told.move ?? "", told.ruling, cells);
    else if (told.say === "why" && told.move) this.play(told.move);
  }

  /** @param {string} wish @param {NonNullable<Told["ruling"]>} ruling @param {number[]} cells */
  explain(wish, ruling, cells) {
    tellWhy(this.sheet.game, wish, ruling);
    blame(this.board, ruling.cells, cells);
    say(`Not possible, ${ruling.clause}: ${ruling.message}.`);
    sound("no", setting("sounds", "on") === "on");
  }

  /** @param {string} text */
  async typeMove(text) {
    const told = await this.line.ask({ do: "why", turn: this.room.number, move: text });
    if (told.ruling) this.explain(text, told.ruling, []);
    else if (told.say === "why") this.play(told.move ?? text);
    else this.tell(told.message ?? "That cannot be read.");
  }

  // Buttons

  bindButtons() {
    const click = (/** @type {string} */ id, /** @type {() => void} */ act) => byId(id).addEventListener("click", act);
    const offer = (/** @type {string} */ what) => this.line.act({ do: "offer", seat: this.below(), offer: what });
    click("undo", () => offer("takeback"));
    click("draw", () => offer("draw"));
    click("rematch", () => offer("rematch"));
    click("resign", () => this.confirm("Resign this game?", () => this.line.act({ do: "resign", seat: this.resigning() })));
    click("leave", () =>
      this.confirm("Leave, and let the machine play on for you?", () =>
        this.line.act({ do: "leave", seat: this.below(), level: 3 }),
      ),
    );
    click("hint", () => void this.hint());
    click("analyse", () => {
      this.isAnalysing = !this.isAnalysing;
      byId("analyse").setAttribute("aria-pressed", String(this.isAnalysing));
      if (this.isAnalysing) void this.analyse();
      else hideAnalysis(this.board);
    });
    click("flip", () => {
      this.flip = (this.flip + 180) % 360;
      this.board.turnTo(this.turn());
      this.refresh();
    });
    click("share", () => void this.share(location.href.split("#")[0]));
    const form = /** @type {HTMLFormElement} */ (byId("typing"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const field = /** @type {HTMLInputElement} */ (byId("typed"));
      if (field.value.trim()) void this.typeMove(field.value.trim());
      field.value = "";
    });
  }

  resigning() {
    return this.you.includes(this.room.to_move) ? this.room.to_move : this.below();
  }

  bindSettings() {
    offerThemes();
    const speed = /** @type {HTMLSelectElement} */ (byId("speed"));
    speed.value = this.speed();
    speed.addEventListener("change", () => keep("speed", speed.value));
    const sounds = /** @type {HTMLInputElement} */ (byId("sounds"));
    sounds.checked = setting("sounds", "on") === "on";
    sounds.addEventListener("change", () => keep("sounds", sounds.checked ? "on" : "off"));
    const faces = facesOf(this.sheet);
    const face = /** @type {HTMLSelectElement} */ (byId("face"));
    face.replaceChildren(...faces.map((name) => element("option", { value: name }, capital(name === "text" ? "letters" : name))));
    byId("faces").hidden = faces.length < 2;
    face.value = this.board.face;
    face.addEventListener("change", () => {
      keep(`face.${this.sheet.game}`, face.value);
      this.board.wear(face.value);
      this.refresh();
    });
  }

  /** @param {string} words @param {() => void} act */
  confirm(words, act) {
    const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
    const yes = button("Yes", () => {
      dialog.close();
      act();
    }, { class: "primary" });
    dialog.replaceChildren(element("p", {}, words), element("p", { class: "row" }, yes, button("No", () => dialog.close())));
    dialog.showModal();
  }

  async hint() {
    const told = await this.line.ask({ do: "hint", turn: this.room.number });
    if (told.say !== "hint" || !told.move) {
      this.tell(told.message ?? "There is no hint now.");
      return;
    }
    unlight(this.board, "thought");
    drawArrow(this.board, told.cells ?? [], "thought first");
    this.tell(`The machine would play ${told.move}.`);
  }

  async analyse() {
    const number = this.at;
    const box = byId("analysis");
    if (box.hidden) {
      box.replaceChildren(element("p", {}, "Thinking…"));
      box.hidden = false;
    }
    const told = await this.line.ask({ do: "analyse", number, lines: 3 });
    if (!this.isAnalysing || number !== this.at) return;
    if (told.say === "analysis") showAnalysis(this.board, told);
    else {
      hideAnalysis(this.board);
      this.tell(told.message ?? "There is no analysis of this position.");
    }
  }

  /** @param {number} seat */
  async invite(seat) {
    const told = await this.line.ask({ do: "invite", seat });
    if (told.code) await this.share(`${location.origin}/join/${told.code}`, "Send this link to a friend: who opens it first gets the seat.");
    else this.tell(told.message ?? "There is no invitation for this seat.");
  }

  /** @param {string} address @param {string} [words] */
  async share(address, words = "Whoever has this link can watch.") {
    const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
    const field = element("input", { type: "text", readonly: "", value: address, "aria-label": "Link", id: "link" });
    const copy = button("Copy", () => {
      field.select();
      void navigator.clipboard?.writeText(address).then(() => {
        copy.textContent = "Copied";
      });
    }, { class: "primary" });
    dialog.replaceChildren(element("p", {}, words), field, element("p", { class: "row" }, copy, button("Close", () => dialog.close())));
    dialog.showModal();
    field.select();
  }
}

new Table();
