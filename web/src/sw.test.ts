import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SCRIPT = readFileSync('public/sw.js', 'utf8');
const ORIGIN = 'https://games.example.org';

interface FetchEvent {
  request: { url: string; method: string; mode: string };
  respondWith: (answer: Promise<Response>) => void;
}
type Listener = (event: FetchEvent) => void;

/** The worker with a cache in memory, in front of a server that tests may stop. */
function install(): { open: (path: string) => Promise<string>; server: { answers: Map<string, Response> | null } } {
  const server: { answers: Map<string, Response> | null } = { answers: new Map() };
  const kept = new Map<string, Response>();
  const nameOf = (request: string | { url: string }): string =>
    typeof request === 'string' ? request : new URL(request.url).pathname;
  const cache = {
    put: async (request: string | { url: string }, answer: Response) => void kept.set(nameOf(request), answer),
    match: async (request: string | { url: string }) => kept.get(nameOf(request))?.clone(),
  };
  const listeners = new Map<string, Listener>();
  const self = {
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    location: { origin: ORIGIN, href: `${ORIGIN}/sw.js`, toString: () => `${ORIGIN}/sw.js` },
  };
  const fetch = async (request: { url: string }): Promise<Response> => {
    const answer = server.answers?.get(new URL(request.url).pathname);
    if (!answer) throw new TypeError('no connection');
    return answer.clone();
  };
  new Function('self', 'caches', 'fetch', SCRIPT)(self, { open: async () => cache }, fetch);
  const open = (path: string): Promise<string> =>
    new Promise((settle, fail) => {
      listeners.get('fetch')?.({
        request: { url: ORIGIN + path, method: 'GET', mode: 'navigate' },
        respondWith: (answer) => void answer.then((one) => one.text()).then(settle, fail),
      });
    });
  return { open, server };
}

const html = (text: string): Response => new Response(text, { headers: { 'content-type': 'text/html' } });

test('without a connection every address opens the home page as last seen, and nothing else ever takes its place', async () => {
  const { open, server } = install();
  server.answers = new Map([
    ['/', html('home')],
    ['/t/abc', html('a table')],
    ['/icon.svg', new Response('<svg/>', { headers: { 'content-type': 'image/svg+xml' } })],
    ['/wiki', html('another program')],
  ]);
  for (const path of ['/', '/t/abc', '/icon.svg', '/wiki']) await open(path);
  server.answers = null;
  for (const path of ['/', '/t/abc', '/never-seen']) expect(await open(path)).toBe('home');
});

test('an answer that is no page is not kept as the home page', async () => {
  const { open, server } = install();
  server.answers = new Map([['/', new Response('{}', { headers: { 'content-type': 'application/json' } })]]);
  await open('/');
  server.answers = null;
  await expect(open('/')).rejects.toThrow('no connection');
});

test('the home page that is kept is the newest', async () => {
  const { open, server } = install();
  for (const text of ['old', 'new']) {
    server.answers = new Map([['/', html(text)]]);
    await open('/');
  }
  server.answers = null;
  expect(await open('/t/abc')).toBe('new');
});
