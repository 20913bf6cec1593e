/** The lobby and the forms to start or join a game. */

import { byId } from "./dom.js";
import { bindGameForm } from "./game-form.js";
import { drawPreviews } from "./previews.js";
import { bindQuickStart } from "./quick-start.js";
import { bindThemeButton, readSetting } from "./settings.js";

const REFRESH_INTERVAL = 5000;

/** Fetch the page again and take over its lists of games. */
async function refreshLists() {
  if (document.hidden || !document.getElementById("lists")) return;
  try {
    const response = await fetch(location.href, { headers: { accept: "text/html" } });
    if (!response.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const lists = page.getElementById("lists");
    const old = byId("lists");
    if (lists && lists.innerHTML !== old.innerHTML && !old.contains(document.activeElement)) old.replaceWith(lists);
  } catch {
    // The next refresh will do.
  }
}

/** Who takes a seat from the lobby has the name of their last game. */
function bindSeeks() {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.matches(".seek")) return;
    const name = form.elements.namedItem("name");
    if (name instanceof HTMLInputElement) name.value = readSetting("name", "");
  });
}

bindThemeButton();
bindGameForm();
bindSeeks();
bindQuickStart();
void drawPreviews();
setInterval(() => void refreshLists(), REFRESH_INTERVAL);
