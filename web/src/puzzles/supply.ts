/** Which games have puzzles: those whose last round can be solved exactly. */

import { api } from '../api';

let known: Promise<readonly string[]> | undefined;

export async function hasPuzzles(rules: string): Promise<boolean> {
  known ??= api.puzzleSupply().then(({ rulesets }) => rulesets.map((one) => one.rules));
  try {
    return (await known).includes(rules);
  } catch {
    known = undefined;
    return false;
  }
}
