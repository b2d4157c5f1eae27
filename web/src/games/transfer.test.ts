import { expect, test } from 'vitest';
import type { Game, Texts } from './games';
import { unpack } from './transfer';

const GAME: Game = {
  id: 'abc.0',
  table: 'abc',
  seat: 0,
  at: '2026-11-15T12:00:00Z',
  rules: 'base+draft',
  kind: 'daily',
  daily: '2026-11-15',
  challenge: null,
  players: [{ name: 'Ana', bot: null, total: 46 }],
  winners: [0],
  total: 46,
  errors: 5,
  lines: [{ name: 'networks', points: 24 }],
  used: { special: 2 },
  hints: 0,
  counts: true,
};
const TEXTS: Texts = {
  id: 'abc.0',
  record: 'inkrail-record 1\n',
  boards: [{ name: 'surface', cells: [{ cell: 'A1', piece: 'curve', sides: 'H..R', round: 1, marks: [] }] }],
};

async function packed(value: unknown): Promise<string> {
  const stream = new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream('gzip'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(String.fromCharCode(...bytes));
}

test('games arrive as they were sent', async () => {
  expect(await unpack(await packed({ games: [GAME], texts: [TEXTS] }))).toEqual({ games: [GAME], texts: [TEXTS] });
});

test('unknown fields are dropped, and an id cannot stand for another game', async () => {
  const { games } = await unpack(await packed({ games: [{ ...GAME, id: 'other.0', more: 1 }], texts: [] }));
  expect(games).toEqual([GAME]);
});

test.each([
  null,
  {},
  { games: [{ ...GAME, table: '../x' }], texts: [] },
  { games: [{ ...GAME, total: '46' }], texts: [] },
  { games: [{ ...GAME, kind: 'toString' }], texts: [] },
  { games: [{ ...GAME, at: 'yesterday' }], texts: [] },
  { games: [{ ...GAME, players: [{ name: 'x'.repeat(100), bot: null, total: 1 }] }], texts: [] },
  { games: [], texts: [{ ...TEXTS, boards: [{ name: 'surface', cells: [{ cell: 'Z9' }] }] }] },
])('what is no game is refused: %j', async (value) => {
  await expect(packed(value).then(unpack)).rejects.toThrow();
});

test('what is not compressed is refused', async () => {
  await expect(unpack(btoa('no gzip'))).rejects.toThrow();
});
