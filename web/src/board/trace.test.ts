import { expect, test } from 'vitest';
import { traceOf } from './trace';

const mark = { hue: 'red', isRoute: false };

test('a trace runs straight through a straight tile', () => {
  const tile = { cell: 'A1', piece: 'highway-straight', sides: 'H.H.' };
  expect(traceOf({ ...mark, cells: ['A1'], sides: ['A1N', 'A1S'] }, [tile])).toBe('M50 0L50 50M50 100L50 50');
});
test('it bends with a curve', () => {
  const tile = { cell: 'A1', piece: 'railway-curve', sides: 'RR..' };
  expect(traceOf({ ...mark, cells: ['A1'], sides: ['A1N'] }, [tile])).toMatch(/^M50 0A50 50 0 0 0 /);
});
test('a route is traced from cell to cell', () => {
  const tiles = ['A1', 'B1'].map((cell) => ({ cell, piece: 'highway-straight', sides: '.H.H' }));
  expect(traceOf({ ...mark, isRoute: true, cells: ['A1', 'B1'], sides: [] }, tiles)).toBe(
    'M100 50L50 50M100 50L150 50',
  );
});
test('water and lava are shown by their cells alone', () => {
  const tile = { cell: 'A1', piece: 'lake-full', sides: 'LLLL' };
  expect(traceOf({ ...mark, cells: ['A1'], sides: ['A1N'] }, [tile])).toBe('');
});
