/** Shows open offers (draw, takeback, a machine's seat, rematch) with the buttons that answer them. */

import { button, byId, element } from "./dom.js";

/** @import { RoomState } from "./room-state.js" */
/** @import { Offer } from "../types.js" */

/** What each offer is called in a sentence. */
const OFFER_NAMES = /** @type {Record<string, string>} */ ({ draw: "a draw", takeback: "to take back", rematch: "a rematch" });

/** What is offered, in a sentence. @param {RoomState} state @param {Offer} offer */
export function offerName(state, { what, seat, to }) {
  if (what !== "hand") return OFFER_NAMES[what] ?? what;
  const { title } = state.sheet.seats[seat];
  return to ? `a machine of level ${to} for ${title}` : `to open the seat of ${title}`;
}

/** Whether this visitor made the offer; the host makes those about a machine's seat. @param {RoomState} state @param {Offer} offer */
export function isOwnOffer({ room, you }, { what, seat }) {
  return what === "hand" ? room.host : you.includes(seat);
}

/**
 * @param {RoomState} state
 * @param {(action: "offer" | "refuse", seat: number, offer: string) => void} answer
 */
export function showOffers(state, answer) {
  const { room, you } = state;
  const lines = room.offers.map((offer) => {
    const name = offer.what === "hand" ? "The host" : state.playerName(offer.seat);
    const what = offerName(state, offer);
    const mine = you.find((seat) => offer.asked.includes(seat));
    const agreed = you.find((seat) => offer.agreed.includes(seat));
    const line = element("p", { class: "offer" });
    if (mine !== undefined) {
      line.append(
        `${name} offers ${what}. `,
        button("Accept", () => answer("offer", mine, offer.what)),
        button("Refuse", () => answer("refuse", mine, offer.what)),
      );
    } else if (agreed !== undefined) {
      line.append(`You offer ${what}. `);
      line.append(button("Withdraw", () => answer("refuse", agreed, offer.what)));
    } else if (isOwnOffer(state, offer)) line.append(`You offer ${what}. The others are asked.`);
    else line.append(`${name} offers ${what}.`);
    return line;
  });
  byId("offers").replaceChildren(...lines);
}
