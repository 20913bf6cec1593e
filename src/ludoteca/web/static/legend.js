/** Shows the legend: what each mark on the board means. */

import { byId, element } from "./dom.js";
import { createMark } from "./marks.js";
import { setSeatColours, svgElement } from "./svg.js";

/** @import { Sheet } from "../types.js" */

/** @param {Sheet} sheet */
export function showLegend(sheet) {
  const marks = sheet.legend ?? [];
  byId("legend").hidden = marks.length === 0;
  byId("marks").replaceChildren(
    ...marks.map((mark) => {
      const svg = svgElement("svg", { class: "board", viewBox: "-50 -50 100 100", "aria-hidden": "true" });
      setSeatColours(svg, sheet.seats);
      svg.append(createMark(mark));
      const item = element("li", {}, element("span", {}, mark.words ?? ""));
      item.prepend(svg);
      return item;
    }),
  );
}
