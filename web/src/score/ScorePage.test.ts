import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { ScoreBody, ScoreResult, SolveResult } from '../generated/wire';
import { answered, RULESETS } from '../paper/answers';
import { loadLanguage } from '../text/messages.svelte';
import ScorePage from './ScorePage.svelte';

beforeAll(() => loadLanguage('en'));
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const GOOD = 'highway-straight B1 H.H.\n';
const DOUBLE = `${GOOD}highway-curve B1 HH..\n`;
const asked: ScoreBody[] = [];

const SOLVED: SolveResult = {
  rules: 'base',
  round: 7,
  total: 21,
  exact: true,
  actions: ['draw highway-straight B2 H.H.'],
  boards: [
    {
      name: 'surface',
      cells: [
        { cell: 'B1', piece: 'highway-straight', sides: 'H.H.', round: 0, marks: [] },
        { cell: 'B2', piece: 'highway-straight', sides: 'H.H.', round: 7, marks: [] },
      ],
    },
  ],
  sheet: { lines: [], total: 21, errors: 0 },
};

/** A server that reads one tile per cell and obeys `rules:`. */
function server(path: string, init?: RequestInit): Promise<Response> {
  if (path === '/api/rulesets') return Promise.resolve(answered(RULESETS));
  const body = JSON.parse(init?.body as string) as ScoreBody;
  asked.push(body);
  if (path === '/api/solve') return Promise.resolve(answered(SOLVED));
  const lines = body.text.split('\n---')[0]?.split('\n') ?? [];
  const bad = lines.flatMap((line, index) =>
    line.includes('B1') && index > 0 ? [{ line: index + 1, code: 'placement.occupied', params: { cell: 'B1' } }] : [],
  );
  if (bad.length) return Promise.resolve(answered({ code: 'placement.occupied', params: {}, lines: bad }, 422));
  const result: ScoreResult = {
    rules: /rules: (\S+)/.exec(body.text)?.[1] ?? body.rules ?? 'base',
    report: {},
    sheet: { lines: [], total: 17, errors: 0 },
    boards: [],
    check: { legal: true, line: null, code: null, params: {} },
  };
  return Promise.resolve(answered(result));
}

beforeEach(async () => {
  asked.length = 0;
  vi.stubGlobal('fetch', server);
  render(ScorePage);
  await screen.findByTestId('total');
});

const type = (value: string) => fireEvent.input(screen.getByRole('textbox'), { target: { value } });
const game = () => screen.getByRole<HTMLSelectElement>('combobox', { name: /Game/ }).value;

test('two tiles of one cell clear the score, and each bad line is named', async () => {
  await type(GOOD);
  expect(await screen.findByText('Could be drawn in this order.')).toBeTruthy();
  await type(`${DOUBLE}${GOOD}${GOOD}`);
  await screen.findByRole('alert');
  expect(screen.getAllByRole('listitem').map((item) => item.textContent.slice(0, 7))).toEqual([
    'Line 2:',
    'Line 3:',
    'Line 4:',
  ]);
  expect(screen.queryByTestId('total')).toBeNull();
  expect(screen.queryByText('Could be drawn in this order.')).toBeNull();
});

test('a text that is too long is not sent, and the page says how long it may be', async () => {
  await type(GOOD);
  await screen.findByText('Could be drawn in this order.');
  const before = asked.length;
  await type(`${GOOD}# ${'x'.repeat(64 * 1024)}\n`);
  expect((await screen.findByRole('alert')).textContent).toMatch(/at most 65536 characters/);
  expect(screen.queryByTestId('total')).toBeNull();
  expect(asked.length).toBe(before);
  await type(GOOD);
  expect(await screen.findByText('Could be drawn in this order.')).toBeTruthy();
});

test('pressing a cell with two tiles leaves one', async () => {
  await type(DOUBLE);
  await screen.findByRole('alert');
  await fireEvent.click(screen.getByRole('gridcell', { name: /^B1/ }));
  expect(await screen.findByTestId('total')).toBeTruthy();
});

test('a second board is left out, said so, and kept when the first is drawn on', async () => {
  await type(`${GOOD}---\n${GOOD}`);
  expect(await screen.findByText(/Only the first board is scored/)).toBeTruthy();
  expect(screen.getByTestId('total').textContent).toBe('17');
  await fireEvent.click(screen.getByRole('button', { name: 'Erase' }));
  await fireEvent.click(screen.getByRole('gridcell', { name: /^B1/ }));
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe(`---\n${GOOD}`);
});

test('the menu and the pieces follow the ruleset that the text names', async () => {
  await type(`rules: river+draft\n`);
  const pieces = screen.getByRole('group', { name: 'Pieces' });
  expect(await within(pieces).findByRole('button', { name: 'river' })).toBeTruthy();
  expect(game()).toBe('river');
  await fireEvent.click(screen.getByRole('checkbox', { name: /Draft/ }));
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('rules: river\n');
  expect(asked.at(-1)?.rules).toBe('river');
});

test('what is drawn stays when another game is chosen before the games are there', async () => {
  cleanup();
  sessionStorage.clear();
  let load = (): void => undefined;
  const loaded = new Promise<void>((resolve) => (load = resolve));
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path === '/api/rulesets') await loaded;
    return server(path, init);
  });
  render(ScorePage);
  await type(`${GOOD}viaduct C1 HH..\n`);
  const menu = screen.getByRole('combobox', { name: /Game/ });
  // Svelte looks for the chosen option by `:checked`, which happy-dom does not find.
  vi.spyOn(menu, 'querySelector').mockReturnValue(menu.querySelector('[value=river]'));
  await fireEvent.change(menu);
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe(`${GOOD}viaduct C1 HH..\n`);
  load();
  await waitFor(() => expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe(GOOD));
  const pieces = screen.getByRole('group', { name: 'Pieces' });
  expect(within(pieces).getByRole('button', { name: 'river' })).toBeTruthy();
});

test('one change is one request, however often the browser tells it', async () => {
  const before = asked.length;
  await Promise.all(Array.from({ length: 5 }, () => type(GOOD)));
  await screen.findByText('Could be drawn in this order.');
  expect(asked.length - before).toBe(1);
});

test('the best end of the last round is shown until the board changes', async () => {
  await type(GOOD);
  await screen.findByText('Could be drawn in this order.');
  const faces = screen.getByRole('group', { name: 'What a die may show' });
  const find = screen.getByRole('button', { name: 'Find the best end' });
  expect(screen.getByText('2 dice are still missing.')).toBeTruthy();
  await fireEvent.click(find);
  expect(asked.every((body) => !('dice' in body))).toBe(true);
  const face = faces.querySelector('button');
  if (!face) throw new Error('no face');
  await fireEvent.click(face);
  await fireEvent.click(face);
  await fireEvent.click(face);
  await fireEvent.click(find);
  expect((await screen.findByTestId('best-end')).textContent).toBe('21');
  expect(asked.at(-1)).toMatchObject({ text: GOOD, dice: ['highway-straight', 'highway-straight'] });
  expect(screen.getByTestId('total').textContent).toBe('21');
  expect(screen.getByRole('gridcell', { name: /^B2.*round 7/ })).toBeTruthy();
  await type(`${GOOD}\n`);
  expect(screen.queryByTestId('best-end')).toBeNull();
  expect((await screen.findByTestId('total')).textContent).toBe('17');
});

test('a reload keeps the board and how it is scored', async () => {
  await type(`${GOOD}rules: river\n`);
  expect(await screen.findByText('Could be drawn in this order.')).toBeTruthy();
  cleanup();
  render(ScorePage);
  expect(await screen.findByText('Could be drawn in this order.')).toBeTruthy();
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe(`${GOOD}rules: river\n`);
  expect(game()).toBe('river');
});
