import { expect, test } from 'vitest';
import { kept, nextSides, otherBoards, readBoard, tilesOf, withRules, writeBoard } from './boardtext';

const drawn = [
  { board: 0, piece: 'station-curve', cell: 'C2', sides: 'RH..' },
  { board: 1, piece: 'pipe-t', cell: 'C2', sides: 'PPP.' },
  { board: 0, piece: 'overpass', cell: 'B2', sides: 'HRHR' },
];

test('one board is a line for each tile', () => {
  expect(writeBoard(drawn.slice(0, 1), ['surface'])).toBe('station-curve C2 RH..\n');
});
test('two boards get their section lines, in the order drawn, and read back', () => {
  const boards = ['surface', 'underground'];
  const text = writeBoard(drawn, boards);
  expect(text.split('\n').filter((line) => line.endsWith(':'))).toEqual(['surface:', 'underground:', 'surface:']);
  expect(readBoard(text, boards)).toEqual(drawn);
});
test('another game keeps the pieces that it has, on its own board and beside what it starts with', () => {
  const volcano = { board: 0, piece: 'volcano', cell: 'D4', sides: 'FFFF' };
  const covered = { board: 0, piece: 'overpass', cell: 'D4', sides: 'HRHR' };
  const palette = [
    { name: 'station-curve', board: 0 },
    { name: 'overpass', board: 0 },
  ];
  expect(kept([...drawn, covered], palette, [volcano])).toEqual([volcano, drawn[0], drawn[2]]);
  expect(kept([{ ...covered, board: 1 }], palette, [])).toEqual([covered]);
});
test('what cannot be read is left to the server', () => {
  expect(readBoard('# a comment\nnonsense\noverpass Z9 HRHR\noverpass B2 HRHR', ['surface'])).toHaveLength(1);
});
test('a cell is shown once, with the first tile that the text has for it', () => {
  const twice = [...drawn, { board: 0, piece: 'highway-t', cell: 'C2', sides: 'HHH.' }];
  expect(tilesOf(twice, 0).map((tile) => tile.piece)).toEqual(['station-curve', 'overpass']);
});
test('only the first board is read', () => {
  const text = 'overpass B2 HRHR\n--- # next\noverpass B2 HRHR\n';
  expect(readBoard(text, ['surface'])).toHaveLength(1);
  expect(otherBoards(text)).toBe('--- # next\noverpass B2 HRHR\n');
  expect(otherBoards('overpass B2 HRHR\n---\n\n')).toBe('');
});
test('a header gets the ruleset that is chosen, with its comment kept', () => {
  expect(withRules('rules: river # ours\n---\nrules: lake', 'river+draft')).toBe(
    'rules: river+draft # ours\n---\nrules: lake',
  );
  expect(withRules('overpass B2 HRHR', 'river')).toBe('overpass B2 HRHR');
});
test('orientations go round', () => {
  expect(nextSides(['.H.H', 'H.H.'], '.H.H')).toBe('H.H.');
  expect(nextSides(['.H.H', 'H.H.'], 'H.H.')).toBe('.H.H');
});
