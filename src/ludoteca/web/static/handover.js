/** Handing seats over to machines, or leaving them open for other people. */

import { confirm } from "./dialogs.js";
import { byId, element } from "./dom.js";

/** @import { RoomState } from "./room-state.js" */

const LEVELS = 8;

/** Options for the machine at each level. @param {string} machine what the machine is called */
export function levelOptions(machine) {
  return Array.from({ length: LEVELS }, (_, index) =>
    element("option", { value: `machine:${index + 1}` }, `${machine}, level ${index + 1}`),
  );
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
      const choice = element("select", { id }, element("option", { value: "" }, "no change"));
      choice.append(element("option", { value: "open" }, "an open seat"), ...levelOptions("the machine"));
      choice.addEventListener("change", () => {
        const to = choice.value;
        choice.blur();
        if (to && you.includes(seat)) confirm(`Give ${sheet.seats[seat].title} up? You do not play it any more then.`, () => handOver(seat, to), () => (choice.value = ""));
        else if (to) handOver(seat, to);
      });
      const label = element("label", { for: id }, `Hand ${sheet.seats[seat].title} over`);
      return element("p", { class: "field" }, label, choice);
    }),
  );
}
