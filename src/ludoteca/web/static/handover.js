/** Handing seats over to machines, or leaving them open for other people. */

import { confirm } from "./dialogs.js";
import { byId, element, embeddedJson } from "./dom.js";
import { t } from "./words.js";

/** @import { RoomState } from "./room-state.js" */

/** @typedef {{ name: string, play: string, time: string }} LevelWords */

/** A level in words, as `level 5 (fair)`. @param {number} level */
export function levelWords(level) {
  return t("level {level} ({name})", { level, name: t(levels()[level - 1].name) });
}

/** How a level plays, and how long it thinks. @param {number} level */
export function levelDescription(level) {
  const { play, time } = levels()[level - 1];
  return t("{play}, {time}", { play: t(play), time: t(time) });
}

/** Options for the machine at each level. */
export function levelOptions() {
  return levels().map((_, index) => element("option", { value: `machine:${index + 1}` }, t("the machine, {level}", { level: levelWords(index + 1) })));
}

/** From the lowest level on. @returns {LevelWords[]} */
function levels() {
  return embeddedJson("levels");
}

/**
 * A choice for each seat that the visitor may hand over: their own, and for the host those of machines and open ones.
 * @param {RoomState} state
 * @param {(seat: number, to: string) => void} handOver
 */
export function showHandover({ room, you, sheet }, handOver) {
  const box = byId("handover");
  if (box.contains(document.activeElement)) return;
  const seats = room.outcome ? [] : [...room.seats.keys()];
  const allowed = seats.filter((seat) => you.includes(seat) || (room.host && room.seats[seat].kind !== "person"));
  box.replaceChildren(
    ...allowed.map((seat) => {
      const id = `handover-${seat}`;
      const choice = element("select", { id }, element("option", { value: "" }, t("no change")));
      choice.append(element("option", { value: "open" }, t("an open seat")), ...levelOptions());
      choice.addEventListener("change", () => {
        const to = choice.value;
        choice.blur();
        if (to && you.includes(seat)) confirm(t("Give {seat} up? You do not play it any more then.", { seat: sheet.seats[seat].title }), () => handOver(seat, to), () => (choice.value = ""));
        else if (to) handOver(seat, to);
      });
      const label = element("label", { for: id }, t("Hand {seat} over", { seat: sheet.seats[seat].title }));
      return element("p", { class: "field" }, label, choice);
    }),
  );
}
