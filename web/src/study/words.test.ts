import { beforeAll, describe, expect, test } from 'vitest';
import type { RoundReport } from '../generated/wire';
import { LANGUAGES, loadLanguage, loadPart, lookUp } from '../text/messages.svelte';
import { DONE } from './sample';
import { decimal, fortuneText, headline, linesName, mostLeft, remarks, rollText, signed, signedWhole } from './words';

beforeAll(async () => {
  await loadLanguage('en');
  await loadPart('study');
});

const review = (skill: number, fortune: number) => headline({ score: 48, skill, fortune });
const rounds = DONE.review?.rounds ?? [];
const graded = (grades: RoundReport['class'][]): RoundReport[] =>
  grades.map((grade, index) => ({ ...(rounds[0] as RoundReport), round: index + 1, class: grade, loss: 0 }));

describe('the headline', () => {
  test('tells dice and choices apart', () => {
    expect(review(30, 80)).toBe('48 points: good dice, room to grow');
    expect(review(90, 20)).toBe('48 points: hard dice, superb choices');
    expect(review(70, 50)).toBe('48 points: well played');
  });
  test.each(LANGUAGES)('never speaks of mere luck or of failure (%s)', async (speech) => {
    await loadLanguage(speech);
    const all = ['good', 'fair', 'hard'].flatMap((dice) =>
      ['top', 'strong', 'solid', 'grow'].map((skill) => lookUp(`study.head.${dice}.${skill}`, { points: '48' }) ?? ''),
    );
    await loadLanguage('en');
    expect(new Set(all).size).toBe(12);
    expect(all.filter((one) => /luck|suerte|glück|bad|mal[oa]s? |schlecht|only|nur |solo/i.test(one))).toEqual([]);
  });
});

test('dice are compared with those of other games, each way in its own words', () => {
  expect(fortuneText(84.2)).toBe('dice, luckier than 85 of 100 games');
  expect(fortuneText(15)).toBe('dice, harder than in 85 of 100 games');
  expect(fortuneText(0)).toBe('dice, harder than in 99 of 100 games');
  expect(rollText(rounds[4] as RoundReport)).toBe('dice −3.6: harder than 98 of 100 rolls');
});

test('figures have a sign, and the decimal point of the language', async () => {
  expect([signed(4.94), signed(-16.92), signed(-0.01), decimal(60)]).toEqual(['+4.9', '−16.9', '0.0', '60.0']);
  expect([signedWhole(4), signedWhole(-1), signedWhole(0)]).toEqual(['+4', '−1', '0']);
  await loadLanguage('de');
  expect([signed(4.94), decimal(60)]).toEqual(['+4,9', '60,0']);
  await loadLanguage('en');
});

test('where most was left is told, and what was as good as the house', () => {
  expect(mostLeft(rounds)).toEqual([2, 5]);
  expect(remarks(rounds)).toEqual(['Most was left in rounds 2 and 5.']);
  expect(remarks(graded(['good', 'best', 'best', 'forced']))).toEqual(['Rounds 2 and 3 were as good as the house.']);
  expect(remarks(graded(['best', 'forced', 'best']))).toEqual(['Every round was as good as the house.']);
});

test('lines of a kind are named together', () => {
  expect([linesName('network'), linesName('highway')]).toEqual(['Networks', 'Longest highway']);
});
