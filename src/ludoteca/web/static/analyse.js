/** Shows what the machine thinks: best lines as arrows and texts, the share of the win for each seat as bars. */

import { byId, element } from "./build.js";
import { drawArrow, unlight } from "./light.js";
import { paint } from "./svg.js";

/** @import { Board } from "./draw.js" */
/** @import { Told } from "../types.js" */

const RANKS = ["first", "second", "third"];

/** @param {Board} board @param {Told} told */
export function showAnalysis(board, told) {
  const { seats } = board.sheet;
  unlight(board, "thought");
  const box = byId("analysis");
  const bars = (told.shares ?? []).map((share, seat) => {
    const percent = `${Math.round(100 * share)} %`;
    const bar = element("span", { class: "bar", role: "img", "aria-label": `${seats[seat].title}: ${percent}` });
    const fill = element("span", { class: "fill" });
    fill.style.width = `${Math.round(100 * share)}%`;
    fill.style.setProperty("--seat", paint(seats[seat].colour));
    bar.append(fill);
    return element("li", {}, element("span", { class: "bar-name" }, seats[seat].title), bar, element("span", {}, percent));
  });
  const lines = (told.lines ?? []).slice(0, RANKS.length).map((line, rank) => {
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
  unlight(board, "thought");
  byId("analysis").hidden = true;
}
