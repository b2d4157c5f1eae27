/** Games at the server that go on in this browser when the connection is lost: what is kept of them, and going on. */

import { api } from '../api';
import type { ClientMessage, GameAlong, SeatGiven, TableSummary } from '../generated/wire';
import { alongGames, forgetSeat, keepSeat, seatAt } from '../storage';
import { isStatic, playsHere } from '../transport';

type Move = Exclude<ClientMessage, { type: 'hello' | 'ping' | 'why' | 'react' }>;

/** A game as it was at the beginning of a round, and what its player did since, each with the number of its last event. */
export interface AlongGame {
  table: string;
  game: GameAlong;
  moves: { number: number; message: Move }[];
}

const MOVES: readonly string[] = ['act', 'place', 'turn', 'roll'] satisfies Move['type'][];

/** Whether only one person plays at the table, and nothing needs the server. */
function canGoOn(table: TableSummary, seat: number): boolean {
  return (
    !isStatic &&
    !playsHere(table.table) &&
    table.daily === null &&
    table.clock === null &&
    (table.purpose === null || table.purpose === 'play_on') &&
    !['lobby', 'over'].includes(table.phase) &&
    table.seats.every(({ bot }, index) => (index === seat ? bot === null : bot !== null))
  );
}

/** Fetch the game, so that it can go on without a connection; one that cannot be fetched now is only missed. */
export async function takeAlong(table: TableSummary, { seat, token }: { seat: number; token: string }): Promise<void> {
  if (!canGoOn(table, seat)) return;
  try {
    const game = await api.along(table.table, token);
    const moves = alongGames.of(table.table)?.moves.filter(({ number }) => number > game.number) ?? [];
    alongGames.keep({ table: table.table, game, moves });
  } catch {
    // The next round asks again.
  }
}

/** Note what the player did and the server carried out. */
export function noteMove(table: string, message: ClientMessage, number: number): void {
  const kept = alongGames.of(table);
  if (!kept || !MOVES.includes(message.type)) return;
  alongGames.keep({ ...kept, moves: [...kept.moves, { number, message: message as Move }] });
}

/** Go on here with a game of the server, and with what was still to be sent there. */
export async function goOnHere(table: string, unsent: readonly ClientMessage[]): Promise<SeatGiven> {
  const kept = alongGames.of(table);
  if (!kept) throw new Error('nothing was kept');
  const done = kept.moves.filter(({ number }) => number > kept.game.number).map(({ message }) => message);
  const given = await begun({ game: kept.game, messages: [...done, ...unsent] });
  const seat = seatAt(table);
  forgetSeat(table);
  keepSeat({ rules: '', ...seat, ...given, seen: Date.now() });
  alongGames.forget(table);
  return given;
}

/** A finished game that is kept in this browser with its record, as a table to look at; null if it is not kept. */
export async function finishedHere(table: string): Promise<string | null> {
  const { allGames, textsOf } = await import('../games/store');
  const found = (await allGames()).find((game) => game.table === table);
  const record = found && (await textsOf(found.id))?.record;
  if (!found || !record) return null;
  const { rules, players, at } = found;
  const longest = /^longest: (\w+)$/m.exec(record)?.[1];
  const values = /^values: (\w+)$/m.exec(record)?.[1];
  const spec = JSON.stringify({ rules, longest, values, bots: players.map(({ bot }) => bot) });
  const names = players.map(({ name, bot }) => (bot ? '' : name || '?'));
  const created = Date.parse(at) / 1000;
  const game: GameAlong = { spec, record, names, seat: found.seat, hints: found.hints, number: 0, created };
  return (await begun({ game, messages: [], id: `here-of-${table}` })).table;
}

async function begun(body: { game: GameAlong; messages: ClientMessage[]; id?: string }): Promise<SeatGiven> {
  const { askEngine } = await import('../local/engine');
  const answer = await askEngine('/api/tables/along', { method: 'POST', body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as SeatGiven;
}
