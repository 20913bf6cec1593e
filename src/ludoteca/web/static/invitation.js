/** What is shown while a seat waits: the address to send, or the seat to take; and who arrives. */

import { linkField } from "./dialogs.js";
import { button, byId, element } from "./dom.js";
import { playSound } from "./sound.js";
import { showToast } from "./status.js";

/** @import { RoomState } from "./room-state.js" */

/** @param {RoomState} state @param {(seat: number) => void} sit */
export function showInvitation(state, sit) {
  const { room, sheet } = state;
  const open = [...room.seats.keys()].filter((seat) => room.seats[seat].kind === "open");
  const isShown = room.is_joinable && open.length > 0 && !room.outcome;
  const box = byId("invitation");
  // What stays as it is keeps the focus.
  const shown = isShown ? `${state.isSeated() || room.host} ${open}` : "";
  if (box.dataset.shown === shown) return;
  box.dataset.shown = shown;
  box.hidden = !isShown;
  if (!isShown) return;
  const titles = open.map((seat) => sheet.seats[seat].title).join(", ");
  if (state.isSeated() || room.host) box.replaceChildren(element("p", {}, `${titles}: whoever opens this address may play.`), ...addressParts());
  else {
    const buttons = open.map((seat) => button(`Play ${sheet.seats[seat].title}`, () => sit(seat), { class: "primary" }));
    box.replaceChildren(element("p", {}, "A seat is free: take it, or watch."), element("p", { class: "row" }, ...buttons));
  }
}

/** The address of this page, to copy and to scan. */
function addressParts() {
  const [field, copy] = linkField(location.href.split("#")[0], "address");
  return [element("p", { class: "row" }, field, copy), qrCode(location.pathname)];
}

/** The address of a page at this site as a picture. @param {string} path */
export function qrCode(path) {
  return element("img", { class: "qr", src: `${path}/qr`, alt: "The address as a QR code", width: "160", height: "160" });
}

/** A word and a sound when somebody sits down; before the event is applied. @param {RoomState} state @param {{ seat: number, name: string, ack?: string }} event */
export function tellArrival(state, { seat, name, ack }) {
  if (ack || state.room.seats[seat]?.kind === "person") return;
  const { title } = state.sheet.seats[seat];
  showToast(name === title ? `Somebody sits down as ${title}.` : `${name} sits down as ${title}.`);
  playSound("arrival");
}
