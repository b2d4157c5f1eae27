import { expect, test } from 'vitest';
import { answered, begun, levelOfNext, secondsLeft } from './run';

test('a run lasts three minutes', () => {
  const run = begun(5000);
  expect(secondsLeft(run, 5000)).toBe(180);
  expect(secondsLeft(run, 5001)).toBe(180);
  expect(secondsLeft(run, 184_999)).toBe(1);
  expect(secondsLeft(run, 999_999)).toBe(0);
});

test('right answers in a row give seconds, a wrong one costs ten and ends the row', () => {
  let run = begun(0);
  const changes = [true, true, true, true, false, true, true].map((right) => {
    run = answered(run, right);
    return run.change;
  });
  expect(changes).toEqual([0, 5, 5, 7, -10, 0, 5]);
  expect(secondsLeft(run, 0)).toBe(180 + 12);
  expect(run).toMatchObject({ solved: 6, missed: 1, combo: 2, bestCombo: 4 });
});

test('the puzzles get harder with each pair that is solved', () => {
  let run = begun(0);
  const levels = Array.from({ length: 12 }, () => {
    const level = levelOfNext(run, 5);
    run = answered(run, true);
    return level;
  });
  expect(levels).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5, 5]);
});
