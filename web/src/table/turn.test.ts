import { afterEach, expect, test } from 'vitest';
import type { View } from '../generated/wire';
import { recorded } from './recorded';
import { hasCompany, isMyTurn, showInIcon } from './turn';

afterEach(() => document.head.replaceChildren());

/** A view of a table with two seats. */
function seen(parts: Partial<View>, bots: readonly (string | null)[] = [null, null]): View {
  const view = recorded('base');
  const [first] = view.seats;
  if (!first) throw new Error('a view has seats');
  const seats = bots.map((bot) => ({ ...first, bot, joined: true }));
  return { ...view, seat: 0, phase: 'draw', done: false, chooser: null, seats, ...parts };
}

test('it is my turn to draw until I am done, to choose when I am asked, and to type dice where I opened the table', () => {
  expect(isMyTurn(seen({}))).toBe(true);
  expect(isMyTurn(seen({ done: true }))).toBe(false);
  expect(isMyTurn(seen({ phase: 'pick', chooser: 0 }))).toBe(true);
  expect(isMyTurn(seen({ phase: 'pick', chooser: 1 }))).toBe(false);
  expect(isMyTurn(seen({ phase: 'roll' }))).toBe(true);
  expect(isMyTurn(seen({ phase: 'roll', seat: 1 }))).toBe(false);
  for (const phase of ['lobby', 'over'] as const) expect(isMyTurn(seen({ phase }))).toBe(false);
});

test('nobody waits for a watcher, for somebody whose seat a bot took over, or for who plays alone', () => {
  expect(isMyTurn(seen({ seat: null }))).toBe(false);
  expect(isMyTurn(seen({}, ['greedy', null]))).toBe(false);
  expect(isMyTurn(seen({}, [null]))).toBe(false);
});

test('company is another person', () => {
  expect(hasCompany(seen({}))).toBe(true);
  expect(hasCompany(seen({}, [null, 'greedy']))).toBe(false);
});

test('the icon of the tab gets its dot and loses it', () => {
  document.head.innerHTML = '<link rel="icon" href="/icon.svg" />';
  const icon = document.querySelector('link');
  showInIcon(true);
  expect(icon?.getAttribute('href')).toBe('/icon-turn.svg');
  showInIcon(false);
  expect(icon?.getAttribute('href')).toBe('/icon.svg');
});
