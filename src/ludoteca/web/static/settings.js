/** What a visitor likes, kept in this browser: theme, speed, sounds, faces. */

/** @param {string} name @param {string} usual */
export function setting(name, usual) {
  try {
    return localStorage.getItem(`ludoteca.${name}`) ?? usual;
  } catch {
    return usual;
  }
}

/** @param {string} name @param {string} value */
export function keep(name, value) {
  try {
    localStorage.setItem(`ludoteca.${name}`, value);
  } catch {
    // A browser that keeps nothing forgets it at the next page.
  }
}

/** `light`, `dark`, or `auto` as the system has it. @param {string} theme */
export function wearTheme(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Let the button in the head of each page change the theme. */
export function offerThemes() {
  wearTheme(setting("theme", "auto"));
  const button = document.getElementById("theme");
  const names = ["auto", "light", "dark"];
  const tell = () => {
    if (button) button.textContent = `Theme: ${setting("theme", "auto")}`;
  };
  button?.addEventListener("click", () => {
    const next = names[(names.indexOf(setting("theme", "auto")) + 1) % names.length];
    keep("theme", next);
    wearTheme(next);
    tell();
  });
  tell();
}
