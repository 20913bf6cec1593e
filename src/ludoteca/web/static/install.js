// Lets a browser install the site and show a page without a network; and goes on when the server answers again.
const RETRY_MILLISECONDS = 2000;

if ("serviceWorker" in navigator) void navigator.serviceWorker.register("/service-worker.js").catch(() => {});

function goOn() {
  if (location.pathname === "/offline") location.replace("/");
  else location.reload();
}

function goOnWhenReachable() {
  // The network may be back before the server is within reach, and no second event would tell.
  void fetch("/health", { cache: "no-store" }).then(goOn, () => {});
}

if (document.getElementById("no-network")) {
  addEventListener("online", goOnWhenReachable);
  setInterval(goOnWhenReachable, RETRY_MILLISECONDS);
}
