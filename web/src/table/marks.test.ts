import { expect, test } from 'vitest';
import type { LineView } from '../generated/wire';
import { linesOf, markOf } from './marks';
import { recorded } from './recorded';

const network = (value: number, points: number, cell: string): LineView => ({
  name: 'network',
  value,
  points,
  cells: [cell],
  sides: [`${cell}N`],
  board: 0,
  expansion: false,
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

test('no points get lost between the sheet and its lines', () => {
  const { sheet } = recorded('base-drawn');
  expect(linesOf(sheet).reduce((sum, line) => sum + line.points, 0)).toBe(sheet.total);
});

test('errors are red, and their sides are marked on the board already', () => {
  const line: LineView = {
    name: 'errors',
    value: 1,
    points: -1,
    cells: ['B1'],
    sides: ['B1S'],
    board: 0,
    expansion: false,
  };
  expect(markOf(line, 2)).toMatchObject({ hue: 'var(--error)', sides: [] });
});
