/** The connection to the server. It reconnects by itself and resends what was not answered. */

import { told } from "./words.js";

/** @import { Action, Answer, Answers, Question, Refusal, RoomMessage, ServerMessage } from "../types.js" */

const FIRST_RETRY_DELAY = 300;
const BUSY_DELAY = 1000;
const MAX_RETRY_DELAY = 8000;
const PING_INTERVAL = 15000;
const PING_TIMEOUT = 20000;

/** @typedef {{ message: Question & { id: string }, resolve: (answer: Answer | Refusal) => void }} PendingQuestion */

export class Connection {
  /**
   * @param {string} room
   * @param {(message: RoomMessage) => void} onMessage
   * @param {(isOpen: boolean) => void} onStateChange
   * @param {(reason: string) => void} onRemoved the room is no more
   */
  constructor(room, onMessage, onStateChange, onRemoved) {
    this.room = room;
    this.address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket/${room}`;
    this.onMessage = onMessage;
    this.onStateChange = onStateChange;
    this.onRemoved = onRemoved;
    this.isRemoved = false;
    this.lastSeq = -1;
    this.retryDelay = FIRST_RETRY_DELAY;
    /** Whether the server has answered our hello. */
    this.isReady = false;
    this.storageKey = `ludoteca.outbox.${room}`;
    /** @type {Map<string, Action & { id: string }>} Actions without an answer yet. They survive a reload. */
    this.outbox = new Map(readOutbox(this.storageKey));
    /** @type {Map<string, PendingQuestion>} */
    this.questions = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    setInterval(() => this.ping(), PING_INTERVAL);
    addEventListener("online", () => this.reconnect());
    document.addEventListener("visibilitychange", () => document.hidden || this.ping());
    this.open();
  }

  /** Whether an action waits for its answer. */
  hasUnanswered() {
    return this.outbox.size > 0;
  }

  open() {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.addEventListener("open", () => socket.send(JSON.stringify({ do: "hello", since: this.lastSeq, views: true })));
    socket.addEventListener("message", (event) => this.receive(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      if (socket !== this.socket) return;
      this.socket = null;
      if (!this.isReady) void this.checkRoom();
      this.isReady = false;
      this.onStateChange(false);
      setTimeout(() => this.reconnect(), this.retryDelay * (0.7 + 0.6 * Math.random()));
      this.retryDelay = Math.min(MAX_RETRY_DELAY, this.retryDelay * 1.7);
    });
  }

  reconnect() {
    if (!this.socket && !this.isRemoved) this.open();
  }

  /** After a connection was refused: a server that has removed the room says so, and then there is nothing to wait for. */
  async checkRoom() {
    const answer = await fetch(`/api/rooms/${this.room}`).catch(() => null);
    if (answer?.status !== 404) return;
    this.isRemoved = true;
    this.onRemoved(told(await answer.json()));
  }

  /** Close a connection that does not answer in time. */
  ping() {
    const socket = this.socket;
    if (!socket || !this.isReady) return;
    const timer = setTimeout(() => socket.close(), PING_TIMEOUT);
    void this.ask({ do: "ping" }).then(() => clearTimeout(timer));
  }

  /** @param {ServerMessage} message */
  receive(message) {
    switch (message.say) {
      case "welcome":
        this.lastSeq = message.seq;
        this.onWelcome();
        break;
      case "event":
        this.lastSeq = message.seq;
        this.removeFromOutbox(message.ack);
        break;
      case "ok":
        this.removeFromOutbox(message.id);
        break;
      case "refused":
        // A busy server has not decided about the action.
        if (message.why === "busy" || message.why === "too-fast") setTimeout(() => this.resend(message.id), BUSY_DELAY);
        else this.removeFromOutbox(message.id);
        if (this.resolveQuestion(message)) return;
        break;
      case "review":
        this.resolveQuestion(message);
        break;
      case "here":
      case "message":
      case "waiting":
        break;
      default:
        this.resolveQuestion(message);
        return;
    }
    this.onMessage(message);
  }

  /** @param {string | undefined} id of an action that may have been answered meanwhile */
  resend(id) {
    const action = this.outbox.get(id ?? "");
    if (action && this.isReady) this.send(action);
  }

  onWelcome() {
    this.isReady = true;
    this.retryDelay = FIRST_RETRY_DELAY;
    this.onStateChange(true);
    for (const action of this.outbox.values()) this.send(action);
    for (const { message } of this.questions.values()) this.send(message);
  }

  /** Whether the message answers a question of ours. @param {Answer | Refusal} message */
  resolveQuestion(message) {
    const question = this.questions.get(message.id ?? "");
    if (!question || !message.id) return false;
    this.questions.delete(message.id);
    question.resolve(message);
    return true;
  }

  /** Change the room. The action is sent until it is answered. @param {Action} action */
  act(action) {
    const message = { ...action, id: newId() };
    this.outbox.set(message.id, message);
    this.saveOutbox();
    if (this.isReady) this.send(message);
  }

  /**
   * Ask something that changes nothing.
   * @template {Question} Asked
   * @param {Asked} question
   * @returns {Promise<Answers[Asked["do"]] | Refusal>}
   */
  ask(question) {
    const message = { ...question, id: newId() };
    return new Promise((resolve) => {
      this.questions.set(message.id, { message, resolve: /** @type {PendingQuestion["resolve"]} */ (resolve) });
      if (this.isReady) this.send(message);
    });
  }

  /** @param {(Action | Question) & { id: string }} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** @param {string | undefined} id */
  removeFromOutbox(id) {
    if (id && this.outbox.delete(id)) this.saveOutbox();
  }

  saveOutbox() {
    try {
      sessionStorage.setItem(this.storageKey, JSON.stringify([...this.outbox]));
    } catch {
      // Without session storage the outbox lasts as long as the page.
    }
  }
}

/** @param {string} key @returns {[string, Action & { id: string }][]} */
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
