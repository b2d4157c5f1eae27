import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { canKeepMemory, forgetMemory, keepMemory, keptMemory } from './memory';

const ARCHIVE = 'https://games.example.org/assets/engine-1.zip';
const memory = (): Uint8Array<ArrayBuffer> => new Uint8Array(100_000).fill(7);

beforeEach(() => {
  const all = new Map<string, Map<string, Response>>();
  vi.stubGlobal('caches', {
    open: async (name: string) => {
      const kept = all.get(name) ?? new Map<string, Response>();
      all.set(name, kept);
      return {
        match: async (address: string) => kept.get(address)?.clone(),
        put: async (address: string, answer: Response) => void kept.set(address, new Response(await answer.blob())),
      };
    },
    delete: async (name: string) => all.delete(name),
  });
});

afterEach(() => vi.unstubAllGlobals());

test('the memory is kept for one archive until another one is', async () => {
  expect(await keptMemory(ARCHIVE)).toBeUndefined();
  await keepMemory(ARCHIVE, memory());
  expect(new Uint8Array((await keptMemory(ARCHIVE)) ?? [])).toEqual(memory());
  await keepMemory(ARCHIVE.replace('1', '2'), memory());
  expect(await keptMemory(ARCHIVE)).toBeUndefined();
});

test('it is of no use in another version of the browser', async () => {
  await keepMemory(ARCHIVE, memory());
  vi.stubGlobal('navigator', { userAgent: 'newer' });
  expect(await keptMemory(ARCHIVE)).toBeUndefined();
});

test('it can be forgotten', async () => {
  await keepMemory(ARCHIVE, memory());
  await forgetMemory();
  expect(await keptMemory(ARCHIVE)).toBeUndefined();
});

test.each([
  [{ quota: 500_000_000, usage: 20_000_000 }, true],
  [{ quota: 110_000_000, usage: 20_000_000 }, false],
])('of %o it may be kept: %s', async (estimate, expected) => {
  vi.stubGlobal('navigator', { userAgent: 'one', storage: { estimate: async () => estimate } });
  expect(await canKeepMemory()).toBe(expected);
});

test('where nothing can be kept, nothing is', async () => {
  vi.stubGlobal('caches', undefined);
  vi.stubGlobal('navigator', { userAgent: 'one' });
  expect(await canKeepMemory()).toBe(false);
  expect(await keptMemory(ARCHIVE)).toBeUndefined();
});
