import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import Board from './Board.svelte';

afterEach(cleanup);

const tiles = [{ cell: 'B1', piece: 'highway-straight', sides: 'H.H.', round: 1 }];
const describe = (cell: string): string => `${cell}: told`;

function show(more: object = {}) {
  return render(Board, { label: 'Board', tiles, describe, ...more });
}

test('every cell is found by its name', () => {
  show();
  expect(screen.getAllByRole('gridcell')).toHaveLength(49);
  expect(screen.getByRole('gridcell', { name: 'C2: told' })).toBeTruthy();
});

test('what lies on it is drawn with the engine’s own strokes, with its round', () => {
  const { container } = show();
  expect(container.querySelectorAll('.tile .road-edge').length).toBeGreaterThan(0);
  expect(container.querySelector('.round')?.textContent).toBe('1');
});

test('a press tells which cell', async () => {
  const onpress = vi.fn();
  show({ onpress });
  await fireEvent.click(screen.getByRole('gridcell', { name: 'C2: told' }));
  expect(onpress).toHaveBeenCalledWith('C2');
});

test('one cell is in the order of tabs, and arrows move it', async () => {
  const { container } = show();
  const inOrder = () =>
    [...container.querySelectorAll<HTMLElement>('[tabindex="0"]')].map((cell) => cell.dataset['cell']);
  expect(inOrder()).toEqual(['D4']);
  await fireEvent.keyDown(screen.getByRole('gridcell', { name: 'D4: told' }), { key: 'ArrowLeft' });
  expect(inOrder()).toEqual(['C4']);
});

test('cells that can be chosen glow, and differ where something would be erased', () => {
  const { container } = show({
    glow: new Map([
      ['A1', 'legal'],
      ['B1', 'erase'],
    ]),
  });
  expect(container.querySelectorAll('.open.legal')).toHaveLength(1);
  expect(container.querySelectorAll('.open.erase')).toHaveLength(1);
});

test('only what is new is drawn, the rest is simply there', async () => {
  const { container, rerender } = show();
  expect(container.querySelectorAll('.tile.drawn')).toHaveLength(0);
  await rerender({
    label: 'Board',
    describe,
    tiles: [...tiles, { cell: 'B2', piece: 'highway-curve', sides: 'HH..', round: 2 }],
  });
  const drawn = container.querySelectorAll('.tile.drawn');
  expect([...drawn].map((tile) => tile.getAttribute('data-from'))).toEqual(['N']);
});
