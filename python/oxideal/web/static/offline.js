// The service worker of the page that needs no server: after the first visit the page works without a network.

/** @type {any} */
const worker = self;
worker.importScripts("files.js"); // browsers compare it, too, so a new version is found
/** The version, the files to keep at once, and those to keep when there is time. @type {{version: string, first: string[], later: string[]}} */
const { version, first, later } = worker.FILES;
const START = "oxideal play ";

const fresh = (/** @type {string} */ path) => new Request(path, { cache: "no-cache" });

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil((async () => {
  const cache = await caches.open(START + version);
  await cache.addAll(first.map(fresh));
  cache.addAll(later.map(fresh)).catch(() => { /* a network is kept once it has been used */ });
})()));

worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith(START) && name !== START + version) await caches.delete(name);
  await worker.clients.claim();
})()));

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(worker.registration.scope)) return;
  event.respondWith((async () => {
    const cache = await caches.open(START + version);
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
    const found = await fetch(request);
    if (found.ok && later.some((path) => request.url.endsWith(path))) await cache.put(request, found.clone());
    return found;
  })());
});
