/** What this browser remembers: its name, its seats with their secrets, its games as last seen. */

import type { Finished } from './games/games';
import type { View } from './generated/wire';
import type { AlongGame } from './offline/along';
import type { PuzzleMemory } from './puzzles/memory';
import type { Purpose } from './table/purpose';

export interface Seat {
  table: string;
  seat: number;
  token: string;
  rules: string;
  /** When the table was last open here, in milliseconds. */
  seen: number;
  round?: number;
  rounds?: number;
  total?: number;
  over?: boolean;
  daily?: string;
  /** What the table is for, if it is no ordinary game, and its first round. */
  purpose?: Purpose | null;
  begins?: number;
  /** The points to reach, if that is what the table is for. */
  goal?: number | null;
  /** The game whose round is tried again, where its review was opened from its table. */
  game?: { table: string; seat: number } | null;
}

const MOST_SEATS = 60;
const MOST_VIEWS = 12;
/** Of these there may be many in a short time; the games of a player outlast them. */
const EXERCISES: readonly (Purpose | null | undefined)[] = ['retry', 'puzzle'];
const MOST_EXERCISES = 10;

function read<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`inkrail.${key}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(`inkrail.${key}`, JSON.stringify(value));
  } catch {
    // Without storage only convenience is lost: the server has the game.
  }
}

export const playerName = {
  get: (): string => read('name', ''),
  set: (name: string): void => write('name', name),
};

export const preferredLanguage = {
  get: (): string | null => read<string | null>('language', null),
  set: (language: string): void => write('language', language),
};

export type Theme = 'auto' | 'light' | 'dark';

/** Whether sounds are wanted; `auto` until somebody says so. */
export const preferredSound = {
  get: (): 'auto' | 'on' | 'off' => read<'auto' | 'on' | 'off'>('sound', 'auto'),
  set: (sound: 'auto' | 'on' | 'off'): void => write('sound', sound),
};

export const preferredTheme = {
  get: (): Theme => read<Theme>('theme', 'auto'),
  set: (theme: Theme): void => write('theme', theme),
};

export type Contrast = 'auto' | 'more' | 'less';

export const preferredContrast = {
  get: (): Contrast => read<Contrast>('contrast', 'auto'),
  set: (contrast: Contrast): void => write('contrast', contrast),
};

/** The tables that call this browser when they wait for its player, the newest first. */
export const calledTables = {
  get: (): string[] => read<string[]>('called', []),
  add: (table: string): void =>
    write('called', [table, ...calledTables.get().filter((one) => one !== table)].slice(0, MOST_SEATS)),
  remove: (table: string): void =>
    write(
      'called',
      calledTables.get().filter((one) => one !== table),
    ),
};

export interface HuntSeat {
  week: string;
  table: string;
  token: string;
}

/** The board that is being drawn in the maximum hunt. */
export const huntSeat = {
  get: (): HuntSeat | null => read<HuntSeat | null>('hunt', null),
  set: (seat: HuntSeat | null): void => write('hunt', seat),
};

/** The days whose game was finished in time. */
export const finishedDays = {
  get: (): string[] => read<string[]>('days', []),
  set: (days: readonly string[]): void => write('days', days),
};

/** Whose shared game of a day was opened here last, to compare with it in the end. */
export interface Rival {
  date: string;
  table: string;
  name: string;
}

export const dailyRival = {
  get: (): Rival | null => read<Rival | null>('rival', null),
  set: (rival: Rival): void => write('rival', rival),
};

/** A challenge of ours, and how many had finished it when we last looked. */
export interface OwnChallenge {
  id: string;
  seen: number;
}

const MOST_CHALLENGES = 20;

/** The challenges that were sent from here, the newest first. */
export const ownChallenges = {
  get: (): OwnChallenge[] => read<OwnChallenge[]>('challenges', []),
  keep: (challenge: OwnChallenge): void => {
    const others = ownChallenges.get().filter((one) => one.id !== challenge.id);
    write('challenges', [challenge, ...others].slice(0, MOST_CHALLENGES));
  },
  forget: (id: string): void =>
    write(
      'challenges',
      ownChallenges.get().filter((one) => one.id !== id),
    ),
};

/** What the puzzles remember. */
export const puzzleMemory = {
  get: (): Partial<PuzzleMemory> => read<Partial<PuzzleMemory>>('puzzles', {}),
  set: (memory: PuzzleMemory): void => write('puzzles', memory),
};

/** What was done for the player and has already been shown. */
export const dismissedNotice = {
  get: (): string => read('dismissed', ''),
  set: (key: string): void => write('dismissed', key),
};

/** A secret id of this browser, so that each has one daily game. */
export function browserKey(): string {
  const known = read<string>('browser', '');
  if (known) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const made = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  write('browser', made);
  return made;
}

export function seats(): Seat[] {
  return read<Seat[]>('seats', []).sort((a, b) => b.seen - a.seen);
}

export function seatAt(table: string): Seat | undefined {
  return seats().find((seat) => seat.table === table);
}

/** The most points in this browser's other finished games of these rules; null before the first. */
export function bestBefore(table: string, rules: string): number | null {
  const totals = seats()
    .filter((seat) => seat.over && !seat.purpose && seat.rules === rules && seat.table !== table)
    .map((seat) => seat.total ?? 0);
  return totals.length ? Math.max(...totals) : null;
}

/** Whether it is a single round to practise, and no game to come back to. */
export function isExercise(seat: Seat): boolean {
  return EXERCISES.includes(seat.purpose);
}

export function keepSeat(seat: Seat): void {
  const others = seats().filter((other) => other.table !== seat.table);
  const kept = [seat, ...others];
  const exercises = kept.filter(isExercise).slice(0, MOST_EXERCISES);
  const games = kept.filter((one) => !isExercise(one)).slice(0, MOST_SEATS);
  write('seats', [...games, ...exercises]);
}

export function forgetSeat(table: string): void {
  write(
    'seats',
    seats().filter((seat) => seat.table !== table),
  );
  write(
    'views',
    read<SavedView[]>('views', []).filter((saved) => saved.table !== table),
  );
}

/** The finished games that have not been fetched with their records yet. */
export const uncollected = {
  get: (): Finished[] => read<Finished[]>('finished', []),
  add: ({ table, seat, token }: Finished): void => {
    const others = uncollected.get().filter((one) => one.table !== table);
    write('finished', [...others, { table, seat, token }]);
  },
  remove: (table: string): void =>
    write(
      'finished',
      uncollected.get().filter((one) => one.table !== table),
    ),
};

/** The code under which the server holds the games of this browser for another device. */
export interface HeldCode {
  code: string;
  until: string;
  /** When it was made by the clock of this device, which may differ from that of the server. */
  made: number;
}

const HELD_FOR = 86_400_000;

export const heldCode = {
  get: (): HeldCode | null => {
    const held = read<HeldCode | null>('transfer', null);
    return held && Date.now() < held.made + HELD_FOR ? held : null;
  },
  set: (held: HeldCode | null): void => write('transfer', held),
};

/** Forget the seats of finished games; running ones stay. */
export function forgetFinished(): void {
  for (const seat of seats()) if (seat.over) forgetSeat(seat.table);
  write('finished', []);
}

/** Forget everything that is kept in this browser's storage, and in this tab. */
export function forgetAll(): void {
  for (const kept of [localStorage, sessionStorage])
    for (const key of Object.keys(kept)) if (key.startsWith('inkrail.')) kept.removeItem(key);
}

const MOST_ALONG = 4;

/** The games at the server that could go on in this browser, the newest first. */
export const alongGames = {
  of: (table: string): AlongGame | undefined => read<AlongGame[]>('along', []).find((one) => one.table === table),
  keep: (game: AlongGame): void => {
    const others = read<AlongGame[]>('along', []).filter((one) => one.table !== game.table);
    write('along', [game, ...others].slice(0, MOST_ALONG));
  },
  forget: (table: string): void =>
    write(
      'along',
      read<AlongGame[]>('along', []).filter((one) => one.table !== table),
    ),
};

interface SavedView {
  table: string;
  view: View;
}

/** The view as last seen, so that a saved game can be viewed offline. */
export function keepView(table: string, view: View): void {
  const others = read<SavedView[]>('views', []).filter((saved) => saved.table !== table);
  write('views', [{ table, view }, ...others].slice(0, MOST_VIEWS));
}

export function savedView(table: string): View | undefined {
  return read<SavedView[]>('views', []).find((saved) => saved.table === table)?.view;
}
