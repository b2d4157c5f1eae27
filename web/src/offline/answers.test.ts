import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DONE, running } from '../study/sample';
import { answerOffline, keepAnswer } from './answers';

const PATH = '/api/studies/sample?after=3';
const OFFLINE = new Error('offline');

/** A cache as browsers have them, for texts by name. */
function cacheOf(kept: Map<string, string>) {
  return {
    match: async (name: string) => (kept.has(name) ? new Response(kept.get(name)) : undefined),
    put: async (name: string, answer: Response) => void kept.set(name, await answer.text()),
  };
}

beforeEach(() => {
  const cache = cacheOf(new Map());
  vi.stubGlobal('caches', { open: async () => cache });
});
afterEach(() => void vi.unstubAllGlobals());

const keep = (study: object): Promise<void> => keepAnswer(PATH, {}, new Response(JSON.stringify(study)));

test('a review that is done is there without a connection', async () => {
  await keep(DONE);
  const answer = await answerOffline('/api/studies/sample?after=0', {}, OFFLINE);
  expect(await answer.json()).toEqual(DONE);
});

test('one that is still being made is not, or it would be asked for without end', async () => {
  await keep(running(3));
  await expect(answerOffline(PATH, {}, OFFLINE)).rejects.toBe(OFFLINE);
});
