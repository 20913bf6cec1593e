/** Links to a game, and to the position that is shown: its address, its picture, and a frame for other pages. */

import { linkField, showLink } from "./dialogs.js";
import { element } from "./dom.js";
import { t, tn } from "./words.js";

/** @import { RoomPage } from "./room.js" */
/** @import { Room } from "../types.js" */

/** The number of moves that an address asks for: `#42`; or null. @param {string} hash */
export function numberInAddress(hash) {
  return /^#\d{1,9}$/.test(hash) ? Number(hash.slice(1)) : null;
}

/** Let the address lead to the position that is shown; without a number, to the latest. @param {number | null} number */
export function showInAddress(number) {
  const hash = number === null ? "" : `#${number}`;
  if (location.hash !== hash) history.replaceState(history.state, "", location.pathname + location.search + hash);
}

/** Where a game can be studied from a position on, with a line that was not played. @param {Room} room @param {number} number @param {string[]} line */
export function studyAddress({ game, id }, number, line = []) {
  const query = new URLSearchParams({ room: id, after: String(number) });
  if (line.length) query.set("line", line.join(" "));
  return `/study/${game}?${query}`;
}

/** @param {RoomPage} page */
export function showSharing({ playback, state }) {
  const { room } = state;
  const address = location.origin + location.pathname;
  const mayJoin = room.is_joinable && state.hasOpenSeat();
  const explanation = mayJoin ? t("Whoever has this link can watch, or take an open seat.") : t("Whoever has this link can watch.");
  const { number } = playback;
  const frame = `<iframe src="${location.origin}/embed/${room.id}/${number}" width="480" height="580" title="${state.sheet.title}"></iframe>`;
  const picture = (/** @type {string} */ kind) => element("a", { href: `${location.pathname}/${number}.${kind}`, target: "_blank" }, kind.toUpperCase());
  showLink(
    address,
    explanation,
    element("p", {}, number ? tn("The position after {count} move, as a picture:", "The position after {count} moves, as a picture:", number) : t("The first position, as a picture:"), " ", picture("svg"), " ", picture("png")),
    element("p", { class: "link" }, ...linkField(`${address}#${number}`, "position-link", t("Link to this position"))),
    element("p", {}, t("The game, to step through in a page of your own:")),
    element("p", { class: "link" }, ...linkField(frame, "frame", t("Frame"))),
  );
}
