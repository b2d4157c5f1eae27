import { expect, test } from 'vitest';
import type { Replay, TableSummary } from '../generated/wire';
import { recorded } from '../table/recorded';
import { bestOf, byRules, changeOf, figuresOf, scaleOf, trendOf } from './figures';
import { toCsv, toRecords } from './export';
import { type Game, gameOf, kindOf } from './games';

const HUMAN = { name: 'Ana', kind: 'human', bot: null, joined: true, reserved: null, connected: false, total: 46 };
const SEATS = [
  { ...HUMAN, hints: 0 },
  { ...HUMAN, name: '', kind: 'bot', bot: 'casual', hints: 0 },
] as TableSummary['seats'];

function summary(more: Partial<TableSummary> = {}): TableSummary {
  return {
    ...({ table: 'abc', rules: 'base', phase: 'over', rounds: 1, begins: 1, created: '2026-11-15T12:00:00Z' } as const),
    ...({ daily: null, source: null, purpose: null, winners: [1] } as const),
    seats: SEATS,
    ...more,
  } as TableSummary;
}

function replay(more: Partial<TableSummary> = {}): Replay {
  const { sheet, boards } = recorded('base-drawn');
  const seats = [46, 51].map((total) => ({ boards, sheet: { ...sheet, total, errors: 5 } }));
  const round = { round: 1, faces: [], hands: [], seats, stood_in: [] };
  return { table: summary(more), rounds: [round], used: [{ special: 2 }, { special: 3 }] };
}

function game(total: number, more: Partial<Game> = {}): Game {
  const found = gameOf(replay(), 0);
  if (!found) throw new Error('no game');
  const { boards: _, ...rest } = found;
  return { ...rest, id: `t${total}.0`, total, ...more };
}

test('a game is kept as the server tells it', () => {
  expect(gameOf(replay(), 0)).toMatchObject({
    id: 'abc.0',
    kind: 'bots',
    total: 46,
    errors: 5,
    used: { special: 2 },
    winners: [1],
    counts: true,
    players: [
      { name: 'Ana', bot: null, total: 46 },
      { name: '', bot: 'casual', total: 51 },
    ],
  });
});

test('what counts are whole games with unknown dice that one played oneself', () => {
  expect(gameOf(replay({ purpose: 'hunt' }), 0)?.counts).toBe(false);
  expect(gameOf(replay({ purpose: 'play_on' }), 0)?.counts).toBe(false);
  expect(gameOf(replay({ rounds: 7 }), 0)?.counts).toBe(false);
  expect(gameOf(replay(), 1)?.counts).toBe(false);
  expect(gameOf(replay({ purpose: 'challenge', source: 'x' }), 0)).toMatchObject({ counts: true, challenge: 'x' });
});

test('exercises and running games are not kept', () => {
  expect(gameOf(replay({ purpose: 'puzzle' }), 0)).toBeNull();
  expect(gameOf(replay({ phase: 'draw' }), 0)).toBeNull();
  expect(kindOf(summary({ daily: '2026-11-15' }), 0)).toBe('daily');
  expect(kindOf(summary({ seats: SEATS.slice(0, 1) }), 0)).toBe('solo');
});

test('figures are means and bests over the stored numbers', () => {
  const one = game(40, { errors: 2, lines: [{ name: 'networks', points: 20 }], used: { special: 1 } });
  const two = game(50, {
    errors: 5,
    lines: [
      { name: 'networks', points: 30 },
      { name: 'errors', points: -5 },
    ],
    used: { special: 2 },
  });
  expect(figuresOf([one, two])).toEqual({
    games: 2,
    mean: 45,
    best: 50,
    errors: 3.5,
    lines: [
      { name: 'networks', mean: 25, best: 30 },
      { name: 'errors', mean: -2.5, best: 0 },
    ],
    used: [{ name: 'special', mean: 1.5 }],
  });
});

test('games are grouped by ruleset, without those that do not count', () => {
  const groups = byRules([game(1, { rules: 'lake' }), game(2), game(3), game(4, { counts: false })]);
  expect([...groups].map(([rules, games]) => [rules, games.length])).toEqual([
    ['base', 2],
    ['lake', 1],
  ]);
});

test('the trend runs from old to new with the mean of ten', () => {
  const newestFirst = [50, 40, 30].map((total) => game(total));
  expect(trendOf(newestFirst).map((point) => [point.game.total, point.mean])).toEqual([
    [30, 30],
    [40, 35],
    [50, 40],
  ]);
  expect(changeOf(newestFirst)).toBeNull();
  const many = Array.from({ length: 20 }, (_, index) => game(index < 10 ? 50 : 45));
  expect(changeOf(many)).toEqual({ last: 50, before: 45 });
});

test('a scale encloses all numbers, also a single one', () => {
  expect(scaleOf([41, 58])).toEqual([40, 45, 50, 55, 60]);
  expect(scaleOf([50])).toEqual([50, 55]);
  expect(scaleOf([-12, 140])).toEqual([-50, 0, 50, 100, 150]);
});

test('the best boards come first', () => {
  expect(bestOf([game(3), game(9), game(5)], 2).map((one) => one.total)).toEqual([9, 5]);
});

test('the table has a column for each line, and no formulas', () => {
  const players = [
    { name: 'Ana', bot: null, total: 46 },
    { name: '=HYPERLINK("x")', bot: null, total: 51 },
  ];
  const csv = toCsv([game(46, { players, lines: [{ name: 'networks', points: 24 }] })], 'https://play.example');
  const [head, row] = csv.split('\r\n');
  expect(head).toBe('date,table,seat,rules,kind,day,opponents,total,won,errors,hints,used special,networks,link');
  expect(row).toBe(
    `2026-11-15T12:00:00Z,abc,0,base,bots,,"'=HYPERLINK(""x"") 51",46,0,5,0,2,24,https://play.example/t/abc`,
  );
});

test('records follow each other, the oldest first', () => {
  const texts = ['t46.0', 't47.0'].map((id) => ({ id, record: `inkrail-record 1\nof ${id}\n`, boards: [] }));
  expect(toRecords([game(47), game(46), game(45)], texts)).toBe(
    'inkrail-record 1\nof t46.0\ninkrail-record 1\nof t47.0\n',
  );
});
