import { expect, test } from 'vitest';
import type { DrawingView } from '../generated/wire';
import { Desk } from './desk.svelte';
import type { LiveTable } from './live.svelte';
import { loadLanguage } from '../text/messages.svelte';
import { recorded } from './recorded';

const route: DrawingView = {
  verb: 'draw',
  piece: 'railway-t',
  cell: 'D3',
  sides: 'RR.R',
  action: 'draw railway-t D3 RR.R',
  board: 0,
  die: 0,
};
const lava: DrawingView = {
  verb: 'erase',
  piece: 'lava-3',
  cell: 'D3',
  sides: 'FFF.',
  action: 'erase lava-3 D3 FFF.',
  board: 0,
  die: 4,
};

/** A desk in a round of lava with these drawings, and its requests to the server. */
function deskWith(...drawings: DrawingView[]): { desk: Desk; asked: string[] } {
  const asked: string[] = [];
  const act = (action: string) => Promise.resolve({ ok: Boolean(asked.push(action)) });
  const live = { view: { ...recorded('lava'), drawings }, act } as unknown as LiveTable;
  return { desk: new Desk(live), asked };
}

test('a pressed cell shows the lava drawn there last, and what it covers', async () => {
  const { desk, asked } = deskWith(route, lava);
  await desk.press('D3');
  expect(desk.drawing).toEqual(lava);
  expect(desk.covered).toEqual([route]);
  await desk.takeBack(route);
  expect(asked).toEqual(['take-back D3 railway-t']);
  expect(desk.redoable).toEqual([route]);
});

test('what was taken back is drawn again by its own action', async () => {
  const { desk, asked } = deskWith();
  desk.redoable = [lava];
  await desk.redo();
  expect(asked).toEqual(['erase lava-3 D3 FFF.']);
});

test('what keeps the round open is said with the dice that would end it', async () => {
  await loadLanguage('en');
  const { desk } = deskWith();
  const duties = [
    { code: 'round.dice_left', pieces: ['overpass'] },
    { code: 'lava.must_draw', pieces: ['lava-3'] },
  ];
  (desk.live as { view: object }).view = { ...recorded('lava'), duties };
  expect(new Desk(desk.live).dutyText()).toBe('Still to draw: overpass. One of the lava dice too.');
  const many = [{ code: 'round.dice_left', pieces: ['overpass', 'highway-t', 'railway-t'] }];
  (desk.live as { view: object }).view = { ...recorded('lava'), duties: many };
  expect(new Desk(desk.live).dutyText()).toBe('3 dice still to draw.');
  (desk.live as { view: object }).view = { ...recorded('lava'), duties: [{ code: 'lava.must_draw', pieces: [] }] };
  expect(new Desk(desk.live).dutyText()).toMatch(/lava/);
});

test('a cell pressed when the round is ended for this seat says so', async () => {
  await loadLanguage('en');
  const { desk } = deskWith(route);
  (desk.live as { view: object }).view = { ...recorded('lava'), drawings: [route], done: true };
  await desk.press('A1');
  expect(desk.note?.text).toMatch(/^You have ended this round/);
});

test('after Done nothing is taken back, turned or drawn again, and that is said', async () => {
  await loadLanguage('en');
  const { desk, asked } = deskWith(route);
  expect(desk.mayUndo).toBe(true);
  (desk.live as { view: object }).view = { ...recorded('lava'), drawings: [route], done: true };
  const ended = new Desk(desk.live);
  ended.redoable = [lava];
  expect(ended.mayUndo).toBe(false);
  for (const step of [() => ended.undo(), () => ended.redo(), () => ended.turn()]) {
    ended.note = null;
    await step();
    expect(ended.note).toMatchObject({ text: expect.stringMatching(/nothing can be changed/), isRefusal: true });
  }
  expect(asked).toEqual([]);
});

test('the die that is in the hand is named when it is drawn', async () => {
  await loadLanguage('en');
  const asked: object[] = [];
  const ask = (wanted: object) => Promise.resolve({ ok: Boolean(asked.push(wanted)) });
  const desk = new Desk({ view: recorded('base'), ask, act: ask } as unknown as LiveTable);
  const item = desk.dice[2];
  if (!item) throw new Error('four dice');
  desk.choose(item);
  const [cell] = desk.targets.keys();
  await desk.press(String(cell));
  expect(asked).toMatchObject([{ type: 'place', piece: item.piece, die: 2 }]);
});

test('undo takes back the last drawing by cell and piece', async () => {
  const { desk, asked } = deskWith(route, lava);
  await desk.undo();
  expect(asked).toEqual(['take-back D3 lava-3']);
  expect(desk.covered).toEqual([]);
});

test('what was taken while the server still answers stays in the hand', async () => {
  await loadLanguage('en');
  const answers: ((answer: { ok: boolean }) => void)[] = [];
  const ask = () => new Promise((settle) => answers.push(settle));
  const desk = new Desk({ view: recorded('base'), ask, act: ask } as unknown as LiveTable);
  const [first, second] = desk.dice.filter((item) => item.state === 'ready');
  if (!first || !second) throw new Error('the recorded round has two dice to draw');
  desk.choose(first);
  const [cell] = desk.targets.keys();
  const placed = desk.press(String(cell));
  desk.choose(second);
  answers[0]?.({ ok: true });
  await placed;
  expect(desk.key).toBe(second.key);
});

test('before the meteor is decided a die says so, not that it fits nowhere', async () => {
  await loadLanguage('en');
  const { desk } = deskWith();
  const choices = [{ action: 'direction up', target: 'D3', paid: false }];
  (desk.live as { view: object }).view = { ...recorded('meteor'), choices, options: [] };
  const waiting = new Desk(desk.live);
  const [die] = waiting.dice;
  if (!die) throw new Error('no die');
  waiting.choose(die);
  expect(waiting.note).toMatchObject({ text: expect.stringMatching(/meteor/), isRefusal: true });
});
