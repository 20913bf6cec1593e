/** The lobby and the form for a new game: pictures of the games, and lists that keep up. */

import { byId } from "./dom.js";
import { Board } from "./board.js";
import { saveSetting, bindThemeButton, readSetting } from "./settings.js";
import { drawSeatIcon } from "./tokens.js";

/** @import { Sheet } from "../types.js" */

const EVERY = 5000;

/** Draw the first position wherever a page asks for a picture. */
async function drawPictures() {
  const places = [...document.querySelectorAll("[data-sheet]")];
  await Promise.all(
    places.map(async (place) => {
      const answer = await fetch(/** @type {HTMLElement} */ (place).dataset.sheet ?? "");
      if (!answer.ok) return;
      /** @type {Sheet} */
      const sheet = await answer.json();
      const rotation = sheet.seats[Number(/** @type {HTMLElement} */ (place).dataset.seat ?? 0)]?.turn;
      const board = new Board(sheet, { title: `${sheet.title}: the first position`, isPreview: true, rotation });
      if (sheet.start) board.show(sheet.start);
      place.replaceChildren(board.svg);
      showSeats(sheet);
    }),
  );
}

/** In the form for a new game: each seat's token before its name. @param {Sheet} sheet */
function showSeats(sheet) {
  document.querySelectorAll("[data-variant]:not([hidden]) label").forEach((label, seat) => {
    label.querySelector("svg")?.remove();
    if (sheet.seats[seat]) label.prepend(drawSeatIcon(sheet, seat));
  });
}

/** The lists of games as the server would write them now. */
async function renewLists() {
  if (document.hidden || !document.getElementById("lists")) return;
  try {
    const answer = await fetch(location.href, { headers: { accept: "text/html" } });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const lists = page.getElementById("lists");
    const old = byId("lists");
    if (lists && lists.innerHTML !== old.innerHTML && !old.contains(document.activeElement)) old.replaceWith(lists);
  } catch {
    // The next time will do.
  }
}

/** In the form for a new game: only as many seats as the chosen options have. */
function followOptions() {
  const form = document.getElementById("new");
  if (!(form instanceof HTMLFormElement)) return;
  const name = /** @type {HTMLInputElement | null} */ (form.elements.namedItem("name"));
  if (name && !name.value) name.value = readSetting("name", "");
  form.addEventListener("submit", () => name && saveSetting("name", name.value));
  const groups = /** @type {HTMLElement[]} */ ([...form.querySelectorAll("[data-variant]")]);
  const choose = () => {
    for (const group of groups) {
      const wanted = /** @type {Record<string, unknown>} */ (JSON.parse(group.dataset.variant ?? "{}"));
      const fits = Object.entries(wanted).every(([option, value]) => {
        const field = form.elements.namedItem(`option.${option}`);
        return !(field instanceof HTMLSelectElement) || field.value === String(value);
      });
      group.hidden = !fits;
      for (const field of group.querySelectorAll("select, input")) /** @type {HTMLInputElement} */ (field).disabled = !fits;
    }
    const picture = /** @type {HTMLElement | null} */ (form.querySelector("[data-picture]"));
    if (picture) {
      const options = new URLSearchParams();
      for (const field of form.querySelectorAll("[data-shapes]")) {
        const select = /** @type {HTMLSelectElement} */ (field);
        options.set(select.name.replace("option.", ""), select.value);
      }
      const address = `${picture.dataset.picture}?${options}`;
      if (picture.dataset.sheet !== address) {
        picture.dataset.sheet = address;
        void drawPictures();
      }
    }
  };
  form.addEventListener("change", choose);
  choose();
}

bindThemeButton();
followOptions();
void drawPictures();
setInterval(() => void renewLists(), EVERY);
