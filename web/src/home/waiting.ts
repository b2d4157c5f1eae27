/** The games that wait for this browser, the most urgent first. */

import { api, Refused } from '../api';
import type { TableSummary } from '../generated/wire';
import { forgetSeat, type Seat } from '../storage';
import { say } from '../text/messages.svelte';
import { botName, rulesetName } from '../text/names';
import { isStatic, playsHere } from '../transport';

/** Our turn, over while we were away, waiting for players, or for the others. */
const TURNS = ['mine', 'over', 'lobby', 'others'] as const;
export type Turn = (typeof TURNS)[number];
export type Tables = ReadonlyMap<string, TableSummary>;

/** Whose turn it is; without an answer of the server as it was last seen here. */
export function turnOf(seat: Seat, table: TableSummary | undefined): Turn {
  const phase = table?.phase ?? (seat.round ? 'draw' : 'lobby');
  if (phase === 'lobby' || phase === 'over') return phase;
  return !table || table.waits_for.includes(seat.seat) ? 'mine' : 'others';
}

/** Those that wait for us first, then as they were last open here. */
export function byUrgency(seats: readonly Seat[], tables: Tables): Seat[] {
  const urgency = (seat: Seat): number => TURNS.indexOf(turnOf(seat, tables.get(seat.table)));
  return [...seats].sort((a, b) => urgency(a) - urgency(b) || b.seen - a.seen);
}

/** The tables of these seats as they are now; a seat whose table is gone is forgotten. */
export async function tablesOf(seats: readonly Seat[]): Promise<Tables> {
  const found = new Map<string, TableSummary>();
  await Promise.all(
    seats.map(async ({ table }) => {
      // The engine is not loaded for that: nobody else plays there.
      if (playsHere(table) && !isStatic) return;
      try {
        found.set(table, await api.table(table));
      } catch (problem) {
        if (problem instanceof Refused && problem.code === 'table.unknown') forgetSeat(table);
      }
    }),
  );
  return found;
}

/** What is played, and with whom. */
export function gameText(seat: Seat, table: TableSummary | undefined): string {
  const ruleset = rulesetName(table?.rules ?? seat.rules);
  const others = (table?.seats ?? []).filter((one, index) => index !== seat.seat && (one.joined || one.bot));
  if (!others.length) return ruleset;
  const names = others.map((one) => one.name || botName(one.bot ?? '')).join(', ');
  return say('web.home.with', { ruleset, names });
}

/** How far it is, and whose turn. */
export function turnText(seat: Seat, table: TableSummary | undefined): string {
  const turn = turnOf(seat, table);
  if (turn === 'lobby') return say('web.home.in_lobby');
  if (turn === 'over') return say('web.home.turn.over');
  const round = say('web.play.round', {
    round: table?.round ?? seat.round ?? 1,
    rounds: table?.rounds ?? seat.rounds ?? 0,
  });
  return `${round} · ${say(`web.home.turn.${turn}`)}`;
}
