import { beforeEach, expect, test } from 'vitest';
import type { MoveView, StandInView, StoodIn, View } from '../generated/wire';
import { loadLanguage } from '../text/messages.svelte';
import { DoneForMe, doneText, shortText, standInText } from './stand_ins.svelte';

const draw: MoveView = { verb: 'draw', pieces: ['overpass'], board: 0, cell: 'B1', filled: [] };
const below: MoveView = { verb: 'draw', pieces: ['pipe-t'], board: 1, cell: 'C2', filled: ['C3'] };

function stoodIn(by: string | null, why: StoodIn['why']): StoodIn {
  return { kind: 'stood_in', seat: 1, round: 3, by, why };
}

function forMe(...done_for_you: StandInView[]): DoneForMe {
  return new DoneForMe({ id: 'table', view: { done_for_you } as unknown as View });
}

beforeEach(async () => {
  localStorage.clear();
  await loadLanguage('en');
});

test('it says who acted for whom and why', () => {
  expect(standInText(stoodIn(null, 'clock'), 'Ben')).toMatch(/time ran out for Ben/);
  expect(standInText(stoodIn('steady', 'slow'), 'Master')).toBe('Round 3: Steady played for Master, who was too slow.');
  expect(standInText(stoodIn('steady', 'failed'), 'Master')).toMatch(/Steady played for Master, who failed/);
  expect(standInText(stoodIn('greedy', 'getting_ready'), 'Master')).toMatch(/Greedy .* still getting ready/);
  expect(standInText(stoodIn('greedy', 'away'), 'Ben')).toMatch(/Greedy played for Ben, who was away/);
  expect(standInText(stoodIn(null, 'failed'), 'Master')).toMatch(/no bot could play for Master/);
});

test('what the clock drew for somebody else is told once the round is closed', () => {
  const done: StandInView = { seat: 1, round: 3, by: null, why: 'clock', moves: [draw, below] };
  expect(standInText(done, 'Ben')).toMatch(
    /^Round 3: time ran out for Ben\. Done for them: .* in B1; .* in C2, water in C3\.$/,
  );
  expect(standInText({ ...done, why: 'failed' }, 'Master')).toMatch(/no bot could play for Master\. Done for them: /);
  expect(standInText({ ...done, moves: [] }, 'Ben')).toMatch(/only what is mandatory/);
  expect(standInText({ ...done, by: 'greedy', why: 'away' }, 'Ben')).toMatch(/Greedy played for Ben, who was away\.$/);
});

test('what was done for oneself is told move by move', () => {
  const moves: MoveView[] = [
    { verb: 'pick', pieces: ['overpass', 'highway-t'], board: 0, cell: null, filled: [] },
    { verb: 'direction', pieces: ['left'], board: 0, cell: 'C4', filled: [] },
    draw,
  ];
  const text = doneText({ seat: 0, round: 3, by: null, why: 'clock', moves });
  expect(text).toMatch(/^Your time ran out\. Done for you in round 3: the pair .*; the meteor hit C4; .* in B1\.$/);
  expect(doneText({ seat: 0, round: 3, by: 'greedy', why: 'away', moves: [] })).toMatch(
    /^Greedy plays for you.* round 3\.$/,
  );
});

test('how much was done for oneself is told in a line', () => {
  const done: StandInView = { seat: 0, round: 3, by: null, why: 'clock', moves: [draw, below] };
  expect(shortText([done, { ...done, round: 4, moves: [draw] }])).toBe('Time ran out: 3 things were done for you.');
  expect(shortText([{ ...done, by: 'greedy', why: 'away', moves: [draw] }])).toBe(
    'Greedy plays for you and did 1 thing.',
  );
  expect(shortText([{ ...done, moves: [] }])).toMatch(/^Your time ran out\. Nothing more/);
});

test('the cells of each board are known until the notice is closed, also for another visit', () => {
  const done: StandInView = { seat: 0, round: 3, by: null, why: 'clock', moves: [draw, below] };
  const mine = forMe(done);
  expect([mine.cells(0), mine.cells(1), mine.cells(0, 2)]).toEqual([['B1'], ['C2', 'C3'], []]);
  mine.dismiss();
  expect([mine.entries, forMe(done).entries]).toEqual([[], []]);
  expect(forMe({ ...done, round: 4 }).entries).toHaveLength(1);
});
