import { beforeEach, expect, test, vi } from 'vitest';

const played: string[] = [];

class Silent {
  currentTime = 0;
  destination = {};
  resume = (): Promise<void> => Promise.resolve();
  createOscillator = (): object => ({
    frequency: {},
    connect: (next: unknown): unknown => next,
    start: (): number => played.push('tone'),
    stop: (): void => undefined,
  });
  createGain = (): object => ({
    gain: { setValueAtTime: vi.fn(), linearRampToValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() },
    connect: (next: unknown): unknown => next,
  });
}

/** The sounds of a page that is opened now, by somebody whose system asks for quiet or not. */
async function opened(wish: { quiet: boolean }): Promise<(typeof import('./sound.svelte'))['sound']> {
  vi.resetModules();
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: wish.quiet && query.includes('reduce') }));
  vi.stubGlobal('AudioContext', Silent);
  Object.defineProperty(navigator, 'vibrate', { value: () => played.push('vibration'), configurable: true });
  return (await import('./sound.svelte')).sound;
}

beforeEach(() => {
  localStorage.clear();
  played.length = 0;
});

test('a soft sound and a vibration tell the turn', async () => {
  const sound = await opened({ quiet: false });
  sound.play();
  await Promise.resolve();
  expect(played).toEqual(['vibration', 'tone', 'tone']);
});

test('where the system asks for quiet nothing sounds, unless it is turned on', async () => {
  const sound = await opened({ quiet: true });
  sound.play();
  await Promise.resolve();
  expect([sound.isOn, played]).toEqual([false, []]);
  sound.toggle();
  expect((await opened({ quiet: true })).isOn).toBe(true);
});

test('one tap turns it off, also for later', async () => {
  (await opened({ quiet: false })).toggle();
  const sound = await opened({ quiet: false });
  sound.play();
  await Promise.resolve();
  expect([sound.isOn, played]).toEqual([false, []]);
});
