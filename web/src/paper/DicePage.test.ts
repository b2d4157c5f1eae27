import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { DiceRoll } from '../generated/wire';
import { loadLanguage } from '../text/messages.svelte';
import { answered, RULESETS } from './answers';
import DicePage from './DicePage.svelte';

beforeAll(() => loadLanguage('en'));
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

function server(path: string): Promise<Response> {
  if (path === '/api/rulesets') return Promise.resolve(answered(RULESETS));
  const round = Number(/round=(\d+)/.exec(path)?.[1]);
  const pairs = [['overpass', 'highway-curve']];
  const starter = round === 1 ? 1 : null;
  const roll: DiceRoll = { rules: 'base+draft', round, rounds: 2, board: 'surface', pairs, common: [], starter };
  return Promise.resolve(answered(roll));
}

test('who starts is said in the round that it is about, and not after the last', async () => {
  vi.stubGlobal('fetch', server);
  render(DicePage);
  await fireEvent.click(await screen.findByRole('checkbox', { name: 'Draft' }));
  await fireEvent.click(screen.getByRole('button', { name: 'Roll' }));
  expect(await screen.findByText(/Player 2 was drawn by lot/)).toBeTruthy();
  expect(screen.getByText(/The next round starts with/)).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Next round' }));
  expect(await screen.findByText(/That was the last round/)).toBeTruthy();
  expect(screen.queryByText(/drawn by lot/)).toBeNull();
  expect(screen.queryByText(/The next round starts with/)).toBeNull();
});

test('a reload keeps the rolls, until a new game begins', async () => {
  vi.stubGlobal('fetch', server);
  render(DicePage);
  await fireEvent.click(await screen.findByRole('checkbox', { name: 'Draft' }));
  await fireEvent.click(screen.getByRole('button', { name: 'Roll' }));
  await screen.findByText('Round 1 of 2');
  cleanup();
  render(DicePage);
  expect(screen.getByText('Round 1 of 2')).toBeTruthy();
  expect(((await screen.findByRole('checkbox', { name: 'Draft' })) as HTMLInputElement).checked).toBe(true);
  await fireEvent.click(screen.getByRole('button', { name: 'New game' }));
  cleanup();
  render(DicePage);
  expect(await screen.findByRole('button', { name: 'Roll' })).toBeTruthy();
});
