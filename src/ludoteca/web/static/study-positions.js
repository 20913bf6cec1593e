/** Asks the server about positions of a study: each is fetched once, with those around it. */

import { t, told } from "./words.js";

/** @import { StudyNode } from "./study-tree.js" */
/** @import { StudyPosition, StudyQuestion } from "../types.js" */

/** How many positions are fetched with the one that is wanted: those that follow, and those before. */
const [AHEAD, BEHIND] = [24, 8];
/** With fewer known positions ahead, more are fetched. */
const MARGIN = 8;

/** A refusal of the server, or that it cannot be reached; in the page's language. */
export class StudyRefusal extends Error {
  /** @param {string} message @param {string} why */
  constructor(message, why) {
    super(message);
    this.why = why;
  }
}

/**
 * @param {string} address
 * @param {unknown} body
 * @param {string} [method]
 * @param {AbortSignal} [signal]
 */
export async function post(address, body, method = "POST", signal = undefined) {
  let response;
  try {
    response = await fetch(address, { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal });
  } catch {
    throw new StudyRefusal(t("the server cannot be reached; try again"), "offline");
  }
  if (response.status === 204) return null;
  const answer = await response.json().catch(() => ({ error: "failed", message: t("something went wrong here") }));
  if (!response.ok) throw new StudyRefusal(told(answer), answer.error);
  return answer;
}

export class Positions {
  /** @param {string} game @param {() => { options: Record<string, unknown>, start: string }} first */
  constructor(game, first) {
    this.game = game;
    this.first = first;
    /** @type {StudyNode | null} What is wanted next, while something is being fetched. */
    this.wanted = null;
    /** @type {Promise<void> | null} */
    this.fetching = null;
  }

  /** @param {StudyQuestion} question @returns {Promise<any>} */
  ask(question) {
    return post(`/api/study/${this.game}`, { ...this.first(), ...question });
  }

  /** The position of a node; null if another one was wanted meanwhile. @param {StudyNode} node @returns {Promise<StudyPosition | null>} */
  async get(node) {
    if (node.position) {
      this.prefetch(node);
      return node.position;
    }
    this.wanted = node;
    while (this.fetching) await this.fetching.catch(() => undefined);
    if (node.position) return node.position;
    if (this.wanted !== node) return null;
    this.fetching = this.fetch(node).finally(() => {
      this.fetching = null;
    });
    await this.fetching;
    return node.position;
  }

  /** @param {StudyNode} node */
  prefetch(node) {
    const next = node.line(MARGIN).find(({ position }) => !position);
    if (!next || this.fetching) return;
    this.fetching = this.fetch(next).catch(() => undefined).finally(() => {
      this.fetching = null;
    });
  }

  /** @param {StudyNode} node */
  async fetch(node) {
    const before = node.ancestors();
    let since = before.length;
    while (since > 0 && before.length - since < BEHIND && !(before[since - 2] ?? rootOf(node)).position) since -= 1;
    try {
      await this.fetchLine(node, [...before, ...node.line(AHEAD)], since);
    } catch (error) {
      // A move that follows may be one that the rules do not know any more.
      if (!(error instanceof StudyRefusal) || error.why !== "unreadable") throw error;
      await this.fetchLine(node, before, before.length);
    }
  }

  /** @param {StudyNode} node @param {StudyNode[]} line @param {number} since */
  async fetchLine(node, line, since) {
    const answer = await this.ask({ do: "views", moves: line.map(({ move }) => move), since });
    const shown = [rootOf(node), ...line].slice(since);
    shown.forEach((each, number) => {
      each.position = answer.positions[number];
      for (const child of each.children) child.seat = answer.positions[number].to_move;
    });
  }
}

/** @param {StudyNode} node */
function rootOf(node) {
  let root = node;
  while (root.parent) root = root.parent;
  return root;
}
