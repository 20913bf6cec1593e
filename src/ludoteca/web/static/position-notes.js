/** Shows the sentences about a position beside the board; a long list is folded. */

import { byId, element } from "./dom.js";

/** A note `title: item; item; item.` with more items than these is folded. */
const MAX_OPEN_ITEMS = 2;

/** @param {string[]} notes */
export function showNotes(notes) {
  const box = byId("notes");
  const isOpen = box.querySelector("details")?.open ?? false;
  box.replaceChildren(
    ...notes.map((note) => {
      const [title, ...rest] = note.split(": ");
      const items = rest.join(": ").replace(/\.$/, "").split("; ");
      if (items.length <= MAX_OPEN_ITEMS) return element("p", {}, note);
      const list = element("ul", {}, ...items.map((item) => element("li", {}, item)));
      const folded = element("details", {}, element("summary", {}, `${title} (${items.length})`), list);
      folded.open = isOpen;
      return folded;
    }),
  );
}
