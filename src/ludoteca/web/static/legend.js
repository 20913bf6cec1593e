/** What the marks on a board mean. */

import { byId, element } from "./build.js";
import { makeMark } from "./marks.js";
import { make, wearColours } from "./svg.js";

/** @import { Sheet } from "../types.js" */

/** @param {Sheet} sheet */
export function showLegend(sheet) {
  const marks = sheet.legend ?? [];
  byId("legend").hidden = marks.length === 0;
  byId("marks").replaceChildren(
    ...marks.map((mark) => {
      const svg = make("svg", { class: "board", viewBox: "-50 -50 100 100", "aria-hidden": "true" });
      wearColours(svg, sheet.seats);
      svg.append(makeMark(mark));
      const item = element("li", {}, element("span", {}, mark.words ?? ""));
      item.prepend(svg);
      return item;
    }),
  );
}
