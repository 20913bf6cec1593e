/** The tree of moves as a list: the main line, with variations as blocks behind the moves that they replace. */

import { byId, element } from "./dom.js";
import { MoveRows } from "./move-rows.js";
import { MARKS } from "./review.js";
import { cssColour } from "./svg.js";
import { t } from "./words.js";

/** @import { Sheet } from "../types.js" */
/** @import { StudyNode } from "./study-tree.js" */

/** How books write mistakes. */
const SIGNS = /** @type {Record<string, string>} */ ({ inaccuracy: "?!", mistake: "?", blunder: "??" });

export class StudyList {
  /** @param {(node: StudyNode) => void} goTo */
  constructor(goTo) {
    this.goTo = goTo;
    /** @type {Sheet | null} */
    this.sheet = null;
    this.layout = new MoveRows(2);
    /** @type {Map<StudyNode, number>} The number of the row that each move stands in. */
    this.rows = new Map();
    this.box = byId("tree");
    /** @type {Map<StudyNode, HTMLElement>} */
    this.buttons = new Map();
    /** @type {HTMLElement | undefined} */
    this.current = undefined;
    // What opens beside the list takes room from it.
    new ResizeObserver(() => this.scrollToCurrent()).observe(this.box);
    // One listener for thousands of moves.
    /** @type {Map<string, StudyNode>} */
    this.nodes = new Map();
    this.box.addEventListener("click", (event) => {
      const found = /** @type {HTMLElement} */ (event.target).closest("button");
      const node = this.nodes.get(found?.dataset.node ?? "");
      if (node) goTo(node);
    });
  }

  /** Show the whole tree anew. @param {StudyNode} root @param {Sheet} sheet */
  show(root, sheet) {
    this.sheet = sheet;
    this.layout = new MoveRows(sheet.seats.length);
    this.box.style.setProperty("--columns", String(this.layout.columns));
    sheet.seats.forEach(({ colour }, seat) => this.box.style.setProperty(`--seat-${seat}`, cssColour(colour)));
    this.buttons.clear();
    this.nodes.clear();
    this.rows.clear();
    const whole = document.createDocumentFragment();
    if (root.comment) whole.append(commentOf(root));
    this.addMainLine(whole, root);
    this.box.replaceChildren(whole);
    this.box.classList.toggle("empty", root.children.length === 0);
    this.current = undefined;
  }

  /** In columns, with comments and variations between the rows. @param {ParentNode} into @param {StudyNode} root */
  addMainLine(into, root) {
    /** @type {HTMLElement | null} */
    let row = null;
    for (let parent = root, [node] = root.children; node; [parent, node] = [node, node.children[0]]) {
      if (!row || this.isRowStart(node)) {
        row = element("div", { class: "line" }, element("span", { class: "number", "aria-hidden": "true" }, `${this.rowOf(node)}.`));
        into.append(row);
      }
      const move = this.addMove(row, node, false);
      move.style.gridColumn = String(this.layout.columnOf(this.seatOf(node)) + 1);
      if (this.addComments(into, node, parent.children.slice(1))) row = null;
    }
  }

  /** What is said of a move, and the variations instead of it. @param {ParentNode} into @param {StudyNode} node @param {StudyNode[]} others */
  addComments(into, node, others) {
    if (node.comment) into.append(commentOf(node));
    for (const other of others) {
      const block = element("div", { class: "variation", role: "group", "aria-label": t("Instead of move {number}", { number: this.rowOf(other) }) });
      this.addVariation(block, other);
      into.append(block);
    }
    return Boolean(node.comment || others.length);
  }

  /** One move after the other. @param {ParentNode} into @param {StudyNode} first */
  addVariation(into, first) {
    let row = element("p", { class: "line" });
    into.append(row);
    let isBegin = true;
    for (let node = first; node; [node] = node.children) {
      this.addMove(row, node, isBegin || this.isRowStart(node));
      isBegin = this.addComments(into, node, node === first ? [] : (node.parent?.children.slice(1) ?? []));
      if (!isBegin || !node.children.length) continue;
      row = element("p", { class: "line" });
      into.append(row);
    }
  }

  /** @param {ParentNode} row @param {StudyNode} node @param {boolean} hasNumber */
  addMove(row, node, hasNumber) {
    const shown = node.text || node.move;
    const seat = this.seatOf(node);
    const words = t("Move {number}, {seat}: {move}", { number: this.rowOf(node), seat: this.sheet?.seats[seat]?.title ?? "", move: shown });
    const move = element("button", { type: "button", class: `move seat-${seat}`, "data-node": String(node.id), "aria-label": words });
    if (hasNumber) move.append(element("span", { class: "number", "aria-hidden": "true" }, `${this.rowOf(node)}${this.layout.columnOf(seat) === 1 ? "." : "…"}`));
    move.append(shown);
    if (node.arrows.length) move.classList.add("drawn");
    if (node.comment) move.classList.add("commented");
    row.append(move);
    this.buttons.set(node, move);
    this.nodes.set(String(node.id), node);
    if (node.mark) this.showMark(node);
    return move;
  }

  /** Who makes a move; as long as it is not known, who is next in turn. @param {StudyNode} node @returns {number} */
  seatOf(node) {
    if (node.seat !== undefined) return node.seat;
    const count = this.sheet?.seats.length ?? 1;
    return node.parent?.parent ? (this.seatOf(node.parent) + 1) % count : 0;
  }

  /** @param {StudyNode} node */
  isRowStart(node) {
    return this.layout.isRowStart(this.seatOf(node), node.parent?.parent ? this.seatOf(node.parent) : undefined);
  }

  /** The number of the row of a move, as a room has it. @param {StudyNode} node @returns {number} */
  rowOf(node) {
    const unknown = [];
    /** @type {StudyNode | null} */
    let known = node;
    for (; known?.parent && !this.rows.has(known); known = known.parent) unknown.push(known);
    let row = (known && this.rows.get(known)) ?? 0;
    for (const each of unknown.reverse()) {
      row += Number(this.isRowStart(each));
      this.rows.set(each, row);
    }
    return row;
  }

  /** The move as the list has it. @param {StudyNode} node */
  titleOf(node) {
    return `${this.rowOf(node)}. ${node.text || node.move}`;
  }

  /** Whether a move was a mistake. @param {StudyNode} node */
  showMark(node) {
    const button = this.buttons.get(node);
    if (!button) return;
    if (node.mark) button.dataset.mark = SIGNS[node.mark];
    else delete button.dataset.mark;
    button.title = MARKS[/** @type {keyof typeof MARKS} */ (node.mark)] ?? "";
  }

  /** Mark the move that led to the position that is shown. @param {StudyNode} node */
  mark(node) {
    this.current?.removeAttribute("aria-current");
    this.current = this.buttons.get(node);
    if (!this.current) {
      this.box.scrollTop = 0;
      return;
    }
    this.current.setAttribute("aria-current", "true");
    this.scrollToCurrent();
  }

  scrollToCurrent() {
    if (!this.current) return;
    const [outer, inner] = [this.box.getBoundingClientRect(), this.current.getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom) this.box.scrollTop += inner.top - outer.top - this.box.clientHeight / 2;
  }
}

/** @param {StudyNode} node */
function commentOf({ comment }) {
  return element("p", { class: "comment" }, comment);
}

/** Buttons and keys that go from move to move. @param {{ node: StudyNode, root: StudyNode, goTo: (node: StudyNode) => void, isEditing: boolean }} page */
export function bindSteps(page) {
  const steps = /** @type {Record<string, () => StudyNode | null | undefined>} */ ({
    first: () => page.root,
    before: () => page.node.parent,
    after: () => page.node.children[0],
    last: () => page.node.line().at(-1),
    previousVariation: () => page.node.sibling(-1),
    nextVariation: () => page.node.sibling(1),
  });
  const step = (/** @type {string} */ name) => {
    const node = steps[name]();
    if (node && !page.isEditing) page.goTo(node);
    return Boolean(node);
  };
  for (const id of ["first", "before", "after", "last"]) byId(id).addEventListener("click", () => step(id));
  const keys = /** @type {Record<string, string>} */ ({ ArrowLeft: "before", ArrowRight: "after", Home: "first", End: "last", ArrowUp: "previousVariation", ArrowDown: "nextVariation" });
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) || target.closest("dialog")) return;
    const name = keys[event.key];
    if (name && step(name)) event.preventDefault();
  });
}
