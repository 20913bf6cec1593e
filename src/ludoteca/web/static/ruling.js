/** Shows why a move is not legal, with the clause of the rules. */

import { clauseText } from "./clause-text.js";
import { byId, element } from "./dom.js";
import { t, toldSentence } from "./words.js";

/** @import { Ruling } from "../types.js" */

/** The number of a clause as a link to its text. @param {string} game @param {string} clause @param {boolean} isHouse */
export function clauseLink(game, clause, isHouse = false) {
  const href = `/rules/${game}#${isHouse ? "house-" : ""}${clause}`;
  return element("a", { href, class: "clause", target: "_blank", rel: "noopener" }, clause);
}

/**
 * @param {string} game
 * @param {string} move the illegal move, or "" if no text describes it
 * @param {Ruling} ruling
 * @param {HTMLElement[]} ways buttons for other ways to the same cell
 */
export function showRuling(game, move, ruling, ways = []) {
  const box = byId("ruling");
  box.replaceChildren(
    element("h2", {}, move ? t("Why not {move}?", { move }) : t("Why not?")),
    element("p", {}, clauseLink(game, ruling.clause), ` ${toldSentence(ruling)}`),
  );
  if (ways.length) box.append(element("p", { class: "row" }, t("There is another way:"), ...ways));
  if (ruling.words) {
    box.append(element("details", {}, element("summary", {}, t("The clause says")), element("div", { lang: "en" }, ...clauseText(ruling.words))));
  }
  box.hidden = false;
}

export function hideRuling() {
  byId("ruling").hidden = true;
}
