import { expect, test } from 'vitest';
import { readKey } from './keys';

test('digits take dice', () => expect(readKey('3')).toEqual({ type: 'die', index: 2 }));
test('s and a digit take something besides', () => {
  expect(readKey('s')).toEqual({ type: 'wait', prefix: 's' });
  expect(readKey('4', 's')).toEqual({ type: 'extra', index: 3 });
});
test('a letter and a digit name a cell', () => {
  expect(readKey('c')).toEqual({ type: 'wait', prefix: 'c' });
  expect(readKey('2', 'c')).toEqual({ type: 'cell', cell: 'C2' });
  expect(readKey('G')).toEqual({ type: 'wait', prefix: 'g' });
});
test('d waits, because d4 is a cell; a second d ends the round', () => {
  expect(readKey('d')).toEqual({ type: 'wait', prefix: 'd' });
  expect(readKey('4', 'd')).toEqual({ type: 'cell', cell: 'D4' });
  expect(readKey('d', 'd')).toEqual({ type: 'done' });
});
test('there is no row eight: the digit takes a die after all', () =>
  expect(readKey('8', 'c')).toEqual({ type: 'die', index: 7 }));
test('r turns, u takes back, y draws again, h asks for a hint, Escape lets go', () => {
  expect(['r', 'u', 'y', 'h', 'Escape', '?'].map((key) => readKey(key).type)).toEqual([
    'turn',
    'undo',
    'redo',
    'hint',
    'release',
    'help',
  ]);
});
test('other keys are left to the browser', () => {
  expect(['Tab', 'Enter', 'ArrowUp', 'x', 'F5'].map((key) => readKey(key).type)).toEqual(
    Array.from({ length: 5 }, () => 'nothing'),
  );
});
