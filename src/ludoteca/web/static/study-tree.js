/** The tree of moves of a study. Knows nothing of the page or the rules. */

/** @import { Drawing, StudyDocument, StudyDocumentNode, StudyPosition } from "../types.js" */

let created = 0;

export class StudyNode {
  /** @param {StudyNode | null} parent @param {string} move */
  constructor(parent, move) {
    created += 1;
    /** Another one for each node of the page. */
    this.id = created;
    this.parent = parent;
    this.move = move;
    /** The move in the notation that is shown, once it is known. */
    this.text = "";
    this.comment = "";
    /** @type {number | undefined} Who makes the move, once it is known. */
    this.seat = undefined;
    /** `inaccuracy`, `mistake` or `blunder`, if a review has found one. */
    this.mark = "";
    /** @type {Drawing[]} */
    this.arrows = [];
    /** @type {StudyNode[]} The first is the main line. */
    this.children = [];
    /** @type {StudyPosition | null} What the server told of the position after the move. */
    this.position = null;
  }

  /** How many moves lead here. */
  depth() {
    return this.ancestors().length;
  }

  /** The nodes that lead here, this one last, without the root. @returns {StudyNode[]} */
  ancestors() {
    /** @type {StudyNode[]} */
    const found = [];
    /** @type {StudyNode} */
    let node = this;
    for (; node.parent; node = node.parent) found.push(node);
    return found.reverse();
  }

  /** The moves that lead here. */
  moves() {
    return this.ancestors().map((node) => node.move);
  }

  /** The main line from here on, without this node, at most so many. @param {number} most */
  line(most = Infinity) {
    const found = [];
    for (let [node] = this.children; node && found.length < most; [node] = node.children) found.push(node);
    return found;
  }

  /** The node after a move; a new one if it was not there. @param {string} move */
  play(move) {
    const known = this.children.find((child) => child.move === move);
    if (known) return known;
    const child = new StudyNode(this, move);
    child.seat = this.position?.to_move;
    this.children.push(child);
    return child;
  }

  /** The next variation beside this one, or the one before. @param {1 | -1} step */
  sibling(step) {
    const siblings = this.parent?.children ?? [this];
    return siblings[siblings.indexOf(this) + step];
  }

  /** The move with which the variation leaves the main line; none in the main line itself. */
  firstOfVariation() {
    return this.ancestors().find((node) => node.parent?.children[0] !== node);
  }

  isMainLine() {
    return !this.firstOfVariation();
  }

  /** How many moves follow, in all variations. */
  size() {
    const waiting = [...this.children];
    let count = 0;
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      count += 1;
      waiting.push(...node.children);
    }
    return count;
  }
}

/** Remove a move and all that follows it. Returns the node before it. @param {StudyNode} node */
export function removeBranch(node) {
  const { parent } = node;
  if (!parent) return node;
  parent.children = parent.children.filter((child) => child !== node);
  return parent;
}

/** Make the line to a node the main line. @param {StudyNode} node */
export function promote(node) {
  for (const each of node.ancestors()) {
    const siblings = each.parent?.children ?? [];
    siblings.splice(siblings.indexOf(each), 1);
    siblings.unshift(each);
  }
}

/** The nodes in the order in which they are stored: each before its children. @param {StudyNode} root @returns {StudyNode[]} */
export function nodesInOrder(root) {
  const waiting = [root];
  const found = [];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    found.push(node);
    waiting.push(...node.children.toReversed());
  }
  return found;
}

/** @param {StudyNode} root @returns {StudyDocumentNode[]} */
export function documentNodes(root) {
  const nodes = nodesInOrder(root);
  const numbers = new Map(nodes.map((node, number) => [node, number]));
  return nodes.map(({ parent, move, comment, arrows }) => ({
    ...(parent ? { parent: numbers.get(parent), move } : {}),
    ...(comment ? { comment } : {}),
    ...(arrows.length ? { arrows } : {}),
  }));
}

/** @param {StudyDocument} study */
export function treeOf({ nodes }) {
  /** @type {StudyNode[]} */
  const found = [];
  nodes.forEach(({ parent = 0, move = "", comment = "", arrows = [] }, number) => {
    const node = new StudyNode(number ? found[parent] : null, move);
    node.comment = comment;
    node.arrows = arrows;
    found.push(node);
    if (number) found[parent].children.push(node);
  });
  return found[0];
}
