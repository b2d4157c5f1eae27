import { beforeEach, expect, test } from 'vitest';
import { count, countDaily, countRun, dailyOf, ownLevel, ratingOf, remembered, see } from './memory';

beforeEach(() => localStorage.clear());

test('the level of each ruleset follows from what was solved', () => {
  expect(ownLevel('base')).toBe(2);
  count({ id: 'a', rules: 'base', level: 2 }, { isSolved: true });
  count({ id: 'b', rules: 'base', level: 3 }, { isSolved: true });
  expect(ownLevel('base')).toBeGreaterThan(2);
  expect(ratingOf('river').rating).toBe(1300);
  count({ id: 'c', rules: 'base', level: 3 }, { isSolved: false });
  expect(remembered()).toMatchObject({ solved: 2, row: 0, longestRow: 2 });
});

test('only the first answer to a puzzle counts, after a reload too', () => {
  count({ id: 'a', rules: 'base', level: 3 }, { isSolved: false });
  const rating = ratingOf('base');
  count({ id: 'a', rules: 'base', level: 3 }, { isSolved: true });
  expect(ratingOf('base')).toEqual(rating);
  expect(remembered()).toMatchObject({ solved: 0, row: 0 });
});

test('the puzzles seen lately are kept, the newest last', () => {
  for (let n = 0; n < 70; n += 1) see(`p${n}`);
  see('p69');
  see('p30');
  expect(remembered().seen).toHaveLength(60);
  expect(remembered().seen.slice(-2)).toEqual(['p69', 'p30']);
});

test('the puzzle of a day counts its tries until it is solved or given up', () => {
  countDaily('2026-11-16', 'missed');
  expect(countDaily('2026-11-16', 'solved')).toEqual({ day: '2026-11-16', tries: 2, end: 'solved' });
  expect(countDaily('2026-11-16', 'missed').tries).toBe(2);
  expect(dailyOf('2026-11-17')).toEqual({ day: '2026-11-17', tries: 0, end: 'open' });
});

test('a run is compared with the best before', () => {
  expect(countRun(3)).toEqual({ best: 3, isBest: true });
  expect(countRun(2)).toEqual({ best: 3, isBest: false });
});
