import { expect, test } from 'vitest';
import { after, BEGINNING, levelOf, ratingOf } from './level';

test('each level has the puzzles of its rating', () => {
  for (const level of [1, 2, 3, 4, 5]) expect(levelOf({ ...BEGINNING, rating: ratingOf(level) })).toBe(level);
  expect(levelOf({ ...BEGINNING, rating: 100 })).toBe(1);
  expect(levelOf({ ...BEGINNING, rating: 3000 })).toBe(5);
});

test('who solves everything comes to the highest level, who solves nothing to the lowest', () => {
  let good = BEGINNING;
  let poor = BEGINNING;
  for (let n = 0; n < 12; n += 1) {
    good = after(good, levelOf(good), true);
    poor = after(poor, levelOf(poor), false);
  }
  expect(levelOf(good)).toBe(5);
  expect(levelOf(poor)).toBe(1);
});

test('who improves after a hundred puzzles still rises', () => {
  let now = BEGINNING;
  for (let n = 0; n < 100; n += 1) now = after(now, levelOf(now), n % 2 === 0);
  const before = now.rating;
  for (let n = 0; n < 10; n += 1) now = after(now, levelOf(now), true);
  expect(now.rating).toBeGreaterThan(before + 100);
});
