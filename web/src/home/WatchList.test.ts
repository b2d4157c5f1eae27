import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadLanguage } from '../text/messages.svelte';
import WatchList from './WatchList.svelte';

const seat = (name: string, bot: string | null) => ({ name, bot, joined: bot === null });
const table = {
  table: 't1',
  rules: 'base',
  longest: 'cells',
  values: 'official',
  unusual: [],
  round: 3,
  rounds: 7,
  seats: [seat('Ana', null), seat('', 'casual')],
};

beforeAll(() => loadLanguage('en'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('bots have their names in the list of tables', async () => {
  vi.stubGlobal('fetch', async (path: string) => Response.json({ tables: path.endsWith('running') ? [table] : [] }));
  render(WatchList);
  const link = await screen.findByRole('link', { name: /Ana, Casual/ });
  expect(link.getAttribute('href')).toBe('/t/t1');
});
