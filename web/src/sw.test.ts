import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';

const ORIGIN = 'https://games.example.org';
const html = (text: string): Response => new Response(text, { headers: { 'content-type': 'text/html' } });

type Caches = Map<string, Map<string, Response>>;
interface Site {
  answers: Map<string, Response> | null;
  /** Whether it answers nothing, and does not fail either. */
  hangs?: boolean;
  /** Whether the browser has no more space. */
  isFull?: boolean;
  /** How many windows are open. */
  windows: number;
}
interface Worker {
  install: () => Promise<void>;
  activate: () => Promise<void>;
  open: (path: string) => Promise<string>;
  load: (path: string) => Promise<string>;
  order: (data: object) => Promise<unknown>;
  hasTakenOver: () => boolean;
}

const nameOf = (request: string | { url: string }): string =>
  new URL(typeof request === 'string' ? request : request.url, ORIGIN).pathname;

function storageOf(all: Caches, site: Site) {
  const open = async (name: string) => {
    const kept = all.get(name) ?? new Map<string, Response>();
    all.set(name, kept);
    return {
      put: async (request: string | { url: string }, answer: Response) => {
        if (site.isFull) throw new DOMException('no space', 'QuotaExceededError');
        kept.set(nameOf(request), new Response(await answer.text(), { headers: answer.headers }));
      },
      match: async (request: string | { url: string }) => kept.get(nameOf(request))?.clone(),
      addAll: async (names: string[]) => names.forEach((one) => kept.set(one, new Response(one))),
    };
  };
  const match = async (request: string) => [...all.values()].find((one) => one.has(nameOf(request)))?.get(request);
  return {
    open,
    match: async (request: string) => (await match(request))?.clone(),
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
  };
}

/** The worker of a build, in front of a server that tests may stop, with the caches of one browser. */
function worker(build: string, site: Site, all: Caches, page = [`assets/index-${build}.js`]): Worker {
  const script = readFileSync('public/sw.js', 'utf8')
    .replace("BUILD = 'none'", `BUILD = '${build}'`)
    .replace('PAGE_FILES = []', `PAGE_FILES = ${JSON.stringify(page)}`)
    .replace('RUNTIME_FILES = []', 'RUNTIME_FILES = ["assets/python.wasm"]');
  const listeners = new Map<string, (event: object) => void>();
  let hasTakenOver = false;
  const self = {
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    location: { origin: ORIGIN, href: `${ORIGIN}/sw.js`, toString: () => `${ORIGIN}/sw.js` },
    clients: { matchAll: async () => Array.from({ length: site.windows }), claim: async () => undefined },
    skipWaiting: async () => (hasTakenOver = true),
  };
  const fetch = async (request: string | { url: string }): Promise<Response> => {
    if (site.hangs) return new Promise(() => undefined);
    const answer = site.answers?.get(nameOf(request));
    if (!answer) throw new TypeError('no connection');
    return answer.clone();
  };
  new Function('self', 'caches', 'fetch', script)(self, storageOf(all, site), fetch);
  const lived = (name: string, event: object = {}): Promise<void> =>
    new Promise((settle, fail) =>
      listeners.get(name)?.({ ...event, waitUntil: (work: Promise<void>) => void work.then(settle, fail) }),
    );
  const asked = (path: string, mode: string): Promise<string> =>
    new Promise((settle, fail) => {
      listeners.get('fetch')?.({
        request: { url: ORIGIN + path, method: 'GET', mode },
        respondWith: (answer: Promise<Response>) => void answer.then((one) => one.text()).then(settle, fail),
      });
    });
  return {
    install: () => lived('install'),
    activate: () => lived('activate'),
    open: (path) => asked(path, 'navigate'),
    load: (path) => asked(path, 'no-cors'),
    order: async (data) => {
      const told: { done?: unknown }[] = [];
      await lived('message', { data, ports: [{ postMessage: (one: { done?: unknown }) => told.push(one) }] });
      return told.at(-1)?.done;
    },
    hasTakenOver: () => hasTakenOver,
  };
}

function site(build = 'one'): Site {
  const answers = new Map([
    ['/', html(`home ${build}`)],
    [`/assets/index-${build}.js`, new Response(build)],
    ['/assets/python.wasm', new Response('wasm')],
  ]);
  return { answers, windows: 1 };
}

test('without a connection every address opens the home page of this build', async () => {
  const served = site();
  const one = worker('one', served, new Map());
  await one.install();
  served.answers?.set('/t/abc', html('a table')).set('/wiki', html('another program'));
  expect(await one.open('/t/abc')).toBe('a table');
  expect(await one.open('/wiki')).toBe('another program');
  served.answers = null;
  for (const path of ['/', '/t/abc', '/never-seen']) expect(await one.open(path)).toBe('home one');
});

test('a server that is being restarted is no reason not to open', async () => {
  const served = site();
  const one = worker('one', served, new Map());
  await one.install();
  served.answers?.set('/t/abc', new Response('bad gateway', { status: 502 }));
  expect(await one.open('/t/abc')).toBe('home one');
});

test('a connection that hangs is not waited for longer than some seconds', async () => {
  const served = site();
  const one = worker('one', served, new Map());
  await one.install();
  served.hangs = true;
  vi.useFakeTimers();
  const opened = one.open('/t/abc');
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect(await opened).toBe('home one');
});

test('in a full browser a part of the page that is not kept is shown all the same', async () => {
  const served = site();
  const kept: Caches = new Map();
  const one = worker('one', served, kept);
  await one.install();
  served.isFull = true;
  expect(await one.load('/assets/index-one.js')).toBe('one');
  expect([...(kept.get('inkrail-page-one')?.keys() ?? [])]).not.toContain('/assets/index-one.js');
});

test('an answer that is no page is not kept as one', async () => {
  const answers = new Map([['/', new Response('{}', { headers: { 'content-type': 'application/json' } })]]);
  await expect(worker('one', { answers, windows: 1 }, new Map()).install()).rejects.toThrow('no page');
});

test('pages that were never opened, and the engine, are kept when they are ordered', async () => {
  const served = site();
  const one = worker('one', served, new Map());
  await one.install();
  expect(await one.order({ type: 'is runtime kept' })).toBe(false);
  expect(await one.order({ type: 'keep runtime' })).toBe(true);
  served.answers = null;
  expect(await one.order({ type: 'is runtime kept' })).toBe(true);
  expect(await one.load('/assets/index-one.js')).toBe('one');
  expect(await one.load('/assets/python.wasm')).toBe('wasm');
});

test('what cannot be fetched whole is not taken for kept', async () => {
  const served = site();
  const one = worker('one', served, new Map());
  await one.install();
  served.answers?.delete('/assets/python.wasm');
  expect(await one.order({ type: 'keep runtime' })).toBe(false);
  expect(await one.order({ type: 'is runtime kept' })).toBe(false);
});

test('a new build keeps as much as the former one before it takes its place, and fetches only what has changed', async () => {
  const browser: Caches = new Map();
  const former = worker('one', site(), browser);
  await former.install();
  await former.order({ type: 'keep runtime' });
  const served = site('two');
  served.answers?.delete('/assets/python.wasm');
  const next = worker('two', served, browser);
  await next.install();
  // A game that runs on with the former build still finds its files.
  expect(await former.load('/assets/index-one.js')).toBe('one');
  await next.activate();
  served.answers = null;
  expect(await next.order({ type: 'is runtime kept' })).toBe(true);
  expect(await next.open('/')).toBe('home two');
  expect([...browser.keys()]).toEqual(['inkrail-page-two']);
});

test('a new build takes over only from a page of its own that is alone', async () => {
  const served = site('two');
  const next = worker('two', served, new Map());
  const order = { type: 'take over', script: '/assets/index-two.js' };
  expect(await next.order({ ...order, script: '/assets/index-one.js' })).toBe(false);
  served.windows = 2;
  expect(await next.order(order)).toBe(false);
  served.windows = 1;
  expect(await next.order(order)).toBe(true);
  expect(next.hasTakenOver()).toBe(true);
});
