/** A run against the clock: three minutes, seconds won by right answers in a row, ten lost by a wrong one. */

export const RUN_SECONDS = 180;
export const LOST_SECONDS = 10;
/** The seconds that a right answer gives, by how many were right in a row. */
const BONUS: readonly (readonly [number, number])[] = [
  [6, 10],
  [4, 7],
  [2, 5],
];
/** After so many solved puzzles the next level begins. */
const SOLVED_A_LEVEL = 2;

export interface Run {
  /** When it ends, in milliseconds of the same clock as `now`. */
  ends: number;
  solved: number;
  missed: number;
  /** Right answers in a row. */
  combo: number;
  bestCombo: number;
  /** The seconds that the last answer gave or took. */
  change: number;
}

export function begun(now: number): Run {
  return { ends: now + RUN_SECONDS * 1000, solved: 0, missed: 0, combo: 0, bestCombo: 0, change: 0 };
}

export function bonusOf(combo: number): number {
  return BONUS.find(([least]) => combo >= least)?.[1] ?? 0;
}

export function answered(run: Run, isSolved: boolean): Run {
  if (!isSolved)
    return {
      ...run,
      ends: run.ends - LOST_SECONDS * 1000,
      missed: run.missed + 1,
      combo: 0,
      change: -LOST_SECONDS,
    };
  const combo = run.combo + 1;
  const change = bonusOf(combo);
  return {
    ...run,
    ends: run.ends + change * 1000,
    solved: run.solved + 1,
    combo,
    bestCombo: Math.max(run.bestCombo, combo),
    change,
  };
}

/** The whole seconds left. */
export function secondsLeft(run: Run, now: number): number {
  return Math.max(0, Math.ceil((run.ends - now) / 1000));
}

export function levelOfNext(run: Run, levels: number): number {
  return Math.min(levels, 1 + Math.floor(run.solved / SOLVED_A_LEVEL));
}
