// Keeps the shell of the site: the page that is shown without a network, and static files, which never change. Nothing of
// anybody's games is kept.

const CACHE = "ludoteca-{{ version }}";
const OFFLINE = "{{ offline }}";
const SHELL = {{ shell | tojson }};

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([OFFLINE, ...SHELL])).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith("ludoteca-") && name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
  else if (SHELL.includes(new URL(request.url).pathname)) event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
});
