// Keeps the page itself, so that it opens without a connection and shows the games it remembers.
// Answers of the server are never kept: a game is always the server's.
// A new number when what was kept before may be wrong.
const CACHE = 'inkrail-page-2';
const HOME = new URL('./', self.location).pathname;
const ASSETS = `${HOME}assets/`;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(CACHE).then((cache) => cache.addAll([HOME, `${HOME}icon.svg`, `${HOME}manifest.webmanifest`])),
  );
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

async function fromNetwork(request) {
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}

// Every address opens the same page, but only the home page itself is kept: whatever else an address may answer
// (a picture, a page of another program behind the same name) must not take its place.
async function page(request, isHome) {
  try {
    const answer = await fetch(request);
    const isPage = answer.ok && !answer.redirected && answer.headers.get('content-type')?.startsWith('text/html');
    if (isHome && isPage) await (await caches.open(CACHE)).put(HOME, answer.clone());
    return answer;
  } catch (problem) {
    const kept = await (await caches.open(CACHE)).match(HOME);
    if (kept) return kept;
    throw problem;
  }
}

// The names of assets change with their content, so a kept one is always right.
async function fromCache(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request)) ?? fromNetwork(request);
}

// A page tells what it loaded before this worker was there, so that the next visit needs nothing.
self.addEventListener('message', (event) => {
  if (event.data?.type !== 'keep') return;
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => Promise.all(event.data.names.map(async (name) => (await cache.match(name)) || cache.add(name)))),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') event.respondWith(page(request, pathname === HOME));
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
