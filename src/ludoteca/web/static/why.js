/** Answers beside the board why something is not possible, by the clause of the rules. */

import { byId, element } from "./build.js";

/** @import { Ruling } from "../types.js" */

/** A clause's number as a link to its words. @param {string} game @param {string} clause */
export function clauseLink(game, clause) {
  return element("a", { href: `/rules/${game}#${clause}`, class: "clause", target: "_blank", rel: "noopener" }, clause);
}

/** @param {string} game @param {string} wish @param {Ruling} ruling */
export function tellWhy(game, wish, ruling) {
  const box = byId("why");
  const told = element("p", {}, clauseLink(game, ruling.clause), ` ${capital(ruling.message)}.`);
  box.replaceChildren(element("h2", {}, wish ? `Why not ${wish}?` : "Why not?"), told);
  if (ruling.words) {
    const words = element("details", {}, element("summary", {}, "The clause says"), element("p", {}, ruling.words));
    box.append(words);
  }
  box.hidden = false;
}

export function hideWhy() {
  byId("why").hidden = true;
}

/** Words as a sentence begins; the name of a cell stays as it is. @param {string} words */
export function capital(words) {
  if (/^[a-z]\d/.test(words)) return words;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
