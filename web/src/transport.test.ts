import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { network } from './network.svelte';
import { send } from './transport';

const offline = vi.hoisted(() => ({ answer: async (): Promise<Response> => new Response('here') }));
vi.mock('./offline/answers', () => ({ answerOffline: () => offline.answer(), keepAnswer: async () => undefined }));

/** What the server has been asked, and its answer, which comes when the test says so. */
let signal: AbortSignal | null | undefined;
let answer: (text: string) => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    signal = init.signal;
    return new Promise<Response>((settle) => (answer = (text) => settle(new Response(text))));
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a connection that hangs is answered for here, and given up', async () => {
  offline.answer = async () => new Response('here');
  const asked = send('/api/bots', {});
  await vi.advanceTimersByTimeAsync(19_000);
  expect(signal?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await (await asked).text()).toBe('here');
  expect(signal?.aborted).toBe(true);
  expect(network.isAnswering).toBe(false);
});

test('what only the server can answer is waited for', async () => {
  offline.answer = () => Promise.reject(new TypeError('no connection'));
  const asked = send('/api/leagues', {});
  await vi.advanceTimersByTimeAsync(60_000);
  expect(signal?.aborted).toBe(false);
  answer('at last');
  expect(await (await asked).text()).toBe('at last');
});

test('an answer in time is the answer of the server', async () => {
  offline.answer = async () => new Response('here');
  const asked = send('/api/bots', {});
  answer('there');
  expect(await (await asked).text()).toBe('there');
  expect(network.isAnswering).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(signal?.aborted).toBe(false);
});
