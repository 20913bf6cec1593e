/** The part of a study's address that leads to a position: `#14` in the main line, `#14/b1c3/b10c8` in a variation after it. */

/** @import { StudyNode } from "./study-tree.js" */

/** Milliseconds from a step to the new address: browsers refuse many in a short time. */
const DELAY = 300;

let timer = 0;

/** @param {StudyNode} node */
export function addressOf(node) {
  const line = node.ancestors();
  const branch = line.findIndex((each) => each.parent?.children[0] !== each);
  if (branch < 0) return line.length ? `#${line.length}` : "";
  return `#${branch}/${line.slice(branch).map(({ move }) => encodeURIComponent(move)).join("/")}`;
}

/** The node that an address leads to, or the last one on the way that is there. @param {StudyNode} root @param {string} hash */
export function nodeAt(root, hash) {
  const [number, ...moves] = hash.slice(1).split("/");
  let node = [root, ...root.line()][Number(number) || 0] ?? root;
  for (const move of moves) {
    const next = node.children.find((child) => encodeURIComponent(child.move) === move);
    if (!next) break;
    node = next;
  }
  return node;
}

/** Let the address of the page lead to a position, soon. @param {StudyNode} node */
export function showInAddress(node) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const hash = addressOf(node);
    if (location.hash !== hash) history.replaceState(history.state, "", location.pathname + location.search + hash);
  }, DELAY);
}
