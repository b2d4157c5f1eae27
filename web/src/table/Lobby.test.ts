import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadLanguage } from '../text/messages.svelte';
import type { LiveTable } from './live.svelte';
import Lobby from './Lobby.svelte';
import { recorded } from './recorded';

beforeAll(() => loadLanguage('en'));
beforeEach(() => vi.stubGlobal('fetch', async () => Response.json({ bots: [] })));
afterEach(cleanup);

/** The lobby of a rematch with a seat held for Bob, as somebody sees it. */
function lobby(
  seat: number | null,
  { isExpected = false, reserved = 'Bob' as string | null, rules = 'base' } = {},
): object[] {
  const asked: object[] = [];
  const view = { ...recorded('base'), ruleset: rules };
  const [first] = view.seats;
  if (!first) throw new Error('a view has seats');
  const seats = [
    { ...first, name: 'Ann', joined: true, bot: null, reserved: null },
    { ...first, name: '', joined: false, bot: null, reserved },
  ];
  const ask = async (message: object): Promise<{ ok: boolean }> => {
    asked.push(message);
    return { ok: true };
  };
  const live = { view: { ...view, phase: 'lobby', seat, seats }, table: null, ask } as unknown as LiveTable;
  render(Lobby, { live, isExpected, onjoin: () => {}, joinError: '' });
  return asked;
}

test('the host sees for whom a seat is held and may let anybody sit there', async () => {
  const asked = lobby(0);
  expect(screen.getByText(/held for Bob/)).toBeTruthy();
  expect(screen.queryByText('Invite friends')).toBeNull();
  await fireEvent.click(screen.getByRole('button', { name: 'Let anybody sit in the seat held for Bob' }));
  expect(asked).toEqual([{ type: 'release', seat: 1 }]);
});

test('a stranger is told why there is no seat', () => {
  lobby(null);
  expect(screen.getByText(/^The free seats are held/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Sit down' })).toBeNull();
});

test('a player of the last game who was sent the link may sit down', () => {
  lobby(null, { isExpected: true });
  expect(screen.getByRole('button', { name: 'Sit down' })).toBeTruthy();
});

test('a seat that was released is free for anybody', () => {
  lobby(null, { reserved: null });
  expect(screen.getByRole('button', { name: 'Sit down' })).toBeTruthy();
  expect(screen.queryByText(/held for/)).toBeNull();
});

test('the host puts a bot into a free seat, adds one, removes one and starts with those who are there', async () => {
  const asked = lobby(0, { reserved: null });
  await fireEvent.change(screen.getByRole('combobox', { name: 'Who plays in seat 2' }), { target: { value: '' } });
  await fireEvent.click(screen.getByRole('button', { name: 'Add a seat' }));
  await fireEvent.click(screen.getByRole('button', { name: 'Remove seat 2' }));
  await fireEvent.click(screen.getByRole('button', { name: 'Start alone' }));
  expect(asked).toEqual([
    { type: 'set_seat', seat: 1, bot: null },
    { type: 'set_seat', seat: 2, bot: null },
    { type: 'remove_seat', seat: 1 },
    { type: 'start', without_free: true },
  ]);
});

test('a guest who sits at the table changes nothing', () => {
  lobby(1, { reserved: null });
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add a seat' })).toBeNull();
});

test('nobody is offered to draft alone', () => {
  lobby(0, { reserved: null, rules: 'base+draft' });
  expect(screen.getByText(/nobody drafts alone/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Start (alone|with)/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Remove seat 2' })).toBeNull();
});
