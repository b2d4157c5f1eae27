import { beforeEach, expect, test } from 'vitest';
import { bestBefore, keepSeat, type Seat, seats } from './storage';

function seat(table: string, more: Partial<Seat> = {}): Seat {
  return { table, seat: 0, token: 't', rules: 'base', seen: seats().length, ...more };
}

beforeEach(() => localStorage.clear());

test('many puzzles do not push out the games of a player', () => {
  keepSeat(seat('game'));
  for (let n = 0; n < 100; n++) keepSeat(seat(`puzzle-${n}`, { purpose: 'puzzle' }));
  expect(seats().map((one) => one.table)).toContain('game');
  expect(seats().length).toBeLessThan(20);
});

test('only ordinary games count for the best so far', () => {
  keepSeat(seat('a', { over: true, total: 40 }));
  keepSeat(seat('b', { over: true, total: 60, purpose: 'play_on', begins: 5 }));
  expect(bestBefore('c', 'base')).toBe(40);
});
