/** The level of a person, which follows from the puzzles they solved; it never leaves this browser. */

import { rated, type Rating } from './glicko';

export const LEVELS = 5;
const LOWEST = 1000;
const STEP = 300;
/** The rating of a puzzle is known only roughly. */
const PUZZLE_DEVIATION = 80;
/** A rating is never so sure that it cannot follow somebody who improves. */
const SUREST = 60;

export const BEGINNING: Rating = { rating: 1300, deviation: 350, volatility: 0.06 };

/** What a puzzle of a level counts as. */
export function ratingOf(level: number): number {
  return LOWEST + STEP * (level - 1);
}

/** The level whose puzzles are neither too easy nor too hard. */
export function levelOf({ rating }: Rating): number {
  return Math.min(LEVELS, Math.max(1, Math.round((rating - LOWEST) / STEP) + 1));
}

export function after(before: Rating, level: number, isSolved: boolean): Rating {
  const opponent = { rating: ratingOf(level), deviation: PUZZLE_DEVIATION };
  const next = rated(before, [{ opponent, score: isSolved ? 1 : 0 }]);
  return { ...next, deviation: Math.max(SUREST, next.deviation) };
}
