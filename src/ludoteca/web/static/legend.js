/** What the marks on a board mean. */

import { byId, element } from "./build.js";
import { drawMark, drawPennant } from "./marks.js";
import { make, paint } from "./svg.js";

/** @import { Sheet } from "../types.js" */

/** @param {Sheet} sheet */
export function showLegend(sheet) {
  const marks = sheet.legend ?? [];
  byId("legend").hidden = marks.length === 0;
  byId("marks").replaceChildren(
    ...marks.map((mark) => {
      const svg = make("svg", { class: "board", viewBox: "-50 -50 100 100", "aria-hidden": "true" });
      sheet.seats.forEach((seat, number) => svg.style.setProperty(`--seat-${number}`, paint(seat.colour)));
      const group = make("g", { class: `mark ${mark.shape}${mark.kind.startsWith("open") ? " open" : ""}` }, svg);
      if (mark.shape === "pennant") drawPennant(group, mark, 0);
      else drawMark(group, mark);
      const item = element("li", {}, element("span", {}, mark.words ?? ""));
      item.prepend(svg);
      return item;
    }),
  );
}
