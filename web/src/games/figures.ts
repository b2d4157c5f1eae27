/** Means, bests and trends over the numbers of stored games. */

import type { Game } from './games';

export interface LineFigures {
  name: string;
  mean: number;
  best: number;
}

export interface Figures {
  games: number;
  mean: number;
  best: number;
  errors: number;
  lines: LineFigures[];
  /** How much was used on average of what is limited for a game. */
  used: { name: string; mean: number }[];
}

/** The games of each ruleset that count, the ruleset with the most games first. */
export function byRules(games: readonly Game[]): Map<string, Game[]> {
  const found = new Map<string, Game[]>();
  for (const game of games) if (game.counts) found.set(game.rules, [...(found.get(game.rules) ?? []), game]);
  return new Map([...found].sort(([, a], [, b]) => b.length - a.length));
}

export function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function namesIn(lists: readonly (readonly string[])[]): string[] {
  return [...new Set(lists.flat())];
}

/** The figures of at least one game; a line that a sheet does not have has no points. */
export function figuresOf(games: readonly Game[]): Figures {
  const lines = namesIn(games.map((game) => game.lines.map((line) => line.name)));
  const used = namesIn(games.map((game) => Object.keys(game.used)));
  return {
    games: games.length,
    mean: meanOf(games.map((game) => game.total)),
    best: Math.max(...games.map((game) => game.total)),
    errors: meanOf(games.map((game) => game.errors)),
    lines: lines.map((name) => {
      const points = games.map((game) => game.lines.find((line) => line.name === name)?.points ?? 0);
      return { name, mean: meanOf(points), best: Math.max(...points) };
    }),
    used: used.map((name) => ({ name, mean: meanOf(games.map((game) => game.used[name] ?? 0)) })),
  };
}

export interface TrendPoint {
  game: Game;
  /** The mean of this game and those before it, at most ten together. */
  mean: number;
}

const TOGETHER = 10;
const SHOWN = 40;

/** The last games from the oldest to the newest; `games` has the newest first. */
export function trendOf(games: readonly Game[]): TrendPoint[] {
  return games
    .slice(0, SHOWN)
    .map((game, index) => ({ game, mean: meanOf(games.slice(index, index + TOGETHER).map((one) => one.total)) }))
    .reverse();
}

/** The mean of the last ten games and that of the ten before; null while there are too few to compare. */
export function changeOf(games: readonly Game[]): { last: number; before: number } | null {
  if (games.length < 2 * TOGETHER) return null;
  const totals = games.map((game) => game.total);
  return { last: meanOf(totals.slice(0, TOGETHER)), before: meanOf(totals.slice(TOGETHER, 2 * TOGETHER)) };
}

/** The best boards, one for each game; of equal ones the newer first. */
export function bestOf(games: readonly Game[], number: number): Game[] {
  return [...games].sort((a, b) => b.total - a.total).slice(0, number);
}

/** Numbers at regular steps that enclose all others, for the lines of a chart. */
export function scaleOf(numbers: readonly number[]): number[] {
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const step = [5, 10, 20, 50].find((one) => (high - low) / one <= 4) ?? 100;
  const first = Math.floor(low / step) * step;
  const lines = Math.max(1, Math.ceil((high - first) / step));
  return Array.from({ length: lines + 1 }, (_, index) => first + index * step);
}
