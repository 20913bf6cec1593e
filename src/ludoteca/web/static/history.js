/** One's own games: the filters, the recovery phrase, the name, and the question before all is deleted. */

import { byId } from "./dom.js";
import { bindThemeButton, saveSetting } from "./settings.js";
import { t } from "./words.js";

/** A filter is applied as soon as it is chosen. */
function bindFilters() {
  const form = document.querySelector("form.filters");
  if (!(form instanceof HTMLFormElement)) return;
  form.addEventListener("change", () => form.requestSubmit());
}

/** Days as they are written in the language of the page. */
function localizeDays() {
  for (const time of document.querySelectorAll("time")) {
    const day = new Date(`${time.dateTime}T12:00:00Z`);
    time.textContent = day.toLocaleDateString(document.documentElement.lang, { timeZone: "UTC", dateStyle: "medium" });
  }
}

function bindPhrase() {
  const copy = document.getElementById("copy-phrase");
  copy?.addEventListener("click", () => {
    void navigator.clipboard?.writeText(byId("phrase").textContent ?? "").then(() => {
      copy.textContent = t("Copied");
    });
  });
}

/** Forms of single games begin with the same name. */
function bindName() {
  const form = document.getElementById("name-form");
  form?.addEventListener("submit", () => {
    saveSetting("name", /** @type {HTMLInputElement} */ (byId("name")).value.trim());
  });
}

function bindDeletion() {
  const dialog = document.getElementById("delete");
  if (!(dialog instanceof HTMLDialogElement)) return;
  byId("ask-delete").addEventListener("click", () => dialog.showModal());
  byId("keep").addEventListener("click", () => dialog.close());
}

/** What this browser has stored is deleted along with the rest. */
function forgetSettings() {
  if (!document.getElementById("deleted")) return;
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {
    // There was no storage to begin with.
  }
}

forgetSettings();
bindThemeButton();
bindFilters();
localizeDays();
bindPhrase();
bindName();
bindDeletion();
