import { describe, expect, test } from 'vitest';
import { roundAll, type Amounts } from './tenths';

/** Random games whose amounts add up. */
function game(seed: number): { rounds: Amounts[]; score: number } {
  let state = seed;
  const random = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
  const rounds: Amounts[] = [];
  let value = 60.644505871666816;
  for (let round = 0; round < 7; round += 1) {
    const luck = round === 3 ? 0 : random() * 6 - 3;
    const choices = round === 6 ? 0 : random() * 6 - 5;
    rounds.push({ value, luck, choices });
    value += luck + choices;
  }
  const last = rounds[6];
  const score = Math.round(value);
  if (last) last.choices += score - value;
  return { rounds, score };
}

const tenths = (amount: number): number => Math.round(amount * 10);
const total = (amounts: number[]): number => amounts.reduce((sum, amount) => sum + tenths(amount), 0);

describe.each(Array.from({ length: 40 }, (_, seed) => seed))('game %i', (seed) => {
  const { rounds, score } = game(seed);
  const rounded = roundAll(rounds, score);

  test('the one line adds up as it is shown', () => {
    expect(total([rounded.par, rounded.luck, rounded.choices])).toBe(score * 10);
    expect(rounded.score).toBe(score);
  });
  test('par is rounded as ever: it is the same in every game', () => {
    expect(rounded.par).toBe(60.6);
  });
  test('every row and every column adds up', () => {
    for (const row of rounded.rows) expect(total([row.value, row.luck, row.choices])).toBe(tenths(row.after));
    rounded.rows.forEach((row, index) => expect(row.after).toBe(rounded.rows[index + 1]?.value ?? score));
    expect(total(rounded.rows.map((row) => row.luck))).toBe(tenths(rounded.luck));
    expect(total(rounded.rows.map((row) => row.choices))).toBe(tenths(rounded.choices));
  });
  test('no figure is off by a tenth or more, and nothing remains nothing', () => {
    rounded.rows.forEach((row, index) => {
      const round = rounds[index] as Amounts;
      for (const name of ['value', 'luck', 'choices'] as const)
        expect(Math.abs(row[name] - round[name])).toBeLessThan(0.1);
    });
    expect(rounded.rows[3]?.luck).toBe(0);
  });
});

test('the rounds that have arrived so far add up too', () => {
  const { rounds, score } = game(7);
  const rounded = roundAll(rounds.slice(4), score);
  expect(rounded.rows).toHaveLength(3);
  expect(total([rounded.par, rounded.luck, rounded.choices])).toBe(score * 10);
});

test('a game without rounds is its score', () => {
  expect(roundAll([], 48)).toEqual({ rows: [], par: 48, luck: 0, choices: 0, score: 48 });
});
