// Loaded before the page is drawn, so that it does not flash in the other theme.
try {
  const theme = localStorage.getItem("ludoteca.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing follows the system.
}
