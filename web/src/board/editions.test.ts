import { expect, test } from 'vitest';
import { editionOf } from './editions';

test('each ruleset has the colour of its edition, with a draft too', () => {
  expect(editionOf('lava+draft')).toBe('blazing-red');
  expect(editionOf('underground')).toBe('underground');
});

test('a ruleset that came later has that of the base game', () => {
  expect(editionOf('canals')).toBe('deep-blue');
});
