/** What is shown while a seat waits: the address to send, or the seat to take; and who arrives. */

import { linkField } from "./dialogs.js";
import { button, byId, element } from "./dom.js";
import { playSound } from "./sound.js";
import { showToast } from "./status.js";
import { listed, t } from "./words.js";

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
  const titles = listed(open.map((seat) => sheet.seats[seat].title));
  if (state.isSeated() || room.host) box.replaceChildren(element("p", {}, t("{seats}: whoever opens this address may play.", { seats: titles })), ...addressParts());
  else {
    const buttons = open.map((seat) => button(t("Play {seat}", { seat: sheet.seats[seat].title }), () => sit(seat), { class: "primary" }));
    box.replaceChildren(element("p", {}, t("A seat is free: take it, or watch.")), element("p", { class: "row" }, ...buttons));
  }
}

/** The address of this page, to copy and to scan. */
function addressParts() {
  const [field, copy] = linkField(location.href.split("#")[0], "address");
  return [element("p", { class: "row" }, field, copy), qrCode(location.pathname)];
}

/** The address of a page at this site as a picture. @param {string} path */
export function qrCode(path) {
  return element("img", { class: "qr", src: `${path}/qr`, alt: t("The address as a QR code"), width: "160", height: "160" });
}

/** A word and a sound when somebody sits down; before the event is applied. @param {RoomState} state @param {{ seat: number, name: string, ack?: string }} event */
export function tellArrival(state, { seat, name, ack }) {
  if (ack || state.room.seats[seat]?.kind === "person") return;
  const { name: usualName, title } = state.sheet.seats[seat];
  showToast(name === usualName ? t("Somebody sits down as {seat}.", { seat: title }) : t("{name} sits down as {seat}.", { name, seat: title }));
  playSound("arrival");
}
