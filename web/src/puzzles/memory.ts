/** What this browser remembers of puzzles. */

import { puzzleMemory } from '../storage';
import type { Rating } from './glicko';
import { after, BEGINNING, levelOf } from './level';

export interface Daily {
  day: string;
  tries: number;
  end: 'open' | 'solved' | 'given_up';
}

export interface PuzzleMemory {
  ratings: Record<string, Rating>;
  /** The puzzles offered lately, so that they do not come again soon. */
  seen: string[];
  solved: number;
  /** The longest row of solved puzzles, and the running one. */
  row: number;
  longestRow: number;
  bestRun: number;
  daily: Daily | null;
}

const MOST_SEEN = 60;
const NOTHING: PuzzleMemory = {
  ratings: {},
  seen: [],
  solved: 0,
  row: 0,
  longestRow: 0,
  bestRun: 0,
  daily: null,
};

export function remembered(): PuzzleMemory {
  return { ...NOTHING, ...puzzleMemory.get() };
}

function remember(changed: Partial<PuzzleMemory>): void {
  puzzleMemory.set({ ...remembered(), ...changed });
}

export function ratingOf(rules: string): Rating {
  return remembered().ratings[rules] ?? BEGINNING;
}

export function ownLevel(rules: string): number {
  return levelOf(ratingOf(rules));
}

export function see(id: string): void {
  const seen = remembered().seen.filter((one) => one !== id);
  remember({ seen: [...seen, id].slice(-MOST_SEEN) });
}

/** Count the first result of a puzzle; the level changes with it. */
export function count(rules: string, level: number, isSolved: boolean): void {
  const { ratings, solved, row, longestRow } = remembered();
  const now = isSolved ? row + 1 : 0;
  remember({
    ratings: { ...ratings, [rules]: after(ratings[rules] ?? BEGINNING, level, isSolved) },
    solved: solved + (isSolved ? 1 : 0),
    row: now,
    longestRow: Math.max(longestRow, now),
  });
}

export function dailyOf(day: string): Daily {
  const { daily } = remembered();
  return daily?.day === day ? daily : { day, tries: 0, end: 'open' };
}

/** Count an answer to the puzzle of a day, or that it was given up; once it is over nothing changes any more. */
export function countDaily(day: string, what: 'missed' | 'solved' | 'given_up'): Daily {
  const before = dailyOf(day);
  if (before.end !== 'open') return before;
  const daily: Daily = {
    day,
    tries: before.tries + (what === 'given_up' ? 0 : 1),
    end: what === 'missed' ? 'open' : what,
  };
  remember({ daily });
  return daily;
}

/** The best run so far, this one included. */
export function countRun(solved: number): { best: number; isBest: boolean } {
  const { bestRun } = remembered();
  remember({ bestRun: Math.max(bestRun, solved) });
  return { best: Math.max(bestRun, solved), isBest: solved > bestRun };
}
