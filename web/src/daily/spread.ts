/** The scores of all players in a few bars. */

import type { ScoreCount } from '../generated/wire';

export interface Bar {
  from: number;
  to: number;
  players: number;
  /** Whether our own score is in it. */
  isMine: boolean;
}

const MOST_BARS = 12;
const WIDTHS = [1, 2, 5, 10, 20, 50];

/** Bars of equal width from the lowest score to the highest, at most twelve. */
export function barsOf(distribution: readonly ScoreCount[], own: number | null): Bar[] {
  const scores = distribution.map(({ score }) => score);
  if (!scores.length) return [];
  const count = (width: number): number =>
    Math.floor(Math.max(...scores) / width) - Math.floor(Math.min(...scores) / width) + 1;
  const width = WIDTHS.find((one) => count(one) <= MOST_BARS) ?? 100;
  const first = Math.floor(Math.min(...scores) / width) * width;
  return Array.from({ length: count(width) }, (_, index) => {
    const [from, to] = [first + index * width, first + (index + 1) * width - 1];
    const isIn = (score: number): boolean => from <= score && score <= to;
    const players = distribution.filter(({ score }) => isIn(score)).reduce((sum, one) => sum + one.players, 0);
    return { from, to, players, isMine: own !== null && isIn(own) };
  });
}
