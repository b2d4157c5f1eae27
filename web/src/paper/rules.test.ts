import { expect, test } from 'vitest';
import { diceOf } from './rules.svelte';

const die = (board: number, ...faces: string[]) => ({ name: 'die', faces, mandatory: true, board });

test('equal dice of a board are shown once, with how often each face comes', () => {
  const dice = [die(0, 'a', 'b'), die(0, 'a', 'b'), die(0, 's', 's', 't'), die(1, 'p')];
  expect(diceOf(dice, 0)).toEqual([
    {
      count: 2,
      faces: [
        { name: 'a', times: 1 },
        { name: 'b', times: 1 },
      ],
    },
    {
      count: 1,
      faces: [
        { name: 's', times: 2 },
        { name: 't', times: 1 },
      ],
    },
  ]);
  expect(diceOf(dice, 1)).toEqual([{ count: 1, faces: [{ name: 'p', times: 1 }] }]);
});
