/** The text of a clause in parts that are easy to read. */

import { element } from "./dom.js";

const LIST = ": - ";

/** The sentences of a clause before its list, if it has one. @param {string} words */
export function sentencesOf(words) {
  const [lead, ...points] = words.split(LIST);
  return `${lead}${points.length ? ":" : ""}`.split(/(?<=[.!?]) (?=[A-Z])/);
}

/** A paragraph for each sentence, and a list of the points. @param {string} words */
export function clauseText(words) {
  const points = words.split(LIST).slice(1).join(LIST).split(" - ").filter(Boolean);
  const paragraphs = sentencesOf(words).map((sentence) => element("p", {}, sentence));
  return points.length ? [...paragraphs, element("ul", {}, ...points.map((point) => element("li", {}, point)))] : paragraphs;
}
