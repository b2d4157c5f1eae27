import { afterEach, expect, test, vi } from 'vitest';
import { database } from './database';

/** A browser whose transactions end with this problem, or are on the disk. */
function browser(problem: string | null): void {
  const transaction = () => {
    const made = {
      error: problem === null ? null : new DOMException('', problem),
      oncomplete: () => undefined,
      onabort: () => undefined,
      objectStore: () => ({ add: () => undefined }),
    };
    queueMicrotask(() => (problem === null ? made.oncomplete() : made.onabort()));
    return made;
  };
  const request = { onsuccess: () => undefined, result: { transaction, close: () => undefined } };
  vi.stubGlobal('indexedDB', {
    open: () => {
      queueMicrotask(() => request.onsuccess());
      return request;
    },
  });
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test.each([
  [null, 'stored'],
  ['QuotaExceededError', 'full'],
  ['ConstraintError', 'taken'],
  ['UnknownError', 'failed'],
])('a row whose transaction ends with %s is %s', async (problem, outcome) => {
  browser(problem);
  vi.resetModules();
  const fresh: typeof database = (await import('./database')).database;
  expect(await fresh.append('abc', 1, 0, '{}', '{}')).toBe(outcome);
});
