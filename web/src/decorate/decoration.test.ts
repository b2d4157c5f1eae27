import { expect, test } from 'vitest';
import type { Point } from '../board/geometry';
import {
  cleared,
  drawn,
  isFull,
  marksIn,
  MOST_MARKS,
  MOST_POINTS,
  MOST_POINTS_OF_ALL,
  pathOf,
  simplified,
  undone,
  withMark,
  type Drawing,
  type Line,
  type Mark,
  type Stamped,
} from './decoration';
import { STAMP_NAMES, STAMPS } from './stamps';

const EMPTY: Drawing = { marks: [], before: [] };
const TREE: Stamped = { kind: 'stamp', board: 0, colour: 'green', stamp: 'tree', x: 350, y: 350 };

function line(points: readonly Point[]): Line {
  return { kind: 'line', board: 0, colour: 'ink', width: 'thin', points };
}

function wave(count: number): Point[] {
  return Array.from({ length: count }, (_, i) => ({ x: (i * 700) / count, y: 350 + 300 * Math.sin(i / 3) }));
}

function filled(mark: Mark, count: number): Drawing {
  return Array.from({ length: count }).reduce<Drawing>((drawing) => withMark(drawing, mark), EMPTY);
}

test('a straight line keeps its ends, a corner stays', () => {
  const straight = Array.from({ length: 50 }, (_, x) => ({ x, y: 10 }));
  expect(simplified(straight)).toEqual([
    { x: 0, y: 10 },
    { x: 49, y: 10 },
  ]);
  const corner = [...straight, ...Array.from({ length: 40 }, (_, y) => ({ x: 49, y: 11 + y }))];
  expect(simplified(corner)).toEqual([
    { x: 0, y: 10 },
    { x: 49, y: 10 },
    { x: 49, y: 50 },
  ]);
});

test('a simplified line is bounded, whole and inside the picture', () => {
  const wild = wave(5000).map(({ x, y }) => ({ x: x * 3 - 500, y: y * 4 - 800 }));
  const found = simplified(wild);
  expect(found.length).toBeGreaterThan(20);
  expect(found.length).toBeLessThanOrEqual(MOST_POINTS);
  for (const { x, y } of found) {
    expect(Number.isInteger(x) && Number.isInteger(y)).toBe(true);
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(-60);
    expect(Math.max(x, y)).toBeLessThanOrEqual(760);
  }
});

test('a tap is a dot', () => {
  expect(simplified([{ x: 3.4, y: 5 }])).toEqual([{ x: 3, y: 5 }]);
  expect(pathOf([{ x: 3, y: 5 }])).toBe('M3 5L3 5');
});

test('neither marks nor points grow without bound', () => {
  expect(filled(TREE, MOST_MARKS + 20).marks).toHaveLength(MOST_MARKS);
  const long = line(wave(MOST_POINTS).map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) })));
  const full = filled(long, MOST_MARKS);
  expect(isFull(full.marks)).toBe(true);
  expect(full.marks.length * MOST_POINTS).toBeLessThanOrEqual(MOST_POINTS_OF_ALL);
  expect(withMark(full, TREE)).toBe(full);
});

test('undo takes back the last change, also a clearing, then what was there before', () => {
  const both = withMark(withMark({ marks: [TREE], before: [] }, line([{ x: 1, y: 1 }])), TREE);
  const empty = cleared(both);
  expect(empty.marks).toEqual([]);
  expect(undone(empty)).toEqual(both);
  const first = undone(undone(undone(empty)));
  expect(first).toEqual({ marks: [TREE], before: [] });
  expect(undone(first)).toEqual(EMPTY);
  expect(undone(EMPTY)).toEqual(EMPTY);
  expect(cleared(EMPTY)).toBe(EMPTY);
});

test('only marks are read from what was kept', () => {
  const good = [TREE, line([{ x: 1, y: 2 }])];
  const bad = [
    null,
    7,
    'tree',
    { ...TREE, stamp: 'bomb' },
    { ...TREE, stamp: 'toString' },
    { ...TREE, x: '0"/><script>' },
    { ...TREE, y: 1e9 },
    { ...TREE, colour: 'url(#x)' },
    { ...TREE, board: 2 },
    { ...line([]), width: 'huge' },
    { ...line([]), width: 'toString' },
    { ...line([]), points: [null] },
    { ...line([]), points: [{ x: 1.5, y: 0 }] },
    line(Array.from({ length: MOST_POINTS + 1 }, () => ({ x: 0, y: 0 }))),
  ];
  expect(marksIn([...bad, ...good])).toEqual(good);
  expect(marksIn({ marks: good })).toEqual([]);
  expect(marksIn(Array.from({ length: 1000 }, () => TREE))).toHaveLength(MOST_MARKS);
});

test('marks are drawn on their own board, in the colours that are given', () => {
  const marks: Mark[] = [TREE, { ...line([{ x: 1, y: 2 }]), board: 1, width: 'wide' }];
  expect(drawn(marks, 0)).toContain('stroke="var(--legal)"');
  expect(drawn(marks, 0)).toContain('translate(350 350)');
  expect(drawn(marks, 1)).toBe(
    '<path d="M1 2L1 2" fill="none" stroke="var(--ink)" stroke-linecap="round" stroke-linejoin="round" stroke-width="16"/>',
  );
  expect(drawn(marks, 0, (colour) => (colour === 'paper' ? '#fff' : '#060'))).not.toContain('var(');
});

test.each(STAMP_NAMES)('the stamp %s fits into a cell', (name) => {
  const box = document.createElementNS('http://www.w3.org/2000/svg', 'g');
  box.innerHTML = drawn([{ ...TREE, stamp: name }], 0);
  expect(box.querySelectorAll('path')).toHaveLength(STAMPS[name].length);
  const starts = STAMPS[name].flatMap(([, d]) => [...d.matchAll(/M(-?[\d.]+) (-?[\d.]+)/g)]);
  for (const [, x, y] of starts) expect(Math.max(Math.abs(Number(x)), Math.abs(Number(y)))).toBeLessThanOrEqual(50);
});
