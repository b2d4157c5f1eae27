import { expect, test } from 'vitest';
import { isStillOpen } from './open';

const CLOSES = '2026-11-16T01:00:00Z';

test.each([
  ['2026-11-16T00:59:59Z', true],
  ['2026-11-16T01:00:00Z', false],
])('at %s a day that closes at one is open: %s', (now, isOpen) => {
  expect(isStillOpen({ counts_until: CLOSES }, Date.parse(now))).toBe(isOpen);
});

test('an ordinary game hides no dice', () => {
  expect(isStillOpen({ counts_until: null }, Date.parse(CLOSES))).toBe(false);
  expect(isStillOpen(null, Date.parse(CLOSES))).toBe(false);
});
