import { beforeAll, expect, test } from 'vitest';
import type { LeagueColumn, LeagueInfo, LeagueResult, LeagueRow } from '../generated/wire';
import { loadLanguage, loadPart } from '../text/messages.svelte';
import { cellOf, heading, nextGame } from './league';

const column = (game: string, more: Partial<LeagueColumn> = {}): LeagueColumn => ({
  game,
  rules: 'base',
  state: 'open',
  today: false,
  played: 'no',
  table: null,
  ...more,
});
const row = (mine: boolean, ...results: LeagueResult[]): LeagueRow => ({
  name: 'Ann',
  mine,
  maker: false,
  rank: 1,
  total: 0,
  played: 0,
  results,
});
const info = (dice: 'daily' | 'own', ...games: LeagueColumn[]): LeagueInfo =>
  ({ league: 'abc', dice, games }) as unknown as LeagueInfo;
const over: LeagueResult = { state: 'over', score: -3, table: 't' };

beforeAll(async () => {
  await loadLanguage('en');
  await loadPart('league');
});

test('a score leads to both boards, and one that is one’s own to the game', () => {
  const own = info('own', column('1'));
  expect(cellOf(own, row(false, over), 0)).toEqual({ sign: '\u22123', words: '', link: '/l/abc/t' });
  expect(cellOf(own, row(true, over), 0).link).toBe('/t/t');
  expect(cellOf(info('daily', column('2026-11-16')), row(false, over), 0).link).toBe('/daily/2026-11-16/t');
  expect(cellOf(own, row(false, { ...over, table: null }), 0).link).toBeNull();
});

test('what is not finished has a sign and words', () => {
  const league = info('own', column('1'));
  const told = (state: LeagueResult['state']): string[] => {
    const cell = cellOf(league, row(false, { state, score: null, table: null }), 0);
    return [cell.sign, cell.words];
  };
  expect(told('open')).toEqual(['○', 'open']);
  expect(told('playing')).toEqual(['◐', 'playing']);
  expect(told('missed')).toEqual(['–', 'missed']);
  expect(told('coming')).toEqual(['', 'to come']);
  const late = cellOf(league, row(false, { ...over, state: 'late' }), 0);
  expect(late.words).toBe('late, does not count');
});

test('a column is a day or a number', () => {
  expect(heading(column('3'))).toEqual({ short: '3', long: 'Game 3' });
  expect(heading(column('2026-11-16')).short).toBe('Mon 16');
  expect(heading(column('2026-11-16')).long).toMatch(/Monday.*November/);
});

test('today comes before a day that is still open, and what is finished waits no more', () => {
  const yesterday = column('2026-11-15');
  const today = column('2026-11-16', { today: true });
  expect(nextGame(info('daily', yesterday, today))).toBe(today);
  expect(nextGame(info('daily', yesterday, { ...today, played: 'over' }))).toBe(yesterday);
  expect(nextGame(info('daily', { ...yesterday, state: 'closed' }))).toBeUndefined();
});
