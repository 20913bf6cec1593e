/** The rules page: the first position, diagrams and examples as boards, and links between clauses. */

import { Board } from "./board.js";
import { drawDiagram } from "./diagram.js";
import { byId, element, embeddedJson } from "./dom.js";
import { drawExamples } from "./examples.js";
import { bindThemeButton } from "./settings.js";
import { t, tellSheet } from "./words.js";

/** @import { Sheet } from "../types.js" */

/** Turn the numbers of clauses within a text into links to them. @param {Element} text */
function linkClauses(text) {
  // House rules and a game's own may have the same number: each chapter means those of its kind first.
  const prefixes = text.closest('[data-prefix="house-"]') ? ["house-", ""] : ["", "house-"];
  for (const node of [...text.childNodes]) {
    if (!(node instanceof Text)) continue;
    const parts = node.data.split(/\b([A-Z]\d+(?:\.\d+)?)\b/);
    if (parts.length < 2) continue;
    node.replaceWith(
      ...parts.map((part, index) => {
        const id = prefixes.map((prefix) => prefix + part).find((each) => document.getElementById(each));
        return index % 2 === 1 && id ? element("a", { href: `#${id}` }, part) : part;
      }),
    );
  }
}

/** @type {Sheet} */
const sheet = tellSheet(embeddedJson("sheet"));
bindThemeButton();
if (sheet.start) {
  const board = new Board(sheet, { title: t("{game}: the first position", { game: sheet.title }) });
  board.show(sheet.start);
  byId("start-position").replaceChildren(board.svg);
}
for (const text of document.querySelectorAll("pre.diagram-text")) drawDiagram(sheet, /** @type {HTMLElement} */ (text));
drawExamples(sheet);
for (const text of document.querySelectorAll(":is(.chapter, .introduction) :is(p, li, td)")) linkClauses(text);
