// Keeps the page itself, so that it opens without a connection and shows the games it remembers.
// Answers of the server are never kept: a game is always the server's.
const CACHE = 'inkrail-page-1';

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(['/', '/icon.svg', '/manifest.webmanifest'])));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

async function fromNetwork(request, key) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(key, answer.clone());
    return answer;
  } catch (problem) {
    const kept = await cache.match(key);
    if (kept) return kept;
    throw problem;
  }
}

// The names of assets change with their content, so a kept one is always right.
async function fromCache(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request)) ?? fromNetwork(request, request);
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
  if (request.mode === 'navigate') event.respondWith(fromNetwork(request, '/'));
  else if (pathname.startsWith('/assets/')) event.respondWith(fromCache(request));
});
