import { beforeEach, expect, test } from 'vitest';
import { loadLanguage } from '../text/messages.svelte';
import { Trying } from './trying.svelte';

beforeEach(() => loadLanguage('en'));

test('what was done or went wrong is told until the next work begins', async () => {
  const tries = new Trying();
  await tries.run(() => Promise.resolve(), 'The link is copied.');
  expect([tries.done, tries.problem]).toEqual(['The link is copied.', '']);
  await tries.run(() => Promise.reject(new TypeError('no network')), 'The link is copied.');
  expect(tries.done).toBe('');
  expect(tries.problem).not.toBe('');
  const running = tries.run(() => Promise.resolve());
  expect(tries.problem).toBe('');
  await running;
});

test('to close the dialog of the system is no problem', async () => {
  const tries = new Trying();
  await tries.run(() => Promise.reject(new DOMException('closed', 'AbortError')), 'The link is copied.');
  expect([tries.done, tries.problem]).toEqual(['', '']);
});
