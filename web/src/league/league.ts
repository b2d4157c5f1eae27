/** What a table of results shows. */

import type { LeagueColumn, LeagueInfo, LeagueResult, LeagueRow } from '../generated/wire';
import { locale, say } from '../text/messages.svelte';
import { figure } from '../text/names';

/** A result in a cell: what stands there, what is read aloud for it, and where it leads. */
export interface Cell {
  sign: string;
  words: string;
  link: string | null;
}

const SIGNS = { open: '○', playing: '◐', missed: '–', coming: '' } as const;
export const STATES = ['open', 'playing', 'missed'] as const;

export function signOf(state: (typeof STATES)[number]): string {
  return SIGNS[state];
}

/** Boards of others are shown beside one's own; one's own game, and those of a league's days, have pages of their own. */
function linkTo(league: LeagueInfo, game: LeagueColumn, { table }: LeagueResult, row: LeagueRow): string | null {
  if (!table) return null;
  if (row.mine) return `/t/${table}`;
  return league.dice === 'daily' ? `/daily/${game.game}/${table}` : `/l/${league.league}/${table}`;
}

export function cellOf(league: LeagueInfo, row: LeagueRow, index: number): Cell {
  const result = row.results[index];
  const game = league.games[index];
  if (!result || !game) return { sign: '', words: '', link: null };
  if (result.state !== 'over' && result.state !== 'late')
    return { sign: SIGNS[result.state], words: say(`league.state.${result.state}`), link: null };
  const words = result.state === 'late' ? say('league.late') : '';
  return { sign: figure(result.score ?? 0), words, link: linkTo(league, game, result, row) };
}

/** The game as a heading of a column: a day in two short lines, or a number. */
export function heading({ game }: LeagueColumn): { short: string; long: string } {
  if (!game.includes('-')) return { short: game, long: say('league.game', { game }) };
  const day = new Date(`${game}T12:00:00Z`);
  const told = (format: Intl.DateTimeFormatOptions): string =>
    day.toLocaleDateString(locale(), { ...format, timeZone: 'UTC' });
  return {
    short: `${told({ weekday: 'short' })} ${told({ day: 'numeric' }).replace(/\D+/g, '')}`,
    long: told({ weekday: 'long', day: 'numeric', month: 'long' }),
  };
}

/** The game to play next: the first that is open and not finished, those of today before an earlier day. */
export function nextGame({ games }: LeagueInfo): LeagueColumn | undefined {
  const open = games.filter((game) => game.state === 'open' && game.played !== 'over');
  return open.find((game) => game.today) ?? open[0];
}
