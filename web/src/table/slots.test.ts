import { expect, test } from 'vitest';
import type { RulesetInfo, View } from '../generated/wire';
import { slotsOf } from './slots';

const die = (name: string, ...faces: string[]) => ({ name, faces, mandatory: true, board: 0 });
const board = (name: string) => ({ name }) as RulesetInfo['boards'][number];
const rules: RulesetInfo = {
  name: 'lake',
  variants: ['draft'],
  rounds: 6,
  longest: 'cells',
  variant_longest: { draft: 'cells' },
  lines: [],
  limits: {},
  start: [],
  boards: [board('surface')],
  pieces: [],
  dice: [die('route', 'a', 'b'), die('station', 's', 's'), die('lake', 'w')],
};
const seats = [{}, {}] as View['seats'];

test('each die may show each of its faces', () => {
  expect(slotsOf(rules, { ruleset: 'lake', round: 0, seats })).toEqual([
    { faces: ['a', 'b'] },
    { faces: ['s'] },
    { faces: ['w'] },
  ]);
});

test('at a draft the route dice of all players lie in pairs, the others once', () => {
  const slots = slotsOf(rules, { ruleset: 'lake+draft', round: 0, seats });
  expect(slots.map((slot) => slot.pair)).toEqual([1, 1, 2, 2, undefined]);
  expect(slots[0]?.faces).toEqual(['a', 'b', 's']);
});

test('with two boards only the dice of the coming round are wanted', () => {
  const both = {
    ...rules,
    boards: [board('surface'), board('underground')],
    dice: [die('route', 'a'), { ...die('pipe', 'p'), board: 1 }],
  };
  expect(slotsOf(both, { ruleset: 'underground', round: 0, seats })).toEqual([{ faces: ['a'] }]);
  expect(slotsOf(both, { ruleset: 'underground', round: 1, seats })).toEqual([{ faces: ['p'] }]);
});
