import { beforeAll, expect, test } from 'vitest';
import type { TableSummary } from '../generated/wire';
import { loadLanguage } from '../text/messages.svelte';
import { houseRules } from './house';

const USUAL = {
  longest: 'cells',
  values: 'official',
  dice: 'server',
  daily: null,
  counts_until: null,
  clock: null,
  unusual: [],
} as unknown as TableSummary;

beforeAll(() => loadLanguage('en'));

test('a table where all is as usual says so of each rule', () => {
  expect(houseRules(USUAL).map((rule) => rule.mark)).toEqual(['usual', 'usual', 'usual', 'usual']);
});

test('what the server calls unusual stands out', () => {
  const rules = houseRules({ ...USUAL, longest: 'stretches', unusual: ['longest', 'draft'] });
  expect(rules.map((rule) => [rule.isUsual, rule.mark])).toEqual([
    [false, 'house rule'],
    [true, 'usual'],
    [true, 'usual'],
    [true, 'usual'],
    [false, 'variant'],
  ]);
});

test.each([
  [45, 'Clock: 45 seconds for each round'],
  [60, 'Clock: 1 minute for each round'],
  [300, 'Clock: 5 minutes for each round'],
  [7200, 'Clock: 2 hours for each round'],
  [86_400, 'Clock: 1 day for each round'],
])('a clock of %i seconds is told in the largest unit that fits', (clock, text) => {
  expect(houseRules({ ...USUAL, clock, unusual: ['clock'] })[3]).toMatchObject({ text, isUsual: false });
});

test('in a draft the clock runs for each choice of dice too', () => {
  const rules = houseRules({ ...USUAL, clock: 86_400, unusual: ['clock', 'draft'] });
  expect(rules[3]?.text).toBe('Clock: 1 day for each choice of dice, and again to draw');
});

test('the dice of a day are called so', () => {
  expect(houseRules({ ...USUAL, dice: 'given', daily: '2026-11-15', unusual: ['dice'] })[2]?.text).toBe(
    'Dice: those of the day',
  );
});

test('a table that does not count says so first', () => {
  const [first] = houseRules({ ...USUAL, purpose: 'play_on', begins: 5 });
  expect(first).toMatchObject({ text: 'Played on from round 5, not counted', isUsual: false, mark: null });
});
