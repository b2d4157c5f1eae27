/** What this browser remembers of puzzles. */

import type { PuzzleInfo } from '../generated/wire';
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
  /** The puzzles answered lately: only the first answer counts for the level. */
  answered: string[];
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
  answered: [],
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
  remember({ seen: newest(remembered().seen, id) });
}

function newest(ids: readonly string[], id: string): string[] {
  return [...ids.filter((one) => one !== id), id].slice(-MOST_SEEN);
}

/** Count the first result of a puzzle, with which the level changes; later ones are practice. */
export function count(
  { id, rules, level }: Pick<PuzzleInfo, 'id' | 'rules' | 'level'>,
  { isSolved }: { isSolved: boolean },
): void {
  const { ratings, answered, solved, row, longestRow } = remembered();
  const isFirst = !answered.includes(id);
  remember({ answered: newest(answered, id) });
  if (!isFirst) return;
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
