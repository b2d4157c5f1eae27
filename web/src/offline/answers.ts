/** What is answered without a connection: by the engine in this browser, or as the server answered before. */

import type { PuzzleInfo, StudyView } from '../generated/wire';
import { askEngine } from '../local/engine';
import { isRuntimeHere } from './runtime';

/** Which requests the engine answers in place of the server. */
const BY_ENGINE = [
  /^GET \/api\/(rulesets|bots)$/,
  /^GET \/api\/dice\?/,
  /^POST \/api\/(score|tables)$/,
  /^POST \/api\/puzzles\/[^/]+\/attempts$/,
];
const CACHE = 'inkrail-answers';
const PUZZLES = '/api/puzzles/';
const STUDY = /^\/api\/studies\/[^/?]+(\?|$)/;

/** Under which address an answer is kept: of a study the last one, of an order the one with the same body. */
function nameOf(path: string, init: RequestInit): string {
  const { pathname } = new URL(path, location.origin);
  const isAsked = pathname.startsWith('/api/studies/') || init.method === undefined;
  return isAsked ? pathname : `${pathname}?body=${encodeURIComponent(String(init.body))}`;
}

const methodOf = ({ method }: RequestInit): string => method ?? 'GET';

async function kept(name: string): Promise<Response | undefined> {
  return 'caches' in globalThis ? (await caches.open(CACHE)).match(name) : undefined;
}

async function put(name: string, text: string): Promise<void> {
  await (await caches.open(CACHE)).put(name, new Response(text, { headers: { 'content-type': 'application/json' } }));
}

/** Keep an answer of the server; one that cannot be kept is only missed later. */
export async function keepAnswer(path: string, init: RequestInit, answer: Response): Promise<void> {
  if (!('caches' in globalThis) || (methodOf(init) !== 'GET' && !/\/(reviews|best)$/.test(path))) return;
  try {
    const text = await answer.text();
    // The puzzle is found by its id however it was asked for, that of the day by that too.
    if (path.startsWith('/api/puzzles')) {
      const { id } = JSON.parse(text) as Partial<PuzzleInfo>;
      if (id && !path.includes('/solution')) await put(PUZZLES + id, text);
      if (path.startsWith('/api/puzzles?')) return;
    }
    // A study that is still being made is asked for until it is done, which an answer from here would never be.
    if (STUDY.test(path) && !isDone(JSON.parse(text) as StudyView)) return;
    await put(nameOf(path, init), text);
  } catch {
    // There is no room.
  }
}

function isDone({ status }: Pick<StudyView, 'status'>): boolean {
  return status === 'done' || status === 'failed';
}

/** Forget what the server has answered. */
export async function forgetAnswers(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(CACHE);
}

/** A puzzle that was fetched before and is not among those named in the request. */
async function anyPuzzle(path: string): Promise<Response | undefined> {
  const query = new URL(path, location.origin).searchParams;
  const seen = (query.get('not') ?? '').split(',');
  const cache = await caches.open(CACHE);
  let other: Response | undefined;
  for (const request of await cache.keys()) {
    if (!/\/api\/puzzles\/[0-9a-f]+$/.test(request.url)) continue;
    const answer = await cache.match(request);
    const puzzle = (await answer?.clone().json()) as PuzzleInfo;
    if (puzzle.rules !== query.get('rules')) continue;
    if (!seen.includes(puzzle.id)) return answer;
    other = answer;
  }
  return other;
}

/** The answer without a connection; if there is none, the request fails as it did. */
export async function answerOffline(path: string, init: RequestInit, problem: unknown): Promise<Response> {
  const wanted = `${methodOf(init)} ${path}`;
  const found = path.startsWith('/api/puzzles?') ? await anyPuzzle(path) : await kept(nameOf(path, init));
  if (found) return found;
  if (!BY_ENGINE.some((one) => one.test(wanted)) || !(await isRuntimeHere())) throw problem;
  const answer = await askEngine(path, await withPuzzle(path, init, problem));
  // What needs a server needs a connection here.
  if (answer.status === 501 && /"request\.no_server"/.test(await answer.clone().text())) throw problem;
  return answer;
}

/** A try at a puzzle tells the engine about it, as the server told it. */
async function withPuzzle(path: string, init: RequestInit, problem: unknown): Promise<RequestInit> {
  if (!path.startsWith(PUZZLES)) return init;
  const puzzle = await kept(path.replace(/\/attempts$/, ''));
  if (!puzzle) throw problem;
  return { ...init, body: JSON.stringify({ ...JSON.parse(String(init.body)), puzzle: await puzzle.json() }) };
}
