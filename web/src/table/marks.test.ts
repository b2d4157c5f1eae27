import { expect, test } from 'vitest';
import type { LineView } from '../generated/wire';
import { countOf, huesOf, linesOf, markOf } from './marks';
import { recorded } from './recorded';

const network = (value: number, points: number, cell: string): LineView => ({
  name: 'network',
  value,
  points,
  cells: [cell],
  sides: [`${cell}N`],
  board: 0,
  kind: 'network',
});

test('networks that join nothing are one line together, after the others', () => {
  const lines = linesOf({
    lines: [network(4, 12, 'A1'), network(1, 0, 'B1'), network(1, 0, 'C1')],
    total: 12,
    errors: 0,
  });
  expect(lines.map((line) => [line.name, line.value, line.cells])).toEqual([
    ['network', 4, ['A1']],
    ['single', 2, ['B1', 'C1']],
  ]);
});

test('networks have a line before there is one, and the other lines keep their hues', () => {
  const highway: LineView = { ...network(3, 3, 'A1'), name: 'highway', kind: 'route' };
  const before = linesOf({ lines: [highway], total: 3, errors: 0 });
  const after = linesOf({ lines: [network(2, 4, 'A1'), network(3, 8, 'C1'), highway], total: 15, errors: 0 });
  expect(before.map((line) => [line.name, line.value])).toEqual([
    ['network', 0],
    ['highway', 3],
  ]);
  expect(markOf(before, 1)?.hue).toBe(markOf(after, 2)?.hue);
});

test('no points get lost between the sheet and its lines', () => {
  const { sheet } = recorded('base-drawn');
  expect(linesOf(sheet).reduce((sum, line) => sum + line.points, 0)).toBe(sheet.total);
});

test('s3 a route is counted in its cells, whatever counts again or is added at its ends', () => {
  const loop: LineView = {
    ...network(5, 5, 'A1'),
    name: 'highway',
    kind: 'route',
    cells: ['A4', 'A3', 'B3', 'B4', 'A4'],
  };
  expect(countOf(loop)).toBe(4);
  expect(countOf({ ...network(4, 4, 'A1'), name: 'river.best', kind: 'route' })).toBe(1);
  expect(countOf(network(6, 20, 'A1'))).toBe(6);
});

test('errors are red, and their sides are marked on the board already', () => {
  const line: LineView = {
    name: 'errors',
    value: 1,
    points: -1,
    cells: ['B1'],
    sides: ['B1S'],
    board: 0,
    kind: 'errors',
  };
  expect(markOf([line], 0)).toMatchObject({ hue: 'var(--error)', sides: [] });
});

test('each line has a hue of its own, however many networks there are', () => {
  const named = (name: string, board = 0): LineView => ({ ...network(1, 1, 'A1'), name, board });
  const networks = Array.from({ length: 6 }, () => named('network'));
  const others = ['highway', 'railway', 'centre', 'errors', 'lava.closed_lakes', 'lava.largest_lake', 'single'];
  const lines = [...networks, ...others.map((name) => named(name))];
  expect(new Set(huesOf(lines)).size).toBe(lines.length);
});

test('in Underground the lines of both boards and a few networks more have hues of their own', () => {
  const { sheet } = recorded('underground');
  const more = ['network', 'underground.pipe_network', 'underground.subway_network'];
  const first = [...new Set([...sheet.lines.map((line) => line.name), ...more, 'single', 'single_below'])];
  const lines = [...first, ...more].map((name): LineView => ({ ...network(1, 1, 'A1'), name }));
  expect(first.length).toBeGreaterThan(12);
  expect(new Set(huesOf(lines)).size).toBe(lines.length);
});
