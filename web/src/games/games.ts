/** A finished game as this browser keeps it: what lists and figures need, and apart from it the record and the boards. */

import { compare } from '../end/outcome';
import type { BoardView, Replay, TableSummary } from '../generated/wire';

export const KINDS = ['solo', 'bots', 'friends', 'daily', 'challenge', 'league', 'hunt', 'play_on'] as const;
export type Kind = (typeof KINDS)[number];

export interface Player {
  name: string;
  bot: string | null;
  total: number;
}

export interface Game {
  /** The table and the seat. */
  id: string;
  table: string;
  seat: number;
  /** When the table was opened, e.g. `2026-11-15T12:00:00Z`. */
  at: string;
  rules: string;
  kind: Kind;
  daily: string | null;
  challenge: string | null;
  players: readonly Player[];
  winners: readonly number[];
  total: number;
  errors: number;
  /** The points of each line of the score sheet. */
  lines: readonly { name: string; points: number }[];
  /** How much was used of what is limited for a game, e.g. `{ special: 3 }`. */
  used: Readonly<Record<string, number>>;
  hints: number;
  /** Whether all rounds were played here, with dice that nobody knew before: only such games are in the figures. */
  counts: boolean;
}

/** The large part of a game, which is read only where it is needed. */
export interface Texts {
  id: string;
  record: string;
  boards: readonly BoardView[];
}

/** A seat of a game that is over. */
export interface Finished {
  table: string;
  seat: number;
  token: string;
}

export const idOf = ({ table, seat }: { table: string; seat: number }): string => `${table}.${seat}`;

/** What was played; null for a single round to practise, which is not kept. */
export function kindOf({ purpose, daily, seats }: TableSummary, seat: number): Kind | null {
  if (purpose === 'retry' || purpose === 'puzzle') return null;
  if (purpose) return purpose;
  if (daily) return 'daily';
  const others = seats.filter((_, index) => index !== seat);
  if (!others.length) return 'solo';
  return others.every((one) => one.kind === 'bot') ? 'bots' : 'friends';
}

/** A game as the server tells it; null if it is not over, or no game to keep. */
export function gameOf({ table, rounds, used }: Replay, seat: number): (Game & Pick<Texts, 'boards'>) | null {
  const kind = kindOf(table, seat);
  const results = rounds.at(-1)?.seats;
  const own = results?.[seat];
  if (!kind || !own || table.phase !== 'over') return null;
  const isWhole = table.begins === 1 && rounds.length === table.rounds;
  return {
    id: idOf({ table: table.table, seat }),
    table: table.table,
    seat,
    at: table.created,
    rules: table.rules,
    kind,
    daily: table.daily,
    challenge: kind === 'challenge' ? table.source : null,
    players: table.seats.map(({ name, bot }, index) => ({ name, bot, total: results[index]?.sheet.total ?? 0 })),
    winners: table.winners,
    total: own.sheet.total,
    errors: own.sheet.errors,
    lines: compare([own.sheet]).map(({ name, points: [points] }) => ({ name, points: points ?? 0 })),
    used: used[seat] ?? {},
    hints: table.seats[seat]?.hints ?? 0,
    counts: isWhole && kind !== 'hunt' && kind !== 'play_on' && !table.seats[seat]?.bot,
    boards: own.boards,
  };
}

/** Those who played against the keeper of the game. */
export function opponents({ players, seat }: Game): readonly Player[] {
  return players.filter((_, index) => index !== seat);
}
