/** Shows an analysis: the best lines as arrows and texts, and each seat's expected share of the win as a bar. */

import { byId, element } from "./dom.js";
import { drawArrow, clearHighlights } from "./highlight.js";
import { cssColour } from "./svg.js";

/** @import { Board } from "./board.js" */
/** @import { Analysis } from "../types.js" */

const RANKS = ["first", "second", "third"];

/** @param {Board} board @param {Analysis} analysis */
export function showAnalysis(board, analysis) {
  const { seats } = board.sheet;
  clearHighlights(board, "thought");
  const box = byId("analysis");
  const bars = analysis.shares.map((share, seat) => {
    const percent = `${Math.round(100 * share)} %`;
    const bar = element("span", { class: "bar", role: "img", "aria-label": `${seats[seat].title}: ${percent}` });
    const fill = element("span", { class: "fill" });
    fill.style.width = `${Math.round(100 * share)}%`;
    fill.style.setProperty("--seat", cssColour(seats[seat].colour));
    bar.append(fill);
    return element("li", {}, element("span", { class: "bar-name" }, seats[seat].title), bar, element("span", {}, percent));
  });
  const lines = analysis.lines.slice(0, RANKS.length).map((line, rank) => {
    if (line.cells[0]?.length) drawArrow(board, line.cells[0], `thought ${RANKS[rank]}`);
    return element("li", {}, line.moves.slice(0, 6).join(" "));
  });
  box.replaceChildren(
    element("h2", {}, "Analysis"),
    element("ul", { class: "bars", "aria-label": "Share of the win for each seat" }, ...bars),
    element("ol", { class: "lines", "aria-label": "Best lines" }, ...lines),
  );
  box.hidden = false;
}

/** @param {Board} board */
export function hideAnalysis(board) {
  clearHighlights(board, "thought");
  byId("analysis").hidden = true;
}
