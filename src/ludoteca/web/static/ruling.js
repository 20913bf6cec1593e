/** Shows why a move is not legal, with the clause of the rules. */

import { byId, capitalize, element } from "./dom.js";

/** @import { Ruling } from "../types.js" */

/** The number of a clause as a link to its text. @param {string} game @param {string} clause @param {boolean} isHouse */
export function clauseLink(game, clause, isHouse = false) {
  const href = `/rules/${game}#${isHouse ? "house-" : ""}${clause}`;
  return element("a", { href, class: "clause", target: "_blank", rel: "noopener" }, clause);
}

/** @param {string} game @param {string} move the illegal move, or "" if no text describes it @param {Ruling} ruling */
export function showRuling(game, move, ruling) {
  const box = byId("ruling");
  box.replaceChildren(
    element("h2", {}, move ? `Why not ${move}?` : "Why not?"),
    element("p", {}, clauseLink(game, ruling.clause), ` ${capitalize(ruling.message)}.`),
  );
  if (ruling.words) {
    box.append(element("details", {}, element("summary", {}, "The clause says"), element("p", {}, ruling.words)));
  }
  box.hidden = false;
}

export function hideRuling() {
  byId("ruling").hidden = true;
}
