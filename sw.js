/* Keeps the page for playing offline: the browser runs this beside the page, and asks it first.

   One version of the page is one cache, filled completely or not at all, and every file in it is
   checked against its hash. So a server that is half-way to another version changes nothing here,
   and what is played is of one version always. A new version waits until the player wants it, or
   until no tab has the old one open any more.

   Only the built page uses this (ui/offline.py). It knows files by their names, and not the game. */

// tools/build.py writes both: the version, and [name, what its content must be] for each file.
const VERSION = "unbuilt";
const FILES = [];

const PAGE = "./"; // the name of index.html: hosts may redirect to here who asks for it by its own

const SCOPE = new URL(registration.scope);
const INTEGRITY = new Map(FILES);

// All pages of one origin share their caches, and a person's projects at user.github.io are one
// origin. So the name says whose the cache is: this game's, at this path.
const OWNER = `tic-tac-toe:${SCOPE.pathname}:`;
const CACHE = OWNER + VERSION;

const ownerOf = (cacheName) => cacheName.slice(0, cacheName.lastIndexOf(":") + 1);
const addressOf = (name) => new URL(name, SCOPE).href;

// Asks the server and no cache on the way, and fails if it has something else under that name.
const requestFor = (name) =>
  new Request(addressOf(name), { cache: "reload", integrity: INTEGRITY.get(name) });

// --- A new version ------------------------------------------------------------------------------

// `addAll` is all or nothing. After it this waits: the version before may be in the middle of a game.
addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES.map(([name]) => requestFor(name)))));
});

addEventListener("activate", (event) => {
  // What is left of others does no harm, so failing to remove it changes nothing.
  const removed = removeOthers().catch(() => {});
  event.waitUntil(removed.then(() => clients.claim())); // from the first visit on
});

async function removeOthers() {
  const names = await caches.keys();
  // If the next version is here already, one of them is its cache. It will clean up itself.
  if (registration.installing || registration.waiting) {
    return;
  }
  const old = names.filter((name) => ownerOf(name) === OWNER && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

addEventListener("message", (event) => {
  if (event.data === "update") {
    event.waitUntil(skipWaiting());
  } else if (event.data === "version") {
    event.source?.postMessage(VERSION);
  }
});

// --- Answering the page -------------------------------------------------------------------------

addEventListener("fetch", (event) => {
  const name = nameOf(event.request);
  if (INTEGRITY.has(name)) {
    event.respondWith(answer(event, name));
  }
});

// The name of what is asked for; null for what is none of this game's, or asked for in another way
// than the page does. That goes to the server, as if this were not here.
function nameOf(request) {
  const { origin, pathname, search } = new URL(request.url);
  const within = origin === SCOPE.origin && pathname.startsWith(SCOPE.pathname);
  if (!within || request.method !== "GET" || request.headers.has("range")) {
    return null;
  }
  const path = pathname.slice(SCOPE.pathname.length);
  if (path === "" || path === "index.html") {
    return PAGE; // whatever its query is: a link may have been given one on its way
  }
  return search === "" ? path : null;
}

async function answer(event, name) {
  const response = (await kept(name)) ?? (await asked(event, name)) ?? Response.error();
  // An answer that was redirected is no answer to a navigation. Its content is right, though.
  return response.redirected ? new Response(response.body, response) : response;
}

async function kept(name) {
  try {
    const cache = await caches.open(CACHE);
    // By its address alone: not by headers in which requests may differ (Vary).
    return await cache.match(addressOf(name), { ignoreVary: true });
  } catch {
    return undefined; // the browser's storage is broken, or blocked by now
  }
}

// Somebody has emptied the cache: the server may still have the same file.
async function asked(event, name) {
  try {
    const response = await fetch(requestFor(name));
    event.waitUntil(keep(name, response.clone()));
    return response;
  } catch {
    const page = await otherPage();
    return name === PAGE ? page : undefined;
  }
}

// The page as the server has it now, if there is a server. A file that cannot be had from it is
// taken to be of another version: this one will not be whole again, and its page is given up. The
// other version's cannot mix with it, because its runtime has another name. Any other file could, so
// it is missing then. The page says so, and when it is loaded again, it is the other one.
// (What comes may also be the login page of a network: that is shown, and nothing is given up for it.)
async function otherPage() {
  try {
    const page = await fetch(addressOf(PAGE), { cache: "reload" });
    if (!page.ok) {
      return undefined; // a server in trouble: this version may yet be whole again
    }
    if ((await page.clone().text()).includes("data-version=")) {
      const removed = caches.open(CACHE).then((cache) => cache.delete(addressOf(PAGE)));
      await removed.catch(() => {}); // the browser's storage is broken: there is nothing to give up
    }
    return page;
  } catch {
    return undefined;
  }
}

async function keep(name, response) {
  try {
    const cache = await caches.open(CACHE);
    await cache.put(addressOf(name), response);
  } catch {
    // Full or blocked: it will be asked for again.
  }
}
