import { expect, test } from 'vitest';
import type { BoardTile } from './board';
import { changeOf } from './motion';

const tile = (text: string): BoardTile => {
  const [piece = '', cell = '', sides = ''] = text.split(' ');
  return { piece, cell, sides };
};
const highway = tile('highway-straight B1 H.H.');

test('a line is drawn on from what it joins', () => {
  const change = changeOf([highway], [highway, tile('highway-curve B2 HH..')]);
  expect([...change.arrivals]).toEqual([['B2', { motion: 'draw', from: 'N' }]]);
  expect(change.departures).toEqual([]);
});

test.each([
  ['lake-full B2 LLLL', 'fill'],
  ['volcano B2 FFFF', 'erupt'],
  ['crater B2 ....', 'strike'],
  ['lava-3 B2 FFF.', 'flow'],
  ['river-straight B2 W.W.', 'draw'],
])('%s comes by its own motion: %s', (text, motion) => {
  expect(changeOf([], [tile(text)]).arrivals.get('B2')?.motion).toBe(motion);
});

test('a result drawn once more is stamped', () => {
  const change = changeOf([], [tile('pipe-straight C3 P.P.')], { stamped: new Set(['C3']) });
  expect(change.arrivals.get('C3')?.motion).toBe('stamp');
});

test('what goes was taken back, erased by lava, or hit by the meteor', () => {
  expect(changeOf([highway], []).departures).toEqual([{ tile: highway, way: 'back' }]);
  expect(changeOf([highway], [tile('lava-3 B1 FFF.')]).departures[0]?.way).toBe('erased');
  expect(changeOf([highway], [tile('crater B1 ....')]).departures[0]?.way).toBe('struck');
});

test('a tile that is turned does not leave', () => {
  expect(changeOf([highway], [tile('highway-straight B1 .H.H')]).departures).toEqual([]);
});
