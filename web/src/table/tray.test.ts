import { describe, expect, test } from 'vitest';
import { recorded } from './recorded';
import { actionOf, diceOf, editionOf, extrasOf, otherFaces, targetsOf } from './tray';

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
    view.options = view.options.map((option) => ({ ...option, cells: {} }));
    expect(new Set(diceOf(view).map((die) => die.state))).toEqual(new Set(['nowhere']));
  });
});

describe('what may be drawn besides', () => {
  test('are six special routes in the base game', () => {
    const extras = extrasOf(recorded('base'));
    expect(extras.map((item) => item.group)).toEqual(Array.from({ length: 6 }, () => 'special'));
  });

  test('a special route that is used has its reason', () => {
    const view = recorded('base');
    view.specials = view.specials.map((special) => ({ ...special, used: true, available: false }));
    expect(extrasOf(view).every((item) => item.state === 'drawn' && item.why === 'special.used')).toBe(true);
  });

  test('lava adds the volcano', () => {
    expect(extrasOf(recorded('lava')).at(-1)).toMatchObject({ group: 'volcano', piece: 'volcano' });
  });

  test('the underground adds each result once more, until none is left', () => {
    const view = recorded('underground-standalone');
    expect(extrasOf(view).map((item) => item.state)).toEqual(['ready', 'ready', 'ready', 'ready']);
    view.duplications_left = 0;
    view.options = view.options.filter((option) => option.verb !== 'duplicate');
    expect(extrasOf(view).every((item) => item.state === 'barred' && item.why === 'duplicate.limit')).toBe(true);
  });
});

describe('targets', () => {
  test('are the cells that the server named for the piece', () => {
    const view = recorded('base');
    const [die] = diceOf(view);
    const option = view.options.find((one) => one.piece === die?.piece && one.verb === 'draw');
    expect([...targetsOf(view, die).keys()].sort()).toEqual(Object.keys(option?.cells ?? {}).sort());
  });

  test('are none for what cannot be had', () => {
    const view = recorded('base');
    const [die] = diceOf(view);
    expect(targetsOf(view, die && { ...die, state: 'drawn' }).size).toBe(0);
    expect(targetsOf(view, undefined).size).toBe(0);
  });
});

test('a drawing is written as the action that makes it again', () => {
  expect(actionOf({ verb: 'draw', piece: 'overpass', cell: 'C2', sides: 'HRHR', board: 0, die: 3 })).toBe(
    'draw overpass C2 HRHR',
  );
  expect(actionOf({ verb: 'volcano', piece: 'volcano', cell: 'C3', sides: 'FFFF', board: 0, die: null })).toBe(
    'volcano C3',
  );
});

test('each ruleset has the colour of its edition, with a draft too', () => {
  expect(editionOf('lava+draft')).toBe('blazing-red');
  expect(editionOf('underground')).toBe('underground');
});
