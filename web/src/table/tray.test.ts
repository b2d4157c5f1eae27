import { describe, expect, test } from 'vitest';
import { cellsOf } from '../board/geometry';
import { recorded } from './recorded';
import { diceOf, extrasOf, otherFaces, targetsOf } from './tray';

describe('the dice', () => {
  test('of the base game are four, all mandatory and ready', () => {
    const dice = diceOf(recorded('base'));
    expect(dice.map((die) => [die.state, die.due])).toEqual(Array.from({ length: 4 }, () => ['ready', true]));
  });

  test('show which one was drawn', () => {
    const view = recorded('base-drawn');
    const drawn = diceOf(view).filter((die) => die.state === 'drawn');
    expect(drawn.map((die) => die.piece)).toEqual(view.drawings.map((drawing) => drawing.piece));
  });

  test('of the meteor are no pieces to draw', () => {
    const view = recorded('meteor');
    expect(diceOf(view)).toHaveLength(4);
    expect(otherFaces(view)).toEqual(['choose', '1']);
  });

  test('of lava are not mandatory one by one', () => {
    const lava = diceOf(recorded('lava')).filter((die) => die.piece.startsWith('lava'));
    expect(lava.map((die) => die.mandatory)).toEqual([false, false]);
  });

  test('that fit only in place of a crater may be drawn, but need not', () => {
    const view = recorded('base');
    view.options = view.options.map((option) => ({ ...option, verb: 'erase' }));
    view.dice = view.dice.map((die) => ({ ...die, due: false }));
    expect(diceOf(view)[0]).toMatchObject({ state: 'ready', mandatory: true, due: false });
  });

  test('that show the same keep their places: the one that was taken is drawn', () => {
    const view = recorded('base');
    const [first] = view.dice;
    if (!first) throw new Error('no dice');
    view.dice = [first, first, { ...first, drawn: true }];
    expect(diceOf(view).map((die) => [die.die, die.state])).toEqual([
      [0, 'ready'],
      [1, 'ready'],
      [2, 'drawn'],
    ]);
  });

  test('that are left when the round is ended are not said to fit nowhere', () => {
    const view = { ...recorded('base'), done: true, options: [] };
    expect(new Set(diceOf(view).map((die) => die.state))).toEqual(new Set(['barred']));
  });

  test('that fit nowhere say so', () => {
    const view = recorded('base');
    view.options = [];
    expect(new Set(diceOf(view).map((die) => die.state))).toEqual(new Set(['nowhere']));
  });
});

describe('what may be drawn besides', () => {
  test('are six special routes in the base game', () => {
    const extras = extrasOf(recorded('base'));
    expect(extras.map((item) => item.extra)).toEqual(Array.from({ length: 6 }, () => 'special'));
    expect(extras.every((item) => !item.isAgain)).toBe(true);
  });

  test('a special route that is used has its reason', () => {
    const view = recorded('base');
    const used = { used: true, available: false, why: 'special.used' };
    view.extras = view.extras.map((extra) => ({
      ...extra,
      items: extra.items.map((item) => ({ ...item, ...used })),
    }));
    expect(extrasOf(view).every((item) => item.state === 'drawn' && item.why === 'special.used')).toBe(true);
  });

  test('lava adds the volcano', () => {
    expect(extrasOf(recorded('lava')).at(-1)).toMatchObject({ extra: 'volcano', verb: 'volcano', piece: 'volcano' });
  });

  test('the underground adds each result once more', () => {
    const again = extrasOf(recorded('underground-standalone'));
    expect(again.map((item) => [item.state, item.isAgain])).toEqual(again.map(() => ['ready', true]));
  });

  test('is whatever the view names, and what cannot be had has its reason', () => {
    const view = recorded('base');
    const item = { piece: 'viaduct', used: false, available: false, why: 'viaduct.limit' };
    view.extras = [{ name: 'viaduct', verb: 'span', left: 0, total: 2, per: 'game', items: [item] }];
    expect(extrasOf(view)).toMatchObject([
      { extra: 'viaduct', verb: 'span', piece: 'viaduct', state: 'barred', why: 'viaduct.limit' },
    ]);
  });
});

describe('targets', () => {
  test('are the cells that the server named for the piece', () => {
    const view = recorded('base');
    const [die] = diceOf(view);
    const option = view.options.find((one) => one.piece === die?.piece && one.verb === 'draw');
    const cells = Object.values(option?.fits ?? {}).flatMap(cellsOf);
    expect([...targetsOf(view, die).keys()].sort()).toEqual([...new Set(cells)].sort());
  });

  test('in a cell with something in it erase that', () => {
    const view = recorded('base');
    const [die] = diceOf(view);
    const tile = { cell: 'B1', piece: 'crater', sides: '....', round: 1, marks: [] };
    view.boards = [{ name: 'surface', cells: [tile] }];
    view.options = view.options.map((option) => ({ ...option, fits: { 'H.H.': 2, 'R.R.': 10 } }));
    const glows = [...targetsOf(view, die)].map(([cell, target]) => [cell, target.glow, target.sides]);
    expect(glows).toEqual([
      ['B1', 'erase', ['H.H.', 'R.R.']],
      ['D1', 'legal', ['R.R.']],
    ]);
  });

  test('are none for what cannot be had', () => {
    const view = recorded('base');
    const [die] = diceOf(view);
    expect(targetsOf(view, die && { ...die, state: 'drawn' }).size).toBe(0);
    expect(targetsOf(view, undefined).size).toBe(0);
  });
});
