// Keeps the page, so that it opens without a connection, and the engine, so that it plays without one.
// Answers of the server are never kept here: a game is always the server's.

// vite.config.ts fills these in; a build keeps its files in a cache of its own.
const BUILD = 'none';
const PAGE_FILES = [];
const RUNTIME_FILES = [];

const NAMES = 'inkrail-page-';
const CACHE = NAMES + BUILD;
const HOME = new URL('./', self.location).pathname;
const ASSETS = `${HOME}assets/`;
const SHELL = [`${HOME}icon.svg`, `${HOME}manifest.webmanifest`];
const addressOf = (file) => HOME + file;

// A newer build keeps as much as the one before it did, before it takes its place.
self.addEventListener('install', (event) => {
  event.waitUntil(
    keepShell().then(async () => {
      if (await wasKept(PAGE_FILES)) await keepAll(PAGE_FILES);
      if (await wasKept(RUNTIME_FILES)) await keepAll(RUNTIME_FILES).catch(() => undefined);
    }),
  );
});

async function keepShell() {
  const home = await fetch(HOME, { cache: 'no-cache' });
  if (!isPage(home)) throw new Error('no page');
  const cache = await caches.open(CACHE);
  await cache.addAll(SHELL);
  await cache.put(HOME, home);
}

// Whatever else an address may answer (a picture, a page of another program behind the same name) is no page.
function isPage(answer) {
  return answer.ok && !answer.redirected && answer.headers.get('content-type')?.startsWith('text/html');
}

/** A build marks what it has kept entirely. */
const markOf = (files) => `${HOME}kept/${files === RUNTIME_FILES ? 'runtime' : 'page'}`;

async function isKept(files) {
  return (await (await caches.open(CACHE)).match(markOf(files))) !== undefined;
}

async function wasKept(files) {
  return (await caches.match(markOf(files))) !== undefined;
}

/** Keep these files; those of a former build that have not changed are only copied. `tell` hears how much is here. */
async function keepAll(files, tell = () => undefined) {
  const cache = await caches.open(CACHE);
  for (const [index, file] of files.entries()) {
    const address = addressOf(file);
    tell(index / files.length);
    if (await cache.match(address)) continue;
    const former = await caches.match(address);
    if (former) await cache.put(address, former);
    else await fetchAll(cache, address, (part) => tell((index + part) / files.length));
  }
  await cache.put(markOf(files), new Response(''));
}

async function fetchAll(cache, address, tell) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const size = answer.headers.has('content-encoding') ? 0 : Number(answer.headers.get('content-length'));
  let read = 0;
  const counted = new TransformStream({
    transform(chunk, controller) {
      read += chunk.length;
      if (size) tell(Math.min(1, read / size));
      controller.enqueue(chunk);
    },
  });
  const { status, headers } = answer;
  await cache.put(address, new Response(answer.body.pipeThrough(counted), { status, headers }));
}

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name.startsWith(NAMES) && name !== CACHE))
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

// A connection may hang instead of failing; this is how long it may, in milliseconds, where the page can be opened without it.
const PATIENCE = 10_000;

// Every address opens the same page: as the server has it, else as it was when this build was kept.
async function page(request) {
  const asked = fetch(request);
  const late = new Promise((settle) => setTimeout(settle, PATIENCE));
  const answer = await Promise.race([asked, late]).catch(() => undefined);
  if (answer && answer.status < 500) return answer;
  const kept = await (await caches.open(CACHE)).match(HOME);
  return kept ?? asked;
}

// The names of assets change with their content, so a kept one is always right.
async function fromCache(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  // In a full browser it is not kept, and shown all the same.
  if (answer.ok) await cache.put(request, answer.clone()).catch(() => undefined);
  return answer;
}

const ORDERS = {
  // A page tells what it loaded before this worker was there, so that the next visit needs nothing.
  keep: async ({ names }) => {
    const cache = await caches.open(CACHE);
    await Promise.all(names.map(async (name) => (await cache.match(name)) || cache.add(name)));
  },
  'keep page': async () => {
    if (!(await isKept(PAGE_FILES))) await keepAll(PAGE_FILES);
  },
  'keep runtime': async (_, tell) => {
    if (!(await isKept(PAGE_FILES))) await keepAll(PAGE_FILES);
    if (!(await isKept(RUNTIME_FILES))) await keepAll(RUNTIME_FILES, (part) => tell({ part }));
  },
  'is runtime kept': async () => (await isKept(PAGE_FILES)) && isKept(RUNTIME_FILES),
  // Asked by a page at a safe moment: it runs this build itself, and no other page runs a former one.
  'take over': async ({ script }) => {
    const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    if (open.length > 1 || !PAGE_FILES.some((file) => script.endsWith(addressOf(file)))) return false;
    await self.skipWaiting();
    return true;
  },
};

self.addEventListener('message', (event) => {
  const order = ORDERS[event.data?.type];
  if (!order) return;
  const [port] = event.ports;
  const tell = (message) => port?.postMessage(message);
  event.waitUntil(
    (async () => order(event.data, tell))().then(
      (done) => tell({ done: done ?? true }),
      () => tell({ done: false }),
    ),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (pathname.startsWith(ASSETS)) event.respondWith(fromCache(request));
});

// A table waits for somebody who is away. Only our own server can have encrypted the message.
self.addEventListener('push', (event) => {
  const { title, body, table } = event.data.json();
  const shown = { body, tag: table, icon: `${HOME}icon-192.png`, data: { table } };
  event.waitUntil(self.registration.showNotification(title, shown));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openTable(`/t/${event.notification.data.table}`));
});

async function openTable(path) {
  const pages = await self.clients.matchAll({ type: 'window' });
  const open = pages.find((page) => new URL(page.url).pathname === path);
  await (open ? open.focus() : self.clients.openWindow(path));
}
