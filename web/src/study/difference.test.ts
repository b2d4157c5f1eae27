import { expect, test } from 'vitest';
import { differing, moved } from './difference';
import { round } from './sample';

const { own, better } = round(7);

test('cells with other tiles are found on each board, turned ones too', () => {
  expect([...differing(own[0], better[0])].sort()).toEqual(['A2', 'C5', 'F5', 'G5']);
  expect([...differing(better[0], own[0])].sort()).toEqual(['A2', 'A3', 'A4', 'C5']);
});

test('a piece that is elsewhere is named with both cells', () => {
  expect(moved(own, better)).toEqual([
    { piece: 'railway-t', here: 'A2', there: 'A2' },
    { piece: 'highway-curve', here: 'C5', there: 'A4' },
    { piece: 'highway-curve', here: 'F5', there: 'C5' },
    { piece: 'station-straight', here: 'G5', there: 'A3' },
  ]);
  expect(moved(own, own)).toEqual([]);
});

test('ends with other pieces have no such list', () => {
  expect(moved(own, [{ name: 'surface', cells: own[0]?.cells.slice(1) ?? [] }])).toBeNull();
});
