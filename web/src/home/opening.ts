/** Opening a table and sitting down at it. */

import { api, Refused } from '../api';
import type { NewTable, SeatGiven } from '../generated/wire';
import { go } from '../route.svelte';
import { keepSeat, playerName, type Seat } from '../storage';
import { say } from '../text/messages.svelte';
import { refusalText } from '../text/names';

export function nameOrGuest(): string {
  return playerName.get().trim() || say('web.home.guest');
}

export function sitDown(
  given: SeatGiven,
  rules: string,
  more: Pick<Seat, 'daily' | 'purpose' | 'begins' | 'goal' | 'game'> = {},
): void {
  keepSeat({ table: given.table, seat: given.seat, token: given.token, rules, seen: Date.now(), ...more });
  go(`/t/${given.table}`);
}

export async function openTable(wanted: Omit<NewTable, 'name'>): Promise<void> {
  sitDown(await api.open({ ...wanted, name: nameOrGuest() }), wanted.rules ?? 'base');
}

/** A problem as a sentence. */
export function problemText(problem: unknown): string {
  return problem instanceof Refused ? refusalText(problem.code, problem.params) : String(problem);
}
