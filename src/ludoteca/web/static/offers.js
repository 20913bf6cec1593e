/** Shows open offers (draw, takeback, a machine's seat, rematch) with the buttons that answer them. */

import { button, byId, element } from "./dom.js";
import { fill, t } from "./words.js";

/** @import { RoomState } from "./room-state.js" */
/** @import { Offer } from "../types.js" */

/** What is said of each offer: that somebody makes it, that this visitor does, and that somebody refuses it. */
const SENTENCES = /** @type {Record<string, { made: string, own: string, refused: string }>} */ ({
  draw: { made: t("{name} offers a draw."), own: t("You offer a draw."), refused: t("{name} refuses a draw.") },
  takeback: { made: t("{name} offers to take back."), own: t("You offer to take back."), refused: t("{name} refuses to take back.") },
  rematch: { made: t("{name} offers a rematch."), own: t("You offer a rematch."), refused: t("{name} refuses a rematch.") },
  machine: {
    made: t("The host offers a machine of level {level} for {seat}."),
    own: t("You offer a machine of level {level} for {seat}."),
    refused: t("{name} refuses a machine of level {level} for {seat}."),
  },
  open: {
    made: t("The host offers to open the seat of {seat}."),
    own: t("You offer to open the seat of {seat}."),
    refused: t("{name} refuses to open the seat of {seat}."),
  },
});

/**
 * An offer in a sentence.
 * @param {RoomState} state
 * @param {Offer} offer
 * @param {"made" | "own" | "refused"} kind
 * @param {number} seat who is named in it
 */
export function offerText(state, offer, kind, seat = offer.seat) {
  const sentence = SENTENCES[offer.what === "hand" ? (offer.to ? "machine" : "open") : offer.what][kind];
  return fill(sentence, { name: state.playerName(seat), level: offer.to ?? 0, seat: state.sheet.seats[offer.seat].title });
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
    const mine = you.find((seat) => offer.asked.includes(seat));
    const agreed = you.find((seat) => offer.agreed.includes(seat));
    const line = element("p", { class: "offer" });
    if (mine !== undefined) {
      line.append(
        `${offerText(state, offer, "made")} `,
        button(t("Accept"), () => answer("offer", mine, offer.what)),
        button(t("Refuse"), () => answer("refuse", mine, offer.what)),
      );
    } else if (agreed !== undefined) {
      line.append(`${offerText(state, offer, "own")} `);
      line.append(button(t("Withdraw"), () => answer("refuse", agreed, offer.what)));
    } else if (isOwnOffer(state, offer)) line.append(offerText(state, offer, "own"), " ", t("The others are asked."));
    else line.append(offerText(state, offer, "made"));
    return line;
  });
  byId("offers").replaceChildren(...lines);
}
