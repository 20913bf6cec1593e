// Loaded before the page is drawn, so that the other theme does not flash up first.
try {
  const theme = localStorage.getItem("ludoteca.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.board = localStorage.getItem("ludoteca.board") ?? "wood";
} catch {
  // Without local storage the page follows the system.
}
