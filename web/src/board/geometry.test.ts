import { expect, test } from 'vitest';
import { cellAfterKey, CELLS, cellsOf, centre, neighbour, sidePoint } from './geometry';

test('cells run from A1, top left, to G7', () => {
  expect(CELLS).toHaveLength(49);
  expect([CELLS[0], CELLS[8], CELLS[48]]).toEqual(['A1', 'B2', 'G7']);
  expect(centre('G7')).toEqual({ x: 650, y: 650 });
});
test('a set of cells is a number with a bit for each', () => {
  expect(cellsOf(0)).toEqual([]);
  expect(cellsOf(1 + 2 ** 8 + 2 ** 31 + 2 ** 48)).toEqual(['A1', 'B2', 'D5', 'G7']);
  expect(cellsOf(2 ** 49 - 1)).toEqual(CELLS);
});
test('sides lie on the border of their cell', () => {
  expect(sidePoint('B2N')).toEqual({ x: 150, y: 100 });
  expect(sidePoint('B2W')).toEqual({ x: 100, y: 150 });
});
test('there is nothing beyond the edge', () => {
  expect(neighbour('A1', 'N')).toBeNull();
  expect(neighbour('A1', 'E')).toBe('B1');
});
test('arrows stop at the edge, Home and End go there', () => {
  expect(cellAfterKey('C2', 'ArrowUp')).toBe('C1');
  expect(cellAfterKey('C1', 'ArrowUp')).toBe('C1');
  expect(cellAfterKey('C2', 'End')).toBe('G2');
  expect(cellAfterKey('C2', 'x')).toBeNull();
});
