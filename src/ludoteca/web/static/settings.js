/** The visitor's preferences, stored in this browser: theme, speed, sounds, faces, places of numbers. */

import { t } from "./words.js";

const { lang } = document.documentElement;
const languageNames = new Intl.DisplayNames("en", { type: "language" });
/** As `traditional chinese` and `chinese`. */
const [LANGUAGE_AND_SCRIPT, LANGUAGE] = [lang, lang.split("-")[0]].map((tag) => languageNames.of(tag)?.toLowerCase() ?? "");
const THEMES = ["auto", "light", "dark"];
const NAMES = /** @type {Record<string, string>} */ ({ auto: t("Theme: auto"), light: t("Theme: light"), dark: t("Theme: dark") });

/** Which of some names is that of the page's language and script, or else of its language, such as `chinese`. @param {readonly string[]} names */
export function inOwnLanguage(names) {
  return [LANGUAGE_AND_SCRIPT, LANGUAGE].find((own) => names.includes(own));
}

/** Whether a name is that of the page's language, in any script. @param {string} name */
export function isOwnLanguage(name) {
  return name === LANGUAGE || name.endsWith(` ${LANGUAGE}`);
}

/** @param {string} name @param {string} fallback */
export function readSetting(name, fallback) {
  try {
    return localStorage.getItem(`ludoteca.${name}`) ?? fallback;
  } catch {
    return fallback;
  }
}

/** What was saved as JSON; null if there is nothing, or nothing that can be read. @param {string} name @returns {any} */
export function readJsonSetting(name) {
  try {
    return JSON.parse(readSetting(name, "null"));
  } catch {
    return null;
  }
}

/** @param {string} name @param {string} value */
export function saveSetting(name, value) {
  try {
    localStorage.setItem(`ludoteca.${name}`, value);
  } catch {
    // Without local storage the setting lasts until the page is left.
  }
}

/** The visitor's choice of how fast moves are shown: `off`, `slow`, `normal` or `fast`. */
export function animationSpeed() {
  const isReduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return readSetting("speed", isReduced ? "off" : "normal");
}

/** Where units have their numbers: in the `corner`, there if they have `changed`, or on the `centre`. */
export function numberPlace() {
  return readSetting("numbers", "corner");
}

/** `light`, `dark`, or `auto` to follow the system. @param {string} theme */
function applyTheme(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Draw boards of `wood`, `slate` or `jade`. @param {string} material */
export function applyBoardTheme(material) {
  document.documentElement.dataset.board = material;
}

/** Make the button in the page's header switch to the next theme. */
export function bindThemeButton() {
  const button = document.getElementById("theme");
  const show = (/** @type {string} */ theme) => {
    applyTheme(theme);
    if (button) button.textContent = NAMES[theme] ?? NAMES.auto;
  };
  button?.addEventListener("click", () => {
    const next = THEMES[(THEMES.indexOf(readSetting("theme", "auto")) + 1) % THEMES.length];
    saveSetting("theme", next);
    show(next);
  });
  show(readSetting("theme", "auto"));
}
