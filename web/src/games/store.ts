/** The finished games of this browser. They are in IndexedDB: thousands with their records outgrow local storage. */

import { marksIn, type Mark } from '../decorate/decoration';
import type { Game, Texts } from './games';

const NAME = 'inkrail';
const GAMES = 'games';
const TEXTS = 'texts';
const DECORATIONS = 'decorations';
const STORES = [GAMES, TEXTS, DECORATIONS];

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
  });
}

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, 2);
    request.onupgradeneeded = () => {
      const { objectStoreNames } = request.result;
      for (const store of STORES) {
        if (!objectStoreNames.contains(store)) request.result.createObjectStore(store, { keyPath: 'id' });
      }
    };
    request.onsuccess = () => {
      request.result.onversionchange = request.result.onclose = () => {
        request.result.close();
        opened = null;
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
  }).catch((problem: unknown) => {
    opened = null;
    throw problem;
  });
  return opened;
}

/** A transaction that is on the disk when the promise resolves, or changed nothing. */
async function writing(work: (store: (name: string) => IDBObjectStore) => void): Promise<void> {
  const transaction = (await open()).transaction(STORES, 'readwrite');
  const ended = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB'));
  });
  try {
    work((name) => transaction.objectStore(name));
  } catch (problem) {
    transaction.abort();
    await ended.catch(() => undefined);
    throw problem;
  }
  await ended;
}

async function reading<T>(name: string, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return answer(work((await open()).transaction(name).objectStore(name)));
}

/** Whether the problem is that the browser has no more space for this site. */
export function isFull(problem: unknown): boolean {
  return problem instanceof DOMException && problem.name === 'QuotaExceededError';
}

/** All games, the newest first. */
export async function allGames(): Promise<Game[]> {
  const games = await reading(GAMES, (store) => store.getAll() as IDBRequest<Game[]>);
  return games.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : a.id < b.id ? 1 : -1));
}

export async function hasGame(id: string): Promise<boolean> {
  return (await reading(GAMES, (store) => store.getKey(id))) !== undefined;
}

export async function textsOf(id: string): Promise<Texts | undefined> {
  return reading(TEXTS, (store) => store.get(id) as IDBRequest<Texts | undefined>);
}

/** The ids of the games whose record and boards are here. */
export async function textIds(): Promise<string[]> {
  return reading(TEXTS, (store) => store.getAllKeys() as IDBRequest<string[]>);
}

export async function allTexts(): Promise<Texts[]> {
  return reading(TEXTS, (store) => store.getAll() as IDBRequest<Texts[]>);
}

/** Keep these games, all of them or none. */
export async function keepGames(games: readonly Game[], texts: readonly Texts[]): Promise<void> {
  await writing((store) => {
    for (const game of games) store(GAMES).put(game);
    for (const text of texts) store(TEXTS).put(text);
  });
}

/** What was drawn over the boards of a game. */
export async function decorationOf(id: string): Promise<Mark[]> {
  const kept = await reading(DECORATIONS, (store) => store.get(id) as IDBRequest<{ marks: unknown } | undefined>);
  return marksIn(kept?.marks);
}

export async function keepDecoration(id: string, marks: readonly Mark[]): Promise<void> {
  await writing((store) => {
    if (marks.length) store(DECORATIONS).put({ id, marks });
    else store(DECORATIONS).delete(id);
  });
}

export async function forgetGames(): Promise<void> {
  await writing((store) => {
    for (const name of STORES) store(name).clear();
  });
}
