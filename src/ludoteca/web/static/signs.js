/** Shows what the signs in the texts of moves mean. */

import { byId, element } from "./dom.js";
import { clauseLink } from "./ruling.js";
import { loadMore, t } from "./words.js";

/** @import { Sheet, Sign } from "../types.js" */

await loadMore("keys.js");

/** The key beside the list of moves. @param {Sheet} sheet */
export function fillSigns(sheet) {
  byId("sign-list").replaceChildren(...(sheet.signs ?? []).map((sign) => describeSign(sheet, sign)));
}

/** A sign in an example, with its meaning. @param {Sheet} sheet @param {Sign} sign */
export function describeSign(sheet, { sign, example, words, clause }) {
  const [before, ...after] = example.split(sign);
  const shown = element("code", {}, before, element("mark", {}, sign), after.join(sign));
  return element("li", {}, shown, ` ${t(words)} `, clauseLink(sheet.game, clause));
}
