import { expect, test } from 'vitest';
import type { LineView, SheetView } from '../generated/wire';
import { endOf, momentsOf } from './moments';

function line(name: string, kind: LineView['kind'], more: Partial<LineView> = {}): LineView {
  return { name, kind, value: 4, points: 4, board: 0, cells: ['A1'], sides: ['A1N'], ...more };
}

const sheet: SheetView = {
  lines: [
    line('network', 'network'),
    line('network', 'network', { cells: ['C3'] }),
    line('network', 'network', { points: 0 }),
    line('highway', 'route'),
    line('railway', 'route', { points: 0, value: 0 }),
    line('centre', 'other'),
    line('underground.longest_subway', 'route', { board: 1 }),
  ],
  total: 20,
  errors: 0,
};

test('first the longest lines, then the networks, one after the other', () => {
  const moments = momentsOf(sheet, 0);
  expect(moments.map(({ isRoute }) => isRoute)).toEqual([true, false, false]);
  const ends = moments.map(({ begins, lasts }) => begins + lasts);
  expect(moments.slice(1).every(({ begins }, index) => begins >= (ends[index] ?? 0))).toBe(true);
});
test('what scores nothing is no moment', () => {
  expect(momentsOf({ ...sheet, lines: [line('highway', 'route', { points: 0 })] }, 0)).toEqual([]);
});
test('the boards of a seat share one clock', () => {
  const below = momentsOf(sheet, 1);
  expect(below).toHaveLength(1);
  expect(below[0]?.begins).toBeGreaterThan(0);
});
test('the end is that of the longest sheet', () => {
  const [, , last] = momentsOf(sheet, 0);
  expect(endOf([{ ...sheet, lines: [] }, sheet])).toBe((last?.begins ?? 0) + (last?.lasts ?? 0));
  expect(endOf([{ ...sheet, lines: [] }])).toBe(0);
});
