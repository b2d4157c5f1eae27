import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ClientMessage, TableSummary } from '../generated/wire';
import { alongGames, keepSeat, seatAt } from '../storage';
import { goOnHere, noteMove, takeAlong } from './along';

const asked = vi.hoisted(() => [] as { path: string; body: { messages: { id: string }[] } }[]);
vi.mock('../local/engine', () => ({
  askEngine: async (path: string, init: { body: string }) => {
    asked.push({ path, body: JSON.parse(init.body) as never });
    return Response.json({ table: 'here-abc', seat: 0, token: 'new' });
  },
}));

const alone = { table: 'abc', phase: 'draw', daily: null, clock: null, purpose: null, seats: [{ bot: null }] };
const summary = (more: object = {}): TableSummary => ({ ...alone, ...more }) as unknown as TableSummary;
const move = (id: string): ClientMessage => ({ type: 'turn', cell: 'A1', id });
let number = 5;

beforeEach(() => {
  number = 5;
  asked.length = 0;
  localStorage.clear();
  vi.stubGlobal('fetch', async () => Response.json({ record: `until ${number}`, number }));
});
afterEach(() => vi.unstubAllGlobals());

const take = (table = summary()): Promise<void> => takeAlong(table, { seat: 0, token: 'secret' });

test('only a game of one person that needs nothing of the server is taken along', async () => {
  for (const more of [
    { clock: 60 },
    { daily: '2026-11-18' },
    { purpose: 'challenge' },
    { phase: 'over' },
    { table: 'here-abc' },
    { seats: [{ bot: null }, { bot: null }] },
    { seats: [{ bot: 'casual' }] },
  ])
    await take(summary(more));
  expect(localStorage.getItem('inkrail.along')).toBe(null);
  await take(summary({ seats: [{ bot: null }, { bot: 'casual' }] }));
  expect(alongGames.of('abc')?.game.record).toBe('until 5');
});

test('what was done since the game was fetched, and what was not sent yet, goes along; its seat has moved', async () => {
  keepSeat({ table: 'abc', seat: 0, token: 'secret', rules: 'lake', seen: 1, round: 2 });
  await take();
  noteMove('abc', move('early'), 4);
  noteMove('abc', move('done'), 6);
  noteMove('abc', { type: 'why', id: 'why', verb: 'draw', piece: 'overpass', cell: 'A1' }, 7);
  await goOnHere('abc', [move('unsent')]);
  expect(asked.map(({ path }) => path)).toEqual(['/api/tables/along']);
  expect(asked[0]?.body.messages.map(({ id }) => id)).toEqual(['done', 'unsent']);
  expect(seatAt('abc')).toBe(undefined);
  expect(seatAt('here-abc')).toMatchObject({ token: 'new', rules: 'lake', round: 2 });
  expect(alongGames.of('abc')).toBe(undefined);
});

test('what a newly fetched game includes is not done again', async () => {
  await take();
  noteMove('abc', move('one'), 6);
  noteMove('abc', move('two'), 8);
  number = 7;
  await take();
  expect(alongGames.of('abc')?.moves.map((one) => one.number)).toEqual([8]);
});
