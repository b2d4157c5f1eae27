import { beforeAll, expect, test } from 'vitest';
import type { View } from '../generated/wire';
import { recorded } from '../table/recorded';
import { loadLanguage } from '../text/messages.svelte';
import { compare, outcome, shareText, ownFirst } from './outcome';

beforeAll(() => loadLanguage('en'));

function over(winners: number[], by: View['decided_by'], ...results: [string, number, number][]): View {
  const view = recorded('base-drawn');
  const [seat] = view.seats;
  if (!seat) throw new Error('no seat');
  view.seats = results.map(([name]) => ({ ...seat, name }));
  view.results = results.map(([, total, errors]) => ({
    boards: view.boards,
    sheet: { ...view.sheet, total, errors },
  }));
  return { ...view, winners, decided_by: by };
}

test('alone the points are said', () => expect(outcome(over([0], 'points', ['Ana', 46, 5]))).toBe('46 points'));
test('most points win', () =>
  expect(outcome(over([0], 'points', ['Ana', 46, 5], ['Ben', 40, 1]))).toBe('Ana wins with 46 points, 6 ahead'));
test('equal points go to fewer errors, and it says so', () => {
  expect(outcome(over([1], 'errors', ['Ana', 46, 5], ['Ben', 46, 2]))).toBe(
    'Ben wins: 46 points like others, but fewer errors (2)',
  );
});
test('all equal is shared', () => {
  expect(outcome(over([0, 1], 'shared', ['Ana', 46, 5], ['Ben', 46, 5]))).toMatch(/^Ana and Ben share/);
});
test('or the order of the draft decides', () => {
  expect(outcome(over([1], 'order', ['Ana', 46, 5], ['Ben', 46, 5]))).toMatch(/^Ben wins: points and errors are equal/);
});

test('sheets side by side add up lines of one name', () => {
  const line = { name: 'network', value: 2, points: 4, cells: [], sides: [], board: 0, kind: 'network' as const };
  const rows = compare([
    { lines: [line, line], total: 8, errors: 0 },
    { lines: [], total: 0, errors: 0 },
  ]);
  expect(rows).toEqual([{ name: 'network', points: [8, null] }]);
});

test('the text to share reads well aloud and ends with the link', () => {
  expect(shareText(over([0], 'points', ['Ana', 46, 5]), 0, { link: 'LINK', isInviting: true })).toMatch(
    /^I scored 46 points in inkrail, Base game: [^()−-]*\. Can you beat that with the same dice\? LINK$/,
  );
});

test('with others it says who won, and a minus is a word', () => {
  const text = shareText(over([0], 'points', ['Ana', 46, 5], ['Ben', -3, 9]), 1, { link: 'LINK', isInviting: true });
  expect(text).toMatch(/^Ana wins with 46 points, 49 ahead\. I scored minus 3 points in inkrail/);
});

test('a minus in a heading is a minus sign', () =>
  expect(outcome(over([0], 'points', ['Ana', -4, 9]))).toBe('\u22124 points'));

test("one's own board is shown first", () => {
  expect([ownFirst(3, 2), ownFirst(3, 0), ownFirst(2, null)]).toEqual([
    [2, 0, 1],
    [0, 1, 2],
    [0, 1],
  ]);
});
test('a text beside the board invites nobody to play its dice', () => {
  const text = shareText(over([0], 'points', ['Ana', 46, 5]), 0, { link: 'LINK', isInviting: false });
  expect(text).toMatch(/^I scored 46 points in inkrail, Base game: [^()−-]*\. LINK$/);
});
