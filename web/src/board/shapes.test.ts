import { expect, test } from 'vitest';
import { ENDS } from '../generated/tiles';
import { fragmentOf, learnShapes, shapeOf } from './shapes.svelte';

test('a known piece has its own drawing, with its marks where they change it', () => {
  expect(fragmentOf('highway-straight', 'H.H.', ['hub'])).toBe(fragmentOf('highway-straight', 'H.H.'));
  expect(fragmentOf('highway-straight', 'H.H.')).toContain('road');
});

test('a piece that is not known is drawn side by side', () => {
  expect(fragmentOf('viaduct', 'HR..')).toBe(`${ENDS['NH']}${ENDS['ER']}`);
});

test('pieces can be learnt', () => {
  expect(shapeOf('viaduct')).toBeUndefined();
  learnShapes([{ name: 'viaduct', sides: 'HRHR', joined: false, station: false }]);
  expect(shapeOf('viaduct')).toMatchObject({ first: 'HRHR', joined: false });
});
