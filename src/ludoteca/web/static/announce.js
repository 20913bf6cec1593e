/** Announces what happens to screen readers. */

import { byId, element } from "./dom.js";

const MAX_ANNOUNCEMENTS = 6;

/** @param {string} text */
export function announce(text) {
  const log = byId("announcements");
  log.append(element("p", {}, text));
  while (log.children.length > MAX_ANNOUNCEMENTS) log.firstElementChild?.remove();
}
