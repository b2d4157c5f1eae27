import { beforeAll, expect, test } from 'vitest';
import { loadLanguage } from './messages.svelte';
import { refusalText, whyNotHere } from './names';

beforeAll(() => loadLanguage('en'));

test.each([
  ['round.dice_left', { pieces: 'overpass, highway-curve' }, 'overpass, highway curve'],
  ['roll.impossible', { roll: 'overpass up 3' }, '"overpass, up, 3"'],
  ['ruleset.no_route_dice', { ruleset: 'underground-standalone+draft' }, 'Underground on its own + Draft'],
  ['piece.wrong_board', { piece: 'overpass', board: 'underground' }, 'the board "underground"'],
  ['step.not_possible', { step: 'direction up' }, '"The meteor flies up"'],
])('%s has names in its sentence, not codes', (code, params, said) => {
  expect(refusalText(code, params)).toContain(said);
});

test('a sentence for a cell has the name of the piece too', () => {
  expect(whyNotHere('meteor.no_crater', { cell: 'C3', piece: 'highway-curve' })).toContain('draw highway curve over');
});
