import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StudyView } from '../generated/wire';
import { answered } from '../paper/answers';
import { PATIENCE } from '../patience';
import { address, go } from '../route.svelte';
import { loadLanguage } from '../text/messages.svelte';
import ReviewPage from './ReviewPage.svelte';
import { DONE, round, running } from './sample';

let answers: (StudyView | Response | Error)[] = [];
let asked: string[] = [];
/** What else the answers about rounds have. */
let changes: Record<string, unknown> = {};
const SEATS = [
  { name: 'Ana', bot: null },
  { name: '', bot: 'casual' },
];
let bodies: unknown[] = [];

/** A server that gives these answers one after the other, the last one again and again. */
async function server(path: string, init?: RequestInit): Promise<Response> {
  asked.push(path);
  if (init?.body) {
    bodies.push(JSON.parse(init.body as string));
    return answered({ id: `seat-${(bodies.at(-1) as { seat: number }).seat}` });
  }
  if (path.includes('/rounds/')) return answered({ ...round(Number(path.split('/').at(-1))), ...changes });
  if (path.startsWith('/api/tables/')) return answered({ seats: SEATS });
  const next = answers.length > 1 ? answers.shift() : answers[0];
  if (next instanceof Error) throw next;
  return next instanceof Response ? next : answered(next);
}

async function open(path: string, ...given: typeof answers): Promise<void> {
  answers = given;
  go(path);
  render(ReviewPage);
  await screen.findByRole('heading', { level: 1 });
}

beforeEach(async () => {
  asked = [];
  changes = {};
  bodies = [];
  await loadLanguage('en');
  vi.stubGlobal('fetch', server);
  vi.stubGlobal('scrollTo', () => undefined);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
const bars = () => within(screen.getByRole('group', { name: 'Round by round' })).getAllByRole('button');

test('the sum comes first and adds up as it is shown', async () => {
  await open('/review/sample', DONE);
  await screen.findByText('Skill');
  expect(heading()).toBe('45 points: hard dice, room to grow');
  const figures = screen.getAllByRole('definition').map((one) => one.textContent.replace(/[^\d.−+]/g, ''));
  expect(figures).toEqual(['60.6', '−1.6', '−14.0', '45']);
});

test('the bots are on the same scale', async () => {
  await open('/review/sample', DONE);
  const scale = await screen.findByRole('img', { name: /^Points with average dice/ });
  expect(scale.getAttribute('aria-label')).toBe(
    'Points with average dice: this game 47, Greedy 19, Casual 45, Steady 61',
  );
  expect(screen.getByText(/Greedy 14, Casual 43, Steady 93/)).toBeTruthy();
});

test('every round is a row of a table, and the sums are those of the first line', async () => {
  await open('/review/sample', DONE);
  const table = await screen.findByRole('region', { name: 'All rounds as a table' });
  expect(
    within(table)
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent),
  ).toEqual([...['1', '2', '3', '4', '5', '6', '7'], 'Sum']);
  const last = within(table).getAllByRole('row').at(-1);
  expect(last?.textContent.replaceAll(/\s+/g, ' ')).toContain('60.6');
  expect(last?.textContent).toContain('−14.0');
});

test('the largest moment is shown first; a bar and its keys lead to any round', async () => {
  await open('/review/sample', DONE);
  expect(await screen.findByText('Key moment · round 5')).toBeTruthy();
  expect(screen.getByText('About 8.3 points were there')).toBeTruthy();
  expect(bars().map((bar) => bar.getAttribute('aria-pressed'))).toEqual([
    ...['false', 'false', 'false', 'false', 'true', 'false', 'false'],
  ]);
  expect(bars()[4]?.getAttribute('aria-label')).toBe('Round 5: dice −3.6, choices −3.4, big chance missed');
  await fireEvent.click(bars()[6] as HTMLElement);
  expect(await screen.findByText('2 points were there')).toBeTruthy();
  await fireEvent.click(await screen.findByRole('button', { name: 'Show the better end' }));
  const lines = await screen.findByRole('table', { name: /Why/ });
  expect(within(lines).getByRole('row', { name: /Networks/ }).textContent).toMatch(/20.*24.*\+4/);
  expect(within(lines).getByRole('row', { name: /Total/ }).textContent).toMatch(/45.*47.*\+2/);
  expect(screen.getAllByRole('grid')).toHaveLength(2);
  await fireEvent.keyDown(bars()[6] as HTMLElement, { key: 'ArrowLeft' });
  expect(bars()[5]?.getAttribute('aria-pressed')).toBe('true');
});

test('what should have been decided about a meteor is told once the better end is shown', async () => {
  changes = { steps_own: ['direction left'], steps_better: ['ignore special-hrrr'] };
  await open('/review/sample?round=7', DONE);
  const show = await screen.findByRole('button', { name: 'Show the better end' });
  expect(screen.queryByText(/Better before drawing/)).toBeNull();
  await fireEvent.click(show);
  expect(
    screen.getByText(/Better before drawing: “Ignore the meteor .*” instead of “The meteor flies left”\. Gains/),
  ).toBeTruthy();
});

test('a round that was kept before answers told what was decided is shown too', async () => {
  changes = { steps_own: undefined, steps_better: undefined };
  await open('/review/sample?round=7&better', DONE);
  expect(await screen.findAllByRole('grid')).toHaveLength(2);
  expect(screen.queryByText(/Better before drawing/)).toBeNull();
});

test('the better end of a round stays hidden until it is asked for', async () => {
  await open('/review/sample', DONE);
  await screen.findByText('Key moment · round 5');
  await fireEvent.click(bars()[6] as HTMLElement);
  const show = await screen.findByRole('button', { name: 'Show the better end' });
  expect(screen.getByText('2 points were there')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try round 7 again yourself' })).toBeTruthy();
  expect(screen.getAllByRole('grid')).toHaveLength(1);
  expect(screen.queryByRole('table', { name: /Why/ })).toBeNull();
  const card = screen.getByRole('region', { name: '2 points were there' });
  expect(card.textContent).not.toMatch(/instead of|Gains|Best end/);
  expect(card.querySelectorAll('.given')).toHaveLength(0);
  await fireEvent.click(show);
  expect(screen.getAllByRole('grid')).toHaveLength(2);
  expect(document.activeElement?.textContent).toContain('Best end');
  await fireEvent.click(bars()[4] as HTMLElement);
  expect(await screen.findByRole('button', { name: 'Show the better end' })).toBeTruthy();
  await fireEvent.click(bars()[6] as HTMLElement);
  expect(await screen.findByRole('table', { name: /Why/ })).toBeTruthy();
});

test('a round that was tried is shown with its better end', async () => {
  await open('/review/sample?round=7&better', DONE);
  expect(await screen.findByRole('table', { name: /Why/ })).toBeTruthy();
});

test('rounds arrive from the last one backwards, and the place in the queue is told', async () => {
  await open('/review/sample', running(0), running(1), running(4), DONE);
  await vi.waitFor(() => expect(heading()).toBe('45 points: hard dice, room to grow'), PATIENCE);
  const polls = asked.filter((path) => path.includes('?after='));
  expect(polls.map((path) => path.split('=')[1])).toEqual(['0', '1', '4']);
});

test('what is ready can be looked at before the rest is', async () => {
  const pending = new Promise<Response>(() => undefined);
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
    path.endsWith('after=3') ? pending : server(path, init),
  );
  await open('/review/sample', running(3));
  await screen.findByText(/3 of 7 rounds are ready/);
  expect(heading()).toBe('45 points: the review is being made');
  expect(bars()[6]?.getAttribute('aria-disabled')).toBe('false');
  expect(bars()[0]?.getAttribute('aria-label')).toBe('Round 1: not ready yet');
  expect(await screen.findByText('2 points were there')).toBeTruthy();
});

test('the sum is there as soon as all rounds are, before the reasons', async () => {
  const pending = new Promise<Response>(() => undefined);
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
    path.endsWith('after=7') ? pending : server(path, init),
  );
  await open('/review/sample', running(7));
  await screen.findByText(/Looking for the reasons/);
  const figures = screen.getAllByRole('definition').map((one) => one.textContent.replace(/[^\d.−+]/g, ''));
  expect(figures).toEqual(['60.6', '−1.6', '−14.0', '45']);
});

test('while the search is compiled the page says how far that is', async () => {
  const pending = new Promise<Response>(() => undefined);
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
    asked.length > 1 && path.includes('after=') ? pending : server(path, init),
  );
  await open('/review/sample', { ...running(0), status: 'running', waiting: null, getting_ready: 40 });
  expect(await screen.findByText(/^Getting ready, 40 %/)).toBeTruthy();
});

test('a review that does not exist says so and offers another way', async () => {
  await open('/review/sample', answered({ code: 'study.unknown', params: {} }, 404));
  await screen.findByRole('link', { name: 'Review a game' });
  expect(heading()).toBe('There is no such review');
});

test('without a connection it waits and goes on', async () => {
  vi.useFakeTimers();
  answers = [new Error('offline'), DONE];
  go('/review/sample');
  render(ReviewPage);
  await vi.waitFor(() => screen.getByText(/No connection/), PATIENCE);
  await vi.advanceTimersByTimeAsync(3000);
  await vi.waitFor(() => expect(heading()).toBe('45 points: hard dice, room to grow'), PATIENCE);
  vi.useRealTimers();
});

test('other seats of a table are reviewed on request and compared', async () => {
  await open('/review/sample?table=t1&seat=0', DONE);
  const seats = await screen.findByRole('region', { name: 'Players' });
  expect(within(seats).getByRole('row', { name: /Ana/ }).textContent).toMatch(/45.*−1\.6.*−14\.0.*29.*34/);
  expect(bodies).toEqual([]);
  await fireEvent.click(within(seats).getByRole('button', { name: 'Review Casual' }));
  await vi.waitFor(() => expect(`${address.path}${location.search}`).toBe('/review/seat-1?table=t1&seat=1'), PATIENCE);
  expect(bodies).toEqual([{ seat: 1 }]);
});

test('a full queue is told where the review was asked for', async () => {
  await open('/review');
  vi.stubGlobal('fetch', () => Promise.resolve(answered({ code: 'study.queue_full', params: {} }, 503)));
  await fireEvent.input(screen.getByRole('textbox'), { target: { value: 'inkrail-record 1\nseats: 2\n' } });
  expect(screen.getByRole('combobox', { name: 'Which seat?' })).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Review it' }));
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
  expect(address.path).toBe('/review');
});

test('a record that is too long is not sent, and the page says how long it may be', async () => {
  await open('/review');
  await fireEvent.input(screen.getByRole('textbox'), {
    target: { value: `inkrail-record 1\n${'#'.repeat(64 * 1024)}` },
  });
  await fireEvent.click(screen.getByRole('button', { name: 'Review it' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/at most 65536 characters/);
  expect(bodies).toEqual([]);
});

test('a record of several seats can be reviewed seat by seat', async () => {
  await open('/review', DONE);
  await fireEvent.input(screen.getByRole('textbox'), { target: { value: 'inkrail-record 1\nseats: 2\n' } });
  await fireEvent.click(screen.getByRole('button', { name: 'Review it' }));
  const seats = await screen.findByRole('region', { name: 'Players' });
  expect(bodies).toEqual([{ record: 'inkrail-record 1\nseats: 2\n', seat: 0 }]);
  await fireEvent.click(within(seats).getByRole('button', { name: 'Review Seat 2' }));
  await vi.waitFor(() => expect(address.path).toBe('/review/seat-1'), PATIENCE);
  expect(await screen.findByRole('region', { name: 'Players' })).toBeTruthy();
});
