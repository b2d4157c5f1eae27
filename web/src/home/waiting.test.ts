import { beforeAll, expect, test } from 'vitest';
import type { TableSummary } from '../generated/wire';
import type { Seat } from '../storage';
import { loadLanguage } from '../text/messages.svelte';
import { byUrgency, gameText, turnOf, turnText } from './waiting';

const seat = (table: string, seen = 1, more: Partial<Seat> = {}): Seat => ({
  table,
  seat: 0,
  token: 'secret',
  rules: 'lake',
  seen,
  round: 2,
  rounds: 6,
  ...more,
});

const table = (phase: TableSummary['phase'], waits_for: number[]): TableSummary =>
  ({
    phase,
    waits_for,
    rules: 'lake',
    round: 4,
    rounds: 6,
    seats: [
      { name: 'Ann', joined: true, bot: null },
      { name: 'Ben', joined: true, bot: null },
      { name: '', joined: false, bot: 'casual' },
      { name: '', joined: false, bot: null },
    ],
  }) as unknown as TableSummary;

beforeAll(() => loadLanguage('en'));

test('what waits for us comes first, then what is over, then where others are waited for', () => {
  const seats = ['others', 'lobby', 'mine', 'over', 'older'].map((name, index) => seat(name, 9 - index));
  const tables = new Map([
    ['others', table('draw', [1])],
    ['lobby', table('lobby', [])],
    ['mine', table('draw', [0, 1])],
    ['over', table('over', [])],
    ['older', table('pick', [0])],
  ]);
  expect(byUrgency(seats, tables).map((one) => one.table)).toEqual(['mine', 'older', 'over', 'lobby', 'others']);
});

test('without an answer a game stands as it was last seen', () => {
  expect(turnOf(seat('a'), undefined)).toBe('mine');
  expect(turnOf(seat('a', 1, { round: 0 }), undefined)).toBe('lobby');
  expect(turnText(seat('a'), undefined)).toBe('Round 2 of 6 · your turn');
});

test('a game says with whom, how far it is and whose turn it is', () => {
  expect(gameText(seat('a'), table('draw', [0]))).toBe('Lake with Ben, Casual');
  expect(gameText(seat('a'), undefined)).toBe('Lake');
  expect(turnText(seat('a'), table('draw', [0]))).toBe('Round 4 of 6 · your turn');
  expect(turnText(seat('a'), table('draw', [1]))).toBe('Round 4 of 6 · waiting for others');
  expect(turnText(seat('a'), table('over', []))).toBe('It is over: see the result');
});
