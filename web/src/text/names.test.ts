import { beforeAll, expect, test } from 'vitest';
import { LANGUAGES, loadLanguage } from './messages.svelte';
import { closingText, initial, isDrafted, listed, refusalText, whyNotHere, timeLeft } from './names';

beforeAll(() => loadLanguage('en'));

test.each([
  ['round.dice_left', { pieces: 'overpass, highway-curve' }, 'overpass, highway curve'],
  ['roll.impossible', { roll: 'overpass up 3' }, 'at once: overpass, up, 3.'],
  ['ruleset.no_route_dice', { ruleset: 'underground-standalone+draft' }, 'Underground on its own + Draft'],
  ['piece.wrong_board', { piece: 'overpass', board: 'underground' }, 'the board "underground"'],
  ['daily.not_yet', { date: '2026-11-15' }, 'The daily game of November 15, 2026'],
  ['daily.unknown_day', { date: 'tomorrow' }, '"tomorrow"'],
  ['step.not_possible', { step: 'direction up' }, '"The meteor flies up"'],
])('%s has names in its sentence, not codes', (code, params, said) => {
  expect(refusalText(code, params)).toContain(said);
});

test.each(LANGUAGES)(
  'a piece of another game is told on the page without words of the command line: %s',
  async (code) => {
    await loadLanguage(code);
    const said = refusalText('piece.not_in_ruleset', { piece: 'river-straight', ruleset: 'base' });
    await loadLanguage('en');
    expect(said).toContain('rules: river');
    expect(said).not.toContain('--');
  },
);

test('a drafted game is told from others, also while one of its rounds is played again', () => {
  expect(['river', 'river+draft', 'river+hand', 'underground-standalone'].filter(isDrafted)).toEqual([
    'river+draft',
    'river+hand',
  ]);
});

test('a link that was cut short leads nowhere; only other requests are called incorrect', () => {
  expect(refusalText('request.invalid', { where: 'path.puzzle' })).toBe('There is nothing at this address.');
  expect(refusalText('request.invalid', { where: 'body.name' })).toContain('not correct (body.name)');
});

test('a sentence for a cell has the name of the piece too', () => {
  expect(whyNotHere('meteor.no_crater', { cell: 'C3', piece: 'highway-curve' })).toContain('draw highway curve over');
});

test.each([
  [9, '0:09', '0:09'],
  [3599, '59:59', '59:59'],
  [86_398, '23 h 59 min', '23:59 h'],
  [86_400, '24 h 0 min', '24:00 h'],
  [604_800, '7 days 0 h', '7 d 0 h'],
])('of %i seconds left people read %s', async (seconds, long, short) => {
  await loadLanguage('en');
  expect(timeLeft(seconds)).toEqual({ long, short });
});

test('the last part of a list chooses its joining word', async () => {
  await loadLanguage('es');
  const said = [listed(['carretera recta', 'estación curva']), listed(['carretera recta', 'intersección en T'])];
  await loadLanguage('en');
  expect(said).toEqual(['carretera recta y estación curva', 'carretera recta e intersección en T']);
});

test.each([
  ['Ana', 'A'],
  ['🦄 Ω', '🦄'],
  ['🇪🇸', '🇪🇸'],
  ['', ''],
])('the first letter of "%s" is whole', (name, letter) => {
  expect(initial(name)).toBe(letter);
});

test('a closing time of another day has its weekday', () => {
  const now = Date.parse('2026-11-19T12:00:00');
  expect(closingText('2026-11-20T01:00:00', now)).toMatch(/^In time until 0?1:00/);
  expect(closingText('2026-11-23T00:00:00', now)).toMatch(/^In time until Monday/);
});
