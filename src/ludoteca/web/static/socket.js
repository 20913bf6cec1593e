/** The line to the server: comes back by itself after a loss, and sends again what was not answered. */

/** @import { Told } from "../types.js" */

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;
const PING_EVERY = 15000;
const ANSWER_WITHIN = 20000;

/** @typedef {Record<string, unknown> & { do: string, id?: string }} Frame */

export class Line {
  /**
   * @param {string} room
   * @param {(told: Told) => void} hear
   * @param {(isOpen: boolean) => void} tellState
   */
  constructor(room, hear, tellState) {
    this.address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket/${room}`;
    this.hear = hear;
    this.tellState = tellState;
    this.since = -1;
    this.wait = FIRST_WAIT;
    this.isWelcome = false;
    this.key = `ludoteca.outbox.${room}`;
    /** @type {Map<string, Frame>} Actions that were not answered yet; they outlive a reload. */
    this.outbox = new Map(readOutbox(this.key));
    /** @type {Map<string, { frame: Frame, answer: (told: Told) => void }>} */
    this.questions = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    setInterval(() => this.ping(), PING_EVERY);
    addEventListener("online", () => this.again());
    document.addEventListener("visibilitychange", () => document.hidden || this.ping());
    this.open();
  }

  open() {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.addEventListener("open", () => socket.send(JSON.stringify({ do: "hello", since: this.since, views: true })));
    socket.addEventListener("message", (event) => this.receive(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      if (socket !== this.socket) return;
      this.socket = null;
      this.isWelcome = false;
      this.tellState(false);
      setTimeout(() => this.again(), this.wait * (0.7 + 0.6 * Math.random()));
      this.wait = Math.min(LONGEST_WAIT, this.wait * 1.7);
    });
  }

  /** Try now, if there is no line. */
  again() {
    if (!this.socket) this.open();
  }

  /** A line that does not answer in time is a lost one. */
  ping() {
    const socket = this.socket;
    if (!socket || !this.isWelcome) return;
    const timer = setTimeout(() => socket.close(), ANSWER_WITHIN);
    void this.ask({ do: "ping" }).then(() => clearTimeout(timer));
  }

  /** @param {Told} told */
  receive(told) {
    if (told.say === "welcome") {
      this.isWelcome = true;
      this.wait = FIRST_WAIT;
      this.tellState(true);
    }
    if (told.seq !== undefined && (told.say === "welcome" || told.say === "event")) this.since = told.seq;
    const answered = told.ack ?? (told.say === "ok" || told.say === "refused" ? told.id : undefined);
    const isBusy = told.say === "refused" && (told.why === "busy" || told.why === "too-fast");
    if (answered && !isBusy && this.outbox.delete(answered)) this.store();
    const question = told.id ? this.questions.get(told.id) : undefined;
    if (question && told.id) {
      this.questions.delete(told.id);
      question.answer(told);
      return;
    }
    if (told.say === "welcome") {
      for (const frame of this.outbox.values()) this.transmit(frame);
      for (const { frame } of this.questions.values()) this.transmit(frame);
    }
    this.hear(told);
  }

  /** Do something that changes the room; it is sent until it is answered. @param {Frame} frame */
  act(frame) {
    const id = newId();
    this.outbox.set(id, { ...frame, id });
    this.store();
    if (this.isWelcome) this.transmit({ ...frame, id });
    return id;
  }

  /** Ask something that changes nothing. @param {Frame} frame @returns {Promise<Told>} */
  ask(frame) {
    const id = newId();
    return new Promise((answer) => {
      this.questions.set(id, { frame: { ...frame, id }, answer });
      if (this.isWelcome) this.transmit({ ...frame, id });
    });
  }

  /** @param {Frame} frame */
  transmit(frame) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  store() {
    try {
      sessionStorage.setItem(this.key, JSON.stringify([...this.outbox]));
    } catch {
      // Without a store the outbox lasts as long as the page.
    }
  }
}

/** @param {string} key @returns {[string, Frame][]} */
function readOutbox(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "[]");
  } catch {
    return [];
  }
}

function newId() {
  const numbers = crypto.getRandomValues(new Uint32Array(3));
  return Array.from(numbers, (number) => number.toString(36)).join("");
}
