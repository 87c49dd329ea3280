// The service worker: keeps the built page, so it starts and works without the server. The build
// fills in PAGE (tools/serviceWorker.ts). Files of the page and the shipped puzzles are kept, never
// other answers of the server's API.

/** @type {{ version: string; files: string[]; languages: Record<string, string[]> }} */
const PAGE = /** @type {any} */ (self).__PAGE__;

const worker = /** @type {any} */ (self);
const PREFIX = "ringrift-page-";
/** The files of this version of the page. */
const CACHE = PREFIX + PAGE.version;
/** Files used besides: translations, fonts of other scripts, versions before and after this one. */
const USED_FILES = "ringrift-used-files";
const MAX_USED_FILES = 120;
/** The puzzles, which their page reads from this cache without a connection (src/puzzles/pack.ts). */
const PUZZLES = { cache: "ringrift-puzzles", path: "/puzzle-pack" };
const INDEX = "/";
/** How long a tab has to say whether it is busy. */
const ANSWER_MS = 2000;

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keepPage()));

worker.addEventListener("activate", (/** @type {any} */ event) =>
  event.waitUntil(Promise.all([deleteOldVersions(), keepPuzzles(), worker.clients.claim()])),
);

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  if (request.mode === "navigate") event.respondWith(openPage(request));
  else if (pathname.startsWith("/assets/")) event.respondWith(findFile(request));
  else if (PAGE.files.includes(pathname) && pathname !== INDEX)
    event.respondWith(fetch(request).catch(() => findKept(request)));
});

worker.addEventListener("message", (/** @type {any} */ { data, ports }) => {
  if (data.keepLanguage) keepLanguage(data.keepLanguage);
  if (data.update) updateWhenIdle().then((updated) => ports[0]?.postMessage(updated));
});

async function keepPage() {
  const cache = await caches.open(CACHE);
  // Files with a hash in their name cannot be stale; the others must not come from the HTTP cache.
  const requests = PAGE.files.map(
    (file) => new Request(file, { cache: file.startsWith("/assets/") ? "default" : "reload" }),
  );
  await cache.addAll(requests);
}

/** A server without puzzles, or a connection that fails now, must not stop the page. */
async function keepPuzzles() {
  const cache = await caches.open(PUZZLES.cache);
  const response = await fetch(PUZZLES.path).catch(() => null);
  if (response?.ok) await cache.put(PUZZLES.path, response);
}

async function deleteOldVersions() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The newest page from the server; without a connection, the one that is kept. */
async function openPage(/** @type {Request} */ request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await (await caches.open(CACHE)).match(INDEX);
    if (!kept) throw error;
    return kept;
  }
}

async function findFile(/** @type {Request} */ request) {
  const kept = await findKept(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await keepUsedFile(request, response.clone());
  return response;
}

/** Without `Vary`: the stored file is the same in every encoding. */
const findKept = (/** @type {Request} */ request) => caches.match(request, { ignoreVary: true });

async function keepUsedFile(/** @type {RequestInfo} */ request, /** @type {Response} */ response) {
  const cache = await caches.open(USED_FILES);
  await cache.put(request, response);
  const kept = await cache.keys();
  const surplus = kept.slice(0, Math.max(0, kept.length - MAX_USED_FILES));
  await Promise.all(surplus.map((old) => cache.delete(old)));
}

/** Keeps the translation of all pages: the language of the page is the one that is needed offline. */
async function keepLanguage(/** @type {string} */ language) {
  const files = PAGE.languages[language] ?? [];
  for (const file of files) {
    if (await caches.match(file, { ignoreVary: true })) continue;
    const response = await fetch(file).catch(() => null);
    if (response?.ok) await keepUsedFile(file, response);
  }
}

/** Takes over from the previous version unless some tab is busy, as with a game. */
async function updateWhenIdle() {
  const tabs = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const busy = await Promise.all(tabs.map(askWhetherBusy));
  if (busy.includes(true)) return false;
  await worker.skipWaiting();
  return true;
}

/** A tab that does not answer may be busy. Its URL says nothing: it is that of its first page. */
function askWhetherBusy(/** @type {any} */ tab) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(resolve, ANSWER_MS, true);
    tab.postMessage({ isBusy: true }, [port2]);
  });
}
