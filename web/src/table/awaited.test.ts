import { beforeEach, expect, test } from 'vitest';
import type { SeatView } from '../generated/wire';
import { loadLanguage } from '../text/messages.svelte';
import { awaited } from './awaited';

function seat(name: string, parts: Partial<SeatView> = {}): SeatView {
  return { name, done: false, getting_ready: null, ...parts } as SeatView;
}

beforeEach(async () => {
  await loadLanguage('en');
});

test('a table waits for those who still draw, and says how far a bot is that is getting ready', () => {
  expect(awaited([seat('Ann', { done: true }), seat('Ben'), seat('Casual', { getting_ready: 40 })])).toEqual([
    'Ben',
    'Casual (getting ready, 40 %)',
  ]);
});
