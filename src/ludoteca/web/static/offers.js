/** Shows open offers (draw, takeback, rematch) with the buttons that answer them. */

import { button, byId, element } from "./dom.js";

/** @import { RoomState } from "./room-state.js" */

/** What each offer is called in a sentence. */
export const OFFER_NAMES = /** @type {Record<string, string>} */ ({ draw: "a draw", takeback: "to take back", rematch: "a rematch" });

/**
 * @param {RoomState} state
 * @param {(action: "offer" | "refuse", seat: number, offer: string) => void} answer
 */
export function showOffers(state, answer) {
  const { room, you } = state;
  const lines = room.offers.map((offer) => {
    const name = state.playerName(offer.seat);
    const what = OFFER_NAMES[offer.what] ?? offer.what;
    const mine = you.find((seat) => offer.asked.includes(seat));
    const line = element("p", { class: "offer" });
    if (mine !== undefined) {
      line.append(
        `${name} offers ${what}. `,
        button("Accept", () => answer("offer", mine, offer.what)),
        button("Refuse", () => answer("refuse", mine, offer.what)),
      );
    } else if (you.some((seat) => offer.agreed.includes(seat))) {
      line.append(`You offer ${what}. `);
      line.append(button("Withdraw", () => answer("refuse", offer.seat, offer.what)));
    } else line.append(`${name} offers ${what}.`);
    return line;
  });
  byId("offers").replaceChildren(...lines);
}
