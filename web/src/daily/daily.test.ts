import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { DailyInfo, Leaderboard } from '../generated/wire';
import { recorded } from '../table/recorded';
import TopBar from '../table/TopBar.svelte';
import { loadLanguage } from '../text/messages.svelte';
import { weekday } from '../text/names';
import DailyCard from './DailyCard.svelte';
import Leaders from './Leaders.svelte';
import { barsOf } from './spread';
import { noteDay, streakOf } from './streak';

const leaders: Leaderboard = {
  date: '2026-11-15',
  ruleset: 'base',
  players: 1,
  entries: [{ rank: 1, name: 'Ann', score: 40, errors: 2, seconds: 90, late: false, table: 'abc', mine: false }],
  mine: null,
  percentile: null,
  distribution: [{ score: 40, players: 1 }],
};
const daily: DailyInfo = {
  date: '2026-11-15',
  ruleset: 'base',
  today: true,
  seconds_left: 9000,
  closed: false,
  counts_until: '2026-11-16T01:00:00Z',
  played: 'no',
  table: null,
  score: null,
  players: 1,
  coming: [],
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
  render(DailyCard, { info: daily, leaders });
  expect((await screen.findByText(/^Finish by /)).textContent).toMatch(/November 1[56], 2026.*to be in time/);
});

test('the own game stands below the best ones, once', async () => {
  const mine = { rank: 7, name: 'Zoë', score: -5, errors: 9, seconds: 9, late: false, table: 'z', mine: true };
  const { rerender } = render(Leaders, { leaders: { ...leaders, players: 7, mine }, most: 1 });
  expect(screen.getAllByRole('row', { name: /Zoë/ })).toHaveLength(1);
  await rerender({
    leaders: { ...leaders, players: 2, entries: [...leaders.entries, { ...mine, rank: 2 }], mine },
    most: 5,
  });
  expect(screen.getAllByRole('row', { name: /Zoë/ })).toHaveLength(1);
});

test('after playing the place, the days in a row and the time until the next dice are said', () => {
  vi.setSystemTime(new Date('2026-11-15T21:30:00Z'));
  noteDay('2026-11-13');
  noteDay('2026-11-14');
  noteDay('2026-11-15');
  const mine = { rank: 3, name: 'Ben', score: 58, errors: 1, seconds: 9, late: false, table: 'b', mine: true };
  render(DailyCard, {
    info: { ...daily, played: 'over', score: 58 },
    leaders: { ...leaders, players: 12, mine, percentile: 81 },
  });
  expect(screen.getByText('You have 58 points. Rank 3 of 12.')).toBeTruthy();
  expect(screen.getByText('Your streak: 3 days.')).toBeTruthy();
  expect(screen.getByText('2 h 30 min')).toBeTruthy();
});

test.each([
  [['2026-11-13', '2026-11-14', '2026-11-15'], 3],
  [['2026-11-13', '2026-11-14'], 2],
  [['2026-11-13'], 0],
  [['2026-10-31', '2026-11-01', '2026-11-15'], 1],
  [[], 0],
])('of the days %j there are %i in a row', (days, length) => {
  expect(streakOf(days, '2026-11-15')).toBe(length);
});

test('all scores are shown in at most twelve bars, our own among them', () => {
  const counts = Array.from({ length: 50 }, (_, index) => ({ score: index - 3, players: 2 }));
  const bars = barsOf(counts, 20);
  expect(bars.length).toBeLessThanOrEqual(12);
  expect(bars.reduce((sum, bar) => sum + bar.players, 0)).toBe(100);
  expect(bars.filter((bar) => bar.isMine)).toEqual([{ from: 20, to: 24, players: 10, isMine: true }]);
  expect(barsOf([{ score: -4, players: 1 }], null)).toEqual([{ from: -4, to: -4, players: 1, isMine: false }]);
  expect(barsOf([], null)).toEqual([]);
});

test('dates are written in the language of the reader', async () => {
  expect(weekday('2026-11-16')).toBe('Monday, 11/16');
  await loadLanguage('de');
  expect(weekday('2026-11-16')).toBe('Montag, 16.11.');
  await loadLanguage('en');
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
