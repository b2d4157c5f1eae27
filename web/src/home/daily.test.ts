import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Leaderboard } from '../generated/wire';
import { recorded } from '../table/recorded';
import TopBar from '../table/TopBar.svelte';
import { loadLanguage } from '../text/messages.svelte';
import DailyCard from './DailyCard.svelte';
import Leaders from './Leaders.svelte';

const leaders: Leaderboard = {
  date: '2026-11-15',
  ruleset: 'base',
  players: 1,
  entries: [{ rank: 1, name: 'Ann', score: 40, errors: 2, seconds: 90, late: false, table: 'abc', mine: false }],
};
const daily = {
  date: '2026-11-15',
  ruleset: 'base',
  today: true,
  counts_until: '2026-11-16T01:00:00Z',
  played: 'no',
  table: null,
};

beforeAll(() => loadLanguage('en'));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.stubGlobal('fetch', async (path: string) => Response.json(path.endsWith('leaderboard') ? leaders : daily));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('before playing it is said until when a game is in time', async () => {
  render(DailyCard);
  expect((await screen.findByText(/^Finish by /)).textContent).toMatch(/November 1[56], 2026.*to be in time/);
});

test('a leaderboard of today says on what trust it rests', () => {
  render(Leaders, { leaders });
  expect(screen.getByText(/^On trust: each browser has one try/)).toBeTruthy();
});

test.each([
  ['2026-11-16T00:59:00Z', /^\s*In time until \d/],
  ['2026-11-16T01:00:00Z', /^\s*After closing time: late/],
])('while playing the bar says whether there is time at %s', (now, said) => {
  vi.setSystemTime(new Date(now));
  render(TopBar, {
    view: recorded('base'),
    reactions: new Map(),
    looking: null,
    isHelpOpen: false,
    until: daily.counts_until,
    onlook: () => {},
    onhelp: () => {},
  });
  expect(screen.getByText(said)).toBeTruthy();
});
